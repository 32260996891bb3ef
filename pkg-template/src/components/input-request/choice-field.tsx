import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import type { ChoiceOption, FormField } from '../../index.js';
import { SafeText } from '../display/safe-text.js';
import { useLocale } from '../locale/locale-provider.js';
import type { ControlProps } from './field-view.js';

/** Options with what they mean, to pick one or several of, and a place for an answer of one's own. */
export function ChoiceField({
  field,
  answer,
  isDisabled,
  edit,
  attributes,
}: ControlProps<Extract<FormField, { kind: 'choice' | 'choices' }>>): ReactNode {
  const { form } = useLocale().texts;
  const name = useId();
  const isSingle = field.kind === 'choice';
  const picks = answer.picks ?? [];
  const own = answer.text ?? '';
  const isInvalid = attributes['aria-invalid'];
  return (
    <div className="countersign-options">
      {field.options.map((option, index) => (
        <OptionView
          key={JSON.stringify(option.value)}
          option={option}
          control={{
            type: isSingle ? 'radio' : 'checkbox',
            name,
            'aria-invalid': isInvalid,
            checked: picks.includes(index),
            disabled: isDisabled,
            onChange: ({ target }) => edit({ option: index, picked: target.checked }),
          }}
        />
      ))}
      {isSingle && !field.required && (
        <label>
          <input
            type="radio"
            name={name}
            checked={picks.length === 0 && own === ''}
            disabled={isDisabled}
            onChange={() => edit({})}
          />{' '}
          {form.notSaid}
        </label>
      )}
      {field.ownAnswer !== undefined && (
        <label className="countersign-own-answer">
          {form.ownAnswer}
          <input
            type="text"
            autoComplete="off"
            dir="auto"
            aria-invalid={isInvalid}
            value={own}
            disabled={isDisabled}
            onChange={({ target }) => edit({ text: target.value })}
          />
        </label>
      )}
    </div>
  );
}

function OptionView({
  option: { label, description },
  control,
}: {
  option: ChoiceOption;
  control: InputHTMLAttributes<HTMLInputElement>;
}): ReactNode {
  const meaning = useId();
  return (
    <div className="countersign-option">
      <label>
        <input {...control} aria-describedby={description === undefined ? undefined : meaning} />{' '}
        <SafeText text={label} />
      </label>
      {description !== undefined && (
        <p className="countersign-description" id={meaning}>
          <SafeText text={description} />
        </p>
      )}
    </div>
  );
}
