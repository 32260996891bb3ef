import type { FieldError } from '../chat-error.js';
import type { FormDraft as Raw } from '../core/generated/core.js';
import { core } from '../core/wasm.js';

/** What a field takes, besides its kind. */
interface TextRules {
  multiLine?: boolean;
  format?: string;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
}

/** Something that can be picked. */
export interface ChoiceOption {
  value: unknown;
  label: string;
  description?: string;
}

/** What every field has. */
interface FieldBase {
  /** A JSON pointer into the content; empty for a form that is one value. */
  path: string;
  key: string;
  label: string;
  description?: string;
  /** Its texts were too long and are cut. */
  cut?: boolean;
  /** The form cannot be sent while it is empty. */
  required: boolean;
  nullable?: boolean;
  /** It is sent as `null` when it is empty. */
  nullWhenEmpty?: boolean;
  default?: unknown;
}

/** One field of a form. */
export type FormField = FieldBase &
  (
    | ({ kind: 'text' } & TextRules)
    | {
        kind: 'number';
        integer: boolean;
        minimum?: number;
        maximum?: number;
        exclusiveMinimum?: number;
        exclusiveMaximum?: number;
        multipleOf?: number;
      }
    | { kind: 'boolean' }
    | { kind: 'choice'; options: ChoiceOption[]; ownAnswer?: TextRules }
    | {
        kind: 'choices';
        options: ChoiceOption[];
        ownAnswer?: TextRules;
        ownAnswerAlone?: boolean;
        minItems?: number;
        maxItems?: number;
      }
    | { kind: 'list'; entry: TextRules; minItems?: number; maxItems?: number }
    | { kind: 'group'; fields: FormField[] }
    /** What cannot be shown as a field: edited as JSON. */
    | { kind: 'json'; why: string; schema: unknown }
  );

/** A form as it is to be shown. */
export interface Form {
  title?: string;
  description?: string;
  /** There is nothing to fill in: accepting is all. */
  confirm: boolean;
  fields: FormField[];
}

/** What is typed into one field. */
export interface FieldAnswer {
  text?: string;
  /** Indexes of options. */
  picks?: number[];
  /** The values of these options. */
  values?: unknown[];
  flag?: boolean | null;
  entries?: string[];
  /** What cannot be judged here is to be sent all the same. */
  confirmed?: boolean;
}

/** One change of a field; `{}` empties it. */
export type FieldEdit =
  | { text: string }
  | { option: number; picked: boolean }
  | { flag: boolean | null }
  | { entries: string[] }
  | { confirmed: boolean }
  | Record<string, never>;

/**
 * A form for a JSON Schema, and what a person has typed into it. Nothing is
 * converted or filled in behind their back.
 *
 * @example
 * ```ts
 * import { FormDraft } from 'countersign';
 *
 * const draft = new FormDraft({ type: 'object', properties: { guests: { type: 'integer' } }, required: ['guests'] });
 * draft.edit('/guests', { text: '2' });
 * console.log(draft.content()); // { content: { guests: 2 } }
 * ```
 */
export class FormDraft {
  readonly form: Form;
  readonly #raw: Raw;
  #answers: Readonly<Record<string, FieldAnswer>>;

  /** @param saved What {@link FormDraft.save} gave, for the same schema or one that has changed since. */
  constructor(schema: unknown, saved?: unknown) {
    const { FormDraft: RawDraft } = core();
    const raw = RawDraft.read(
      JSON.stringify(schema) ?? 'null',
      saved === undefined ? undefined : JSON.stringify(saved),
    );
    if (raw === undefined) throw new TypeError('A form needs a JSON Schema.');
    this.#raw = raw;
    this.form = JSON.parse(raw.form());
    this.#answers = JSON.parse(raw.answers());
  }

  /** What is typed, by the fields' paths; the same object until something changes. */
  get answers(): Readonly<Record<string, FieldAnswer>> {
    return this.#answers;
  }

  /** Changes a field. Gives why it is refused, or nothing. */
  edit(path: string, edit: FieldEdit): string | undefined {
    const refusal = this.#raw.edit(path, JSON.stringify(edit));
    if (refusal === undefined) this.#answers = JSON.parse(this.#raw.answers());
    return refusal;
  }

  /** What would be sent, or what is wrong with it. */
  content(): { content: unknown } | { errors: FieldError[] } {
    return JSON.parse(this.#raw.content());
  }

  /** What is typed, for storing. */
  save(): unknown {
    return JSON.parse(this.#raw.save());
  }
}
