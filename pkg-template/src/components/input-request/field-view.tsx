import { type ReactNode, useId } from 'react';
import type { FieldAnswer, FieldEdit, FormField } from '../../index.js';
import { SafeText } from '../display/safe-text.js';
import { useLocale } from '../locale/locale-provider.js';
import { BooleanField } from './boolean-field.js';
import { ChoiceField } from './choice-field.js';
import { errorsAt } from './field-error.js';
import { FieldTrouble } from './field-trouble.js';
import { FieldList, useForm } from './form-fields.js';
import { JsonField } from './json-field.js';
import { ListField } from './list-field.js';
import { TextField } from './text-field.js';

/** What the control of a field needs. */
export interface ControlProps<F extends FormField = FormField> {
  readonly field: F;
  readonly answer: FieldAnswer;
  readonly isDisabled: boolean;
  readonly edit: (edit: FieldEdit) => void;
  /** The field's attributes: its id, and what it is described by. */
  readonly attributes: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
    readonly 'aria-required': boolean;
  };
}

const EMPTY: FieldAnswer = {};

/** One field with its name, what it means, and what is wrong with it. */
export function FieldView({ field }: { field: FormField }): ReactNode {
  const locale = useLocale();
  const { answers, errors, isDisabled = false, edit, renderField } = useForm();
  const id = useId();
  const { path, description, required: isRequired } = field;
  const own = errorsAt(errors, path);
  const answer = answers[path] ?? EMPTY;
  const editField = (change: FieldEdit) => edit(path, change);
  const theirs = renderField?.(field, { answer, errors: own, edit: editField });
  if (theirs !== undefined) return theirs;

  const describedBy = [
    description === undefined ? [] : `${id}-description`,
    own.length === 0 ? [] : `${id}-errors`,
  ].flat();
  const control: ControlProps = {
    field,
    answer,
    isDisabled,
    edit: editField,
    attributes: {
      id,
      'aria-describedby': describedBy.length === 0 ? undefined : describedBy.join(' '),
      'aria-invalid': own.length > 0,
      'aria-required': isRequired,
    },
  };
  const name = (
    <>
      <SafeText text={field.label || field.key || locale.texts.form.answer} />
      {field.kind !== 'group' && (
        <span className="countersign-required" data-required={isRequired}>
          {' '}
          ({isRequired ? locale.texts.form.required : locale.texts.form.optional})
        </span>
      )}
    </>
  );
  const about = (
    <>
      {description !== undefined && (
        <p className="countersign-description" id={`${id}-description`}>
          <SafeText text={description} />
          {field.cut === true && <span data-cut="true"> {locale.texts.form.cut}</span>}
        </p>
      )}
    </>
  );
  const trouble = <FieldTrouble id={`${id}-errors`} answer={answer} errors={own} edit={editField} />;
  if (isOneControl(field)) {
    return (
      <div className="countersign-field" data-kind={field.kind} data-invalid={own.length > 0}>
        <label htmlFor={id}>{name}</label>
        {about}
        <Control {...control} />
        {trouble}
      </div>
    );
  }
  return (
    <fieldset
      className="countersign-field"
      data-kind={field.kind}
      data-invalid={own.length > 0}
      aria-describedby={control.attributes['aria-describedby']}
    >
      <legend>{name}</legend>
      {about}
      <Control {...control} />
      {trouble}
    </fieldset>
  );
}

function isOneControl({ kind }: FormField): boolean {
  return kind === 'text' || kind === 'number' || kind === 'json';
}

function Control({ field, ...control }: ControlProps): ReactNode {
  switch (field.kind) {
    case 'text':
    case 'number':
      return <TextField field={field} {...control} />;
    case 'boolean':
      return <BooleanField field={field} {...control} />;
    case 'choice':
    case 'choices':
      return <ChoiceField field={field} {...control} />;
    case 'list':
      return <ListField field={field} {...control} />;
    case 'group':
      return <FieldList fields={field.fields} />;
    case 'json':
      return <JsonField field={field} {...control} />;
  }
}
