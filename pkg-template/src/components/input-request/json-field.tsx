import type { ReactNode } from 'react';
import type { FormField } from '../../index.js';
import { ValueView } from '../display/value-view.js';
import { useLocale } from '../locale/locale-provider.js';
import type { ControlProps } from './field-view.js';

/** What no control can show, written as JSON. */
export function JsonField({
  field,
  answer,
  isDisabled,
  edit,
  attributes,
}: ControlProps<Extract<FormField, { kind: 'json' }>>): ReactNode {
  const { form } = useLocale().texts;
  return (
    <>
      <p className="countersign-description">{form.asJson}</p>
      <textarea
        {...attributes}
        className="countersign-json"
        rows={6}
        dir="ltr"
        spellCheck={false}
        value={answer.text ?? ''}
        disabled={isDisabled}
        onChange={({ target }) => edit({ text: target.value })}
      />
      <details>
        <summary>{form.schema}</summary>
        <ValueView value={JSON.stringify(field.schema, undefined, 2)} />
      </details>
    </>
  );
}
