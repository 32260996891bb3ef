// What an agent asks of a person: forms, questions and addresses.

import { askUser, ChatController, type Item } from 'countersign';
import { InputRequestCard, LocaleProvider } from 'countersign/components';
import { ar } from 'countersign/locales';
import { callTool, flush, SimulatedClock } from 'countersign/testing';
import { act, StrictMode } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { open } from '../react/page/page.js';
import { button, buttons, click, field } from './found.js';
import { inAct, one, press, scriptedChat, type } from './scripted-chat.js';

const SEATS = {
  type: 'object',
  properties: { seats: { type: 'integer', minimum: 1, title: 'Seats' }, note: { type: 'string', title: 'Note' } },
  required: ['seats'],
};

interface Asked {
  message?: string;
  schema?: object;
  url?: string;
  deadline?: number;
}

/** A back end asks, and its request is shown. */
async function asked(request: Asked, props: object = {}, init: ConstructorParameters<typeof ChatController>[0] = {}) {
  const { chat } = scriptedChat([], init);
  const answer = vi.fn();
  chat
    .approver({ protocol: 'mcp', name: 'rooms' })
    .input({ id: 'r1', message: 'How many?', ...request })
    .then(answer, () => {});
  await flush();
  const page = await open(<InputRequestCard chat={chat} id="r1" inertMs={0} {...props} />);
  const heard = () => answer.mock.calls.map(([response]) => response);
  return { chat, page, heard, container: page.container };
}

const form = (properties: object, required: string[] = []) => ({ schema: { type: 'object', properties, required } });

test('says who asks and what, by a heading that names the card', async () => {
  const { container } = await asked({ schema: SEATS });
  const card = one(container, 'section');
  expect(document.getElementById(card.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('How many?');
  expect(card.textContent).toContain('Asked by mcp/rooms');
});

test('gives what was filled in, as the schema means it', async () => {
  const { container, heard } = await asked({ schema: SEATS });
  await type(field(container, 'Seats'), '4');
  await type(field(container, 'Note'), 'Window, please');
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: { seats: 4, note: 'Window, please' } }]);
});

test('leaves empty what was left empty, unless it is needed: then nothing goes out', async () => {
  const { chat, container, heard } = await asked({ schema: SEATS });
  await click(container, 'Send the answer');
  expect(heard()).toEqual([]);
  expect(chat.getItem('r1')?.stage).toBe('pending');
  const seats = field(container, 'Seats');
  expect(document.activeElement).toBe(seats);
  expect(seats.getAttribute('aria-invalid')).toBe('true');
  const described = seats
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(['Please fill this in.']);
  expect(field(container, 'Note').getAttribute('aria-invalid')).toBe('false');
});

test('says no, and says nothing: two different answers', async () => {
  const refused = await asked({ schema: SEATS });
  await click(refused.container, 'Decline');
  expect(refused.heard()).toEqual([{ action: 'decline' }]);
  const closed = await asked({ schema: SEATS });
  await click(closed.container, 'Not now');
  expect(closed.heard()).toEqual([{ action: 'cancel' }]);
});

test('asks to agree where there is nothing to fill in', async () => {
  const { container, heard } = await asked(form({}));
  expect(buttons(container)).toEqual(['Not now', 'Decline', 'Confirm']);
  await click(container, 'Confirm');
  expect(heard()).toEqual([{ action: 'accept', content: {} }]);
});

test('a number is typed as a person types it, through every state on the way', async () => {
  const { container, heard } = await asked(form({ rate: { type: 'number', title: 'Rate' } }));
  const rate = field(container, 'Rate');
  for (const typed of ['1', '1.', '1.5']) {
    await type(rate, typed);
    expect(rate.value).toBe(typed);
  }
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: { rate: 1.5 } }]);
});

test('what is cleared is not filled in again by its proposal', async () => {
  const { page, container, heard } = await asked(form({ day: { type: 'string', default: 'Friday', title: 'Day' } }));
  const day = field(container, 'Day');
  expect(day.value).toBe('Friday');
  await type(day, '');
  expect(day.value).toBe('');
  expect(page.text).toContain('Day (optional)');
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: {} }]);
});

test('yes or no: neither is picked for the person', async () => {
  const { container, heard } = await asked(form({ terrace: { type: 'boolean', title: 'Terrace' } }, ['terrace']));
  expect([...container.querySelectorAll('input')].map(({ checked }) => checked)).toEqual([false, false]);
  await click(container, 'Send the answer');
  expect(heard()).toEqual([]);
  await click(container, 'No');
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: { terrace: false } }]);
});

const DRINK = {
  title: 'Drink',
  anyOf: [
    { const: 'tea', title: 'Tea', description: 'Green, hot' },
    { const: 'water', title: 'Water' },
    { type: 'string' },
  ],
};

test('options are a list with what they mean', async () => {
  const { container, heard } = await asked(form({ drink: DRINK }, ['drink']));
  const tea = field(container, 'Tea');
  expect(tea.type).toBe('radio');
  expect(document.getElementById(tea.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Green, hot');
  expect(tea.closest('fieldset')?.querySelector('legend')?.textContent).toBe('Drink (required)');
  await click(container, 'Tea');
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: { drink: 'tea' } }]);
});

test("an answer of one's own takes the place of the picked option", async () => {
  const { container, heard } = await asked(form({ drink: DRINK }, ['drink']));
  await click(container, 'Tea');
  await type(field(container, 'My own answer'), 'Juice');
  expect(field(container, 'Tea').checked).toBe(false);
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: { drink: 'Juice' } }]);
});

test('a typed answer is kept beside several picked ones', async () => {
  const drinks = { type: 'array', title: 'Drinks', items: { anyOf: DRINK.anyOf } };
  const { container, heard } = await asked(form({ drinks }));
  await click(container, 'Tea');
  await click(container, 'Water');
  await type(field(container, 'My own answer'), 'Juice');
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: { drinks: ['tea', 'water', 'Juice'] } }]);
});

test('a list grows and shrinks by its entries, and the focus follows', async () => {
  const guests = { type: 'array', title: 'Guests', items: { type: 'string' } };
  const { container, heard } = await asked(form({ guests }));
  await click(container, 'Add an entry');
  expect(document.activeElement).toBe(field(container, 'Entry 1'));
  await type(field(container, 'Entry 1'), 'Ana');
  await click(container, 'Add an entry');
  await type(field(container, 'Entry 2'), 'Ben');
  await click(container, 'Remove entry 1');
  expect(document.activeElement).toBe(button(container, 'Add an entry'));
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: { guests: ['Ben'] } }]);
});

test('members of a member stand together under its name', async () => {
  const place = { type: 'object', title: 'Place', properties: { city: { type: 'string', title: 'City' } } };
  const { container, heard } = await asked(form({ place }));
  const city = field(container, 'City');
  expect(city.closest('fieldset')?.querySelector('legend')?.textContent).toBe('Place');
  await type(city, 'Lund');
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: { place: { city: 'Lund' } } }]);
});

test('what no control can show is written as JSON, kept as it is typed, and refused while it is none', async () => {
  const { container, heard } = await asked(form({ more: { type: 'object', title: 'More' } }));
  const more = field<HTMLTextAreaElement>(container, 'More');
  await type(more, '{"a":"b');
  expect(more.value).toBe('{"a":"b');
  await click(container, 'Send the answer');
  expect(heard()).toEqual([]);
  expect(one(container, '.countersign-field-errors').textContent).toBe('This is not JSON.');
  await type(more, '{"a":"b"}');
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: { more: { a: 'b' } } }]);
});

test('what cannot be checked here goes out once the person says so', async () => {
  const odd = { type: 'string', title: 'Odd', format: 'duration' };
  const { container, heard } = await asked(form({ odd }));
  await type(field(container, 'Odd'), 'P1D');
  await click(container, 'Send the answer');
  expect(heard()).toEqual([]);
  await click(container, 'Send it although it cannot be checked here');
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: { odd: 'P1D' } }]);
});

test('a bound is told as the language writes numbers', async () => {
  const { page, container } = await asked(form({ sum: { type: 'number', title: 'Sum', maximum: 12000 } }));
  await type(field(container, 'Sum'), '13000');
  await click(container, 'Send the answer');
  expect(page.text).toContain('At most 12,000.');
  expect(page.text).toContain('1 field has to be mended.');
});

test("questions of the agent's tool are lists with descriptions, and their answers are its result", async () => {
  const questions = [
    {
      header: 'Room',
      question: 'Which room?',
      options: [{ label: 'Small', description: 'Four seats' }, { label: 'Large' }],
    },
    { header: 'Extras', question: 'What else?', options: [{ label: 'Screen' }, { label: 'Tea' }], multi_select: true },
  ];
  const { chat } = scriptedChat([callTool('ask_user_question', { questions })], { capabilities: [askUser()] });
  await inAct(() => chat.sendMessage({ text: 'Book a room' }));
  const { container } = await open(<InputRequestCard chat={chat} id="call-1" inertMs={0} />);
  expect(container.textContent).toContain('Four seats');
  await click(container, 'Large');
  await click(container, 'Screen');
  await click(container, 'Send the answer');
  const part = chat.messages.at(-1)?.parts.find(({ type }) => type === 'tool-ask_user_question');
  expect(part).toMatchObject({ output: { Room: ['Large'], Extras: ['Screen'] } });
});

test('what is typed survives another render, going elsewhere and coming back', async () => {
  const { chat, page, container } = await asked({ schema: SEATS });
  await type(field(container, 'Note'), 'Window');
  await page.show(<p>Elsewhere</p>);
  await page.show(<InputRequestCard chat={chat} id="r1" inertMs={0} />);
  expect(field(page.container, 'Note').value).toBe('Window');
});

test('what is typed survives a reload, with the saved state', async () => {
  const { chat } = scriptedChat();
  const connection = { protocol: 'mcp', name: 'rooms' };
  chat.askForRetry('input', connection, { id: 'r1', message: 'How many?', schema: SEATS }, { requestState: 's' });
  const page = await open(<InputRequestCard chat={chat} id="r1" inertMs={0} />);
  await type(field(page.container, 'Note'), 'Window');
  const state = JSON.parse(JSON.stringify(chat.exportState()));
  const again = new ChatController({ id: 'again', state });
  onTestFinished(() => again.dispose());
  const reloaded = await open(<InputRequestCard chat={again} id="r1" inertMs={0} />);
  expect(field(reloaded.container, 'Note').value).toBe('Window');
});

test('what is typed survives a second reload, though nobody looked at it in between', async () => {
  const { chat } = scriptedChat();
  chat.askForRetry('input', { protocol: 'mcp' }, { id: 'r1', schema: SEATS }, { requestState: 's' });
  chat.getDraft(chat.getSnapshot().inputRequests[0]?.id ?? '')?.edit('/note', { text: 'Window' });
  const between = new ChatController({ id: 'between', state: chat.exportState() });
  onTestFinished(() => between.dispose());
  const again = new ChatController({ id: 'again', state: between.exportState() });
  onTestFinished(() => again.dispose());
  const { container } = await open(<InputRequestCard chat={again} id="r1" inertMs={0} />);
  expect(field(container, 'Note').value).toBe('Window');
});

test('Enter in a field answers nothing, and Escape in a field is heard by nobody else', async () => {
  const { container, heard } = await asked({ schema: SEATS });
  const outside = vi.fn();
  document.addEventListener('keydown', outside);
  onTestFinished(() => document.removeEventListener('keydown', outside));
  const seats = field(container, 'Seats');
  await type(seats, '4');
  await inAct(() => seats.form?.requestSubmit());
  await press(seats, 'Escape');
  expect(outside).not.toHaveBeenCalled();
  expect(heard()).toEqual([]);
  expect(button(container, 'Send the answer')?.type).toBe('button');
});

test('controls do nothing for a moment after they appear, nor after the window gets the focus back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { chat } = scriptedChat();
  const answer = vi.fn();
  void chat
    .approver({ protocol: 'test' })
    .input({ id: 'r1', schema: {} })
    .then(answer, () => {});
  const { container } = await open(<InputRequestCard chat={chat} id="r1" inertMs={300} />);
  const decline = button(container, 'Decline');
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
  const stage = () => chat.getItem('r1')?.stage;
  expect(decline?.getAttribute('aria-disabled')).toBe('true');
  await act(async () => decline?.click());
  expect(stage()).toBe('pending');
  await pass(300);
  await act(async () => void window.dispatchEvent(new Event('focus')));
  await act(async () => decline?.click());
  expect(stage()).toBe('pending');
  await pass(300);
  expect(decline?.getAttribute('aria-disabled')).toBe('false');
  await act(async () => decline?.click());
  expect(stage()).not.toBe('pending');
});

test('a double click answers once', async () => {
  const onInputResponse = vi.fn();
  const { container, heard } = await asked({ schema: SEATS }, { onInputResponse });
  await type(field(container, 'Seats'), '2');
  await click(container, 'Send the answer', 2);
  expect(heard()).toHaveLength(1);
  expect(onInputResponse).toHaveBeenCalledTimes(1);
});

test('nobody is asked in clickable words: an address in a message is text', async () => {
  const message = 'See https://evil.example/ and <a href="https://evil.example/">this</a>';
  const { page, container } = await asked({ message, schema: SEATS });
  expect(page.text).toContain(message);
  expect(container.querySelectorAll('a, img, iframe')).toHaveLength(0);
});

test('characters that would not be seen are shown, in messages, names, meanings and options', async () => {
  const hidden = { const: 'x', title: 'Pay\u202e', description: 'all\u200b' };
  const { container } = await asked({
    message: 'How\u2066 many?',
    ...form({ pick: { title: 'Pi\u200dck', oneOf: [hidden, { const: 'y' }] } }),
  });
  const shown = [...container.querySelectorAll('mark')].map(({ textContent }) => textContent);
  expect(shown.sort()).toEqual(['U+200B', 'U+200D', 'U+202E', 'U+2066']);
});

/** The page's windows: what was opened, and how. */
function windows() {
  const opened = vi.fn(() => null);
  vi.stubGlobal('open', opened);
  onTestFinished(() => void vi.unstubAllGlobals());
  return opened;
}

const RIDE = 'https://pay.example:8443/ride/7?back=https%3A%2F%2Fagent.example%2F';

test('an address is shown whole with its host apart and a warning, and nothing is fetched or opened by itself', async () => {
  const opened = windows();
  const { page, container } = await asked({ url: RIDE });
  expect(one(container, 'strong').textContent).toBe('pay.example:8443');
  expect(one(container, 'code').textContent).toBe(RIDE);
  expect(page.text).toContain('Open it only if you expect this');
  expect(container.querySelectorAll('a, img, iframe, link, object')).toHaveLength(0);
  expect(opened).not.toHaveBeenCalled();
  expect(buttons(container)).toEqual(['Open pay.example:8443', 'Not now', 'Decline']);
});

test('to consent opens the address apart from this page, and tells the agent', async () => {
  const opened = windows();
  const { container, heard } = await asked({ url: RIDE });
  await click(container, 'Open pay.example:8443');
  expect(opened.mock.calls).toEqual([[RIDE, '_blank', 'noopener,noreferrer']]);
  expect(heard()).toEqual([{ action: 'accept' }]);
});

test('where the request is made anew, the person says when they have finished, opens it again, or leaves it', async () => {
  const opened = windows();
  const { chat } = scriptedChat();
  const connection = { protocol: 'mcp', name: 'rooms' };
  const retried = vi.fn(() => true);
  chat.onRetry(connection, retried);
  chat.askForRetry('input', connection, { id: 'r1', url: RIDE }, { requestState: 's' });
  const { container } = await open(<InputRequestCard chat={chat} id="r1" inertMs={0} />);
  await click(container, 'Open pay.example:8443');
  expect(retried).not.toHaveBeenCalled();
  expect(buttons(container)).toEqual(['Open it again', 'I have finished', 'Not now', 'Decline']);
  await click(container, 'Open it again');
  expect(opened).toHaveBeenCalledTimes(2);
  await click(container, 'I have finished');
  expect(retried.mock.calls).toMatchObject([[{ answer: { action: 'accept' } }]]);
});

test.each([
  ['javascript:alert(1)', 'it is not encrypted, or not of the web.'],
  ['http://pay.example/', 'it is not encrypted, or not of the web.'],
  ['https://you:secret@pay.example/', 'it hides a name or a password.'],
  ['pay\u202e.example', 'it is no address.'],
])('%j cannot be opened: it is shown with the reason, and can be declined', async (url, why) => {
  const opened = windows();
  const { page, container, heard } = await asked({ url });
  expect(page.text).toContain(`This address cannot be opened: ${why}`);
  expect(one(container, 'pre').textContent).toBe(url.replace('\u202e', 'U+202E'));
  expect(buttons(container)).toEqual(['Not now', 'Decline']);
  await click(container, 'Decline');
  expect(heard()).toEqual([{ action: 'decline' }]);
  expect(opened).not.toHaveBeenCalled();
});

test('a name in other letters than it seems is warned of', async () => {
  const { page, container } = await asked({ url: 'https://pаypal.example/' });
  expect(one(container, 'strong').textContent).toMatch(/^xn--/);
  expect(page.text).toContain('The name is written in other letters than it seems: pаypal.example');
  expect(page.text).toContain('The name mixes alphabets');
});

test('who may only look sees the question, and no controls', async () => {
  const { page, container } = await asked({ schema: SEATS }, {}, { canAnswer: () => false });
  expect(page.text).toContain('You may look at this, not answer it.');
  expect(container.querySelectorAll('button, input, textarea')).toHaveLength(0);
});

test('time that runs out is shown, and then that it ran out', async () => {
  const clock = new SimulatedClock();
  const { chat, page } = await asked({ schema: SEATS, deadline: clock.now() + 90_000 }, {}, { clock });
  expect(page.text).toContain('1 min 30 sec left to decide');
  await inAct(() => clock.advance(90_000));
  expect(chat.getItem('r1')?.stage).toBe('expired');
  expect(one(page.container, '.countersign-outcome').textContent).toBe('timed out · The deadline');
});

test('an answer can be taken back while its time runs, and what was typed is still there', async () => {
  const clock = new SimulatedClock();
  const { container, heard } = await asked({ schema: SEATS }, {}, { clock, undoWindowMs: 5_000 });
  await type(field(container, 'Seats'), '2');
  await click(container, 'Send the answer');
  expect(container.textContent).toContain('Your answer goes out in 5 sec.');
  await click(container, 'Undo');
  expect(field(container, 'Seats').value).toBe('2');
  expect(heard()).toEqual([]);
});

test('when it is over it says what became of it, and keeps the focus', async () => {
  const { container } = await asked({ schema: SEATS }, {}, { actor: () => 'Ana' });
  const decline = button(container, 'Decline');
  decline?.focus();
  await click(container, 'Decline');
  expect(one(container, '.countersign-outcome').textContent).toBe('declined · Ana');
  expect(document.activeElement).toBe(one(container, 'section'));
});

test('an application draws a field, or all of it, in its own way', async () => {
  const children = ({ item, request }: { item: Item | undefined; request: { message?: string } | undefined }) => (
    <p>
      {item?.stage}: {request?.message}
    </p>
  );
  const whole = await asked({ schema: SEATS }, { children });
  expect(whole.page.text).toBe('pending: How many?');
  const renderField = ({ key }: { key: string }, { edit }: { edit: (edit: object) => void }) =>
    key === 'seats' ? (
      <button type="button" onClick={() => edit({ text: '7' })}>
        Seven
      </button>
    ) : undefined;
  const { container, heard } = await asked({ schema: SEATS }, { renderField });
  await click(container, 'Seven');
  await click(container, 'Send the answer');
  expect(heard()).toEqual([{ action: 'accept', content: { seats: 7 } }]);
});

test('another language is spoken and read in its direction', async () => {
  const { chat } = scriptedChat();
  void chat
    .approver({ protocol: 'test' })
    .input({ id: 'r1', schema: SEATS })
    .catch(() => {});
  const { container } = await open(
    <StrictMode>
      <LocaleProvider locale={ar}>
        <InputRequestCard chat={chat} id="r1" inertMs={0} />
      </LocaleProvider>
    </StrictMode>,
  );
  expect(one(container, 'section').dir).toBe('rtl');
  expect(buttons(container)).toContain(ar.texts.form.decline);
});
