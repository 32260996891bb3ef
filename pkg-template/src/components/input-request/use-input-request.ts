import type { UIMessage } from 'ai';
import { useReducer, useState } from 'react';
import type { AnyMessage } from '../../any-message.js';
import type { FieldError } from '../../chat-error.js';
import type { FieldAnswer, FieldEdit, Form } from '../../form/form-draft.js';
import { type ChatController, ChatError, type InputRequest, type InputResponse, type Item } from '../../index.js';
import { useItem } from '../../react/use-human.js';
import { type CardSettings, useAttempt, useIsBusy, waitsWhileBusy } from '../approval/use-tool-approval.js';
import { useInert } from '../guard/use-inert.js';

/** One request for input, and everything that a person can do about it. */
export interface InputRequestState {
  /** The request, also when it is over; nothing for an id that is not known. */
  readonly item: Item | undefined;
  readonly request: InputRequest['request'] | undefined;
  /** The form, where a schema asks for one. */
  readonly form: Form | undefined;
  /** What is typed, by the fields' paths; it survives whatever happens to the component. */
  readonly draft: Readonly<Record<string, FieldAnswer>>;
  edit(path: string, edit: FieldEdit): void;
  /** It waits for an answer, and this viewer may give one. */
  readonly isOpen: boolean;
  /** Answers do nothing for now. */
  readonly isInert: boolean;
  /** What was wrong with the last attempt, field by field, and has not been changed since. */
  readonly errors: readonly FieldError[];
  /** Why the last answer was not taken. */
  readonly error: ChatError | undefined;
  /** Accepts, with what the form holds. */
  accept(): Promise<void>;
  decline(): Promise<void>;
  cancel(): Promise<void>;
  /** Takes the answer back while its window is open. */
  undo(): void;
  /** Sends an answer of unknown outcome once more. */
  resend(): Promise<void>;
}

/** What {@link useInputRequest} takes. */
export interface InputRequestSettings extends CardSettings {
  /** Called with what the person answers, before it is given. */
  onInputResponse?: ((response: InputResponse, item: Item) => void) | undefined;
}

/** A request for input without a look: state and answers for a component of your own. */
export function useInputRequest<M extends UIMessage = AnyMessage>(
  chat: ChatController<M>,
  id: string,
  { inertMs, onInputResponse }: InputRequestSettings = {},
): InputRequestState {
  const { item } = useItem(chat, id);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const { isAnswering, error, attempt } = useAttempt(`${item?.id}`);
  const isBusy = useIsBusy(chat) && waitsWhileBusy(item);
  const isAppearing = useInert(inertMs, `${item?.id} ${item?.revision} ${item?.stage}`);
  const isInert = isAppearing || isBusy || isAnswering;
  // What has been changed since may be right now.
  const [mended, setMended] = useState<readonly string[]>([]);
  const errors = (error?.errors ?? []).filter(({ field, path }) => !mended.includes((field ?? path) as string));
  const isMended = error?.errors !== undefined && errors.length === 0;
  const draft = item?.stage === 'pending' ? chat.getDraft(item.id) : undefined;

  const give = (response: InputResponse): Promise<void> => {
    if (isInert || item === undefined) return Promise.resolve();
    return attempt(() => {
      onInputResponse?.(response, item);
      return chat.respondToInput(item.id, response, { revision: item.revision });
    });
  };
  const accept = (): Promise<void> => {
    setMended([]);
    if (isInert || item === undefined) return Promise.resolve();
    if (draft === undefined) return give({ action: 'accept' });
    const made = draft.content();
    if ('content' in made) return give({ action: 'accept', content: made.content });
    const { errors } = made;
    return attempt(() => ({
      ok: false,
      error: new ChatError('invalid_input', 'Something is missing or wrong.', { errors }),
    }));
  };
  return {
    item,
    request: (item as Partial<InputRequest> | undefined)?.request,
    form: draft?.form,
    draft: draft?.answers ?? {},
    edit: (path, edit) => {
      draft?.edit(path, edit);
      setMended((before) => [...before, path]);
      render();
    },
    isOpen: item?.stage === 'pending' && !chat.isReadOnly(item.id),
    isInert,
    errors,
    error: isMended ? undefined : error,
    accept,
    decline: () => give({ action: 'decline' }),
    cancel: () => give({ action: 'cancel' }),
    undo: () => {
      if (!isInert) void attempt(() => chat.undoAnswer(item?.id ?? id));
    },
    resend: () => (isInert ? Promise.resolve() : attempt(() => chat.resend(item?.id ?? id))),
  };
}
