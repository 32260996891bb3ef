import type { ReactNode } from 'react';
import type { FieldAnswer, FieldEdit, FieldError } from '../../index.js';
import { useLocale } from '../locale/locale-provider.js';
import { fieldErrorInWords } from './field-error.js';

/** What is wrong with a field, and a way to send what cannot be judged here. */
export function FieldTrouble({
  id,
  answer,
  errors,
  edit,
}: {
  id?: string;
  answer: FieldAnswer;
  errors: readonly FieldError[];
  edit(edit: FieldEdit): void;
}): ReactNode {
  const locale = useLocale();
  const isConfirmed = answer.confirmed === true;
  return (
    <>
      {errors.length > 0 && (
        <ul className="countersign-field-errors" id={id}>
          {errors.map((error) => (
            <li key={`${error.path} ${error.code}`} data-code={error.code}>
              {fieldErrorInWords(locale, error)}
            </li>
          ))}
        </ul>
      )}
      {(isConfirmed || errors.some(({ code }) => code === 'not_judged')) && (
        <label className="countersign-unjudged">
          <input type="checkbox" checked={isConfirmed} onChange={({ target }) => edit({ confirmed: target.checked })} />{' '}
          {locale.texts.form.sendUnjudged}
        </label>
      )}
    </>
  );
}
