// The packed package in Node against a server that streams.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { nodes, Project } from './project.mjs';

const chunks = [
  { type: 'start', messageId: 'answer' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Grüß ' },
  { type: 'text-delta', id: 't', delta: 'dich 👋' },
  { type: 'text-end', id: 't' },
  { type: 'finish' },
];

/** @type {Project} */
let project;
let server;

before(async () => {
  project = await Project.create();
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const chunk of chunks) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
});

after(async () => {
  await new Promise((resolve) => server.close(resolve));
  await project.remove();
});

for (const [name, node] of Object.entries(nodes)) {
  test(`an answer is streamed over HTTP in Node ${name}`, async () => {
    const printed = await project.run(
      'stream.mjs',
      `import { ChatController, HttpChatTransport } from 'countersign';
      const api = 'http://127.0.0.1:${server.address().port}/';
      const chat = new ChatController({ transport: new HttpChatTransport({ api }) });
      await chat.sendMessage({ text: 'Hello' });
      console.log(JSON.stringify([chat.status, chat.lastMessage.id, chat.lastMessage.parts.map((part) => part.text)]));`,
      node,
    );
    assert.deepEqual(printed, ['ready', 'answer', ['Grüß dich 👋']]);
  });
}
