import { type ReactNode, useState } from 'react';
import { readLink } from '../../form/link.js';
import { SafeText } from '../display/safe-text.js';
import { useInert } from '../guard/use-inert.js';
import { filled } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';

/** What a {@link LinkRequest} needs. */
export interface LinkRequestProps {
  url: string;
  /** For how long controls do nothing after they have appeared, in milliseconds. */
  inertMs: number | undefined;
  isInert: boolean;
  /** The request is made anew with the answer: it is given when the person has finished there, not when they open it. */
  isMadeAnew: boolean;
  /** Tells the agent that the person consents. */
  accept(): void;
}

/**
 * An address that an agent wants to be visited: whole, with its host apart, and
 * opened by nobody but the person. The agent hears of the consent, and nothing of
 * what is entered there.
 */
export function LinkRequest({ url, inertMs, isInert: isCardInert, isMadeAnew, accept }: LinkRequestProps): ReactNode {
  const { link: words } = useLocale().texts;
  const [isOpened, setIsOpened] = useState(false);
  const isInert = useInert(inertMs, `${isOpened}`) || isCardInert;
  const read = readLink(url);
  if ('refused' in read) {
    return (
      <div className="countersign-link">
        <p className="countersign-error">{filled(words.refused, { why: words[read.refused] })}</p>
        <pre className="countersign-text-value">
          <SafeText text={url} />
        </pre>
      </div>
    );
  }
  const { href, host, punycode, unicodeHost, mixedScripts, loopback } = read.link;
  const open = () => {
    if (isInert) return;
    window.open(href, '_blank', 'noopener,noreferrer');
    setIsOpened(true);
    if (!isMadeAnew && !isOpened) accept();
  };
  return (
    <div className="countersign-link">
      <p>{words.opens}</p>
      <dl>
        <div>
          <dt>{words.host}</dt>
          <dd>
            <strong dir="ltr">{host}</strong>
          </dd>
        </div>
        <div>
          <dt>{words.whole}</dt>
          <dd>
            <code dir="ltr">{href}</code>
          </dd>
        </div>
      </dl>
      {punycode && <p className="countersign-caution">{filled(words.punycode, { name: unicodeHost ?? host })}</p>}
      {mixedScripts && <p className="countersign-caution">{words.mixedScripts}</p>}
      {loopback && <p className="countersign-caution">{words.loopback}</p>}
      <p>{words.warning}</p>
      {isOpened && isMadeAnew && <p role="status">{words.opened}</p>}
      <div className="countersign-actions">
        <button type="button" data-kind={isOpened ? undefined : 'primary'} aria-disabled={isInert} onClick={open}>
          {isOpened ? words.openAgain : filled(words.open, { host })}
        </button>
        {isOpened && isMadeAnew && (
          <button type="button" data-kind="primary" aria-disabled={isInert} onClick={() => !isInert && accept()}>
            {words.finished}
          </button>
        )}
      </div>
    </div>
  );
}
