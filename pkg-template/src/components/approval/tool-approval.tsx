import type { UIMessage } from 'ai';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import type { AnyMessage } from '../../any-message.js';
import type { ChatController, PendingApproval } from '../../index.js';
import { SafeText } from '../display/safe-text.js';
import { isCut } from '../display/shown-value.js';
import { ValueView } from '../display/value-view.js';
import { useFocusThatStays } from '../guard/use-focus-that-stays.js';
import { useInert } from '../guard/use-inert.js';
import { filled } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';
import { itemAnchor } from '../pending-bar/anchors.js';
import { Afterwards } from './afterwards.js';
import { Countdown } from './countdown.js';
import { DecisionMenu, type MenuEntry } from './decision-menu.js';
import { EditPanel } from './edit-panel.js';
import { ReasonPanel } from './reason-panel.js';
import { refusalInWords } from './refusal.js';
import { RulePanel } from './rule-panel.js';
import { type ApprovalSettings, type ToolApprovalState, useToolApproval } from './use-tool-approval.js';

/** Keys that decide while the card itself has the focus, such as `{ allow: 'a', deny: 'd' }`. */
export interface ApprovalShortcuts {
  readonly allow?: string;
  readonly deny?: string;
}

/** What a {@link ToolApproval} needs. */
export interface ToolApprovalProps<M extends UIMessage = AnyMessage> extends ApprovalSettings {
  chat: ChatController<M>;
  /** The approval's id, or its item's. */
  id: string;
  /** What is judged, where the approval itself does not hold it any more. */
  input?: unknown;
  /** What the tool is called for people. @defaultValue what the agent calls it */
  title?: string | undefined;
  /** Shows what is judged in the application's own way. @defaultValue member by member */
  renderInput?: ((input: unknown) => ReactNode) | undefined;
  /** Single keys that decide. @defaultValue none */
  shortcuts?: ApprovalShortcuts | undefined;
  /** Draws all of it in the application's own way. */
  children?: ((approval: ToolApprovalState) => ReactNode) | undefined;
}

type Panel = 'reason' | 'edit' | 'always allow' | 'always deny';

/**
 * The decision about one tool call: what is judged, why, and the answers that the
 * agent would receive; afterwards what became of it.
 */
export function ToolApproval<M extends UIMessage = AnyMessage>(props: ToolApprovalProps<M>): ReactNode {
  // What was typed for one call never answers another.
  return <Approval key={props.id} {...props} />;
}

function Approval<M extends UIMessage>(props: ToolApprovalProps<M>): ReactNode {
  const { chat, id, inertMs, onToolDecision, children } = props;
  const approval = useToolApproval(chat, id, { inertMs, onToolDecision });
  if (approval.item === undefined) return null;
  if (children !== undefined) return children(approval);
  return <ApprovalCard {...props} key={approval.item.id} approval={approval} item={approval.item} />;
}

function ApprovalCard<M extends UIMessage>({
  chat,
  input: inputOfCall,
  title: ownTitle,
  renderInput,
  shortcuts = {},
  inertMs,
  approval: asked,
  item,
}: ToolApprovalProps<M> & {
  approval: ToolApprovalState;
  item: NonNullable<ToolApprovalState['item']>;
}): ReactNode {
  const locale = useLocale();
  const words = locale.texts.approval;
  const [opened, setOpened] = useState<{ panel: Panel; revision: number }>();
  const card = useRef<HTMLElement>(null);
  const heading = useId();
  const shown = item as Partial<PendingApproval>;
  const input = shown.input ?? inputOfCall;
  const title = ownTitle || shown.title;
  // What is judged has changed: what was begun about it is over.
  const panel = opened?.revision === item.revision ? opened.panel : undefined;
  const back = () => setOpened(undefined);
  // What takes the place of a pressed control is not pressed by the same double click.
  const isChanging = useInert(inertMs, `${panel}`);
  const approval = isChanging ? inert(asked) : asked;
  const { isOpen, isInert, answers, error, decide } = approval;
  const theirs = input === undefined ? undefined : renderInput?.(input);

  useFocusThatStays(card, `${item.stage} ${panel}`);
  const press = ({ key, target, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent) => {
    // A key that is shown nowhere decides nothing.
    if (!isOpen || panel !== undefined || hasOptions(answers)) return;
    if (target !== card.current || ctrlKey || metaKey || altKey || repeat) return;
    if (key === shortcuts.allow) void decide(true);
    else if (key === shortcuts.deny) void decide(false);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is one group of fields, this a question
    <section
      ref={card}
      className="countersign countersign-approval"
      role="group"
      data-stage={item.stage}
      data-inert={isInert}
      lang={locale.tag}
      dir={locale.direction}
      aria-labelledby={heading}
      onKeyDown={press}
      {...itemAnchor(chat.id, item.id)}
    >
      <h2 id={heading}>
        <SafeText text={filled(words.question, { tool: title || item.toolName || '' })} />
      </h2>
      <p className="countersign-source">
        {item.source !== undefined && <SafeText text={filled(words.source, { source: item.source })} />}
        {title !== undefined && (
          <>
            {' '}
            <code>
              <SafeText text={item.toolName ?? ''} />
            </code>
          </>
        )}
      </p>
      {shown.reason !== undefined && (
        <p className="countersign-why">
          <SafeText text={shown.reason} />
        </p>
      )}
      {input === undefined ? <p>{words.nothingToJudge}</p> : (theirs ?? <ValueView value={input} />)}
      {isOpen && item.deadline !== undefined && (
        <Countdown until={item.deadline} now={chat.now} text={words.timeLeft} />
      )}
      {isOpen && panel === undefined && (
        <Decisions
          approval={approval}
          shortcuts={shortcuts}
          open={(next) => setOpened({ panel: next, revision: item.revision })}
          isJudged={input !== undefined}
          isWhole={theirs != null || !isCut(input)}
        />
      )}
      {isOpen && panel === 'reason' && answers.reason && <ReasonPanel approval={approval} back={back} />}
      {isOpen && panel === 'edit' && answers.editInput && (
        <EditPanel approval={approval} input={input} schema={chat.getInputSchema(item.id)} back={back} />
      )}
      {isOpen && (panel === 'always allow' || panel === 'always deny') && answers.remember && (
        <RulePanel approval={approval} input={input} allows={panel === 'always allow'} back={back} />
      )}
      {!isOpen && (
        <Afterwards chat={chat} item={item} isInert={isInert} undo={approval.undo} resend={approval.resend} />
      )}
      {error !== undefined && (
        <p className="countersign-error" role="alert">
          {refusalInWords(locale, error)}
        </p>
      )}
    </section>
  );
}

/** The same, for a moment without answers. */
function inert(approval: ToolApprovalState): ToolApprovalState {
  const nothing = () => Promise.resolve();
  return { ...approval, isInert: true, decide: nothing, resend: nothing, undo: () => {} };
}

/** Whether the wire names its answers itself. */
function hasOptions({ options = [] }: ToolApprovalState['answers']): boolean {
  return options.length > 0;
}

/** The answers that the agent would receive. */
function Decisions({
  approval: { answers, isInert, decide },
  shortcuts,
  open,
  isJudged,
  isWhole,
}: {
  approval: ToolApprovalState;
  shortcuts: ApprovalShortcuts;
  open(panel: Panel): void;
  isJudged: boolean;
  /** Nothing of the input is folded: no rule is made of what is not seen. */
  isWhole: boolean;
}): ReactNode {
  const words = useLocale().texts.approval;
  const entry = (label: string, panel: Panel): MenuEntry => ({ label, choose: () => open(panel) });
  const entries = [
    ...(answers.reason ? [entry(words.denyWithReason, 'reason')] : []),
    ...(answers.editInput && isJudged ? [entry(words.editAndAllow, 'edit')] : []),
    ...(answers.remember && isWhole
      ? [entry(words.alwaysAllow, 'always allow'), entry(words.alwaysDeny, 'always deny')]
      : []),
  ];
  const options = answers.options ?? [];
  return (
    <div className="countersign-actions">
      {hasOptions(answers)
        ? // The wire names its answers, and their order is its own.
          options.map(({ id, name, allows }) => (
            <button
              key={id}
              type="button"
              data-kind={allows ? undefined : 'deny'}
              aria-disabled={isInert}
              onClick={() => void decide({ approved: allows, optionId: id })}
            >
              <SafeText text={name} />
            </button>
          ))
        : (
            [
              ['deny', false, words.deny, shortcuts.deny],
              ['primary', true, words.allow, shortcuts.allow],
            ] as const
          ).map(([kind, approved, label, shortcut]) => (
            <button
              key={kind}
              type="button"
              data-kind={kind}
              aria-disabled={isInert}
              aria-keyshortcuts={shortcut}
              onClick={() => void decide(approved)}
            >
              {label}
              {shortcut !== undefined && (
                <span aria-hidden="true">
                  <kbd>{shortcut}</kbd>
                </span>
              )}
            </button>
          ))}
      {entries.length > 0 && <DecisionMenu entries={entries} />}
    </div>
  );
}
