import { CallView } from '../calls/CallView';
import type { DemoMessage } from '../chat-types';
import type { Agent } from './agent';

interface MessageProps {
  message: DemoMessage;
  /** Only the newest message can still be answered. */
  isOpen: boolean;
  busy: boolean;
  agent: Agent;
}

export function Message({ message, isOpen, busy, agent }: MessageProps) {
  return (
    <article className={`message ${message.role}`} aria-label={message.role === 'user' ? 'You' : 'Agent'}>
      {message.parts.map((part, index) =>
        part.type === 'text' ? (
          part.text && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text has no id, and parts only ever join at the end
            <p key={index} className="text">
              {part.text}
            </p>
          )
        ) : (
          <CallView
            // biome-ignore lint/suspicious/noArrayIndexKey: parts only ever join at the end
            key={index}
            part={part}
            messages={agent.messages}
            isOpen={isOpen}
            busy={busy}
            isUnknown={false}
            onAnswer={agent.answer}
            onDecide={agent.decide}
          />
        ),
      )}
    </article>
  );
}
