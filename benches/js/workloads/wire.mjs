// Neutral ops -> wire events, and neutral history -> each library's message type.
export function toAiChunks({ ops }) {
  const out = [];
  for (const o of ops)
    switch (o.op) {
      case 'start':
        out.push({ type: 'start', messageId: o.messageId });
        break;
      case 'step':
        out.push({ type: 'start-step' });
        break;
      case 'step-end':
        out.push({ type: 'finish-step' });
        break;
      case 'text-start':
        out.push({ type: 'text-start', id: o.id });
        break;
      case 'text':
        out.push({ type: 'text-delta', id: o.id, delta: o.delta });
        break;
      case 'text-end':
        out.push({ type: 'text-end', id: o.id });
        break;
      case 'tool-start':
        out.push({ type: 'tool-input-start', toolCallId: o.toolCallId, toolName: o.toolName });
        break;
      case 'tool-delta':
        out.push({ type: 'tool-input-delta', toolCallId: o.toolCallId, inputTextDelta: o.delta });
        break;
      case 'tool-input':
        out.push({ type: 'tool-input-available', toolCallId: o.toolCallId, toolName: o.toolName, input: o.input });
        break;
      case 'tool-output':
        out.push({ type: 'tool-output-available', toolCallId: o.toolCallId, output: o.output });
        break;
      case 'finish':
        out.push({ type: 'finish', finishReason: 'stop' });
        break;
    }
  return out;
}
export function toAguiEvents({ ops, messageId }, { threadId = 'th', runId = 'run' } = {}) {
  const out = [{ type: 'RUN_STARTED', threadId, runId }];
  let textId = messageId,
    n = 0;
  for (const o of ops)
    switch (o.op) {
      case 'text-start':
        textId = n++ ? `${messageId}-${n}` : o.id === 'tf' ? `${messageId}-final` : messageId;
        out.push({ type: 'TEXT_MESSAGE_START', messageId: textId, role: 'assistant' });
        break;
      case 'text':
        out.push({ type: 'TEXT_MESSAGE_CONTENT', messageId: textId, delta: o.delta });
        break;
      case 'text-end':
        out.push({ type: 'TEXT_MESSAGE_END', messageId: textId });
        break;
      case 'tool-start':
        out.push({
          type: 'TOOL_CALL_START',
          toolCallId: o.toolCallId,
          toolCallName: o.toolName,
          parentMessageId: messageId,
        });
        break;
      case 'tool-delta':
        out.push({ type: 'TOOL_CALL_ARGS', toolCallId: o.toolCallId, delta: o.delta });
        break;
      case 'tool-input':
        out.push({ type: 'TOOL_CALL_END', toolCallId: o.toolCallId });
        break;
      case 'tool-output':
        out.push({
          type: 'TOOL_CALL_RESULT',
          messageId: `res-${o.toolCallId}`,
          toolCallId: o.toolCallId,
          content: JSON.stringify(o.output),
          role: 'tool',
        });
        break;
    }
  out.push({ type: 'RUN_FINISHED', threadId, runId });
  return out;
}

const enc = new TextEncoder();
/** One Uint8Array per network read. frame='event': one SSE event per read; frame=N: coalesced to ~N bytes. */
export function toSse(events, { frame = 'event', done } = {}) {
  const texts = events.map((e) => `data: ${JSON.stringify(e)}\n\n`);
  if (done) texts.push(`data: ${done}\n\n`);
  if (frame === 'event') return texts.map((t) => enc.encode(t));
  const all = enc.encode(texts.join(''));
  const out = [];
  for (let i = 0; i < all.length; i += frame) out.push(all.subarray(i, i + frame));
  return out;
}

export function toAiHistory(history) {
  return history.map((m) => {
    if (m.role === 'user') return { id: m.id, role: 'user', parts: [{ type: 'text', text: m.text }] };
    const parts = [{ type: 'step-start' }, { type: 'text', text: m.text, state: 'done' }];
    for (const t of m.tools ?? []) {
      const p = { type: `tool-${t.toolName}`, toolCallId: t.toolCallId, input: t.input };
      if (t.state === 'done') parts.push({ ...p, state: 'output-available', output: t.output });
      else if (t.state === 'approval-requested')
        parts.push({ ...p, state: 'approval-requested', approval: { id: t.approvalId } });
      else parts.push({ ...p, state: 'input-available' });
    }
    return { id: m.id, role: 'assistant', parts };
  });
}
export function toAguiHistory(history) {
  const out = [];
  for (const m of history) {
    if (m.role === 'user') {
      out.push({ id: m.id, role: 'user', content: m.text });
      continue;
    }
    out.push({
      id: m.id,
      role: 'assistant',
      content: m.text,
      ...(m.tools?.length
        ? {
            toolCalls: m.tools.map((t) => ({
              id: t.toolCallId,
              type: 'function',
              function: { name: t.toolName, arguments: JSON.stringify(t.input) },
            })),
          }
        : {}),
    });
    for (const t of m.tools ?? [])
      if (t.state === 'done')
        out.push({
          id: `res-${t.toolCallId}`,
          role: 'tool',
          toolCallId: t.toolCallId,
          content: JSON.stringify(t.output),
        });
  }
  return out;
}
export function toTanstackHistory(history) {
  return history.map((m) => {
    const parts = [{ type: 'text', content: m.text }];
    for (const t of m.tools ?? []) {
      const p = {
        type: 'tool-call',
        id: t.toolCallId,
        name: t.toolName,
        arguments: JSON.stringify(t.input),
        input: t.input,
      };
      if (t.state === 'done')
        parts.push(
          { ...p, state: 'complete', output: t.output },
          { type: 'tool-result', toolCallId: t.toolCallId, content: JSON.stringify(t.output), state: 'complete' },
        );
      else if (t.state === 'approval-requested')
        parts.push({ ...p, state: 'approval-requested', approval: { id: t.approvalId, needsApproval: true } });
      else parts.push({ ...p, state: 'input-complete' });
    }
    return { id: m.id, role: m.role, parts, createdAt: new Date(0) };
  });
}
