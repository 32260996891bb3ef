// Where the person writes.

import { Composer, Conversation } from 'countersign/components';
import { callTool, say } from 'countersign/testing';
import { expect, test } from 'vitest';
import { open } from '../react/page/page.js';
import { inAct, one, press, scriptedChat, type } from './scripted-chat.js';

const file = (name: string, content = 'x', mediaType = 'text/plain') => new File([content], name, { type: mediaType });

async function composer(given: Parameters<typeof scriptedChat>, props: object = {}) {
  const scripted = scriptedChat(...given);
  const page = await open(<Composer chat={scripted.chat} {...props} />);
  return { ...scripted, page, field: one<HTMLTextAreaElement>(page.container, 'textarea') };
}

/** Files are read in tasks of their own. */
const read = () => inAct(() => new Promise((resolve) => setTimeout(resolve, 20)));

const attached = (container: HTMLElement) =>
  [...container.querySelectorAll('.countersign-attachments bdi')].map(({ textContent }) => textContent);

/** An event as a browser makes it, with what was pasted or dropped. */
function transfer(name: string, key: 'clipboardData' | 'dataTransfer', files: File[], text = ''): Event {
  const event = new Event(name, { bubbles: true, cancelable: true });
  return Object.assign(event, { [key]: { files, types: ['Files'], getData: () => text } });
}

test('Enter sends, and the field is empty for the next message', async () => {
  const { transport, field } = await composer([[say('Hello.')]]);
  await type(field, '  Good morning ');
  await press(field, 'Enter');
  expect(transport.requests[0]?.messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'Good morning' }]);
  expect(field.value).toBe('');
});

test('Shift and Enter begin a line', async () => {
  const { transport, field } = await composer([[say('Hello.')]]);
  await type(field, 'Good');
  expect(await press(field, 'Enter', { shiftKey: true })).toBe(true);
  expect(transport.requests).toHaveLength(0);
});

test('an Enter that ends a composition never sends', async () => {
  const { transport, field } = await composer([[say('Hello.')]]);
  await type(field, 'おはよう');
  expect(await press(field, 'Enter', { isComposing: true })).toBe(true);
  // As Safari tells it, after the composition.
  expect(await press(field, 'Enter', { keyCode: 229 })).toBe(true);
  expect(transport.requests).toHaveLength(0);
  expect(field.value).toBe('おはよう');
});

test('nothing is sent while a response is under way, and it can be stopped', async () => {
  const { chat, transport, field, page } = await composer([[[{ type: 'start' }, { pause: 1e6 }]]]);
  await type(field, 'Hello');
  await press(field, 'Enter');
  await type(field, 'And');
  await press(field, 'Enter');
  expect(transport.requests).toHaveLength(1);
  expect(field.value).toBe('And');
  await page.press('Stop');
  expect(chat.status).toBe('ready');
});

test('what the conversation refuses stays in the field, with the reason', async () => {
  const { chat, field, page } = await composer([
    [callTool('send', {}, { approvalId: 'ap' })],
    { pendingOnSend: 'refuse' },
  ]);
  await inAct(() => chat.sendMessage({ text: 'Send it' }));
  await type(field, 'Something else');
  await press(field, 'Enter');
  expect(field.value).toBe('Something else');
  const reason = one(page.container, '.countersign-trouble');
  expect(reason.textContent).not.toBe('');
  expect(field.getAttribute('aria-describedby')).toBe(reason.id);
});

test('pasted files go along with the message', async () => {
  const { transport, field, page } = await composer([[say('Thanks.')]]);
  await inAct(() => field.dispatchEvent(transfer('paste', 'clipboardData', [file('plan.txt', 'The plan')])));
  await read();
  expect(attached(page.container)).toEqual(['plan.txt']);
  await press(field, 'Enter');
  expect(transport.requests[0]?.messages.at(-1)?.parts).toMatchObject([
    { type: 'file', filename: 'plan.txt', mediaType: 'text/plain', url: 'data:text/plain;base64,VGhlIHBsYW4=' },
    { type: 'text', text: '' },
  ]);
  expect(attached(page.container)).toEqual([]);
});

test('text that is pasted with a picture beside it is text', async () => {
  const { field, page } = await composer([[]]);
  const event = transfer('paste', 'clipboardData', [file('cells.png', 'x', 'image/png')], 'A1');
  await inAct(() => field.dispatchEvent(event));
  await read();
  expect(event.defaultPrevented).toBe(false);
  expect(attached(page.container)).toEqual([]);
});

test('files that are dropped anywhere on the conversation go along, and text does not', async () => {
  const { chat } = scriptedChat();
  const { container } = await open(<Conversation chat={chat} />);
  const log = one(container, '.countersign-log');
  const root = one(container, '.countersign-conversation');
  await inAct(() => log.dispatchEvent(transfer('dragenter', 'dataTransfer', [])));
  expect(root.dataset.dropping).toBe('true');
  const drop = transfer('drop', 'dataTransfer', [file('a.txt'), file('b.txt')]);
  await inAct(() => log.dispatchEvent(drop));
  await read();
  expect(drop.defaultPrevented).toBe(true);
  expect(root.dataset.dropping).toBe('false');
  expect(attached(container)).toEqual(['a.txt', 'b.txt']);
  const text = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { files: [], types: ['text/plain'] },
  });
  await inAct(() => log.dispatchEvent(text));
  expect(text.defaultPrevented).toBe(false);
});

test('a file can be taken out again, and the focus goes back to the field', async () => {
  const { field, page } = await composer([[]]);
  await inAct(() => field.dispatchEvent(transfer('paste', 'clipboardData', [file('a.txt'), file('b.txt')])));
  await read();
  await inAct(() => one(page.container, '[aria-label="Remove a.txt"]').click());
  expect(attached(page.container)).toEqual(['b.txt']);
  expect(document.activeElement).toBe(field);
});

test('a file that is too large or cannot be read is told, and not sent', async () => {
  const { field, page } = await composer([[]], {
    maxFileBytes: 3,
    readFile: async () => Promise.reject(new Error('gone')),
  });
  await inAct(() => field.dispatchEvent(transfer('paste', 'clipboardData', [file('big.txt', 'xxxx')])));
  expect(one(page.container, '.countersign-trouble').textContent).toBe('big.txt is larger than 3 byte.');
  await inAct(() => field.dispatchEvent(transfer('paste', 'clipboardData', [file('lost.txt')])));
  await read();
  expect(one(page.container, '.countersign-trouble').textContent).toBe('lost.txt could not be read.');
  expect(attached(page.container)).toEqual([]);
});

test('nothing can be attached where files are not taken', async () => {
  const { field, page } = await composer([[]], { accept: false });
  await inAct(() => field.dispatchEvent(transfer('paste', 'clipboardData', [file('a.txt')])));
  await read();
  expect(attached(page.container)).toEqual([]);
  expect(page.container.querySelector('input[type=file]')).toBeNull();
});
