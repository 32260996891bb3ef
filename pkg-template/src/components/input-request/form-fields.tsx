import { createContext, type ReactNode, useContext } from 'react';
import type { FieldAnswer, FieldEdit, FieldError, FormField } from '../../index.js';
import { errorsAt } from './field-error.js';
import { FieldTrouble } from './field-trouble.js';
import { FieldView } from './field-view.js';

/** Shows a field in the app's own way; nothing leaves it to the form. */
export type RenderField = (
  field: FormField,
  state: {
    readonly answer: FieldAnswer;
    readonly errors: readonly FieldError[];
    readonly edit: (edit: FieldEdit) => void;
  },
) => ReactNode | undefined;

/** What fields show, and where what is typed goes. */
export interface FormState {
  /** What is typed, by the fields' paths. */
  readonly answers: Readonly<Record<string, FieldAnswer>>;
  /** What is wrong with what is typed. */
  readonly errors: readonly FieldError[];
  /** The fields are shown, and nothing can be typed. @defaultValue false */
  readonly isDisabled?: boolean | undefined;
  edit(path: string, edit: FieldEdit): void;
  readonly renderField?: RenderField | undefined;
}

const FormContext = createContext<FormState>({ answers: {}, errors: [], isDisabled: true, edit: () => {} });

/** What the form around a field holds. */
export function useForm(): FormState {
  return useContext(FormContext);
}

/** What {@link FormFields} needs. */
export interface FormFieldsProps extends FormState {
  readonly fields: readonly FormField[];
}

/** The fields of a form. */
export function FormFields({ fields, ...state }: FormFieldsProps): ReactNode {
  const { answers, errors, edit } = state;
  const isOneValue = fields.some(({ path }) => path === '');
  return (
    <FormContext.Provider value={state}>
      <FieldList fields={fields} />
      {!isOneValue && (
        <div className="countersign-form-trouble" data-invalid={errorsAt(errors, '').length > 0}>
          <FieldTrouble answer={answers[''] ?? {}} errors={errorsAt(errors, '')} edit={(change) => edit('', change)} />
        </div>
      )}
    </FormContext.Provider>
  );
}

/** Fields in the schema's order. */
export function FieldList({ fields }: { fields: readonly FormField[] }): ReactNode {
  return (
    <div className="countersign-fields">
      {fields.map((field) => (
        <FieldView key={field.path} field={field} />
      ))}
    </div>
  );
}
