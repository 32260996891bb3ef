import type { UIMessage } from 'ai';
import { useCallback, useReducer, useRef, useSyncExternalStore } from 'react';
import {
  type AnswerResult,
  type AuditEntry,
  type ChatController,
  ChatError,
  type FieldAnswer,
  type FieldEdit,
  type FieldError,
  type Form,
  type Grant,
  type InputRequest,
  type Item,
  type ItemStage,
  type PendingApproval,
  type PendingItem,
  pendingRegistry,
  type ToolDecision,
} from '../index.js';

function useSnapshot<M extends UIMessage, T>(chat: ChatController<M>, select: () => T): T {
  return useSyncExternalStore(chat.subscribe, select, select);
}

/** The tool calls that wait for a decision. */
export function useApprovals<M extends UIMessage>(chat: ChatController<M>): readonly PendingApproval[] {
  return useSnapshot(chat, () => chat.getSnapshot().approvals);
}

/** The forms and addresses that wait. */
export function useInputRequests<M extends UIMessage>(chat: ChatController<M>): readonly InputRequest[] {
  return useSnapshot(chat, () => chat.getSnapshot().inputRequests);
}

/** The rules that answer approvals, and how to take one back. */
export function useGrants<M extends UIMessage>(
  chat: ChatController<M>,
): { grants: readonly Grant[]; revoke: (id: number) => boolean } {
  const grants = useSnapshot(chat, () => chat.getSnapshot().grants);
  return { grants, revoke: chat.revokeGrant };
}

/** What happened to every item, oldest first. */
export function useAudit<M extends UIMessage>(chat: ChatController<M>): readonly AuditEntry[] {
  return useSnapshot(chat, chat.getAuditLog);
}

const readPending = (): readonly PendingItem[] => pendingRegistry().pending;

/** What waits in all conversations of the page. */
export function usePending(): readonly PendingItem[] {
  return useSyncExternalStore((listener) => pendingRegistry().onPending(listener), readPending, readPending);
}

/** What a conversation says, or this where it is over and says nothing more. */
function ask<T>(question: () => T, otherwise: T): T {
  try {
    return question();
  } catch (error) {
    if (error instanceof ChatError && (error.code === 'disposed' || error.code === 'poisoned')) return otherwise;
    throw error;
  }
}

/** One item and everything needed to answer it. */
export interface ItemHelpers {
  /** The item, also when it is over; nothing for an id that is not known. */
  readonly item: Item | undefined;
  readonly stage: ItemStage | undefined;
  /** Whether this viewer may not answer it (`canAnswer`). */
  readonly isReadOnly: boolean;
  /** The form of a request for input. */
  readonly form: Form | undefined;
  /** What is typed into the form, by the fields' paths. */
  readonly draft: Readonly<Record<string, FieldAnswer>>;
  /** Changes a field. */
  edit(path: string, edit: FieldEdit): void;
  /** What was wrong with the last attempt, field by field. */
  readonly errors: readonly FieldError[];
  /** Why the last attempt was refused. */
  readonly error: ChatError | undefined;
  /** Decides about an approval (or gives the prepared answer), or accepts with what the form holds. */
  submit(decision?: boolean | ToolDecision): Promise<AnswerResult>;
  /** Refuses a request for input. */
  decline(): Promise<AnswerResult>;
  /** Takes the answer back while its window is open. */
  undo(): AnswerResult;
}

/** One item with its draft, its errors and its answers. */
export function useItem<M extends UIMessage>(chat: ChatController<M>, id: string): ItemHelpers {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const failure = useRef<{ id: string; error: ChatError } | undefined>(undefined);
  const last = useRef<{ json: string; item: Item } | undefined>(undefined);
  const item = useSnapshot(chat, () => {
    const current = ask(() => chat.getItem(id), last.current?.item);
    const json = JSON.stringify(current);
    if (current === undefined) last.current = undefined;
    else if (last.current?.json !== json) last.current = { json, item: current };
    return last.current?.item;
  });
  const draft =
    item?.kind === 'input' && item.stage === 'pending' ? ask(() => chat.getDraft(item.id), undefined) : undefined;

  const settle = useCallback(
    (result: AnswerResult): AnswerResult => {
      failure.current = result.ok ? undefined : { id, error: result.error };
      render();
      return result;
    },
    [id],
  );
  const submit = async (decision?: boolean | ToolDecision): Promise<AnswerResult> => {
    if (item?.kind !== 'input') {
      // Nothing is allowed by leaving something out.
      const answer = decision ?? (item?.staged as ToolDecision | undefined);
      if (answer === undefined) {
        return settle({ ok: false, error: new ChatError('invalid_argument', 'Say what you decide.') });
      }
      return settle(await chat.respondToApproval(id, answer));
    }
    const made = draft?.content() ?? { content: undefined };
    if ('errors' in made) {
      const { errors } = made;
      return settle({ ok: false, error: new ChatError('invalid_input', 'Something is missing or wrong.', { errors }) });
    }
    return settle(await chat.respondToInput(id, { action: 'accept', ...(draft === undefined ? {} : made) }));
  };
  const error = failure.current?.id === id ? failure.current.error : undefined;
  return {
    item,
    stage: item?.stage,
    isReadOnly: item !== undefined && ask(() => chat.isReadOnly(item.id), true),
    form: draft?.form,
    draft: draft?.answers ?? {},
    edit: (path, edit) => {
      draft?.edit(path, edit);
      render();
    },
    errors: error?.errors ?? [],
    error,
    submit,
    decline: async () => settle(await chat.respondToInput(id, { action: 'decline' })),
    undo: () => settle(chat.undoAnswer(id)),
  };
}
