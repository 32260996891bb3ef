import type { UIMessage } from 'ai';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import type { AnyMessage } from '../../any-message.js';
import type { ChatController, Item } from '../../index.js';
import { Afterwards } from '../approval/afterwards.js';
import { Countdown } from '../approval/countdown.js';
import { refusalInWords } from '../approval/refusal.js';
import { SafeText } from '../display/safe-text.js';
import { useFocusThatStays } from '../guard/use-focus-that-stays.js';
import { counted, filled } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';
import { itemAnchor } from '../pending-bar/anchors.js';
import { FormFields, type RenderField } from './form-fields.js';
import { LinkRequest } from './link-request.js';
import { type InputRequestSettings, type InputRequestState, useInputRequest } from './use-input-request.js';

/** What an {@link InputRequestCard} needs. */
export interface InputRequestCardProps<M extends UIMessage = AnyMessage> extends InputRequestSettings {
  chat: ChatController<M>;
  /** The request's id, its item's, or its call's. */
  id: string;
  /** Shows a field in the application's own way. @defaultValue by its kind */
  renderField?: RenderField | undefined;
  /** Draws all of it in the application's own way. */
  children?: ((request: InputRequestState) => ReactNode) | undefined;
}

/** A form to fill in, questions to answer, or an address to visit; afterwards what became of it. */
export function InputRequestCard<M extends UIMessage = AnyMessage>(props: InputRequestCardProps<M>): ReactNode {
  // What went wrong with one request says nothing about another.
  return <Request key={props.id} {...props} />;
}

function Request<M extends UIMessage>(props: InputRequestCardProps<M>): ReactNode {
  const { chat, id, inertMs, onInputResponse, renderField, children } = props;
  const state = useInputRequest(chat, id, { inertMs, onInputResponse });
  if (state.item === undefined || state.request === undefined) return null;
  if (children !== undefined) return children(state);
  return (
    <Card
      key={state.item.id}
      chat={chat}
      state={state}
      item={state.item}
      request={state.request}
      inertMs={inertMs}
      renderField={renderField}
    />
  );
}

function Card<M extends UIMessage>({
  chat,
  state,
  item,
  request,
  inertMs,
  renderField,
}: {
  chat: ChatController<M>;
  state: InputRequestState;
  item: Item;
  request: NonNullable<InputRequestState['request']>;
  inertMs: number | undefined;
  renderField: RenderField | undefined;
}): ReactNode {
  const locale = useLocale();
  const { form: words, approval } = locale.texts;
  const { form, isOpen, isInert, errors, error } = state;
  const card = useRef<HTMLElement>(null);
  const heading = useId();

  // The first field that is to be mended is where the person goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt, and not while fields are mended
  useEffect(() => {
    if (errors.length === 0) return;
    const field = card.current?.querySelector('[data-invalid="true"]');
    (field?.querySelector<HTMLElement>('input, textarea') ?? card.current)?.focus();
  }, [error]);
  useFocusThatStays(card, item.stage);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is one group of fields, this a question
    <section
      ref={card}
      className="countersign countersign-input-request"
      role="group"
      data-stage={item.stage}
      data-inert={isInert}
      lang={locale.tag}
      dir={locale.direction}
      aria-labelledby={heading}
      {...itemAnchor(chat.id, item.id)}
    >
      <h2 id={heading}>
        <SafeText text={form?.title ?? request.message ?? words.title} />
      </h2>
      {item.source !== undefined && (
        <p className="countersign-source">
          <SafeText text={filled(approval.source, { source: item.source })} />
        </p>
      )}
      {form?.title !== undefined && request.message !== undefined && (
        <p>
          <SafeText text={request.message} />
        </p>
      )}
      {form?.description !== undefined && (
        <p className="countersign-description">
          <SafeText text={form.description} />
        </p>
      )}
      {isOpen && item.deadline !== undefined && (
        <Countdown until={item.deadline} now={chat.now} text={approval.timeLeft} />
      )}
      {isOpen && request.url !== undefined && (
        <LinkRequest
          // Another address has not been opened.
          key={request.url}
          url={request.url}
          inertMs={inertMs}
          isInert={isInert}
          isMadeAnew={item.settlement === 'retry'}
          accept={() => void state.accept()}
        />
      )}
      {isOpen && form !== undefined && (
        // Enter in a field gives no answer: only the button does.
        <form noValidate onSubmit={(event) => event.preventDefault()} onKeyDown={keepEscape}>
          <FormFields
            fields={form.fields}
            answers={state.draft}
            errors={errors}
            edit={state.edit}
            renderField={renderField}
          />
        </form>
      )}
      {isOpen && <Answers state={state} isLink={request.url !== undefined} />}
      {!isOpen && <Afterwards chat={chat} item={item} isInert={isInert} undo={state.undo} resend={state.resend} />}
      {error !== undefined && (
        <p className="countersign-error" role="alert">
          {errors.length > 0 ? counted(locale, words.mended, errors.length) : refusalInWords(locale, error)}
        </p>
      )}
    </section>
  );
}

/** Elsewhere Escape may stop the agent; whoever is writing means the field. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') event.stopPropagation();
}

function Answers({ state, isLink }: { state: InputRequestState; isLink: boolean }): ReactNode {
  const { form: words } = useLocale().texts;
  const { form, isInert } = state;
  return (
    <div className="countersign-actions">
      <button type="button" data-kind="quiet" aria-disabled={isInert} onClick={() => void state.cancel()}>
        {words.cancel}
      </button>
      <button type="button" data-kind="deny" aria-disabled={isInert} onClick={() => void state.decline()}>
        {words.decline}
      </button>
      {!isLink && (
        <button type="button" data-kind="primary" aria-disabled={isInert} onClick={() => void state.accept()}>
          {form?.confirm === true ? words.confirm : words.submit}
        </button>
      )}
    </div>
  );
}
