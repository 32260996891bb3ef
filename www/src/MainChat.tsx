import { useEffect } from 'react';
import { Chat } from './Chat';
import type { DemoMessage } from './chat-types';
import { useAgent } from './clients/countersign';
import type { Conversation } from './saved-conversation';

const STARTERS = [
  'Plan the launch mail',
  'Invite someone',
  'Ask me two questions first',
  'Plan the launch mail, and fail once',
];

interface MainChatProps {
  conversation: Conversation;
  onChange: (messages: DemoMessage[]) => void;
  /** A turn ended: what the server did may have changed. */
  onSettled: () => void;
  onShowOpening: () => void;
}

export function MainChat({ conversation, onChange, onSettled, onShowOpening }: MainChatProps) {
  const agent = useAgent({ conversation });
  const { messages, status } = agent;
  const busy = status === 'submitted' || status === 'streaming';
  useEffect(() => onChange(messages), [messages, onChange]);
  useEffect(() => {
    if (!busy) onSettled();
  }, [busy, onSettled]);
  return (
    <Chat agent={agent}>
      <div className="empty">
        <h2>What should the agent do?</h2>
        <div className="starters">
          {STARTERS.map((text) => (
            <button key={text} type="button" onClick={() => agent.say(text)}>
              {text}
            </button>
          ))}
        </div>
        <button type="button" className="link" onClick={onShowOpening}>
          Back to the first scene
        </button>
        <a className="link" href="#misbehaving">
          Meet a misbehaving server
        </a>
      </div>
    </Chat>
  );
}
