import { type ReactNode, useState } from 'react';
import { counted } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';
import { SafeText } from './safe-text.js';
import { beginning, LONGEST_SHOWN, membersOf, valueAsText } from './shown-value.js';

/** What a {@link ValueView} shows. */
export interface ValueViewProps {
  value: unknown;
  /** After how many characters a text is cut until the reader asks for all of it. @defaultValue 20 000 */
  fold?: number | undefined;
}

/** A value for people: the members of an object line by line, texts as they are, the rest as JSON. */
export function ValueView({ value, fold = LONGEST_SHOWN }: ValueViewProps): ReactNode {
  const members = membersOf(value);
  if (members === undefined) return <TextView text={valueAsText(value)} fold={fold} />;
  return (
    <dl className="countersign-value">
      {members.map(([name, member]) => (
        <div key={name}>
          <dt>
            <SafeText text={name} />
          </dt>
          <dd>
            <TextView text={valueAsText(member)} fold={fold} />
          </dd>
        </div>
      ))}
    </dl>
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
