import type { UIMessage } from 'ai';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AnyMessage } from '../../any-message.js';
import type { AuditEntry, ChatController } from '../../index.js';
import { counted, duration, filled, type Locale } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';

/** Timers that are set for longer go off at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** What an {@link Announcer} needs. */
export interface AnnouncerProps<M extends UIMessage = AnyMessage> {
  chat: ChatController<M>;
}

/** So long before its time is over something that waits is announced again, in milliseconds. */
const WARNING = 20_000;

/**
 * Tells screen readers, politely and in one place, what the agent asks, what
 * became of it, what went wrong, and that an answer is there. Where time runs
 * out it tells how much is left, at first and shortly before the end.
 */
export function Announcer<M extends UIMessage = AnyMessage>({ chat }: AnnouncerProps<M>): ReactNode {
  const locale = useLocale();
  const words = useRef(locale);
  useEffect(() => {
    words.current = locale;
  });
  const [said, setSaid] = useState('');
  useEffect(() => {
    let heard = chat.getAuditLog().length;
    let { status, error } = chat;
    const say = (sentences: readonly string[]) => {
      if (sentences.length > 0) setSaid(sentences.join(' '));
    };
    const { approvals, inputRequests } = chat.getSnapshot();
    const waiting = [...approvals, ...inputRequests].filter(({ stage }) => stage === 'pending').length;
    // A region that appears with its text is not read out: it comes after.
    if (waiting > 0) say([counted(words.current, words.current.texts.pending.waiting, waiting)]);
    const warnings = new Map<string, ReturnType<typeof setTimeout>>();
    const left = (item: string) => (chat.getItem(item)?.deadline ?? Number.NaN) - chat.now();
    /** How much time there is, and a warning before it is over. */
    const watch = ({ item, to }: AuditEntry) => {
      clearTimeout(warnings.get(item));
      const time = left(item);
      if (to !== 'pending' || !(time > 0)) return [];
      const warn = () => {
        if (chat.getItem(item)?.stage === 'pending') say([timeInWords(words.current, left(item))]);
      };
      // The time has just been told where there is not much more.
      if (time > 2 * WARNING) warnings.set(item, setTimeout(warn, Math.min(time - WARNING, LONGEST_TIMER)));
      return [timeInWords(words.current, time)];
    };
    const unsubscribe = chat.subscribe(() => {
      const entries = chat.getAuditLog();
      const news = entries
        .slice(heard)
        .flatMap((entry) => [...(sentence(words.current, entry) ?? []), ...watch(entry)]);
      heard = entries.length;
      const { announcements } = words.current.texts;
      if (chat.error !== undefined && chat.error !== error) {
        news.push(filled(announcements.error, { message: chat.error.message }));
      }
      const isDone = status === 'streaming' && chat.status === 'ready';
      // Whoever is asked something is told that, and not that an answer is there.
      if (isDone && news.length === 0 && chat.lastMessage?.parts.at(-1)?.type === 'text') {
        news.push(announcements.answered);
      }
      ({ status, error } = chat);
      say(news);
    });
    return () => {
      unsubscribe();
      for (const timer of warnings.values()) clearTimeout(timer);
    };
  }, [chat]);
  return (
    <p className="countersign-announcer" role="status" aria-live="polite" aria-atomic="true">
      {said}
    </p>
  );
}

function timeInWords(locale: Locale, time: number): string {
  return `${filled(locale.texts.approval.timeLeft, { time: duration(locale, time) })}.`;
}

function sentence({ texts }: Locale, { kind, to, toolName }: AuditEntry): string[] | undefined {
  const { announcements, stages } = texts;
  switch (to) {
    case 'pending':
      return [kind === 'approval' ? filled(announcements.approval, { tool: toolName ?? '' }) : announcements.input];
    case 'answered':
    case 'sending':
      // The person knows.
      return undefined;
    default:
      return [filled(announcements.outcome, { what: toolName ?? announcements.question, stage: stages[to] })];
  }
}
