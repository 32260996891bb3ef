import type { InputHTMLAttributes, ReactNode } from 'react';
import type { FormField } from '../../index.js';
import type { ControlProps } from './field-view.js';

type TextOrNumber = Extract<FormField, { kind: 'text' | 'number' }>;

/** A text or a number: what is typed is kept as it is typed. */
export function TextField({ field, answer, isDisabled, edit, attributes }: ControlProps<TextOrNumber>): ReactNode {
  const text = answer.text ?? '';
  const shared = {
    ...attributes,
    value: text,
    disabled: isDisabled,
    dir: 'auto',
    onChange: ({ target }: { target: { value: string } }) => edit({ text: target.value }),
  };
  if (field.kind === 'text' && field.multiLine === true) return <textarea rows={4} {...shared} />;
  return <input autoComplete="off" {...keyboardFor(field, text)} {...shared} />;
}

/**
 * The keyboard or calendar that suits. The engine's own fields for numbers and
 * addresses change what is typed; only that for dates is used, and only while it
 * can show what is there.
 */
function keyboardFor(field: TextOrNumber, text: string): InputHTMLAttributes<HTMLInputElement> {
  if (field.kind === 'number') {
    // Keyboards for digits have no minus.
    const isNegativeAllowed = (field.minimum ?? field.exclusiveMinimum ?? -1) < 0;
    return { type: 'text', inputMode: isNegativeAllowed ? 'text' : field.integer ? 'numeric' : 'decimal' };
  }
  switch (field.format) {
    case 'date':
      return { type: text === '' || /^\d{4}-\d\d-\d\d$/.test(text) ? 'date' : 'text' };
    case 'email':
      return { type: 'text', inputMode: 'email', autoCapitalize: 'off', spellCheck: false };
    case 'uri':
      return { type: 'text', inputMode: 'url', autoCapitalize: 'off', spellCheck: false };
    case 'date-time':
      return { type: 'text', placeholder: '2030-12-31T18:00:00+01:00' };
    default:
      return { type: 'text' };
  }
}
