import { type Ref, useId, useImperativeHandle } from 'react';
import { Chat } from '../Chat';
import type { Agent, Connection } from '../clients/agent';
import { useRequestCount } from './request-count';
import type { Scene } from './scenes';

/** What can be done to a pane from outside. */
export interface PaneHandle {
  say(text: string): void;
}

interface PaneProps {
  name: string;
  /** Which client this pane runs on; the same on every render. */
  useAgent: (connection: Connection) => Agent;
  chatId: string;
  scene: Scene;
  ref: Ref<PaneHandle>;
}

/** One conversation with the misbehaving server, and how many requests the person's last act has led to. */
export function Pane({ name, useAgent, chatId, scene, ref }: PaneProps) {
  const title = useId();
  const requests = useRequestCount();
  const agent = counting(
    useAgent({
      conversation: { id: chatId, messages: [] },
      headers: { 'x-demo-fault': scene.fault },
      fetch: requests.fetch,
    }),
    requests.reset,
  );
  useImperativeHandle(ref, () => ({ say: agent.say }));
  return (
    <section className="pane" aria-labelledby={title}>
      <header>
        <h2 id={title}>{name}</h2>
        <p className={requests.count > 1 ? 'requests many' : 'requests'}>
          <b data-testid="requests">{requests.count}</b> {requests.count === 1 ? 'request' : 'requests'} since you last
          did something
        </p>
      </header>
      <Chat agent={agent}>
        <p className="fine">Nothing said yet.</p>
      </Chat>
    </section>
  );
}

/** The agent, with the count beginning anew whenever the person does something. */
function counting(agent: Agent, reset: () => void): Agent {
  const anew =
    <Arguments extends unknown[]>(act: (...given: Arguments) => void) =>
    (...given: Arguments) => {
      reset();
      act(...given);
    };
  return {
    ...agent,
    say: anew(agent.say),
    answer: anew(agent.answer),
    decide: anew(agent.decide),
    resend: anew(agent.resend),
  };
}
