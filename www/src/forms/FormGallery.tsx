import { ChatController, type InputResponse } from 'countersign';
import { InputRequestCard } from 'countersign/components';
import { useId, useState } from 'react';
import { SAMPLES, type SampleRequest } from './requests';
import './forms.css';
import { useWords } from '../words/use-words';

/** What servers ask people, each as a form made from its JSON Schema, and what goes back. */
export function FormGallery() {
  const [{ sample, round }, setShown] = useState({ sample: SAMPLES[0] as SampleRequest, round: 0 });
  const say = useWords();
  const name = useId();
  return (
    <div className="gallery">
      <fieldset className="switch">
        <legend>{say('What a server asks')}</legend>
        {SAMPLES.map((other) => (
          <label key={other.name}>
            <input
              type="radio"
              name={name}
              checked={other === sample}
              onChange={() => setShown({ sample: other, round: round + 1 })}
            />
            {other.name}
          </label>
        ))}
      </fieldset>
      <Sample key={round} sample={sample} onAgain={() => setShown({ sample, round: round + 1 })} />
    </div>
  );
}

function Sample({ sample: { server, request }, onAgain }: { sample: SampleRequest; onAgain: () => void }) {
  const say = useWords();
  const [response, setResponse] = useState<InputResponse>();
  const [{ chat, id }] = useState(() => {
    const chat = new ChatController({ id: `form-${request.id}` });
    chat
      .approver({ protocol: 'mcp', name: server })
      .input(request)
      .then(setResponse, () => {});
    return { chat, id: chat.getSnapshot().inputRequests[0]?.id ?? '' };
  });
  return (
    <div className="sample">
      <div>
        <InputRequestCard chat={chat} id={id} />
        {response !== undefined && (
          <button type="button" onClick={onAgain}>
            {say('Ask again')}
          </button>
        )}
      </div>
      <section className="panel" aria-label={say('What goes over the wire')}>
        <h2>{say('What the server asks')}</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
        <pre tabIndex={0}>{JSON.stringify(request.url ?? request.schema, undefined, 2)}</pre>
        <h2>{say('What it gets')}</h2>
        <pre data-testid="response">
          {response === undefined ? say('Nothing yet.') : JSON.stringify(response, undefined, 2)}
        </pre>
      </section>
    </div>
  );
}
