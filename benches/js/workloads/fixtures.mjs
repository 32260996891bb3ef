// Protocol-neutral workloads.  A fixture is:
//   { history: [neutral message], prompt, reply: { messageId, ops }, expect, deltas, payloadChars }
// `ops` are neutral stream operations; wire.mjs turns them into AI SDK UIMessageChunks or AG-UI events.
import { rng } from './random.mjs';

const WORDS =
  'the of and to in is that for it as was with be by on not he this are or his from at which but have an had they you were their one all we can her has there been if more when will would who so no out up into them then could some like other than now look only come over think also back after use two how our work first well way even new want because any these give day most us'.split(
    ' ',
  );
const SPECIAL = ['—', '’', '“', '”', 'é', '→', '✅', '数据', '👍🏽', '`code`', '**bold**', '\n\n', '\n- '];

/** ~4–20 byte text delta, like the 1–4 token deltas a provider sends; ~3 % carry non-ASCII/markdown. */
export function textDelta(r) {
  const want = r.int(4, 20);
  let s = '';
  while (s.length < want) s += `${r() < 0.03 ? r.pick(SPECIAL) : r.pick(WORDS)} `;
  // Cut anywhere, as tokenizers cut: a pair of surrogates may be torn apart.
  return s.slice(0, want);
}
export function prose(r, chars) {
  let s = '';
  while (s.length < chars) s += r.pick(WORDS) + (r() < 0.1 ? '. ' : ' ');
  return s.slice(0, chars);
}
function sourceText(r, chars) {
  let s = '';
  let n = 1;
  while (s.length < chars) {
    s += `  const ${r.pick(WORDS)}${n} = lookup("${r.pick(WORDS)}", { depth: ${r.int(1, 99)}, label: 'x${n}' }); // ${r.pick(WORDS)} ${r.pick(WORDS)}\n`;
    n++;
  }
  return s.slice(0, chars);
}

/** A file-write tool input: some nesting first, then one long escaped string (~95 % of the bytes). */
export function toolInput(r, bytes) {
  const input = {
    path: 'src/app/components/Editor.tsx',
    options: { mode: 'overwrite', encoding: 'utf-8', flags: { mkdirs: true, atomic: true, retries: 3 } },
    edits: Array.from({ length: 8 }, (_, i) => ({
      id: `e${i}`,
      range: { start: { line: i * 10, col: 2 }, end: { line: i * 10 + 4, col: 17 } },
      kind: r.pick(['replace', 'insert', 'delete']),
    })),
    content: '',
  };
  const fixed = JSON.stringify(input).length;
  // escapes make the JSON text longer than the string, so converge on the wanted size
  let chars = Math.max(64, bytes - fixed);
  for (let k = 0; k < 6; k++) {
    input.content = sourceText(rng(7), chars);
    const len = JSON.stringify(input).length;
    if (Math.abs(len - bytes) < 32) break;
    chars = Math.max(64, Math.round((chars * (bytes - fixed)) / (len - fixed)));
  }
  return input;
}
/** A long list of small objects. */
export function listInput(rows) {
  return { title: 'rows', rows: Array.from({ length: rows }, (_, id) => ({ id, ok: id % 3 === 0 })) };
}
export function cut(r, s, lo, hi) {
  const out = [];
  for (let i = 0; i < s.length; ) {
    const n = r.int(lo, hi);
    out.push(s.slice(i, i + n));
    i += n;
  }
  return out;
}

function historyMessages(n, r) {
  const out = [];
  for (let i = 0; i < n; i++) {
    if (i % 2 === 0) {
      out.push({ id: `h${i}`, role: 'user', text: prose(r, 2000) });
      continue;
    }
    const m = { id: `h${i}`, role: 'assistant', text: prose(r, 1100), tools: [] };
    if (i % 4 === 1)
      for (let k = 0; k < 2; k++)
        m.tools.push({
          toolCallId: `h${i}t${k}`,
          toolName: 'search',
          state: 'done',
          input: {
            query: prose(r, 60),
            filters: { lang: 'en', year: r.int(2000, 2030), tags: [r.pick(WORDS), r.pick(WORDS)] },
          },
          output: { hits: Array.from({ length: 3 }, (_, j) => ({ id: j, title: prose(r, 30), score: r() })) },
        });
    else m.text += prose(r, 900);
    out.push(m);
  }
  return out;
}

function textReply(r, T, messageId = 'a1') {
  const deltas = Array.from({ length: T }, () => textDelta(r));
  const ops = [{ op: 'start', messageId }, { op: 'step' }, { op: 'text-start', id: 't1' }];
  for (const delta of deltas) ops.push({ op: 'text', id: 't1', delta });
  ops.push({ op: 'text-end', id: 't1' }, { op: 'step-end' }, { op: 'finish' });
  return { messageId, ops, text: deltas.join('') };
}

export function buildFixture(spec) {
  const r = rng(spec.seed ?? 42);
  const prompt = 'Please do the thing.';
  switch (spec.w) {
    case 'W1':
    case 'W3': {
      const history = spec.w === 'W3' ? historyMessages(spec.history, r) : [];
      const reply = textReply(r, spec.T);
      return {
        spec,
        history,
        prompt,
        reply,
        deltas: spec.T,
        payloadBytes: new TextEncoder().encode(reply.text).length,
        expect: { text: reply.text },
      };
    }
    case 'W2': {
      const input = spec.rows === undefined ? toolInput(r, spec.bytes) : listInput(spec.rows);
      const json = JSON.stringify(input);
      const [lo, hi] = spec.delta ?? [16, 48];
      const pieces = cut(r, json, lo, hi);
      const messageId = 'a1',
        toolCallId = 'call1',
        toolName = 'write_file';
      const ops = [{ op: 'start', messageId }, { op: 'step' }, { op: 'tool-start', toolCallId, toolName }];
      for (const delta of pieces) ops.push({ op: 'tool-delta', toolCallId, delta });
      ops.push({ op: 'tool-input', toolCallId, toolName, input }, { op: 'step-end' }, { op: 'finish' });
      return {
        spec,
        history: [],
        prompt,
        reply: { messageId, ops },
        deltas: pieces.length,
        payloadBytes: new TextEncoder().encode(json).length,
        expect: { toolJson: json },
      };
    }
    case 'W4a':
    case 'W4o': {
      const N = spec.N;
      const tools = Array.from({ length: N }, (_, i) => ({
        toolCallId: `call${i}`,
        toolName: 'send_mail',
        approvalId: `appr${i}`,
        state: spec.w === 'W4a' ? 'approval-requested' : 'input-available',
        input: { to: `user${i}@example.com`, subject: prose(r, 40), body: prose(r, 200) },
      }));
      const history = [
        ...(spec.history ? historyMessages(spec.history & ~1, r) : []),
        { id: 'u-hitl', role: 'user', text: 'Send the mails.' },
        { id: 'a-hitl', role: 'assistant', text: 'I need approval.', tools, hitl: true },
      ];
      // continuation: results of the approved tools, then a new step with a short text
      const ops = [{ op: 'start', messageId: 'a-hitl' }];
      if (spec.w === 'W4a')
        for (const t of tools)
          ops.push({ op: 'tool-output', toolCallId: t.toolCallId, output: { ok: true, id: t.toolCallId } });
      ops.push(
        { op: 'step' },
        { op: 'text-start', id: 'tf' },
        { op: 'text', id: 'tf', delta: 'All done.' },
        { op: 'text-end', id: 'tf' },
        { op: 'step-end' },
        { op: 'finish' },
      );
      return {
        spec,
        history,
        prompt: null,
        reply: { messageId: 'a-hitl', ops },
        deltas: N,
        payloadBytes: 0,
        answers: tools.map((t) => ({
          toolCallId: t.toolCallId,
          toolName: t.toolName,
          approvalId: t.approvalId,
          output: { ok: true, id: t.toolCallId },
        })),
        expect: { text: 'All done.', answered: N },
      };
    }
  }
  throw new Error(`unknown workload ${spec.w}`);
}

/** Small version of a spec, used to warm the JIT before measuring. */
export function warmSpec(spec) {
  switch (spec.w) {
    case 'W1':
      return { ...spec, T: 400 };
    case 'W2':
      return spec.rows === undefined ? { ...spec, bytes: 6000 } : { ...spec, rows: 300 };
    case 'W3':
      return { ...spec, T: 200, history: Math.min(spec.history, 20) };
    default:
      return { ...spec, N: 20 };
  }
}
