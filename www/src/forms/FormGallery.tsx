import { ChatController, type InputResponse } from 'countersign';
import { InputRequestCard } from 'countersign/components';
import { useId, useState } from 'react';
import { SAMPLES, type SampleRequest } from './requests';
import './forms.css';

/** What servers ask people, each as a form made from its JSON Schema, and what goes back. */
export function FormGallery() {
  const [{ sample, round }, setShown] = useState({ sample: SAMPLES[0] as SampleRequest, round: 0 });
  const name = useId();
  return (
    <div className="gallery">
      <fieldset className="switch">
        <legend>What a server asks</legend>
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
            Ask again
          </button>
        )}
      </div>
      <section className="panel" aria-label="What goes over the wire">
        <h2>What the server asks</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard */}
        <pre tabIndex={0}>{JSON.stringify(request.url ?? request.schema, undefined, 2)}</pre>
        <h2>What it gets</h2>
        <pre data-testid="response">
          {response === undefined ? 'Nothing yet.' : JSON.stringify(response, undefined, 2)}
        </pre>
      </section>
    </div>
  );
}
