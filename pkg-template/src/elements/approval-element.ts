import { editableJson, fromEditedJson } from '../components/approval/editable-json.js';
import { formForInput } from '../components/approval/edited-form.js';
import { refusalInWords } from '../components/approval/refusal.js';
import { isCut } from '../components/display/shown-value.js';
import { ruleInWords } from '../components/grants/rule.js';
import { filled } from '../components/locale/locale.js';
import type { FormDraft, Item, PendingApproval, ToolDecision } from '../index.js';
import { button, make, safeText } from './dom.js';
import { formControls } from './form-controls.js';
import { type AskingChat, ItemElement } from './item-element.js';
import { valueView } from './value.js';

type Panel = 'reason' | 'edit' | 'rule';

/** What a person has begun in a panel: it outlives an answer that was not taken. */
interface Begun {
  reason: string;
  json?: string;
  draft?: FormDraft | undefined;
  scope: 'turn' | 'conversation';
  exactInput: boolean;
}

const nothingBegun = (): Begun => ({ reason: '', scope: 'conversation', exactInput: false });

/**
 * `<countersign-approval>`: the decision about one tool call, without a
 * framework.
 *
 * @example
 * ```ts
 * import { ChatController } from 'countersign';
 * import { defineElements, type CountersignApproval } from 'countersign/elements';
 *
 * export function showApproval(chat: ChatController, approvalId: string): CountersignApproval {
 *   defineElements();
 *   const card = document.createElement('countersign-approval');
 *   card.controller = chat;
 *   card.itemId = approvalId;
 *   return card;
 * }
 * ```
 */
export class CountersignApproval extends ItemElement {
  #panel: Panel | undefined;
  #begun = nothingBegun();
  #about: string | undefined;

  protected kindOf(item: Item, controller: AskingChat): string {
    const listed = approvalOf(controller, item);
    return JSON.stringify([this.#panel, listed?.answers, this.trouble?.message, controller.isReadOnly(item.id)]);
  }

  protected draw(item: Item, controller: AskingChat): HTMLElement {
    const { texts } = this.locale;
    const { approval: words } = texts;
    const listed = approvalOf(controller, item);
    const isOpen = listed?.stage === 'pending' && !controller.isReadOnly(item.id);
    const about = `${item.id} ${item.revision}`;
    if (about !== this.#about || !isOpen) {
      this.#panel = undefined;
      this.#begun = nothingBegun();
    }
    this.#about = about;
    const input = listed?.input ?? inputInMessage(controller, item);
    const title = listed?.title || item.toolName || '';
    return make(
      'section',
      { role: 'group', 'aria-labelledby': 'heading' },
      make('h3', { id: 'heading' }, safeText(texts, filled(words.question, { tool: title }))),
      make(
        'p',
        { class: 'muted' },
        item.source !== undefined && safeText(texts, filled(words.source, { source: item.source })),
        listed?.title !== undefined && ' ',
        listed?.title !== undefined && make('code', {}, safeText(texts, item.toolName ?? '')),
      ),
      listed?.reason !== undefined && make('p', {}, safeText(texts, listed.reason)),
      input === undefined ? make('p', {}, words.nothingToJudge) : valueView(this.locale, input),
      isOpen && item.deadline !== undefined && this.countdown(item.deadline, words.timeLeft),
      isOpen ? this.#answers(listed, input, controller) : this.afterwards(item),
      this.trouble !== undefined &&
        make('p', { class: 'error', role: 'alert' }, refusalInWords(this.locale, this.trouble)),
    );
  }

  #answers(item: PendingApproval, input: unknown, controller: AskingChat): HTMLElement {
    switch (this.#panel) {
      case 'reason':
        return this.#reason(item);
      case 'edit':
        return this.#edit(item, input, controller);
      case 'rule':
        return this.#rule(item, input);
      case undefined:
        return this.#decisions(item, input);
    }
  }

  #decisions(item: PendingApproval, input: unknown): HTMLElement {
    const { approval: words } = this.locale.texts;
    const { reason, editInput, remember, options = [] } = item.answers;
    const opens = (label: string, panel: Panel) => button(label, () => this.#open(panel), { 'data-focus': panel });
    const answers =
      options.length > 0
        ? // The wire names its answers, and their order is its own.
          options.map(({ id, name, allows }) =>
            this.#decision(
              safeText(this.locale.texts, name),
              item,
              { approved: allows, optionId: id },
              allows ? undefined : 'deny',
            ),
          )
        : [
            this.#decision(words.deny, item, { approved: false }, 'deny'),
            this.#decision(words.allow, item, { approved: true }, 'allow'),
          ];
    return make(
      'div',
      { class: 'actions', part: 'actions' },
      ...answers,
      reason && opens(words.denyWithReason, 'reason'),
      editInput && input !== undefined && opens(words.editAndAllow, 'edit'),
      // No rule is made of what is not seen.
      remember && !isCut(input) && opens(words.alwaysAllow, 'rule'),
    );
  }

  #decision(label: string | Node, item: Item, decision: ToolDecision, part?: 'allow' | 'deny'): HTMLButtonElement {
    return this.answerButton(label, (chat) => this.#decide(chat, item, decision), { part });
  }

  #decide(chat: AskingChat, { id, revision }: Item, decision: ToolDecision) {
    return chat.respondToApproval(id, decision, { revision });
  }

  #reason(item: PendingApproval): HTMLElement {
    const { approval: words } = this.locale.texts;
    const reason = make('textarea', { id: 'reason', rows: '2', dir: 'auto', 'data-focus': 'reason' });
    reason.value = this.#begun.reason;
    reason.addEventListener('input', () => {
      this.#begun.reason = reason.value;
    });
    return this.#form(
      [make('label', { for: 'reason' }, words.reason), reason],
      button(
        words.denyForReason,
        () => {
          if (reason.value.trim() === '') reason.focus();
          else void this.answer((chat) => this.#decide(chat, item, { approved: false, reason: reason.value }));
        },
        { 'data-answers': true, part: 'deny' },
      ),
    );
  }

  #edit(item: PendingApproval, input: unknown, controller: AskingChat): HTMLElement {
    const { approval: words } = this.locale.texts;
    const begun = this.#begun;
    if (begun.json === undefined) {
      begun.draft = formForInput(controller.getInputSchema(item.id), input);
      begun.json = editableJson(input);
    }
    const { draft } = begun;
    const trouble = make('p', { class: 'error', role: 'alert', id: 'trouble' });
    const json = make('textarea', { id: 'json', rows: '8', dir: 'ltr', spellcheck: 'false', 'data-focus': 'edit' });
    json.value = begun.json;
    json.addEventListener('input', () => {
      begun.json = json.value;
    });
    const controls = draft === undefined ? undefined : formControls(this.locale, draft);
    const edited = (): { content: unknown } | undefined => {
      if (draft === undefined) return fromEditedJson(json.value);
      const made = draft.content();
      if ('content' in made) return made;
      controls?.show(made.errors);
      return undefined;
    };
    const allow = button(
      words.allowEdited,
      () => {
        const made = edited();
        trouble.textContent = made === undefined && draft === undefined ? words.notJson : '';
        if (made === undefined) return;
        void this.answer((chat) => this.#decide(chat, item, { approved: true, editedInput: made.content }));
      },
      { 'data-answers': true, part: 'allow' },
    );
    const fields = controls?.elements ?? [make('label', { for: 'json' }, words.inputAsJson), json];
    return this.#form([...fields, trouble], allow);
  }

  #rule(item: PendingApproval, input: unknown): HTMLElement {
    const { approval: words } = this.locale.texts;
    const turn = make('input', { type: 'radio', name: 'scope', id: 'turn', 'data-focus': 'rule' });
    const conversation = make('input', { type: 'radio', name: 'scope', id: 'conversation' });
    const exact = make('input', { type: 'checkbox', id: 'exact' });
    const begun = this.#begun;
    turn.checked = begun.scope === 'turn';
    conversation.checked = begun.scope === 'conversation';
    exact.checked = begun.exactInput;
    const told = make('p', { 'aria-live': 'polite' });
    const remembered = () => ({
      scope: turn.checked ? ('turn' as const) : ('conversation' as const),
      exactInput: exact.checked,
    });
    const tell = () => {
      const { scope, exactInput } = Object.assign(begun, remembered());
      const rule = {
        tool: item.toolName,
        source: item.source ?? '',
        scope,
        allows: true,
        ...(exactInput ? { input } : {}),
      };
      const stored = ruleInWords(this.locale, rule);
      told.replaceChildren(words.ruleStored, ' ', make('b', {}, stored.rule), ' ', stored.inputs);
    };
    for (const control of [turn, conversation, exact]) control.addEventListener('change', tell);
    tell();
    const option = (control: HTMLInputElement, label: string) => make('label', { class: 'option' }, control, label);
    return this.#form(
      [
        make(
          'fieldset',
          {},
          make('legend', {}, words.howLong),
          option(turn, words.thisTurn),
          option(conversation, words.thisConversation),
        ),
        option(exact, words.onlyThisInput),
        told,
      ],
      this.answerButton(
        words.allowAndStore,
        (chat) => this.#decide(chat, item, { approved: true, remember: remembered() }),
        { part: 'allow' },
      ),
    );
  }

  /** Enter in a field gives no answer; Escape goes back, and does nothing else. */
  #form(children: HTMLElement[], answer: HTMLButtonElement): HTMLElement {
    const { approval: words } = this.locale.texts;
    const back = () => this.#open(undefined);
    const form = make(
      'form',
      { novalidate: true },
      ...children,
      make('div', { class: 'actions', part: 'actions' }, button(words.back, back), answer),
    );
    form.addEventListener('submit', (event) => event.preventDefault());
    form.addEventListener('keydown', (event) => {
      // While a method of input composes, Escape is its own.
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      back();
    });
    return form;
  }

  #open(panel: Panel | undefined): void {
    this.#panel = panel;
    this.#begun = nothingBegun();
    this.redraw();
    this.shadowRoot?.querySelector<HTMLElement>('form textarea, form input')?.focus();
  }
}

/** An approval as it is listed, with what is judged. */
function approvalOf(controller: AskingChat, { id }: Item): PendingApproval | undefined {
  return controller.getSnapshot().approvals.find((listed) => listed.id === id);
}

/** The input of the call in its message: it outlives the approval. */
function inputInMessage(controller: AskingChat, { messageId, toolCallId }: Item): unknown {
  const message = controller.getSnapshot().messages.find(({ id }) => id === messageId);
  const part = message?.parts.find((one) => 'toolCallId' in one && one.toolCallId === toolCallId);
  return (part as { input?: unknown } | undefined)?.input;
}
