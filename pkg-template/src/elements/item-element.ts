import type { UIMessage } from 'ai';
import type { AnswerResult } from '../chat-error.js';
import { outcomeInWords } from '../components/approval/outcome.js';
import { DEFAULT_INERT_MS, InertGuard } from '../components/guard/inert-guard.js';
import { en } from '../components/locale/en.js';
import { duration, filled, type Locale, type Text } from '../components/locale/locale.js';
import type { ChatController, Item } from '../index.js';
import { button, make } from './dom.js';
import { STYLE } from './style.js';

/** Where there is no page, the classes can be named all the same. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

let sheet: CSSStyleSheet | undefined;

function styleSheet(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

/** What an element needs of a conversation, whatever its messages are. */
export type AskingChat = Pick<
  ChatController<UIMessage>,
  | 'subscribe'
  | 'getSnapshot'
  | 'getItem'
  | 'getDraft'
  | 'getInputSchema'
  | 'isReadOnly'
  | 'respondToApproval'
  | 'respondToInput'
  | 'undoAnswer'
  | 'resend'
  | 'now'
  | 'status'
>;

/** What an element for one item has in common with the others. */
export abstract class ItemElement extends Base {
  static observedAttributes = ['item-id', 'inert-ms'];

  #controller: AskingChat | undefined;
  #locale: Locale = en;
  #guard = new InertGuard();
  #ends: (() => void)[] = [];
  #ticks: (() => void)[] = [];
  #timer: ReturnType<typeof setInterval> | undefined;
  #shown: string | undefined;
  /** The items whose answers are being taken. */
  readonly #answering = new Set<string>();
  #trouble: { about: string; error: Extract<AnswerResult, { ok: false }>['error'] } | undefined;

  /** The conversation that asks. */
  get controller(): AskingChat | undefined {
    return this.#controller;
  }

  set controller(controller: AskingChat | undefined) {
    this.#controller = controller;
    this.#restart();
  }

  /** The language. @defaultValue English */
  get locale(): Locale {
    return this.#locale;
  }

  set locale(locale: Locale) {
    this.#locale = locale;
    this.#restart();
  }

  /** The item's id, its approval's or its call's. */
  get itemId(): string {
    return this.getAttribute('item-id') ?? '';
  }

  set itemId(id: string) {
    this.setAttribute('item-id', id);
  }

  connectedCallback(): void {
    // What was set before the element was defined stands in the way of its accessors.
    for (const name of ['controller', 'locale', 'itemId'] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const early: unknown = this[name];
      Reflect.deleteProperty(this, name);
      Object.assign(this, { [name]: early });
    }
    this.#restart();
  }

  disconnectedCallback(): void {
    this.#stop();
  }

  attributeChangedCallback(): void {
    this.#restart();
  }

  /** The card for an item; drawn when what it says changes in kind, not while somebody types. */
  protected abstract draw(item: Item, controller: AskingChat): HTMLElement;

  /** What, when it changes, makes the card another one. */
  protected abstract kindOf(item: Item, controller: AskingChat): string;

  /** Why the last answer was not taken. */
  protected get trouble(): Extract<AnswerResult, { ok: false }>['error'] | undefined {
    return this.#trouble?.about === this.itemId ? this.#trouble.error : undefined;
  }

  /** Answers, unless the controls are inert. */
  protected async answer(give: (controller: AskingChat) => AnswerResult | PromiseLike<AnswerResult>): Promise<void> {
    if (this.#isInert || this.#controller === undefined) return;
    const about = this.itemId;
    this.#answering.add(about);
    this.#showInert();
    try {
      const result = await give(this.#controller);
      this.#trouble = result.ok ? undefined : { about, error: result.error };
    } finally {
      this.#answering.delete(about);
      this.redraw();
    }
  }

  /** Draws the card anew. */
  protected redraw(): void {
    this.#shown = undefined;
    this.#update();
  }

  /** A button that answers. */
  protected answerButton(
    label: string | Node,
    give: (controller: AskingChat) => AnswerResult | PromiseLike<AnswerResult>,
    attributes: Readonly<Record<string, string | undefined>> = {},
  ): HTMLButtonElement {
    return button(label, () => void this.answer(give), { 'data-answers': true, ...attributes });
  }

  /** A line that counts down; nobody is read each second. */
  protected countdown(until: number, text: Text): HTMLElement {
    const line = make('p', { class: 'muted', role: 'timer' });
    const tick = () => {
      const now = this.#controller?.now() ?? until;
      line.textContent = filled(text, { time: duration(this.#locale, until - now) });
    };
    this.#ticks.push(tick);
    tick();
    return line;
  }

  /** What stands in the place of the controls of an item that takes no answer. */
  protected afterwards(item: Item): HTMLElement {
    const { approval: words } = this.#locale.texts;
    const says = (...children: (Node | string)[]) => make('div', { class: 'actions' }, ...children);
    switch (item.stage) {
      case 'pending':
        return says(words.readOnly);
      case 'answered':
        return item.heldUntil === undefined
          ? says(words.waitsForOthers)
          : says(
              this.countdown(item.heldUntil, words.goesOutIn),
              this.answerButton(words.undo, (chat) => chat.undoAnswer(item.id)),
            );
      case 'sending':
        return says(words.sending);
      case 'unknown':
        return says(
          words.unknown,
          this.answerButton(words.sendAgain, (chat) => chat.resend(item.id)),
        );
      case 'approved':
      case 'denied':
      case 'settled':
      case 'cancelled':
      case 'expired':
      case 'superseded':
      case 'withdrawn':
        return says(outcomeInWords(this.#locale, item));
    }
  }

  #restart(): void {
    this.#stop();
    if (!this.isConnected || this.#controller === undefined) return;
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styleSheet()];
    this.#guard = new InertGuard(milliseconds(this.getAttribute('inert-ms')));
    this.#ends = [
      this.#guard.watch(window),
      this.#guard.subscribe(() => this.#showInert()),
      this.#controller.subscribe(() => this.#update()),
    ];
    this.#timer = setInterval(() => {
      for (const tick of this.#ticks) tick();
    }, 1000);
    this.redraw();
  }

  #stop(): void {
    for (const end of this.#ends) end();
    this.#ends = [];
    clearInterval(this.#timer);
  }

  #update(): void {
    const root = this.shadowRoot;
    const controller = this.#controller;
    if (root === null || controller === undefined) return;
    const item = controller.getItem(this.itemId);
    if (item === undefined) {
      this.#shown = undefined;
      root.replaceChildren();
      return;
    }
    const kind = `${item.id} ${item.revision} ${item.stage} ${this.kindOf(item, controller)}`;
    if (kind !== this.#shown) {
      const isNew = this.#shown === undefined || !this.#shown.startsWith(`${item.id} ${item.revision} ${item.stage} `);
      this.#shown = kind;
      this.#show(root, this.draw(item, controller));
      if (isNew) this.#guard.appeared();
    }
    this.#showInert();
  }

  /** Puts a card in place; the focus stays in it. */
  #show(root: ShadowRoot, card: HTMLElement): void {
    const had = root.activeElement;
    const name = had?.getAttribute('data-focus');
    this.#ticks = this.#ticks.slice(-2);
    card.setAttribute('part', 'card');
    card.setAttribute('dir', this.#locale.direction);
    card.setAttribute('lang', this.#locale.tag);
    card.tabIndex = -1;
    root.replaceChildren(card);
    if (had === null) return;
    const same =
      name == null
        ? undefined
        : [...card.querySelectorAll<HTMLElement>('[data-focus]')].find((one) => one.dataset.focus === name);
    (same ?? card).focus({ preventScroll: true });
  }

  get #isInert(): boolean {
    const item = this.#controller?.getItem(this.itemId);
    const isBusy = this.#controller?.status === 'submitted' || this.#controller?.status === 'streaming';
    // What was answered can always be taken back.
    const waits = isBusy && item?.settlement === 'resume' && item.stage !== 'answered';
    return this.#guard.isInert || this.#answering.has(this.itemId) || waits;
  }

  #showInert(): void {
    const isInert = String(this.#isInert);
    this.dataset.inert = isInert;
    for (const control of this.shadowRoot?.querySelectorAll('[data-answers]') ?? []) {
      control.setAttribute('aria-disabled', isInert);
    }
  }
}

/** What is no length of time is none that was meant. */
function milliseconds(given: string | null): number {
  const number = given === null || given.trim() === '' ? Number.NaN : Number(given);
  return number >= 0 ? number : DEFAULT_INERT_MS;
}
