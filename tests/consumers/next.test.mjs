// The packed package in an app of Next.js: a page that the server renders, with a client component.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { launchBrowser } from '../e2e/stage/browser.mjs';
import { Consumer } from './consumer.mjs';

/** @type {Consumer} */
let consumer;
let browser;
let server;
let url;

const files = {
  'package.json': '{ "name": "app", "private": true, "type": "module" }',
  'next.config.js': `
    import path from 'node:path';
    // The packages are in a folder above.
    export default { turbopack: { root: path.resolve(import.meta.dirname, '../..') } };`,
  'app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
  'app/layout.js': `
    export default function Layout({ children }) {
      return <html lang="en"><body>{children}</body></html>;
    }`,
  // A server component, which knows the conversation.
  'app/page.js': `
    import { getPendingApprovals } from 'countersign/transcript';
    import Chat from './chat.js';

    const saved = [
      { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Write to them' }] },
      {
        id: 'a',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          { type: 'tool-sendEmail', toolCallId: 'c', state: 'approval-requested', input: { to: 'a@b.c' }, approval: { id: 'ap' } },
        ],
      },
    ];

    export const dynamic = 'force-dynamic';

    export default function Page() {
      return <main data-pending={getPendingApprovals(saved).length}><Chat messages={saved} /></main>;
    }`,
  'app/chat.js': `
    'use client';
    import { lastAssistantMessageIsComplete } from 'countersign';
    import { useChat } from 'countersign/react';

    export default function Chat({ messages: saved }) {
      const { messages, status, approvals, respondToApproval } = useChat({
        id: 'chat',
        messages: saved,
        sendAutomaticallyWhen: lastAssistantMessageIsComplete,
      });
      return (
        <>
          <output>{status}</output>
          {messages.flatMap(({ parts }) => parts.map((part, at) => part.text && <p key={at}>{part.text}</p>))}
          {approvals.map(({ id, input }) => (
            <button key={id} onClick={() => respondToApproval(id, { approved: true })}>Send to {input.to}</button>
          ))}
        </>
      );
    }`,
  'app/api/chat/route.js': `
    import { createUIMessageStream, createUIMessageStreamResponse } from 'ai';

    export async function POST(request) {
      const { messages } = await request.json();
      const { approval } = messages.at(-1).parts.at(-1);
      return createUIMessageStreamResponse({
        stream: createUIMessageStream({
          originalMessages: messages,
          execute({ writer }) {
            writer.write({ type: 'start', messageId: messages.at(-1).id });
            writer.write({ type: 'tool-output-available', toolCallId: 'c', output: { sent: approval.approved } });
            writer.write({ type: 'start-step' });
            writer.write({ type: 'text-start', id: 't' });
            writer.write({ type: 'text-delta', id: 't', delta: approval.approved ? 'Sent.' : 'Not sent.' });
            writer.write({ type: 'text-end', id: 't' });
            writer.write({ type: 'finish-step' });
            writer.write({ type: 'finish' });
          },
        }),
      });
    }`,
};

const env = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };

before(async () => {
  consumer = await Consumer.create('next', files);
  await consumer.run('next/dist/bin/next', ['build'], { env });
  [browser] = await Promise.all([launchBrowser(), start()]);
});

after(async () => {
  await browser?.close();
  server?.kill();
  await consumer?.remove();
});

/** Starts the built app on a free port. */
function start() {
  const program = path.join(import.meta.dirname, 'node_modules/next/dist/bin/next');
  server = spawn(process.execPath, [program, 'start', '--hostname', '127.0.0.1', '--port', '0'], {
    cwd: consumer.folder,
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (chunk) => {
      printed += chunk;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (found !== undefined && /Ready/.test(printed)) {
        url = found;
        resolve();
      }
    };
    server.stdout.on('data', read);
    server.stderr.on('data', read);
    server.on('exit', () => reject(new Error(printed)));
  });
}

test('the server renders the messages and what waits', async () => {
  const html = await (await fetch(url)).text();
  assert.match(html, /<p>Write to them<\/p>/);
  assert.match(html, /<button>Send to (<!-- -->)?a@b\.c<\/button>/);
  assert.match(html, /<main data-pending="1">/);
});

test('the page comes to life without complaint, and the answer goes out', async () => {
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url);
  await page.getByRole('button', { name: 'Send to a@b.c' }).click();
  await page.getByText('Sent.', { exact: true }).waitFor({ timeout: 15_000 });
  assert.equal(await page.getByRole('button').count(), 0);
  assert.equal(await page.locator('output').textContent(), 'ready');
  await page.close();
  assert.deepEqual(complaints, []);
});
