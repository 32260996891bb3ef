// What the scripted agent says and does next. Pure: the conversation so far in, one step out.
// Nothing here is random or timed, so a conversation can be replayed word for word.
import { inviteStep } from './invitation-story.mjs';

/**
 * @typedef {{ toolName: string, input: Record<string, unknown> }} Call
 * @typedef {{ text: string, calls: Call[] }} Step
 * @typedef {{ toolName: string, input: Record<string, unknown>, output: import('@ai-sdk/provider').LanguageModelV4ToolResultOutput }} Result
 */

const AUDIENCES = [
  { id: 'team', label: 'The team', description: 'Everyone who worked on it', words: /\b(team|colleagues|everyone)\b/i },
  {
    id: 'customers',
    label: 'All customers',
    description: '1,204 people on the product list',
    words: /\bcustomers?\b/i,
  },
  {
    id: 'press',
    label: 'The press',
    description: 'Six reporters who asked to hear first',
    words: /\b(press|reporters?|journalists?)\b/i,
  },
];

const TONES = [
  { id: 'friendly', label: 'Friendly', description: 'As you would tell a colleague' },
  { id: 'formal', label: 'Formal', description: 'As in a letter' },
];

const CHANGES = [
  { id: 'shorter', label: 'Make it shorter', description: 'Only the day and the link' },
  { id: 'formal', label: 'Make it more formal', description: 'Same facts, other words' },
  { id: 'drop', label: 'Send nothing', description: 'Leave it at that' },
];

const ALL_THREE = /\ball three\b/i;

const NOTE = /\bhow I like\b/i;

/** What the SDK writes in place of a reason, in the requests after the refusal. */
const NO_REASON = 'Tool call execution denied.';

/** After this many refusals in one turn the agent stops proposing. */
const MOST_DENIALS = 3;

const offer = ({ id, label, description }) => ({ id, label, description });
const ask = (question, options) => ({ toolName: 'askUser', input: { question, options: options.map(offer) } });
const send = (mail) => ({ toolName: 'sendEmail', input: mail });

/** @param {import('@ai-sdk/provider').LanguageModelV4Prompt} prompt @returns {Step} */
export function nextStep(prompt) {
  const turn = readTurn(prompt);
  const latest = turn.results.at(-1);
  const invitation = inviteStep(turn);
  if (invitation) return invitation;
  if (NOTE.test(turn.request)) return noteStep(latest);
  if (ALL_THREE.test(turn.request)) return severalStep(turn);
  if (!latest) return open(turn);
  if (latest.toolName === 'sendEmail') return afterMail(turn, latest);
  return afterAnswer(turn, latest);
}

/** What the person wrote last, and every tool result since then, oldest first. */
function readTurn(prompt) {
  const start = prompt.findLastIndex((message) => message.role === 'user');
  const request = (prompt[start]?.content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join(' ');
  const calls = new Map();
  /** @type {Result[]} */
  const results = [];
  for (const message of prompt.slice(start + 1)) {
    if (message.role !== 'assistant' && message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type === 'tool-call') calls.set(part.toolCallId, part);
      if (part.type === 'tool-result') {
        results.push({ toolName: part.toolName, input: calls.get(part.toolCallId)?.input ?? {}, output: part.output });
      }
    }
  }
  return { request, results, isFirst: prompt.findIndex((message) => message.role === 'user') === start };
}

/** A question whose answer needs nothing but thanks. */
function noteStep(answer) {
  if (!answer) return { text: 'I will remember it.', calls: [ask('How should your mails sound?', TONES)] };
  const tone = TONES.find(({ id }) => id === choice(answer));
  return { text: `Noted: ${(tone ?? TONES[0]).label.toLowerCase()}.`, calls: [] };
}

/** One mail for each group, all in one step; each is decided by itself. */
function severalStep({ request, results }) {
  if (results.length === 0) {
    return {
      text: 'One mail for each group. I send only those that you allow.',
      calls: AUDIENCES.map(({ id }) => send(compose({ audience: id, request }))),
    };
  }
  const sent = results.filter((result) => denial(result) === undefined).map(({ input }) => input.to);
  return { text: sent.length === 0 ? 'I sent none of them.' : `Sent to ${sent.join(', ')}.`, calls: [] };
}

function open({ request, isFirst }) {
  if (/\btwo questions\b/i.test(request)) {
    return {
      text: 'Two things before I write it.',
      calls: [ask('Who should get the mail?', AUDIENCES), ask('How should it sound?', TONES)],
    };
  }
  const audience = AUDIENCES.find(({ words }) => words.test(request));
  const aboutMail = /\b(e-?mails?|launch|announce\w*|plan|write|send|draft|tell|invite)\b/i.test(request);
  if (audience && aboutMail) {
    return {
      text: `Here is a note to ${toWhom(audience.id)}. I send nothing before you have read it.`,
      calls: [send(compose({ audience: audience.id, request }))],
    };
  }
  const smallTalk =
    /^\s*(hi|hello|hey|thanks?|thank you|ok(ay)?|good|great|bye)\b/i.test(request) || /\?\s*$/.test(request);
  if (aboutMail || (isFirst && !smallTalk)) {
    return { text: 'Happy to. One thing I need to know first.', calls: [ask('Who should get the mail?', AUDIENCES)] };
  }
  return {
    text:
      'I write launch mails for Lantern 2.0, and I send one only after you have allowed it. ' +
      'Say “Plan the launch mail” and I will ask you who it is for.',
    calls: [],
  };
}

function afterAnswer(turn, latest) {
  if (choice(latest) === 'drop') return { text: 'All right. Nothing was sent.', calls: [] };
  const draft = proposal(turn);
  const isSecondTry = turn.results.some((result) => result.toolName === 'sendEmail');
  return {
    text: isSecondTry
      ? 'Changed. Please read it once more.'
      : `${toWhom(draft.audience, true)}, then. This is what I would send. Please read it first.`,
    calls: [send(compose(draft))],
  };
}

function afterMail(turn, latest) {
  const refusal = denial(latest);
  if (refusal === undefined) return { text: `Sent to ${latest.input.to}. Is there anything else?`, calls: [] };
  const denials = turn.results.filter((result) => denial(result) !== undefined).length;
  if (denials >= MOST_DENIALS) {
    return { text: 'I did not send it, and I will stop proposing. Tell me when you want another try.', calls: [] };
  }
  if (refusal === '') return { text: 'I did not send it.', calls: [ask('What should I change?', CHANGES)] };
  return {
    text: `I did not send it. You said: “${refusal}”. Here is another version.`,
    calls: [send(compose(proposal(turn)))],
  };
}

/** The reason of a refused call, '' when none was given, undefined when the call was not refused. */
function denial({ toolName, output }) {
  if (toolName !== 'sendEmail') return undefined;
  if (output.type === 'execution-denied') return (output.reason ?? '').trim();
  // A refusal that an earlier request told already comes back as an error. Sending itself cannot fail here.
  if (output.type === 'error-text') return output.value === NO_REASON ? '' : output.value.trim();
  return undefined;
}

/** The id of the option that the person picked, undefined for a result of another tool. */
function choice({ toolName, output }) {
  return toolName === 'askUser' && output.type === 'json' ? String(output.value?.optionId) : undefined;
}

/** What the next mail has to respect, gathered from everything the person said in this turn. */
function proposal({ request, results }) {
  const picked = results.map(choice);
  const earlier = results.findLast((result) => result.toolName === 'sendEmail')?.input.to;
  const audience = AUDIENCES.find(({ id }) => picked.includes(id) || addressOf(id) === earlier)?.id ?? 'team';
  return {
    audience,
    request,
    tone: picked.includes('formal') ? 'formal' : 'friendly',
    objections: results
      .map((result) => denial(result) ?? (choice(result) === 'shorter' ? 'shorter' : ''))
      .filter((objection) => objection !== ''),
  };
}

const addressOf = (audience) => `${audience}@lantern.example`;

function toWhom(audience, startsSentence = false) {
  const label = AUDIENCES.find(({ id }) => id === audience)?.label ?? 'The team';
  return startsSentence ? label : label.charAt(0).toLowerCase() + label.slice(1);
}

// Not the day in “it is Friday, not Thursday” that is being corrected.
const DAY = /(?<!\bnot (?:on )?)\b(mon|tues|wednes|thurs|fri|satur|sun)day\b/i;
const FORMAL = /\bformal\b/i;
const SHORT = /\b(short(er)?|long|brief(er)?|less)\b/i;

function compose({ audience, request, tone = 'friendly', objections = [] }) {
  const named =
    [...objections.toReversed(), request].map((said) => said.match(DAY)?.[0].toLowerCase()).find(Boolean) ?? 'thursday';
  const day = named.charAt(0).toUpperCase() + named.slice(1);
  const formal = tone === 'formal' || objections.some((said) => FORMAL.test(said));
  // An objection that this small agent does not understand makes the mail shorter: fewer words to object to.
  const short = objections.some((said) => SHORT.test(said) || !(DAY.test(said) || FORMAL.test(said)));
  const news = `Lantern 2.0 goes live on ${day} at 10:00.`;
  const more = {
    team:
      'Pricing and docs switch over with it, and the support rota starts half an hour earlier.\n\n' +
      (formal ? 'Thank you for six weeks of careful work.' : 'Thank you for the last six weeks. It shows.'),
    customers:
      'Your projects move over by themselves; there is nothing to install and nothing gets lost.\n\n' +
      'What is new: https://lantern.example/2',
    press:
      'Before then it is under embargo. Pictures and figures: https://lantern.example/press\n\n' +
      (formal ? 'I would be glad to answer your questions.' : 'Questions? Just reply to this mail.'),
  }[audience];
  return {
    to: addressOf(audience),
    subject: `Lantern 2.0 goes live on ${day}`,
    body: [
      formal ? 'Dear all,' : 'Hi all,',
      short ? news : `${news} ${more}`,
      formal ? 'Kind regards,\nMaya Lindqvist' : 'Maya',
    ].join('\n\n'),
  };
}
