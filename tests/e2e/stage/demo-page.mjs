// The demo page as a person meets it: what can be seen, what can be pressed.
import assert from 'node:assert/strict';

export class DemoPage {
  #requests;
  #outbox;
  #complaints = [];
  #allowed = [];
  #chatIds = new Set();

  /**
   * @param {import('playwright-core').Page} page
   * @param {{ requests?: Map<string, object[]>, outbox?: { sent(chatId: string): object[] } }} [server] what the server knows, where a test runs it itself
   */
  constructor(page, { requests, outbox } = {}) {
    this.page = page;
    this.#requests = requests;
    this.#outbox = outbox;
    page.setDefaultTimeout(10_000);
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.#complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.#complaints.push(String(error.stack ?? error)));
    page.on('request', (request) => {
      if (isChat(request)) this.#chatIds.add(JSON.parse(request.postData() ?? '{}').id);
    });
  }

  /** What the browser itself logs about a failed request is expected in a test that makes one fail. */
  allowComplaint(pattern) {
    this.#allowed.push(pattern);
  }

  assertQuiet() {
    assert.deepEqual(
      this.#complaints.filter((text) => !this.#allowed.some((pattern) => pattern.test(text))),
      [],
      'the console stays empty',
    );
  }

  /** Chat requests that reached the server from this page, oldest first. */
  requests() {
    return [...this.#chatIds].flatMap((id) => this.#requests?.get(id) ?? []);
  }

  /** What the server really sent for this page's conversations. */
  mailsSent() {
    return [...this.#chatIds].flatMap((id) => this.#outbox?.sent(id) ?? []);
  }

  /** The next chat request meets the fault, later ones do not. */
  async failNext(fault) {
    await this.page.route(
      '**/api/chat',
      (route) => route.continue({ headers: { ...route.request().headers(), 'x-demo-fault': fault } }),
      { times: 1 },
    );
  }

  async newConversation() {
    await this.page.getByRole('button', { name: 'New conversation' }).click();
  }

  async say(text) {
    await this.page.getByRole('textbox', { name: 'Message to the agent' }).fill(text);
    await this.page.getByRole('button', { name: 'Send', exact: true }).click();
  }

  /** A card, by its heading. */
  question(name) {
    return this.page.getByRole('group', { name });
  }

  option(name) {
    return this.page.getByRole('button', { name });
  }

  /** The mail that waits for a decision. */
  approval() {
    return this.page
      .locator('.countersign-approval[data-stage="pending"]')
      .or(this.page.getByRole('group', { name: 'Send this e-mail?' }));
  }

  /** A mail of which the page says that it was allowed and has gone out. */
  mailGone() {
    return mailGoneIn(this.page);
  }

  /** A mail that was allowed, and of which the page says that nobody knows what became of it. */
  mailInDoubt() {
    return this.page
      .locator('.countersign-approval[data-stage="unknown"]')
      .or(this.page.getByText(/^Allowed, not confirmed$/));
  }

  /** A mail that nobody decided about, because something else was said. */
  mailPassedOver() {
    return this.page
      .locator('.countersign-approval[data-stage="superseded"]')
      .or(this.page.getByText('Not decided, not sent'));
  }

  /** A mail that is still being written. */
  mailBeingWritten() {
    return this.page
      .getByRole('region', { name: 'E-mail', exact: true })
      .filter({ hasText: 'The agent is writing the input…' })
      .or(this.page.getByRole('group', { name: 'Writing an e-mail…' }));
  }

  allowButton() {
    return this.page.getByRole('button', { name: 'Allow', exact: true });
  }

  denyButton() {
    return this.page.getByRole('button', { name: 'Deny', exact: true });
  }

  /** Refuses the mail that waits, for a reason. Our card has reasons among its rarer answers. */
  async deny(reason) {
    const field = this.page.getByRole('textbox', { name: 'Reason for denying' });
    const more = this.page.getByRole('button', { name: 'More answers' });
    await field.or(more).waitFor();
    if ((await more.count()) === 0) {
      await field.fill(reason);
      await this.denyButton().click();
      return;
    }
    await more.click();
    await this.page.getByRole('menuitem', { name: 'Deny with a reason…' }).click();
    await this.page.getByRole('textbox', { name: 'Reason' }).fill(reason);
    await this.page.getByRole('button', { name: 'Deny for this reason' }).click();
  }

  /** The way on after trouble. Where only the outcome is unknown, our client says that it sends again. */
  tryAgainButton() {
    return this.page
      .locator('.countersign-notice, .notice')
      .getByRole('button', { name: /^(Try again|Send again|Go on)$/ });
  }

  stopButton() {
    return this.page.getByRole('button', { name: 'Stop', exact: true });
  }

  async waitForStatus(text) {
    await statusIn(this.page).filter({ hasText: text }).waitFor();
  }

  /** What the page says after trouble. */
  trouble() {
    return troubleIn(this.page);
  }

  async waitForText(text) {
    await this.page.getByText(text).last().waitFor();
  }

  async outboxCount() {
    return Number(await this.page.getByTestId('outbox-count').filter({ visible: true }).first().textContent());
  }

  async waitForOutbox(count) {
    await this.page
      .getByTestId('outbox-count')
      .filter({ hasText: new RegExp(`^\\s*${count}\\s*$`), visible: true })
      .first()
      .waitFor();
  }
}

/** What the agent is doing, as a page or a part of it shows it: our component, or the plain page on AI SDK's client. */
export function statusIn(place) {
  return place.locator('.countersign-status').or(place.getByTestId('status'));
}

/** A mail of which a page or a part of it says that it has gone out. */
export function mailGoneIn(place) {
  return place
    .getByRole('region', { name: 'E-mail', exact: true })
    .filter({ hasText: /Done.*Sent/s })
    .or(place.getByRole('group', { name: 'E-mail' }).filter({ hasText: 'Allowed and sent' }));
}

/** What a page or a part of it says after trouble. Our component has one announcer for it all, the plain page alerts. */
export function troubleIn(place) {
  return place.getByRole('group', { name: /That did not work|Outcome unknown/ }).or(place.getByRole('alert'));
}

function isChat(request) {
  return request.method() === 'POST' && new URL(request.url()).pathname === '/api/chat';
}
