import { refusalInWords } from '../components/approval/refusal.js';
import { counted, filled } from '../components/locale/locale.js';
import { readLink } from '../form/link.js';
import type { InputRequest, InputResponse, Item } from '../index.js';
import { button, make, safeText } from './dom.js';
import { formControls } from './form-controls.js';
import { type AskingChat, ItemElement } from './item-element.js';

/**
 * `<countersign-input-request>`: a form to fill in, questions to answer, or an
 * address to visit, without a framework.
 */
export class CountersignInputRequest extends ItemElement {
  #opened: string | undefined;

  protected kindOf(item: Item, controller: AskingChat): string {
    return JSON.stringify([this.#opened, this.trouble?.message, controller.isReadOnly(item.id)]);
  }

  protected draw(item: Item, controller: AskingChat): HTMLElement {
    const { texts } = this.locale;
    const { approval, form: words } = texts;
    const { request } = item as InputRequest;
    const isOpen = item.stage === 'pending' && !controller.isReadOnly(item.id);
    const draft = isOpen ? controller.getDraft(item.id) : undefined;
    const title = draft?.form.title ?? request?.message ?? words.title;
    return make(
      'section',
      { role: 'group', 'aria-labelledby': 'heading' },
      make('h3', { id: 'heading' }, safeText(texts, title)),
      item.source !== undefined &&
        make('p', { class: 'muted' }, safeText(texts, filled(approval.source, { source: item.source }))),
      draft?.form.title !== undefined &&
        request.message !== undefined &&
        make('p', {}, safeText(texts, request.message)),
      draft?.form.description !== undefined && make('p', { class: 'muted' }, safeText(texts, draft.form.description)),
      isOpen && item.deadline !== undefined && this.countdown(item.deadline, approval.timeLeft),
      ...(isOpen ? this.#answers(item as InputRequest, controller) : [this.afterwards(item)]),
      this.trouble !== undefined &&
        make('p', { class: 'error', role: 'alert' }, refusalInWords(this.locale, this.trouble)),
    );
  }

  #answers(item: InputRequest, controller: AskingChat): HTMLElement[] {
    const { form: words } = this.locale.texts;
    const actions = (...more: HTMLElement[]) =>
      make(
        'div',
        { class: 'actions', part: 'actions' },
        this.#response(words.cancel, item, { action: 'cancel' }),
        this.#response(words.decline, item, { action: 'decline' }, 'deny'),
        ...more,
      );
    if (item.request.url !== undefined) return [...this.#link(item, item.request.url), actions()];
    const draft = controller.getDraft(item.id);
    if (draft === undefined) return [actions(this.#response(words.confirm, item, { action: 'accept' }, 'submit'))];
    const controls = formControls(this.locale, draft);
    const mistakes = make('p', { class: 'error', role: 'alert' });
    const submit = button(
      draft.form.confirm ? words.confirm : words.submit,
      () => {
        const made = draft.content();
        const errors = 'errors' in made ? made.errors : [];
        controls.show(errors);
        mistakes.textContent = errors.length === 0 ? '' : counted(this.locale, words.mended, errors.length);
        if ('content' in made) void this.#respond(item, { action: 'accept', content: made.content });
      },
      { 'data-answers': true, part: 'submit' },
    );
    const form = make('form', { novalidate: true }, ...controls.elements);
    // Enter in a field gives no answer: only the button does.
    form.addEventListener('submit', (event) => event.preventDefault());
    return [form, mistakes, actions(submit)];
  }

  /** Whole, with its host apart, and opened by nobody but the person. */
  #link(item: InputRequest, url: string): HTMLElement[] {
    const { texts } = this.locale;
    const { link: words } = texts;
    const read = readLink(url);
    if ('refused' in read) {
      return [
        make('p', { class: 'error' }, filled(words.refused, { why: words[read.refused] })),
        make('pre', {}, safeText(texts, url)),
      ];
    }
    const { href, host, punycode, unicodeHost, mixedScripts, loopback } = read.link;
    const isMadeAnew = item.settlement === 'retry';
    // Another address has not been opened.
    const visit = JSON.stringify([item.id, url]);
    const isOpened = this.#opened === visit;
    const open = () => {
      if (this.dataset.inert === 'true') return;
      window.open(href, '_blank', 'noopener,noreferrer');
      this.#opened = visit;
      if (isMadeAnew || isOpened) this.redraw();
      else void this.#respond(item, { action: 'accept' });
    };
    const cautions = [
      punycode && filled(words.punycode, { name: unicodeHost ?? host }),
      mixedScripts && words.mixedScripts,
      loopback && words.loopback,
    ].filter((caution) => caution !== false);
    return [
      make('p', {}, words.opens),
      make(
        'dl',
        {},
        make('dt', {}, words.host),
        make('dd', {}, make('strong', { dir: 'ltr' }, host)),
        make('dt', {}, words.whole),
        make('dd', {}, make('code', { dir: 'ltr' }, href)),
      ),
      ...cautions.map((caution) => make('p', { class: 'caution' }, caution)),
      make('p', {}, words.warning),
      make(
        'div',
        { class: 'actions' },
        button(isOpened ? words.openAgain : filled(words.open, { host }), open, {
          'data-answers': true,
          'data-focus': 'open',
        }),
        isOpened && isMadeAnew && this.#response(words.finished, item, { action: 'accept' }, 'submit'),
      ),
    ];
  }

  #response(label: string, item: Item, response: InputResponse, part?: string): HTMLButtonElement {
    return button(label, () => void this.#respond(item, response), { 'data-answers': true, part });
  }

  #respond({ id, revision }: Item, response: InputResponse): Promise<void> {
    return this.answer((chat) => chat.respondToInput(id, response, { revision }));
  }
}
