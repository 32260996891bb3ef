import { useState } from 'react';

interface ComposerProps {
  busy: boolean;
  onSend: (text: string) => void;
  onStop: () => void;
}

export function Composer({ busy, onSend, onStop }: ComposerProps) {
  const [text, setText] = useState('');
  const ready = !busy && text.trim() !== '';
  const send = () => {
    if (!ready) return;
    onSend(text.trim());
    setText('');
  };
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        rows={1}
        value={text}
        placeholder="Write to the agent"
        aria-label="Message to the agent"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="button" className="quiet" disabled={!busy} onClick={onStop}>
        Stop
      </button>
      <button type="submit" className="primary" disabled={!ready}>
        Send
      </button>
    </form>
  );
}
