import type { UIMessage } from 'ai';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import type { AnyMessage } from '../../any-message.js';
import type { ChatController, SendMessageInput } from '../../index.js';
import { useChat } from '../../react/use-chat.js';
import { filled } from '../locale/locale.js';
import { useLocale } from '../locale/locale-provider.js';
import { type Attachment, asDataUrl, fileSize, type ReadFile } from './attachments.js';

/** What can be done to a composer from outside. */
export interface ComposerHandle {
  /** Adds files to the next message. */
  attach(files: readonly File[]): void;
  focus(): void;
}

/** What a {@link Composer} needs. */
export interface ComposerProps<M extends UIMessage = AnyMessage> {
  chat: ChatController<M>;
  /** @defaultValue the language's own */
  placeholder?: string;
  /** Which files may be attached, as in an `<input accept>`; `false` for none. @defaultValue all */
  accept?: string | false;
  /** The largest file, in bytes. @defaultValue 4 000 000 */
  maxFileBytes?: number;
  /** Makes a file ready, such as by an upload. @defaultValue its content goes into the message */
  readFile?: ReadFile;
  handle?: Ref<ComposerHandle>;
}

/**
 * Where the person writes. Enter sends, Shift and Enter begin a line, and an
 * Enter that ends a composition (of Japanese, say) does neither. What the
 * conversation refuses stays here.
 */
export function Composer<M extends UIMessage = AnyMessage>({
  chat,
  placeholder,
  accept = '',
  maxFileBytes = 4_000_000,
  readFile = asDataUrl,
  handle,
}: ComposerProps<M>): ReactNode {
  const { tag, texts } = useLocale();
  const words = texts.composer;
  const { status } = useChat<M>({ chat });
  const isBusy = status === 'submitted' || status === 'streaming';
  const [text, setText] = useState('');
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const [reading, setReading] = useState(0);
  const [trouble, setTrouble] = useState<string | undefined>(undefined);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const nextId = useRef(0);
  const troubleId = useId();
  const takesFiles = accept !== false;
  const isReady = !isBusy && reading === 0 && (text.trim() !== '' || attachments.length > 0);

  const attach = (files: readonly File[]) => {
    if (!takesFiles) return;
    setTrouble(undefined);
    for (const file of files) {
      if (file.size > maxFileBytes) {
        setTrouble(filled(words.tooLarge, { name: file.name, limit: fileSize(tag, maxFileBytes) }));
        continue;
      }
      setReading((count) => count + 1);
      readFile(file)
        .then(
          (part) => setAttachments((before) => [...before, { id: nextId.current++, part }]),
          () => setTrouble(filled(words.unreadable, { name: file.name })),
        )
        .finally(() => setReading((count) => count - 1));
    }
  };
  useImperativeHandle(handle, () => ({ attach, focus: () => field.current?.focus() }));

  const send = () => {
    if (!isReady) return;
    const message = { text: text.trim(), files: attachments.map(({ part }) => part) };
    const before = chat.getSnapshot();
    const turn = chat.sendMessage(
      (attachments.length === 0 ? { text: message.text } : message) as unknown as SendMessageInput<M>,
    );
    const after = chat.getSnapshot();
    const isTaken =
      after.messages !== before.messages || after.experimental_queuedMessages !== before.experimental_queuedMessages;
    if (isTaken) {
      setText('');
      setAttachments([]);
      setTrouble(undefined);
      return;
    }
    void turn.then((result) => setTrouble(result.ok ? undefined : result.error.message));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Safari ends a composition before it tells of the key: 229 is what it says then.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return;
    event.preventDefault();
    send();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // Offices put a picture of copied text beside it: the text is meant.
    if (files.length === 0 || !takesFiles || event.clipboardData.getData('text/plain') !== '') return;
    event.preventDefault();
    attach(files);
  };
  const onPick = (event: ChangeEvent<HTMLInputElement>) => {
    attach([...(event.target.files ?? [])]);
    // The same file can be picked again.
    event.target.value = '';
  };

  return (
    <form
      className="countersign-composer"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        send();
      }}
    >
      {attachments.length > 0 && (
        <ul className="countersign-attachments" aria-label={words.attached}>
          {attachments.map(({ id, part }) => {
            const name = part.filename ?? part.mediaType;
            return (
              <li key={id}>
                <bdi>{name}</bdi>
                <button
                  type="button"
                  data-kind="quiet"
                  aria-label={filled(words.remove, { name })}
                  onClick={() => {
                    setAttachments((before) => before.filter((other) => other.id !== id));
                    field.current?.focus();
                  }}
                >
                  ×
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {trouble !== undefined && (
        <p id={troubleId} className="countersign-trouble">
          {trouble}
        </p>
      )}
      <div className="countersign-composer-row">
        {takesFiles && (
          <>
            <button
              type="button"
              data-kind="quiet"
              className="countersign-attach"
              aria-label={words.attach}
              onClick={() => picker.current?.click()}
            >
              +
            </button>
            <input ref={picker} type="file" multiple hidden accept={accept} onChange={onPick} />
          </>
        )}
        <textarea
          ref={field}
          rows={1}
          dir="auto"
          value={text}
          placeholder={placeholder ?? words.placeholder}
          aria-label={words.label}
          aria-describedby={trouble === undefined ? undefined : troubleId}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <button type="button" data-kind="quiet" disabled={!isBusy} onClick={() => void chat.stop()}>
          {words.stop}
        </button>
        <button type="submit" data-kind="primary" disabled={!isReady}>
          {words.send}
        </button>
      </div>
    </form>
  );
}
