import type { UIMessage } from 'ai';
import { type ReactNode, useId, useRef } from 'react';
import type { AnyMessage } from '../../any-message.js';
import type { ChatController, Grant } from '../../index.js';
import { useGrants } from '../../react/use-human.js';
import { SafeText } from '../display/safe-text.js';
import { moment } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';
import { ruleInWords } from './rule.js';

/** What a {@link GrantList} needs. */
export interface GrantListProps<M extends UIMessage = AnyMessage> {
  chat: ChatController<M>;
}

/** The rules that answer approvals of a conversation, as they are stored, each with a way to take it back. */
export function GrantList<M extends UIMessage = AnyMessage>({ chat }: GrantListProps<M>): ReactNode {
  const { tag, direction, texts } = useLocale();
  const { grants, revoke } = useGrants(chat);
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="countersign countersign-grants" lang={tag} dir={direction} aria-labelledby={title}>
      <h2 id={title} ref={heading} tabIndex={-1}>
        {texts.grants.title}
      </h2>
      {grants.length === 0 ? (
        <p className="countersign-none">{texts.grants.none}</p>
      ) : (
        <ul>
          {grants.map((grant) => (
            <GrantView
              key={grant.id}
              grant={grant}
              onRevoke={() => {
                revoke(grant.id);
                // The pressed button goes away.
                heading.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function GrantView({ grant, onRevoke }: { grant: Grant; onRevoke: () => void }): ReactNode {
  const locale = useLocale();
  const { grants } = locale.texts;
  const words = ruleInWords(locale, grant);
  const sentence = useId();
  return (
    <li data-allows={grant.allows} data-scope={grant.scope}>
      <p id={sentence}>
        <b>
          <SafeText text={words.rule} />
        </b>{' '}
        {words.inputs}
      </p>
      {'input' in grant && (
        <pre dir="ltr">
          <SafeText text={JSON.stringify(grant.input, undefined, 2)} />
        </pre>
      )}
      <p className="countersign-made">
        <time dateTime={new Date(grant.made).toISOString()}>
          {grants.made.replace('{time}', moment(locale, grant.made, Date.now()))}
        </time>
      </p>
      <button type="button" aria-describedby={sentence} onClick={onRevoke}>
        {grants.revoke}
      </button>
    </li>
  );
}
