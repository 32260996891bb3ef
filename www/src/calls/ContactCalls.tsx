// The three calls of a choice from results: what was found, what the person picked, what came of it.
import { useId } from 'react';
import type { Candidate, InvitationPart, SearchPart, SelectionPart } from '../chat-types';
import type { Word } from '../words/table';
import { useWords } from '../words/use-words';
import { OptionCard } from './OptionCard';

export function SearchCall({ part, busy }: { part: SearchPart; busy: boolean }) {
  const count = part.state === 'output-available' ? part.output.candidates.length : undefined;
  const outcome =
    count !== undefined
      ? `${count === 0 ? 'nobody' : count} found`
      : part.state === 'output-error'
        ? `failed: ${part.errorText}`
        : busy
          ? 'searching…'
          : 'no answer came';
  return (
    <p className="trace">
      Contacts, “{part.input?.query ?? '…'}”: {outcome}
    </p>
  );
}

interface SelectionCallProps {
  part: SelectionPart;
  /** Whom the search found; undefined when the conversation does not hold it. */
  candidates: Candidate[] | undefined;
  isOpen: boolean;
  busy: boolean;
  onSelect: (output: { selectedId: string | null }) => void;
}

export function SelectionCall({ part, candidates = [], isOpen, busy, onSelect }: SelectionCallProps) {
  const say = useWords();
  const none = say('None of these');
  if (part.state === 'input-streaming') return null;
  const selected = part.state === 'output-available' ? part.output.selectedId : undefined;
  const people = candidates.map(({ id, name, about }) => ({
    key: id,
    label: name,
    description: about,
    answer: { selectedId: id },
  }));
  return (
    <OptionCard<{ selectedId: string | null }>
      title={say('Whom shall I invite?')}
      picked={selected === null ? none : (candidates.find(({ id }) => id === selected)?.name ?? selected)}
      waits={part.state === 'input-available' && isOpen}
      busy={busy}
      options={[...people, { key: 'none', label: none, answer: { selectedId: null } }]}
      onPick={onSelect}
    />
  );
}

interface InvitationCallProps {
  part: InvitationPart;
  contact: Candidate | undefined;
  busy: boolean;
}

export function InvitationCall({ part, contact, busy }: InvitationCallProps) {
  const say = useWords();
  const title = useId();
  const [tag, tone]: [Word, string] =
    part.state === 'output-available'
      ? ['Invited', 'good']
      : part.state === 'output-error'
        ? ['Refused', 'bad']
        : [busy ? 'Inviting' : 'Not confirmed', ''];
  return (
    <fieldset className="card" aria-labelledby={title}>
      <div className="card-head">
        <h3 id={title}>{say('Invitation')}</h3>
        <span className={`tag ${tone}`}>{say(tag)}</span>
      </div>
      <p className={part.state === 'output-error' ? 'why' : 'picked'}>
        {part.state === 'output-error' ? part.errorText : (contact?.name ?? part.input?.contactId)}
      </p>
    </fieldset>
  );
}
