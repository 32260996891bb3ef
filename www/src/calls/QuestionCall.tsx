import type { QuestionPart } from '../chat-types';
import { useWords } from '../words/use-words';
import { OptionCard } from './OptionCard';

interface QuestionCallProps {
  part: QuestionPart;
  isOpen: boolean;
  busy: boolean;
  onAnswer: (output: { optionId: string; label: string }) => void;
}

export function QuestionCall({ part, isOpen, busy, onAnswer }: QuestionCallProps) {
  const say = useWords();
  if (part.state === 'input-streaming') return <p className="drafting">{say('Writing a question…')}</p>;
  if (!part.input) return null;
  return (
    <OptionCard
      title={part.input.question}
      picked={part.state === 'output-available' ? part.output.label : undefined}
      waits={part.state === 'input-available' && isOpen}
      busy={busy}
      options={part.input.options.map(({ id, label, description }) => ({
        key: id,
        label,
        description,
        answer: { optionId: id, label },
      }))}
      onPick={onAnswer}
    />
  );
}
