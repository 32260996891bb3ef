// The demo's server by itself: what it refuses, what it repeats, which model it asks.
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, describe, it } from 'node:test';
import { haveOpeningConversation } from '../../www/scripts/save-opening.mjs';
import { startDemo } from '../../www/server/demo-server.mjs';
import { converse } from './stage/converse.mjs';

const pageFolder = '/nowhere';

describe('the demo server', async () => {
  const demo = await startDemo({ pageFolder, pace: 0, env: {} });
  const api = `${demo.url}api/chat`;
  after(() => demo.close());

  const post = (body, headers = {}) =>
    fetch(api, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

  it('refuses other web pages', async () => {
    assert.equal((await post('{}', { origin: 'http://elsewhere.example' })).status, 403);
  });

  it('refuses names that were made to point at it', async () => {
    const status = await new Promise((resolve, reject) => {
      const { port } = new URL(demo.url);
      http
        .get({ host: '127.0.0.1', port, path: '/api/about', headers: { host: 'elsewhere.example' } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
        .on('error', reject);
    });
    assert.equal(status, 403);
  });

  it('refuses what is no chat request', async () => {
    assert.equal((await post('not json')).status, 400);
    assert.equal((await post('{"id":"a","messages":[]}')).status, 400);
    assert.equal(
      (await post('{"id":"a","messages":[{"id":"m","role":"user","parts":[{"type":"text"}]}]}')).status,
      400,
    );
  });

  it('refuses a body that is too large', async () => {
    assert.equal((await post(`{"id":"${'x'.repeat(5 * 1024 * 1024)}"}`)).status, 413);
  });

  it('stays with the script when there is a key and no model', async (t) => {
    const other = await startDemo({ pageFolder, env: { OPENAI_API_KEY: 'key' } });
    t.after(() => other.close());
    assert.deepEqual(await (await fetch(`${other.url}api/about`)).json(), { model: 'scripted', hasPythonAgent: false });
  });

  it('serves no file outside its folders', async () => {
    assert.equal((await fetch(`${demo.url}countersign/..%2f..%2fpackage.json`)).status, 404);
    assert.equal((await fetch(`${demo.url}..%2f..%2fetc%2fhosts.json`)).status, 404);
  });

  it('sends an allowed mail once, however often the answer arrives', async () => {
    const messages = allow(await haveOpeningConversation());
    await converse(api, 'repeated', messages);
    await converse(api, 'repeated', messages);
    assert.equal(demo.outbox.sent('repeated').length, 1);
  });

  it('does not send a mail that was changed after it was shown', async () => {
    const messages = allow(await haveOpeningConversation());
    messages[1].parts.at(-1).input.to = 'everyone@elsewhere.example';
    await assert.rejects(converse(api, 'changed', messages), /signature/i);
    assert.equal(demo.outbox.sent('changed').length, 0);
  });

  it('gives up after three refusals', async () => {
    let messages = await haveOpeningConversation();
    for (const reason of ['no', 'still no', 'no!']) {
      messages = await converse(api, 'refused', decide(messages, { approved: false, reason }));
    }
    assert.match(messages[1].parts.at(-1).text, /I will stop proposing/);
    assert.equal(messages[1].parts.filter(({ state }) => state === 'output-denied').length, 3);
    assert.equal(demo.outbox.sent('refused').length, 0);
  });
});

describe('with a key and a model in the environment', async () => {
  const asked = [];
  const provider = http.createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push({
      path: request.url,
      key: request.headers.authorization,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = (delta, finish_reason = null) =>
      response.write(`data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason }] })}\n\n`);
    chunk({ role: 'assistant', content: 'Hello from the provider.' });
    chunk({}, 'stop');
    response.end('data: [DONE]\n\n');
  });
  await new Promise((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const baseURL = `http://127.0.0.1:${provider.address().port}/v1`;
  const env = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: baseURL, OPENAI_MODEL: 'some-model' };
  const demo = await startDemo({ pageFolder, env });
  after(async () => {
    await demo.close();
    provider.close();
  });

  it('the hosted model is asked, with all tools, and answers', async () => {
    const messages = [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }];
    const [, reply] = await converse(`${demo.url}api/chat`, 'hosted', messages);
    assert.equal(reply.parts.at(-1).text, 'Hello from the provider.');
    const [{ path, key, body }] = asked;
    assert.equal(path, '/v1/chat/completions');
    assert.equal(key, 'Bearer key');
    assert.equal(body.model, 'some-model');
    assert.deepEqual(
      body.tools.map((tool) => tool.function.name),
      ['askUser', 'sendEmail', 'searchContacts', 'selectContact', 'inviteContact'],
    );
    assert.deepEqual(await (await fetch(`${demo.url}api/about`)).json(), {
      model: 'some-model',
      hasPythonAgent: false,
    });
  });
});

function allow(messages) {
  return decide(messages, { approved: true });
}

function decide(messages, decision) {
  const part = messages.at(-1).parts.at(-1);
  part.state = 'approval-responded';
  part.approval = { ...part.approval, ...decision };
  return messages;
}
