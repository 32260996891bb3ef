// The scripted agent's second story: find somebody, let the person choose, invite whom they chose. Pure, like `story.mjs`.

/** @typedef {import('./story.mjs').Step} Step @typedef {import('./story.mjs').Result} Result */

const GROUPS = [
  {
    id: 'press',
    label: 'Among the press',
    description: 'Reporters who asked to hear first',
    words: /\b(press|reporters?|journalists?)\b/i,
  },
  { id: 'team', label: 'In the team', description: 'Those who worked on it', words: /\b(team|colleagues?)\b/i },
  { id: 'customers', label: 'Among our customers', description: 'Those on the product list', words: /\bcustomers?\b/i },
];
const NOBODY = { id: 'nobody', label: 'Invite nobody', description: 'Leave it at that' };

/** “Invite someone”, “invite a reporter”, “invite Ann”; but not “invite the team”: that is a mail. */
const INVITATION = /\b[Ii]nvite\s+(?:(some(?:one|body)|an?)\b|(\p{Lu}[\p{L}-]*(?:\s+\p{Lu}[\p{L}-]*)?))/u;

/** Every contact, letter by letter: more steps than the agent may take in one request. */
const DIRECTORY = /\bgo through (all |the |my )*contacts\b/i;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

const search = (query) => ({ toolName: 'searchContacts', input: { query } });
const ask = (question, options) => ({
  toolName: 'askUser',
  input: { question, options: options.map(({ id, label, description }) => ({ id, label, description })) },
});

/**
 * The next step where the person asked for an invitation, or for the whole directory; undefined where not.
 * @param {{ request: string, results: Result[] }} turn @returns {Step | undefined}
 */
export function inviteStep({ request, results }) {
  if (DIRECTORY.test(request)) return directoryStep(results);
  const wanted = request.match(INVITATION);
  if (!wanted) return undefined;
  const latest = results.at(-1);
  switch (latest?.toolName) {
    case 'askUser':
      return afterPlace(latest);
    case 'searchContacts':
      return afterSearch(latest);
    case 'selectContact':
      return afterSelection(latest, results);
    case 'inviteContact':
      return afterInvitation(latest);
    default:
      return open(request, wanted[2]);
  }
}

function open(request, name) {
  if (name) return { text: `Let me look for ${name}.`, calls: [search(name)] };
  const group = GROUPS.find(({ words }) => words.test(request));
  if (group) return { text: 'Let me look.', calls: [search(group.id)] };
  return { text: 'Gladly.', calls: [ask('Where should I look?', GROUPS)] };
}

function afterPlace({ output }) {
  const place = output.type === 'json' ? output.value?.optionId : undefined;
  if (!GROUPS.some(({ id }) => id === place)) return { text: 'All right. Nobody was invited.', calls: [] };
  return { text: 'Let me look.', calls: [search(place)] };
}

function afterSearch({ input, output }) {
  const { searchId, candidates = [] } = output.type === 'json' ? output.value : {};
  if (candidates.length === 0)
    return { text: `I found nobody called “${input.query}”. Nobody was invited.`, calls: [] };
  return {
    text: 'Please choose. I invite nobody whom you have not picked.',
    calls: [{ toolName: 'selectContact', input: { searchId } }],
  };
}

function afterSelection({ input, output }, results) {
  const contactId = output.type === 'json' ? output.value?.selectedId : undefined;
  if (contactId != null) {
    return {
      text: 'Thank you.',
      calls: [{ toolName: 'inviteContact', input: { searchId: input.searchId, contactId } }],
    };
  }
  const tried = results.filter(({ toolName }) => toolName === 'searchContacts').map(({ input: { query } }) => query);
  const left = GROUPS.filter(({ id }) => !tried.includes(id));
  if (left.length === 0) return { text: 'None of them either. Nobody was invited.', calls: [] };
  return {
    text: 'None of them, then. Nobody was invited.',
    calls: [ask('Should I look elsewhere?', [...left, NOBODY])],
  };
}

function afterInvitation({ output }) {
  if (output.type === 'json')
    return { text: `${output.value.name} is invited. The invitation is in the outbox.`, calls: [] };
  const why = output.type === 'error-text' ? output.value : 'it did not work';
  return { text: `I invited nobody. ${why}`, calls: [] };
}

function directoryStep(results) {
  const letter = LETTERS[results.length];
  if (!letter) return { text: 'That was everybody.', calls: [] };
  return { text: `Those under ${letter.toUpperCase()}.`, calls: [search(letter)] };
}
