import { type ReactNode, useId, useMemo, useReducer, useState } from 'react';
import type { FormDraft } from '../../form/form-draft.js';
import { FormFields } from '../input-request/form-fields.js';
import { useLocale } from '../locale/locale-provider.js';
import { ChangesList } from './changes-list.js';
import { editableJson, fromEditedJson } from './editable-json.js';
import { formForInput } from './edited-form.js';
import { Panel } from './panel.js';
import type { ToolApprovalState } from './use-tool-approval.js';

/** What an {@link EditPanel} needs. */
export interface EditPanelProps {
  approval: ToolApprovalState;
  input: unknown;
  /** The JSON Schema of the tool's input, where it is known. */
  schema: unknown;
  back(): void;
}

/** Edits the input and allows the call with it: by a form where its schema is known and loses nothing, else as JSON. */
export function EditPanel({ approval, input, schema, back }: EditPanelProps): ReactNode {
  const { texts } = useLocale();
  const draft = useMemo(() => formForInput(schema, input), [schema, input]);
  const [json, setJson] = useState(() => editableJson(input));
  const [, render] = useReducer((count: number) => count + 1, 0);
  const edited = draft === undefined ? (fromEditedJson(json) ?? { errors: [] }) : draft.content();
  const isReady = 'content' in edited;
  return (
    <Panel
      label={texts.approval.editAndAllow}
      action={texts.approval.allowEdited}
      kind="primary"
      isIncomplete={!isReady}
      isInert={approval.isInert}
      submit={() => {
        if (isReady) void approval.decide({ approved: true, editedInput: edited.content });
      }}
      back={back}
    >
      {draft === undefined ? (
        <JsonEditor json={json} setJson={setJson} isValid={isReady} />
      ) : (
        <DraftFields draft={draft} errors={'errors' in edited ? edited.errors : []} changed={render} />
      )}
      {isReady && <ChangesList before={input} after={edited.content} />}
    </Panel>
  );
}

function DraftFields({
  draft,
  errors,
  changed,
}: {
  draft: FormDraft;
  errors: Parameters<typeof FormFields>[0]['errors'];
  changed(): void;
}): ReactNode {
  return (
    <FormFields
      fields={draft.form.fields}
      answers={draft.answers}
      errors={errors}
      edit={(path, edit) => {
        draft.edit(path, edit);
        changed();
      }}
    />
  );
}

function JsonEditor({ json, setJson, isValid }: { json: string; setJson(json: string): void; isValid: boolean }) {
  const { approval } = useLocale().texts;
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{approval.inputAsJson}</label>
      <textarea
        id={id}
        className="countersign-json"
        dir="ltr"
        spellCheck={false}
        rows={Math.min(16, json.split('\n').length + 1)}
        value={json}
        aria-invalid={!isValid}
        aria-describedby={isValid ? undefined : `${id}-error`}
        onChange={({ target }) => setJson(target.value)}
      />
      {!isValid && (
        <p id={`${id}-error`} className="countersign-error">
          {approval.notJson}
        </p>
      )}
    </>
  );
}
