import type { FieldError } from '../chat-error.js';
import { errorsAt, fieldErrorInWords } from '../components/input-request/field-error.js';
import { filled, type Locale } from '../components/locale/locale.js';
import type { FieldEdit, FormDraft, FormField } from '../form/form-draft.js';
import { button, make, safeText } from './dom.js';
import { valueView } from './value.js';

/** The controls of a form, and how errors are shown at them. */
export interface FormControls {
  readonly elements: HTMLElement[];
  /** Shows what is wrong, and goes to the first of it. */
  show(errors: readonly FieldError[]): void;
}

/** Controls that write into a draft what is typed, as it is typed. */
export function formControls(locale: Locale, draft: FormDraft, changed: () => void = () => {}): FormControls {
  const controls = new Controls(locale, draft, changed);
  const { fields } = draft.form;
  const elements = fields.map((field) => controls.field(field));
  if (!fields.some(({ path }) => path === '')) elements.push(controls.wholeForm());
  return { elements, show: (errors) => controls.show(errors) };
}

/** Where the errors of a field are told, and where it can be sent although nobody can judge it. */
interface Place {
  readonly box: HTMLElement;
  readonly error: HTMLElement;
  readonly unjudged: HTMLElement;
}

let drawn = 0;

class Controls {
  readonly #locale: Locale;
  readonly #draft: FormDraft;
  readonly #changed: () => void;
  /** Where the errors of a field are told, by its path. */
  readonly #places = new Map<string, Place>();

  constructor(locale: Locale, draft: FormDraft, changed: () => void) {
    this.#locale = locale;
    this.#draft = draft;
    this.#changed = changed;
  }

  show(errors: readonly FieldError[]): void {
    let first: HTMLElement | undefined;
    for (const [path, { box, error, unjudged }] of this.#places) {
      const wrong = errorsAt(errors, path);
      error.textContent = wrong.map((one) => fieldErrorInWords(this.#locale, one)).join(' ');
      const isUnjudged = wrong.some(({ code }) => code === 'not_judged') || this.#isConfirmed(path);
      unjudged.replaceChildren(...(isUnjudged ? [this.#confirmation(path)] : []));
      // Members have errors of their own.
      for (const control of box.querySelectorAll(
        ':scope > :not([part=field]) input, :scope > input, :scope > textarea',
      )) {
        control.setAttribute('aria-invalid', String(wrong.length > 0));
      }
      if (wrong.length > 0) first ??= box;
    }
    first?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  }

  field(field: FormField): HTMLElement {
    const { texts } = this.#locale;
    if (field.kind === 'group') {
      const id = `countersign-field-${++drawn}`;
      const error = make('p', { class: 'error', id });
      const unjudged = make('div');
      const group = make(
        'fieldset',
        { part: 'field', 'aria-describedby': id },
        make('legend', {}, safeText(texts, field.label)),
        field.description !== undefined && make('p', { class: 'muted' }, safeText(texts, field.description)),
        ...field.fields.map((inner) => this.field(inner)),
        error,
        unjudged,
      );
      this.#places.set(field.path, { box: group, error, unjudged });
      return group;
    }
    const id = `countersign-field-${++drawn}`;
    const need = make('small', {}, field.required ? texts.form.required : texts.form.optional);
    const error = make('p', { class: 'error', id: `${id}-error` });
    const describedBy = [field.description === undefined ? '' : `${id}-about`, error.id].join(' ').trim();
    const about =
      field.description !== undefined &&
      make('p', { class: 'muted', id: `${id}-about` }, safeText(texts, field.description));
    const isGroup = !['text', 'number', 'json'].includes(field.kind);
    const box = isGroup
      ? make(
          'fieldset',
          { part: 'field', 'aria-describedby': describedBy },
          make('legend', {}, safeText(texts, field.label), ' ', need),
          about,
          ...this.#controls(field, id, describedBy),
          error,
        )
      : make(
          'div',
          { class: 'field', part: 'field' },
          make('label', { for: id }, safeText(texts, field.label), ' ', need),
          about,
          ...this.#controls(field, id, describedBy),
          error,
        );
    const unjudged = make('div');
    box.append(unjudged);
    this.#places.set(field.path, { box, error, unjudged });
    return box;
  }

  /** What is wrong with all of it, and not with one field. */
  wholeForm(): HTMLElement {
    const [error, unjudged] = [make('p', { class: 'error' }), make('div')];
    const box = make('div', {}, error, unjudged);
    this.#places.set('', { box, error, unjudged });
    return box;
  }

  #isConfirmed(path: string): boolean {
    return this.#draft.answers[path]?.confirmed === true;
  }

  /** To send what cannot be judged here. */
  #confirmation(path: string): HTMLElement {
    const { form } = this.#locale.texts;
    return this.#option('checkbox', '', form.sendUnjudged, this.#isConfirmed(path), (confirmed) =>
      this.#edit(path, { confirmed }),
    );
  }

  #edit(path: string, edit: FieldEdit): void {
    this.#draft.edit(path, edit);
    const place = this.#places.get(path);
    if (place !== undefined) {
      place.error.textContent = '';
      if (!('confirmed' in edit))
        place.unjudged.replaceChildren(...(this.#isConfirmed(path) ? [this.#confirmation(path)] : []));
    }
    this.#changed();
  }

  #controls(field: Exclude<FormField, { kind: 'group' }>, id: string, describedBy: string): HTMLElement[] {
    const { form } = this.#locale.texts;
    const { path } = field;
    const answer = this.#draft.answers[path] ?? {};
    switch (field.kind) {
      case 'text':
      case 'number': {
        const isLong = field.kind === 'text' && field.multiLine === true;
        const attributes = {
          id,
          dir: 'auto',
          'aria-required': String(field.required),
          'aria-describedby': describedBy,
        };
        // The browser's own number field would throw away what it cannot read.
        const control = isLong
          ? make('textarea', { ...attributes, rows: '4' })
          : make('input', {
              ...attributes,
              type: field.kind === 'text' && field.format === 'date' && isDay(answer.text ?? '') ? 'date' : 'text',
              inputmode: field.kind === 'number' ? 'decimal' : undefined,
            });
        control.value = answer.text ?? '';
        control.addEventListener('input', () => this.#edit(path, { text: control.value }));
        return [control];
      }
      case 'boolean': {
        // Neither is picked for the person.
        const flags = [
          [form.yes, true] as const,
          [form.no, false] as const,
          ...(field.required ? [] : [[form.notSaid, undefined] as const]),
        ];
        return flags.map(([label, flag]) =>
          this.#option('radio', id, label, (answer.flag ?? undefined) === flag, () =>
            this.#edit(path, flag === undefined ? {} : { flag }),
          ),
        );
      }
      case 'choice':
      case 'choices': {
        const type = field.kind === 'choice' ? 'radio' : 'checkbox';
        const own = make('input', { type: 'text', dir: 'auto', id: `${id}-own` });
        const options = field.options.map(({ label, description }, option) =>
          this.#option(
            type,
            id,
            label,
            answer.picks?.includes(option) === true,
            (picked) => {
              this.#edit(path, { option, picked });
              // What is picked may rule out an answer of one's own, and the reverse.
              own.value = this.#draft.answers[path]?.text ?? '';
            },
            description,
          ),
        );
        if (field.kind === 'choice' && !field.required) {
          const isNothing = (answer.picks ?? []).length === 0 && (answer.text ?? '') === '';
          const none = () => {
            this.#edit(path, {});
            own.value = this.#draft.answers[path]?.text ?? '';
          };
          options.push(this.#option('radio', id, form.notSaid, isNothing, none));
        }
        if (field.ownAnswer === undefined) return options;
        own.value = answer.text ?? '';
        own.addEventListener('input', () => {
          this.#edit(path, { text: own.value });
          const picks = this.#draft.answers[path]?.picks ?? [];
          for (const [place, option] of options.entries()) {
            const input = option.querySelector('input');
            if (input !== null) input.checked = picks.includes(place);
          }
        });
        return [...options, make('label', { for: own.id }, form.ownAnswer), own];
      }
      case 'list':
        return [this.#list(path, answer.entries ?? [])];
      case 'json': {
        const text = make('textarea', {
          id,
          rows: '4',
          dir: 'ltr',
          spellcheck: 'false',
          'aria-describedby': describedBy,
        });
        text.value = answer.text ?? '';
        text.addEventListener('input', () => this.#edit(path, { text: text.value }));
        return [
          make('p', { class: 'muted' }, form.asJson),
          make('details', {}, make('summary', {}, form.schema), valueView(this.#locale, field.schema)),
          text,
        ];
      }
    }
  }

  #option(
    type: 'radio' | 'checkbox',
    name: string,
    label: string,
    isChecked: boolean,
    change: (checked: boolean) => void,
    description?: string,
  ): HTMLElement {
    const { texts } = this.#locale;
    const control = make('input', { type, name });
    control.checked = isChecked;
    control.addEventListener('change', () => change(control.checked));
    const meaning = description !== undefined && make('small', {}, safeText(texts, description));
    return make('label', { class: 'option' }, control, make('span', {}, safeText(texts, label), meaning));
  }

  #list(path: string, entries: readonly string[]): HTMLElement {
    const { texts, tag } = this.#locale;
    const { form } = texts;
    const list = make('div', { class: 'field' });
    const draw = (now: readonly string[], focus?: number) => {
      const set = (next: readonly string[], at?: number) => {
        this.#edit(path, { entries: [...next] });
        if (at !== undefined) draw(next, at);
      };
      const rows = now.map((entry, place) => {
        const number = new Intl.NumberFormat(tag).format(place + 1);
        const control = make('input', { type: 'text', dir: 'auto', 'aria-label': filled(form.entry, { number }) });
        control.value = entry;
        control.addEventListener('input', () => {
          now = now.map((before, at) => (at === place ? control.value : before));
          set(now);
        });
        const remove = button(
          '×',
          () =>
            set(
              now.filter((_, at) => at !== place),
              Math.max(0, place - 1),
            ),
          {
            'aria-label': filled(form.removeEntry, { number }),
          },
        );
        return make('div', { class: 'actions' }, control, remove);
      });
      list.replaceChildren(
        ...rows,
        button(form.addEntry, () => set([...now, ''], now.length)),
      );
      if (focus !== undefined) (list.querySelectorAll('input')[focus] ?? list.querySelector('button'))?.focus();
    };
    draw(entries);
    return list;
  }
}

/** A field for dates shows nothing of what is none. */
function isDay(text: string): boolean {
  return text === '' || /^\d{4}-\d\d-\d\d$/.test(text);
}
