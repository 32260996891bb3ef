// A test that somebody else writes for a component of theirs, for whichever runner.

/** @param {{ imports: (names: string, from: string) => string, runner: string }} dialect */
export const chatTest = ({ imports, runner }) => `
${runner}
${imports('{ act, createElement: h }', 'react')}
${imports('{ createRoot }', 'react-dom/client')}
${imports('{ ChatController, ChatError, lastAssistantMessageIsComplete }', 'countersign')}
${imports('{ useChat }', 'countersign/react')}
${imports('{ callTool, flush, say, ScriptedTransport, SimulatedClock }', 'countersign/testing')}

globalThis.IS_REACT_ACT_ENVIRONMENT = true;

function Chat({ transport, clock }) {
  const { messages, approvals, respondToApproval, sendMessage, status } = useChat({
    transport,
    clock,
    approvalDeadlineMs: 60000,
    sendAutomaticallyWhen: lastAssistantMessageIsComplete,
  });
  return h(
    'main',
    null,
    h('output', null, status),
    ...messages.flatMap(({ parts }) => parts.map((part) => part.text && h('p', null, part.text))),
    ...approvals.map(({ id }) => h('button', { onClick: () => respondToApproval(id, true) }, 'Allow')),
    h('button', { onClick: () => sendMessage({ text: 'Write to them' }) }, 'Send'),
  );
}

async function open(responses) {
  const clock = new SimulatedClock();
  const transport = new ScriptedTransport({ responses, clock });
  const container = document.createElement('div');
  await act(async () => createRoot(container).render(h(Chat, { transport, clock })));
  const press = async (label) => {
    const button = [...container.querySelectorAll('button')].find(({ textContent }) => textContent === label);
    await act(async () => {
      button.click();
      await flush();
    });
  };
  return { clock, transport, press, text: () => container.textContent };
}

const mail = callTool('sendEmail', { to: 'a@b.c' }, { approvalId: 'ap', messageId: 'a' });

test('the mail is sent once it is allowed', async () => {
  const { press, text, transport } = await open([mail, say('Sent.', { messageId: 'a' })]);
  await press('Send');
  expect(text()).toContain('Allow');
  await press('Allow');
  expect(text()).toContain('Sent.');
  expect(text()).not.toContain('Allow');
  expect(transport.requests.length).toBe(2);
});

test('an approval that nobody gives expires', async () => {
  const { clock, press, text } = await open([mail]);
  await press('Send');
  await act(() => clock.advance(60000));
  expect(text()).not.toContain('Allow');
});

test('a pause of the server takes simulated time', async () => {
  const { clock, press, text } = await open([[{ pause: 5000 }, ...say('Late.')]]);
  await press('Send');
  expect(text()).toContain('submitted');
  await act(() => clock.advance(5000));
  expect(text()).toContain('Late.');
});

test('a refused request is an error of ours', async () => {
  const chat = new ChatController({ transport: new ScriptedTransport({ responses: [new Error('refused')] }) });
  await chat.sendMessage({ text: 'Hi' });
  expect(chat.error.message).toBe('refused');
  const result = await chat.addToolOutput({ tool: 't', toolCallId: 'nobody', output: 1 });
  expect(result.error.code).toBe('unknown_item');
  expect(result.error instanceof ChatError).toBe(true);
  chat.dispose();
});
`;
