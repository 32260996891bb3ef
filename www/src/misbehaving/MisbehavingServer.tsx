import { useRef, useState } from 'react';
import { client as aiSdk } from '../clients/ai-sdk';
import { client as countersign } from '../clients/countersign';
import { Pane, type PaneHandle } from './Pane';
import { SCENES, type Scene } from './scenes';
import './misbehaving.css';
import { useWords } from '../words/use-words';

/** The same page and the same server twice: on AI SDK's own client and on Countersign. */
export function MisbehavingServer() {
  const say = useWords();
  const [scene, setScene] = useState<Scene>(SCENES[0] as Scene);
  // Another scene, or the same anew, is two new conversations.
  const [round, setRound] = useState(newRound);
  const panes = [useRef<PaneHandle>(null), useRef<PaneHandle>(null)] as const;
  const [begun, setBegun] = useState(false);
  const restart = (next: Scene) => {
    setScene(next);
    setRound(newRound());
    setBegun(false);
  };
  const begin = () => {
    setBegun(true);
    for (const pane of panes) pane.current?.say(scene.words);
  };

  return (
    <div className="misbehaving">
      <div className="scene">
        <fieldset className="switch">
          <legend>{say('How the server misbehaves')}</legend>
          {SCENES.map((other) => (
            <label key={other.id}>
              <input type="radio" name="scene" checked={other === scene} onChange={() => restart(other)} />
              {say(other.name)}
            </label>
          ))}
        </fieldset>
        <p>{say(scene.what)}</p>
        <div className="begin">
          {begun ? (
            <button type="button" onClick={() => restart(scene)}>
              {say('Start over')}
            </button>
          ) : (
            <button type="button" className="primary" onClick={begin}>
              {say('Say to both: “{words}”', { words: scene.words })}
            </button>
          )}
          <p className="fine">{say(scene.next)}</p>
        </div>
      </div>
      <div className="panes">
        <Pane
          key={`countersign-${round}`}
          ref={panes[0]}
          name="Countersign"
          client={countersign}
          chatId={`countersign-${round}`}
          scene={scene}
        />
        <Pane
          key={`ai-sdk-${round}`}
          ref={panes[1]}
          name="@ai-sdk/react"
          client={aiSdk}
          chatId={`ai-sdk-${round}`}
          scene={scene}
        />
      </div>
    </div>
  );
}

function newRound(): string {
  return crypto.randomUUID();
}
