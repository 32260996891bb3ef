import { type Ref, useId, useImperativeHandle, useState } from 'react';
import type { Client } from '../clients/client';
import { useWords } from '../words/use-words';
import { useRequestCount } from './request-count';
import type { Scene } from './scenes';

/** What can be done to a pane from outside. */
export interface PaneHandle {
  say(text: string): void;
}

interface PaneProps<A> {
  name: string;
  /** Which client this pane runs on; the same on every render. */
  client: Client<A>;
  chatId: string;
  scene: Scene;
  ref: Ref<PaneHandle>;
}

/** One conversation with the misbehaving server, and how many requests the person's last act has led to. */
export function Pane<A>({ name, client, chatId, scene, ref }: PaneProps<A>) {
  const say = useWords();
  const title = useId();
  const requests = useRequestCount();
  const [agent] = useState(() =>
    client.createAgent({
      conversation: { id: chatId, messages: [] },
      headers: { 'x-demo-fault': scene.fault },
      fetch: requests.fetch,
    }),
  );
  useImperativeHandle(ref, () => ({
    say: (text) => {
      requests.reset();
      client.say(agent, text);
    },
  }));
  return (
    <section
      className="pane"
      aria-labelledby={title}
      // Whatever the person presses or submits begins the count anew.
      onClickCapture={requests.reset}
      onSubmitCapture={requests.reset}
    >
      <header>
        <h2 id={title}>
          <bdi dir="ltr">{name}</bdi>
        </h2>
        <p className={requests.count > 1 ? 'requests many' : 'requests'}>
          <b data-testid="requests">{requests.count}</b>{' '}
          {say(requests.count === 1 ? 'request since you last did something' : 'requests since you last did something')}
        </p>
      </header>
      <client.AgentChat agent={agent}>
        <p className="fine">{say('Nothing said yet.')}</p>
      </client.AgentChat>
    </section>
  );
}
