import { type ReactNode, useState } from 'react';
import { counted } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';
import { SafeText } from './safe-text.js';
import {
  beginning,
  type Container,
  containerOf,
  countOf,
  ENTRIES_AT_ONCE,
  entriesOf,
  isFolded,
  isShortList,
  LONGEST_SHOWN,
  valueAsText,
} from './shown-value.js';

/** What a {@link ValueView} shows. */
export interface ValueViewProps {
  value: unknown;
  /**
   * After how many characters a text is cut until the reader asks for all of it; a value with more than an entry for
   * each hundred of them is opened level by level. @defaultValue 20 000
   */
  fold?: number | undefined;
}

/**
 * A value for people: objects and lists entry by entry, on levels that can be
 * folded, and texts as they are. What is large is folded at first, and costs
 * little until it is opened.
 */
export function ValueView({ value, fold = LONGEST_SHOWN }: ValueViewProps): ReactNode {
  const container = containerOf(value);
  if (container === undefined) return <TextView text={valueAsText(value)} fold={fold} />;
  return <Level container={container} fold={fold} opens={!isFolded(value, fold)} />;
}

/** The entries of an object or a list. */
function Level({ container, fold, opens }: { container: Container; fold: number; opens: boolean }): ReactNode {
  const locale = useLocale();
  const [count, setCount] = useState(ENTRIES_AT_ONCE);
  const left = countOf(container) - count;
  return (
    <>
      <dl className="countersign-value" data-list={Array.isArray(container)}>
        {entriesOf(container, count).map(([name, entry]) => (
          <div key={name}>
            <dt>
              <SafeText text={name} />
            </dt>
            <dd>
              <Entry value={entry} fold={fold} opens={opens} />
            </dd>
          </div>
        ))}
      </dl>
      {left > 0 && (
        // All of a long list at once would freeze the page.
        <button type="button" onClick={() => setCount(count + Math.max(ENTRIES_AT_ONCE, count))}>
          {counted(locale, locale.texts.display.showEntries, left)}
        </button>
      )}
    </>
  );
}

function Entry({ value, fold, opens }: { value: unknown; fold: number; opens: boolean }): ReactNode {
  const container = containerOf(value);
  if (container === undefined) return <TextView text={valueAsText(value)} fold={fold} />;
  if (isShortList(container)) {
    return (
      <ul className="countersign-short-list">
        {container.map((entry, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place in a list that does not change
          <li key={place}>
            <SafeText text={valueAsText(entry)} />
          </li>
        ))}
      </ul>
    );
  }
  return <Folder container={container} fold={fold} opens={opens} />;
}

/** A level that can be folded; what is folded is not there. */
function Folder({ container, fold, opens }: { container: Container; fold: number; opens: boolean }): ReactNode {
  const locale = useLocale();
  const [isOpen, setIsOpen] = useState(opens);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{counted(locale, locale.texts.display.entries, countOf(container))}</summary>
      {isOpen && <Level container={container} fold={fold} opens={opens} />}
    </details>
  );
}

function TextView({ text, fold }: { text: string; fold: number }): ReactNode {
  const locale = useLocale();
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? text : beginning(text, fold);
  const left = text.length - shown.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <pre className="countersign-text-value" dir="auto" data-cut={left > 0} tabIndex={0}>
      <SafeText text={shown} />
      {left > 0 && (
        <>
          {'… '}
          <button type="button" onClick={() => setIsWhole(true)}>
            {counted(locale, locale.texts.display.showRest, left)}
          </button>
        </>
      )}
    </pre>
  );
}
