// The hooks of the human's side.

import { ChatController } from 'countersign';
import {
  type ItemHelpers,
  useApprovals,
  useAudit,
  useGrants,
  useInputRequests,
  useItem,
  usePending,
} from 'countersign/react';
import { SimulatedClock } from 'countersign/testing';
import { act, StrictMode } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { open, settle } from './page/page.js';

function conversation(init: ConstructorParameters<typeof ChatController>[0] = {}) {
  const chat = new ChatController({ id: 'chat', ...init });
  onTestFinished(() => chat.dispose());
  const asks = chat.approver({ protocol: 'test' });
  return {
    chat,
    decide: (toolCallId: string, more = {}) => asks.decide({ toolCallId, toolName: 'send', input: {}, ...more }),
    fill: (schema: object) => asks.input({ id: 'r1', message: 'How many?', schema }),
  };
}

const inAct = async (command: () => unknown) => {
  await act(async () => void (await command()));
  await settle();
};

/** The lists that a page shows, and how often each was rendered. */
function Lists({ chat, renders }: { chat: ChatController; renders: Record<string, number> }) {
  const count = (name: string) => {
    renders[name] = (renders[name] ?? 0) + 1;
  };
  function Approvals() {
    count('approvals');
    return <p>approvals: {useApprovals(chat).map(({ toolCallId }) => toolCallId)}</p>;
  }
  return <Approvals />;
}

test('what waits is shown while it waits', async () => {
  const { chat, decide, fill } = conversation();
  function Screen() {
    const approvals = useApprovals(chat).map(({ toolCallId }) => toolCallId);
    const requests = useInputRequests(chat).map(({ requestId }) => requestId);
    const everywhere = usePending().map(({ chatId, item }) => `${chatId}/${item.kind}`);
    return (
      <p>
        {approvals.join()} | {requests.join()} | {everywhere.join()}
      </p>
    );
  }
  const page = await open(
    <StrictMode>
      <Screen />
    </StrictMode>,
  );
  expect(page.text).toBe(' |  | ');
  await inAct(() => {
    void decide('c1');
    void fill({ type: 'object', properties: {} });
  });
  expect(page.text).toBe('c1 | r1 | chat/approval,chat/input');
  await inAct(() => chat.respondToApproval('c1', true));
  expect(page.text).toBe(' | r1 | chat/input');
  await inAct(() => chat.stop());
  expect(page.text).toBe(' |  | ');
});

test('an answer to one thing renders nothing that shows only others', async () => {
  const { chat, decide, fill } = conversation();
  void decide('c1');
  void fill({ type: 'object', properties: {} });
  const renders: Record<string, number> = {};
  await open(<Lists chat={chat} renders={renders} />);
  const before = renders.approvals;
  await inAct(() => chat.respondToInput('r1', { action: 'decline' }));
  expect(renders.approvals).toBe(before);
});

test('rules are listed and taken back', async () => {
  const { chat, decide } = conversation();
  function Rules() {
    const { grants, revoke } = useGrants(chat);
    return grants.map(({ id, tool, source }) => (
      <button key={id} type="button" onClick={() => revoke(id)}>
        {tool} of {source}
      </button>
    ));
  }
  const page = await open(<Rules />);
  const told = decide('c1', { answers: { remember: true } });
  await inAct(() => chat.respondToApproval('c1', { approved: true, remember: true }));
  await told;
  expect(page.text).toBe('send of test');
  await page.press('send of test');
  expect(page.text).toBe('');
});

test('the log grows on the screen', async () => {
  const { chat, decide } = conversation();
  const Log = () => useAudit(chat).map(({ sequence, to }) => <i key={sequence}>{to} </i>);
  const page = await open(<Log />);
  await inAct(() => void decide('c1'));
  await inAct(() => chat.respondToApproval('c1', false));
  expect(page.text).toBe('pending answered sending denied ');
});

function probe(chat: ChatController, id: string) {
  const into: { item?: ItemHelpers } = {};
  function Probe({ id }: { id: string }) {
    into.item = useItem(chat, id);
    return <p>{into.item.stage ?? 'nothing'}</p>;
  }
  return {
    page: open(<Probe id={id} />),
    get item() {
      return into.item as ItemHelpers;
    },
    Probe,
  };
}

test('a form keeps what is typed, says what is wrong, and is given when it fits', async () => {
  const { chat, fill } = conversation();
  const told = fill({ type: 'object', properties: { seats: { type: 'integer' } }, required: ['seats'] });
  const id = chat.getSnapshot().inputRequests[0]?.id ?? '';
  const view = probe(chat, id);
  const page = await view.page;
  expect(page.text).toBe('pending');
  expect(view.item.form?.fields.map(({ path }) => path)).toEqual(['/seats']);

  await inAct(() => view.item.edit('/seats', { text: '1.5' }));
  await inAct(() => view.item.submit());
  expect(view.item.errors).toMatchObject([{ path: '/seats' }]);
  expect(view.item.error?.code).toBe('invalid_input');
  expect(page.text).toBe('pending');
  await inAct(() => chat.clearError());
  expect(view.item.draft['/seats']).toMatchObject({ text: '1.5' });

  await inAct(() => view.item.edit('/seats', { text: '4' }));
  await inAct(() => view.item.submit());
  expect(view.item.errors).toEqual([]);
  expect(view.item.error).toBeUndefined();
  expect(page.text).toBe('settled');
  expect(await told).toEqual({ action: 'accept', content: { seats: 4 } });
});

test('a form that is declined is not accepted', async () => {
  const { chat, fill } = conversation();
  const told = fill({ type: 'object', properties: {} });
  const view = probe(chat, chat.getSnapshot().inputRequests[0]?.id ?? '');
  await view.page;
  await inAct(() => view.item.decline());
  expect(await told).toEqual({ action: 'decline' });
});

test('nothing is allowed by leaving the decision out', async () => {
  const { chat, decide } = conversation();
  void decide('c1');
  const view = probe(chat, 'c1');
  await view.page;
  await inAct(() => view.item.submit());
  expect(view.item.error?.code).toBe('invalid_argument');
  expect(view.item.stage).toBe('pending');
});

test('what was prepared is what is given', async () => {
  const { chat, decide } = conversation();
  const told = decide('c1', { answers: { reason: true } });
  const view = probe(chat, 'c1');
  await view.page;
  await inAct(() => chat.stageAnswer('c1', { approved: false, reason: 'Later.' }));
  expect(view.item.item?.staged).toEqual({ approved: false, reason: 'Later.' });
  await inAct(() => view.item.submit());
  expect(await told).toMatchObject({ approved: false, reason: 'Later.' });
});

test('an answer can be taken back while its window is open', async () => {
  const clock = new SimulatedClock();
  const { chat, decide } = conversation({ clock, undoWindowMs: 5_000 });
  const answers: boolean[] = [];
  void decide('c1').then(({ approved }) => answers.push(approved));
  const view = probe(chat, 'c1');
  const page = await view.page;
  await inAct(() => view.item.submit(true));
  expect(page.text).toBe('answered');
  await inAct(() => view.item.undo());
  expect(page.text).toBe('pending');
  await inAct(() => view.item.submit(false));
  await inAct(() => clock.advance(5_000));
  expect(answers).toEqual([false]);
  expect(page.text).toBe('denied');
  await inAct(() => view.item.undo());
  expect(view.item.error?.code).toBe('already_answered');
});

test('another id is another item, without the errors of the first', async () => {
  const { chat, decide } = conversation();
  void decide('c1');
  void decide('c2');
  const view = probe(chat, 'c1');
  const page = await view.page;
  await inAct(() => view.item.submit());
  expect(view.item.error).toBeDefined();
  await page.show(<view.Probe id="c2" />);
  expect(view.item.error).toBeUndefined();
  expect(view.item.item?.toolCallId).toBe('c2');
  await page.show(<view.Probe id="nobody" />);
  expect(page.text).toBe('nothing');
});

test('whoever may only look is shown so, and told so', async () => {
  let mayAnswer = false;
  const { chat, decide } = conversation({ canAnswer: () => mayAnswer });
  void decide('c1');
  const view = probe(chat, 'c1');
  const page = await view.page;
  expect(view.item.isReadOnly).toBe(true);
  await inAct(() => view.item.submit(true));
  expect(view.item.error?.code).toBe('read_only');
  expect(page.text).toBe('pending');
  mayAnswer = true;
  await page.show(<view.Probe id="c1" />);
  expect(view.item.isReadOnly).toBe(false);
});

test('a conversation that is gone leaves on the screen what was there', async () => {
  const { chat, decide, fill } = conversation();
  decide('c1').catch(() => {});
  fill({ type: 'object', properties: {} }).catch(() => {});
  const id = chat.getSnapshot().inputRequests[0]?.id ?? '';
  function Screen({ round }: { round: number }) {
    const { item } = useItem(chat, id);
    const log = useAudit(chat);
    return (
      <p>
        {round}: {item?.kind} of {useApprovals(chat).length + useInputRequests(chat).length}, {log.length} entries
      </p>
    );
  }
  const page = await open(<Screen round={1} />);
  expect(page.text).toBe('1: input of 2, 2 entries');
  await inAct(() => chat.dispose());
  await page.show(<Screen round={2} />);
  expect(page.text).toMatch(/^2: input of /);
});
