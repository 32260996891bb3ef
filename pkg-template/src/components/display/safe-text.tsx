import type { ReactNode } from 'react';
import { filled } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';
import { stretches } from './hidden-characters.js';

/** A text of somebody who is not trusted: what it hides is shown, and its direction stays inside. */
export function SafeText({ text }: { text: string }): ReactNode {
  const { display } = useLocale().texts;
  return (
    <bdi className="countersign-safe-text">
      {stretches(text).map((stretch, place) =>
        stretch.kind === 'plain' ? (
          stretch.text
        ) : (
          <mark
            // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place in a text that does not change
            key={place}
            className="countersign-hidden-character"
            title={filled(display.hiddenCharacter, { codePoint: stretch.codePoint })}
          >
            {stretch.codePoint}
          </mark>
        ),
      )}
    </bdi>
  );
}
