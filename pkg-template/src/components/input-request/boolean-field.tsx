import { type ReactNode, useId } from 'react';
import type { FormField } from '../../index.js';
import { useLocale } from '../locale/locale-provider.js';
import type { ControlProps } from './field-view.js';

/** Yes or no; neither is picked for the person. */
export function BooleanField({
  field,
  answer,
  isDisabled,
  edit,
  attributes,
}: ControlProps<Extract<FormField, { kind: 'boolean' }>>): ReactNode {
  const { form } = useLocale().texts;
  const name = useId();
  const flag = answer.flag ?? undefined;
  const options = [
    { text: form.yes, flag: true },
    { text: form.no, flag: false },
    ...(field.required ? [] : [{ text: form.notSaid, flag: undefined }]),
  ];
  return (
    <div className="countersign-options">
      {options.map((option) => (
        <label key={option.text}>
          <input
            type="radio"
            name={name}
            aria-invalid={attributes['aria-invalid']}
            checked={flag === option.flag}
            disabled={isDisabled}
            onChange={() => edit(option.flag === undefined ? {} : { flag: option.flag })}
          />{' '}
          {option.text}
        </label>
      ))}
    </div>
  );
}
