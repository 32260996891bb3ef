// The custom elements on a plain page in Chromium, without a framework and without a bundler.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { launchBrowser } from '../e2e/stage/browser.mjs';
import { Project } from './project.mjs';
import { serve } from './site.mjs';

const script = `
  import { ChatController, readLink } from '/node_modules/countersign/dist/inlined/index.js';
  import { defineElements } from '/node_modules/countersign/dist/inlined/elements.js';
  import * as locales from '/node_modules/countersign/dist/inlined/locales.js';
  defineElements();
  defineElements();
  globalThis.page = {
    chat: undefined, asks: undefined, given: [], locales,
    start(init) {
      this.chat = new ChatController({ id: 'chat', ...init });
      this.asks = this.chat.approver({ protocol: 'mcp', name: 'files' });
    },
    decide(request) {
      this.asks.decide({ toolCallId: 'c1', toolName: 'delete_file', ...request })
        .then((decision) => this.given.push(decision), (error) => this.given.push({ code: error.code }));
    },
    ask(request) {
      this.asks.input({ id: 'r1', ...request }).then((response) => this.given.push(response));
    },
    show(tag, { inertMs = '0', locale } = {}) {
      const { approvals, inputRequests } = this.chat.getSnapshot();
      const card = document.createElement(tag);
      card.setAttribute('inert-ms', inertMs);
      card.controller = this.chat;
      if (locale) card.locale = locales[locale];
      card.itemId = (tag === 'countersign-approval' ? approvals : inputRequests)[0].id;
      document.body.append(card);
    },
  };
`;

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let project;
let site;
let browser;

before(async () => {
  project = await Project.create();
  browser = await launchBrowser();
  await project.write('elements.js', script);
  await project.write(
    'elements.html',
    '<!doctype html><html lang="en"><title>App</title><script type="module" src="/elements.js"></script>',
  );
  site = await serve(project.folder);
});

after(async () => {
  await browser?.close();
  await site?.close();
  await project?.remove();
});

/** A page on which an agent has asked, and how to look at it. */
async function open(t, tag, ask, { init = {}, ...settings } = {}) {
  const page = await browser.newPage();
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(error.message));
  t.after(async () => {
    await page.close();
    assert.deepEqual(troubles, []);
  });
  await page.goto(`${site.url}elements.html`);
  await page.waitForFunction(() => 'page' in globalThis);
  await page.evaluate(
    ({ tag, ask, init, settings }) => {
      globalThis.page.start(init);
      globalThis.page[tag === 'countersign-approval' ? 'decide' : 'ask'](ask);
      globalThis.page.show(tag, settings);
    },
    { tag, ask, init, settings },
  );
  return {
    page,
    button: (name) => page.getByRole('button', { name, exact: true }),
    field: (name) => page.getByLabel(name),
    given: () => page.evaluate(() => new Promise((done) => setTimeout(() => done(globalThis.page.given), 20))),
    text: () => page.locator(tag).evaluate((card) => card.shadowRoot.textContent),
    isInert: () => page.locator(tag).getAttribute('data-inert'),
  };
}

const all = { reason: true, editInput: true, remember: true };
const removes = { input: { path: '/tmp/a', force: true }, answers: all };

describe('<countersign-approval>', () => {
  it('shows what is judged and who asks, and gives the answer once', async (t) => {
    const card = await open(t, 'countersign-approval', removes);
    await card.page.getByRole('heading', { name: 'Allow delete_file?' }).waitFor();
    assert.match(await card.text(), /Asked by mcp\/files.*path.*\/tmp\/a.*force.*true/s);
    await card.button('Allow').dblclick();
    assert.deepEqual(await card.given(), [{ approved: true }]);
    assert.match(await card.text(), /allowed · A person/);
    assert.equal(await card.button('Allow').count(), 0);
  });

  it('shows objects and lists level by level, and makes no rule of what is folded', async (t) => {
    const nested = await open(t, 'countersign-approval', {
      input: { mail: { to: ['a', 'b'], html: '<b>' } },
      answers: all,
    });
    assert.match(await nested.text(), /mail.*2 entries.*to.*a.*b.*html.*<b>/s);
    await nested.button('Always allow…').waitFor();
    const rows = Array.from({ length: 120 }, (_, n) => ({ n }));
    const large = await open(t, 'countersign-approval', { input: { rows }, answers: all });
    assert.equal(await large.button('Always allow…').count(), 0);
    assert.doesNotMatch(await large.text(), /1 entry/);
    await large.page.getByText('120 entries').click();
    await large.button('Show 70 more entries').click();
    assert.equal(await large.page.getByText('1 entry').count(), 100);
  });

  it('does nothing for a moment after it has appeared, and when the window gets the focus back', async (t) => {
    const card = await open(t, 'countersign-approval', removes, { inertMs: '300' });
    const presses = () =>
      card.page.evaluate(() => {
        // In one go: however slow the machine is, no time passes in between.
        const before = document.querySelector('countersign-approval');
        const anew = before.cloneNode();
        anew.controller = before.controller;
        before.replaceWith(anew);
        anew.shadowRoot.querySelector('[part=allow]').click();
      });
    const isReady = () =>
      card.page.waitForFunction(() => document.querySelector('countersign-approval').dataset.inert === 'false');
    await presses();
    assert.deepEqual(await card.given(), []);
    await isReady();
    await card.page.evaluate(() => {
      window.dispatchEvent(new Event('focus'));
      document.querySelector('countersign-approval').shadowRoot.querySelector('[part=allow]').click();
    });
    assert.deepEqual(await card.given(), []);
    await isReady();
    await card.button('Allow').click();
    assert.deepEqual(await card.given(), [{ approved: true }]);
  });

  it('denies with a reason; Enter gives no answer, Escape goes back', async (t) => {
    const card = await open(t, 'countersign-approval', removes);
    await card.button('Deny with a reason…').click();
    await card.page.keyboard.type('Wrong');
    await card.page.keyboard.press('Enter');
    assert.deepEqual(await card.given(), []);
    await card.page.keyboard.press('Escape');
    await card.button('Allow').waitFor();
    await card.button('Deny with a reason…').click();
    await card.field('Reason').fill('Wrong folder');
    await card.button('Deny for this reason').click();
    assert.deepEqual(await card.given(), [{ approved: false, reason: 'Wrong folder' }]);
  });

  it('edits the input as JSON and takes nothing that is none', async (t) => {
    const card = await open(t, 'countersign-approval', removes);
    await card.button('Edit and allow…').click();
    await card.field('Input as JSON').fill('{ "path": ');
    await card.button('Allow with these changes').click();
    assert.match(await card.text(), /This is not JSON yet/);
    assert.deepEqual(await card.given(), []);
    await card.field('Input as JSON').fill('{ "path": "/tmp/b" }');
    await card.button('Allow with these changes').click();
    assert.deepEqual(await card.given(), [{ approved: true, editedInput: { path: '/tmp/b' } }]);
  });

  it('edits the input in a form where its schema is known', async (t) => {
    const inputSchema = {
      type: 'object',
      properties: { path: { type: 'string', title: 'Path' }, force: { type: 'boolean', title: 'Force' } },
      required: ['path'],
    };
    const card = await open(t, 'countersign-approval', { ...removes, inputSchema });
    await card.button('Edit and allow…').click();
    await card.field(/^Path/).fill('');
    await card.button('Allow with these changes').click();
    assert.match(await card.text(), /Please fill this in/);
    await card.field(/^Path/).fill('/tmp/c');
    await card.button('Allow with these changes').click();
    assert.deepEqual(await card.given(), [{ approved: true, editedInput: { path: '/tmp/c', force: true } }]);
  });

  it('says a rule exactly as it is stored', async (t) => {
    const card = await open(t, 'countersign-approval', removes);
    await card.button('Always allow…').click();
    assert.match(
      await card.text(),
      /delete_file of mcp\/files is allowed for the rest of this conversation\. Whatever/,
    );
    await card.page.getByText('Until this turn ends').click();
    await card.page.getByText('Only with exactly this input', { exact: true }).click();
    assert.match(await card.text(), /is allowed until this turn ends\. Only with exactly this input/);
    await card.button('Allow and store the rule').click();
    await card.given();
    const grants = await card.page.evaluate(() => globalThis.page.chat.getSnapshot().grants);
    assert.deepEqual(
      grants.map(({ tool, scope, input, allows }) => ({ tool, scope, input, allows })),
      [{ tool: 'delete_file', scope: 'turn', input: removes.input, allows: true }],
    );
  });

  it('offers only what the agent would receive', async (t) => {
    const card = await open(t, 'countersign-approval', { input: {}, answers: {} });
    const names = await card.page.getByRole('button').allTextContents();
    assert.deepEqual(names, ['Deny', 'Allow']);
  });

  it('offers the answers that the wire lists, in its order', async (t) => {
    const options = [
      { id: 'no', name: 'Never', allows: false, remembers: true },
      { id: 'yes', name: 'Once', allows: true, remembers: false },
    ];
    const card = await open(t, 'countersign-approval', { input: {}, answers: { options } });
    assert.deepEqual(await card.page.getByRole('button').allTextContents(), ['Never', 'Once']);
    await card.button('Once').click();
    assert.deepEqual(await card.given(), [{ approved: true, optionId: 'yes' }]);
  });

  it('shows characters that hide', async (t) => {
    const card = await open(t, 'countersign-approval', { input: { path: 'a\u202egpj.exe' }, answers: {} });
    assert.match(await card.text(), /aU\+202Egpj\.exe/);
  });

  it('can be taken back while its window is open', async (t) => {
    const card = await open(t, 'countersign-approval', removes, { init: { undoWindowMs: 60_000 } });
    await card.button('Allow').click();
    await card.button('Undo').click();
    await card.button('Deny').click();
    assert.match(await card.text(), /goes out in/);
    assert.deepEqual(await card.given(), []);
  });

  it('can be answered by keyboard alone, and the focus stays in it', async (t) => {
    const card = await open(t, 'countersign-approval', removes);
    for (let press = 0; press < 12; press++) {
      await card.page.keyboard.press('Tab');
      const name = await card.page.evaluate(() => {
        const { shadowRoot } = document.querySelector('countersign-approval');
        return shadowRoot.activeElement?.textContent;
      });
      if (name === 'Allow') break;
    }
    await card.page.keyboard.press('Enter');
    assert.deepEqual(await card.given(), [{ approved: true }]);
    assert.equal(await card.page.evaluate(() => document.activeElement.localName), 'countersign-approval');
  });

  it('is read from right to left where its language is', async (t) => {
    const card = await open(t, 'countersign-approval', removes, { locale: 'ar' });
    await card.button('سماح').click();
    assert.deepEqual(await card.given(), [{ approved: true }]);
    const direction = await card.page
      .locator('countersign-approval')
      .evaluate((element) => element.shadowRoot.querySelector('section').dir);
    assert.equal(direction, 'rtl');
  });

  it('a double click does not press what comes in the place of what was pressed', async (t) => {
    const card = await open(t, 'countersign-approval', removes, { inertMs: '60000', init: { undoWindowMs: 60_000 } });
    const stage = () => card.page.evaluate(() => globalThis.page.chat.getSnapshot().approvals[0]?.stage);
    const hit = (name) =>
      card.page.evaluate((name) => {
        const { shadowRoot } = document.querySelector('countersign-approval');
        [...shadowRoot.querySelectorAll('button')].find(({ textContent }) => textContent === name).click();
      }, name);
    await hit('Always allow…');
    await hit('Allow and store the rule');
    await hit('Back');
    await hit('Deny');
    assert.equal(await stage(), 'pending');
    await card.page.evaluate(() => {
      const { chat } = globalThis.page;
      chat.respondToApproval('c1', true);
    });
    await hit('Undo');
    const item = await card.page.evaluate(() => globalThis.page.chat.getItem('c1').stage);
    assert.equal(item, 'answered');
  });

  it('is careful where it is told of no length of time', async (t) => {
    const card = await open(t, 'countersign-approval', removes, { inertMs: 'soon' });
    const isInert = await card.page.evaluate(() => {
      const element = document.querySelector('countersign-approval');
      element.setAttribute('inert-ms', '-1');
      element.setAttribute('inert-ms', '');
      return element.dataset.inert;
    });
    assert.equal(isInert, 'true');
  });

  it('Escape that ends a composition of characters keeps what was written', async (t) => {
    const card = await open(t, 'countersign-approval', removes);
    await card.button('Deny with a reason…').click();
    await card.field('Reason').fill('間違い');
    await card.field('Reason').evaluate((field) => {
      const pressed = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true };
      field.dispatchEvent(new KeyboardEvent('keydown', pressed));
    });
    assert.equal(await card.field('Reason').inputValue(), '間違い');
  });

  it('an answer that is not taken leaves what was written, and says why for its own item alone', async (t) => {
    const inputSchema = { type: 'object', properties: { path: { type: 'string' } }, additionalProperties: false };
    const card = await open(t, 'countersign-approval', { ...removes, inputSchema });
    await card.button('Edit and allow…').click();
    await card.field('Input as JSON').fill('{ "path": 7 }');
    await card.button('Allow with these changes').click();
    await card.page.getByRole('alert').filter({ hasText: 'Your answer was not taken' }).waitFor();
    assert.equal(await card.field('Input as JSON').inputValue(), '{ "path": 7 }');
    await card.page.evaluate(() => {
      globalThis.page.decide({ toolCallId: 'c2', input: { path: '/b' } });
      document.querySelector('countersign-approval').itemId = 'c2';
    });
    await card.button('Allow').waitFor();
    assert.doesNotMatch(await card.text(), /not taken/);
  });

  it('offers no rule for what is cut', async (t) => {
    const card = await open(t, 'countersign-approval', { input: { text: 'x'.repeat(30_000) }, answers: all });
    await card.button('Allow').waitFor();
    assert.equal(await card.button('Always allow…').count(), 0);
  });

  it('shows what hides in the names of who asks and of what is asked for', async (t) => {
    const card = await open(t, 'countersign-approval', removes);
    await card.page.evaluate(() => {
      const asks = globalThis.page.chat.approver({ protocol: 'mcp', name: 'fi\u200bles' });
      void asks.decide({ toolCallId: 'c2', toolName: 'delete\u202e_file', input: {} });
      document.querySelector('countersign-approval').itemId = 'c2';
    });
    assert.match(await card.text(), /Allow deleteU\+202E_file\?Asked by mcp\/fiU\+200Bles/);
  });

  it('is written by its number where an input that hides something is edited', async (t) => {
    const card = await open(t, 'countersign-approval', { input: { path: 'a\u202egpj.exe' }, answers: all });
    await card.button('Edit and allow…').click();
    assert.match(await card.field('Input as JSON').inputValue(), /a\\u202egpj/);
  });

  it('takes what was set before the elements were defined', async (t) => {
    const card = await open(t, 'countersign-approval', removes);
    await card.page.evaluate(() => {
      const before = document.querySelector('countersign-approval');
      // As an element that was not known when it was made: plain properties stand in front of its accessors.
      const { controller, itemId } = before;
      before.remove();
      const early = document.createElement('countersign-approval');
      early.setAttribute('inert-ms', '0');
      for (const [name, value] of Object.entries({ controller, itemId })) {
        Object.defineProperty(early, name, { value, writable: true, configurable: true, enumerable: true });
      }
      document.body.append(early);
    });
    await card.button('Allow').click();
    assert.deepEqual(await card.given(), [{ approved: true }]);
  });

  it('is empty for an item that is not known, and comes back with one that is', async (t) => {
    const card = await open(t, 'countersign-approval', removes);
    const id = await card.page.locator('countersign-approval').getAttribute('item-id');
    await card.page.evaluate(() => document.querySelector('countersign-approval').setAttribute('item-id', 'nobody'));
    assert.equal(await card.text(), '');
    await card.page.evaluate((known) => {
      document.querySelector('countersign-approval').itemId = known;
    }, id);
    await card.button('Allow').waitFor();
  });
});

describe('<countersign-input-request>', () => {
  const schema = {
    type: 'object',
    properties: {
      guests: { type: 'integer', title: 'Guests', minimum: 1 },
      table: { title: 'Table', enum: ['window', 'garden'] },
      diets: { type: 'array', title: 'Diets', items: { type: 'string' } },
      note: { type: 'string', title: 'Note' },
      vegan: { type: 'boolean', title: 'Vegan menu' },
    },
    required: ['guests', 'vegan'],
  };

  it('fills in a form; what is wrong is told at its field, which gets the focus', async (t) => {
    const card = await open(t, 'countersign-input-request', { message: 'Your booking?', schema });
    await card.page.getByRole('heading', { name: 'Your booking?' }).waitFor();
    await card.field(/^Guests/).fill('two');
    await card.button('Send the answer').click();
    assert.match(await card.text(), /This is not a number.*Please fill this in.*2 fields have to be mended/s);
    assert.match(
      await card.page.evaluate(
        () => document.querySelector('countersign-input-request').shadowRoot.activeElement.labels[0].textContent,
      ),
      /^Guests/,
    );
    assert.deepEqual(await card.given(), []);
    await card.field(/^Guests/).fill('2');
    await card.page.getByLabel('garden').check();
    await card.page.getByLabel('No', { exact: true }).check();
    await card.button('Add an entry').click();
    await card.page.keyboard.type('kosher');
    await card.button('Send the answer').click();
    assert.deepEqual(await card.given(), [
      { action: 'accept', content: { guests: 2, table: 'garden', diets: ['kosher'], vegan: false } },
    ]);
  });

  it('keeps what is typed when the card is made anew', async (t) => {
    const card = await open(t, 'countersign-input-request', { message: 'Your booking?', schema });
    await card.field(/^Note/).fill('by the door');
    await card.page.evaluate(() => {
      document.querySelector('countersign-input-request').remove();
      globalThis.page.show('countersign-input-request');
    });
    assert.equal(await card.field(/^Note/).inputValue(), 'by the door');
  });

  it('keeps what is typed over a reload, with the saved state', async (t) => {
    const card = await open(t, 'countersign-input-request', { message: 'Your booking?', schema });
    const saved = await card.page.evaluate(
      (asked) => {
        const { chat } = globalThis.page;
        chat.askForRetry('input', { protocol: 'mcp', name: 'rooms' }, { id: 'r2', ...asked }, { requestState: 's' });
        document.querySelector('countersign-input-request').itemId = 'r2';
        const { shadowRoot } = document.querySelector('countersign-input-request');
        const note = [...shadowRoot.querySelectorAll('input')].find(({ labels }) =>
          /^Note/.test(labels[0].textContent),
        );
        note.value = 'by the door';
        note.dispatchEvent(new Event('input'));
        return JSON.stringify(chat.exportState());
      },
      { message: 'Your booking?', schema },
    );
    await card.page.reload();
    await card.page.waitForFunction(() => 'page' in globalThis);
    await card.page.evaluate((saved) => {
      globalThis.page.start({ state: JSON.parse(saved) });
      globalThis.page.show('countersign-input-request');
    }, saved);
    assert.equal(await card.field(/^Note/).inputValue(), 'by the door');
    await card.button('Not now').click();
    assert.equal(await card.page.evaluate(() => globalThis.page.chat.getSnapshot().inputRequests.length), 0);
  });

  it('sends what cannot be checked here once the person says so', async (t) => {
    const odd = { type: 'object', properties: { odd: { type: 'string', title: 'Odd', format: 'duration' } } };
    const card = await open(t, 'countersign-input-request', { message: 'How long?', schema: odd });
    await card.field(/^Odd/).fill('P1D');
    await card.button('Send the answer').click();
    assert.deepEqual(await card.given(), []);
    await card.page.getByLabel('Send it although it cannot be checked here').check();
    await card.button('Send the answer').click();
    assert.deepEqual(await card.given(), [{ action: 'accept', content: { odd: 'P1D' } }]);
  });

  it('says what is wrong with all of it', async (t) => {
    const few = { ...schema, required: [], minProperties: 2 };
    const card = await open(t, 'countersign-input-request', { message: 'Your booking?', schema: few });
    await card.field(/^Note/).fill('by the door');
    await card.button('Send the answer').click();
    const { errors } = await card.page.evaluate(() => {
      const draft = globalThis.page.chat.getDraft(document.querySelector('countersign-input-request').itemId);
      return JSON.parse(JSON.stringify(draft.content()));
    });
    assert.deepEqual(
      errors.map(({ path }) => path),
      [''],
    );
    assert.equal(await card.page.locator('form > div > .error').filter({ hasText: /./ }).count(), 1);
  });

  it('an option that was picked can be taken back', async (t) => {
    const card = await open(t, 'countersign-input-request', {
      message: 'Your booking?',
      schema: { ...schema, required: [] },
    });
    await card.page.getByLabel('garden').check();
    await card.page
      .getByRole('group', { name: /^Table/ })
      .getByLabel('Not answered')
      .check();
    await card.button('Send the answer').click();
    assert.deepEqual(await card.given(), [{ action: 'accept', content: {} }]);
  });

  it('shows what stands in place of a date, as it is', async (t) => {
    const dated = { type: 'object', properties: { day: { type: 'string', format: 'date', title: 'Day' } } };
    const card = await open(t, 'countersign-input-request', { message: 'When?', schema: dated });
    await card.page.evaluate(() => {
      const element = document.querySelector('countersign-input-request');
      globalThis.page.chat.getDraft(element.itemId).edit('/day', { text: 'soon' });
      element.remove();
      globalThis.page.show('countersign-input-request');
    });
    assert.equal(await card.field(/^Day/).inputValue(), 'soon');
  });

  it('declines and cancels, which is not the same', async (t) => {
    const declined = await open(t, 'countersign-input-request', { message: 'Your booking?', schema });
    await declined.button('Decline').click();
    assert.deepEqual(await declined.given(), [{ action: 'decline' }]);
    const cancelled = await open(t, 'countersign-input-request', { message: 'Your booking?', schema });
    await cancelled.button('Not now').click();
    assert.deepEqual(await cancelled.given(), [{ action: 'cancel' }]);
  });

  it('shows an address whole and its host apart, and opens it only when asked to', async (t) => {
    const url = 'https://pay.example/checkout?id=7';
    const card = await open(t, 'countersign-input-request', { message: 'Pay', url });
    assert.match(await card.text(), /It leads topay\.exampleThe whole addresshttps:\/\/pay\.example\/checkout\?id=7/);
    const asked = [];
    await card.page.context().route('https://pay.example/**', (route) => {
      asked.push(route.request().headers().referer);
      return route.fulfill({ body: 'pay here', contentType: 'text/html' });
    });
    assert.deepEqual(asked, [], 'nothing is fetched beforehand');
    const [window] = await Promise.all([
      card.page.context().waitForEvent('page'),
      card.button('Open pay.example').click(),
    ]);
    await window.waitForLoadState();
    assert.equal(await window.evaluate(() => window.opener), null);
    assert.deepEqual(asked, [undefined], 'no referrer');
    await window.close();
    assert.deepEqual(await card.given(), [{ action: 'accept' }]);
  });

  it('opens no address that hides a password, and none of another scheme', async (t) => {
    for (const url of ['https://user:secret@pay.example/', 'javascript:alert(1)']) {
      const card = await open(t, 'countersign-input-request', { message: 'Pay', url });
      assert.match(await card.text(), /This address cannot be opened/);
      assert.equal(await card.page.getByRole('button', { name: /^Open/ }).count(), 0);
    }
  });
});

describe('for those who do not see it', () => {
  const panels = [undefined, 'Deny with a reason…', 'Edit and allow…', 'Always allow…'];
  const hidden = { input: { command: 'rm \u202efdp.txt', note: 'x'.repeat(30) }, answers: all };
  const form = {
    message: 'Your booking?',
    schema: {
      type: 'object',
      properties: {
        guests: { type: 'integer', title: 'Guests', description: 'Without children', minimum: 1 },
        table: { title: 'Table', anyOf: [{ const: 'w', title: 'Window', description: 'Cold' }, { type: 'string' }] },
        diets: { type: 'array', title: 'Diets', items: { type: 'string' }, default: ['kosher'] },
        extras: { type: 'array', title: 'Extras', items: { enum: ['chair', 'lamp'] } },
        vegan: { type: 'boolean', title: 'Vegan menu' },
        place: { type: 'object', title: 'Place', properties: { city: { type: 'string' } } },
        more: { type: 'object', title: 'More' },
      },
      required: ['guests'],
    },
  };

  /** What axe finds in it, light and dark. */
  async function wrongs({ page }) {
    const found = [];
    await page.evaluate(axeSource);
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await page.evaluate(() => {
        document.documentElement.style.colorScheme = 'light dark';
        document.documentElement.style.background = 'Canvas';
        return globalThis.axe.run('countersign-approval, countersign-input-request', { resultTypes: ['violations'] });
      });
      found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${colorScheme} ${id}: ${html}`)));
    }
    return found;
  }

  for (const locale of ['en', 'ar']) {
    it(`axe finds nothing wrong with an approval, in ${locale}`, async (t) => {
      for (const panel of panels) {
        const card = await open(t, 'countersign-approval', hidden, { locale });
        const entry = panel === undefined ? undefined : panels.indexOf(panel) + 1;
        if (entry !== undefined) await card.page.getByRole('button').nth(entry).click();
        assert.deepEqual(await wrongs(card), [], panel);
      }
      const over = await open(t, 'countersign-approval', removes, { locale, init: { undoWindowMs: 60_000 } });
      await over.page.getByRole('button').first().click();
      assert.deepEqual(await wrongs(over), []);
    });

    it(`axe finds nothing wrong with a request, in ${locale}`, async (t) => {
      const filled = await open(t, 'countersign-input-request', form, { locale });
      assert.deepEqual(await wrongs(filled), []);
      await filled.page.locator('[part=submit]').click();
      assert.deepEqual(await wrongs(filled), []);
      for (const url of ['https://pаypal.example/', 'javascript:alert(1)']) {
        const link = await open(t, 'countersign-input-request', { message: 'Pay', url }, { locale });
        assert.deepEqual(await wrongs(link), [], url);
      }
    });
  }

  it('axe would say what is wrong', async (t) => {
    const card = await open(t, 'countersign-approval', removes);
    await card.page.evaluate(() => {
      const { shadowRoot } = document.querySelector('countersign-approval');
      shadowRoot.firstElementChild.append(document.createElement('img'));
    });
    assert.match((await wrongs(card)).join(), /image-alt/);
  });

  it('an approval is a group by its question, and says what is judged before it takes an answer', async (t) => {
    const card = await open(t, 'countersign-approval', removes);
    assert.equal(
      await card.page.locator('countersign-approval').ariaSnapshot(),
      `- group "Allow delete_file?":
  - heading "Allow delete_file?" [level=3]
  - paragraph: Asked by mcp/files
  - term: path
  - definition: /tmp/a
  - term: force
  - definition: "true"
  - button "Deny"
  - button "Allow"
  - button "Deny with a reason…"
  - button "Edit and allow…"
  - button "Always allow…"`,
    );
  });

  it('a request names its fields, what they mean and what is wrong with them', async (t) => {
    const { schema } = form;
    const properties = { guests: schema.properties.guests, vegan: schema.properties.vegan };
    const request = { message: 'Your booking?', schema: { ...schema, properties } };
    const card = await open(t, 'countersign-input-request', request);
    await card.button('Send the answer').click();
    const guests = card.page.getByRole('textbox', { name: 'Guests required' });
    assert.equal(await guests.getAttribute('aria-invalid'), 'true');
    assert.equal(
      await guests.evaluate((field) =>
        field
          .getAttribute('aria-describedby')
          .split(' ')
          .map((id) => field.getRootNode().getElementById(id).textContent)
          .join(' '),
      ),
      'Without children Please fill this in.',
    );
    await card.page
      .getByRole('group', { name: /Vegan menu/ })
      .getByRole('radio', { name: 'Yes' })
      .check();
  });
});

describe('where there is no page', () => {
  it('the elements can be imported', async () => {
    const said = await project.run(
      'server.mjs',
      `import { CountersignApproval } from 'countersign/elements'; console.log(JSON.stringify(typeof CountersignApproval));`,
    );
    assert.equal(said, 'function');
  });
});
