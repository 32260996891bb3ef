import { STATES } from './states';

/** Every state of the components: a list, or one of them by itself. */
export function StatesPage({ name }: { name: string | undefined }) {
  const state = STATES.find((other) => other.name === name);
  if (state === undefined) {
    return (
      <ul className="column">
        {STATES.map((other) => (
          <li key={other.name}>
            <a href={`#states/${other.name}`}>{other.name}</a>
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className="state" data-state={state.name}>
      {state.show()}
    </div>
  );
}
