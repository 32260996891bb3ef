import type { CreateUIMessage, FileUIPart, UIMessage } from 'ai';
import { ChatError } from '../chat-error.js';

/** Everything `sendMessage` takes; nothing means: send what waits to be sent. */
export type SendMessageInput<M extends UIMessage> =
  | (CreateUIMessage<M> & { text?: never; files?: never; messageId?: string })
  | { text: string; files?: FileList | FileUIPart[]; metadata?: M['metadata']; parts?: never; messageId?: string }
  | { files: FileList | FileUIPart[]; metadata?: M['metadata']; parts?: never; messageId?: string };

/** The message that the input means. */
export function newMessage<M extends UIMessage>(input: SendMessageInput<M>, generateId: () => string): M {
  const { messageId, ...given } = input as Record<string, unknown> & { messageId?: string };
  const { text, files, id, role, metadata } = given as {
    text?: string;
    files?: FileUIPart[];
    id?: string;
    role?: string;
    metadata?: unknown;
  };
  const made = 'text' in given || 'files' in given ? { parts: partsOf(text, files) } : given;
  // On the wire the fields stand in AI SDK's order: of an edited message the id is first.
  const first = messageId == null ? undefined : { id: messageId };
  return { ...first, ...made, id: id ?? messageId ?? generateId(), role: role ?? 'user', metadata } as M;
}

function partsOf(text: string | undefined, files: FileUIPart[] = []): unknown[] {
  return text == null ? [...files] : [...files, { type: 'text', text }];
}

/** Whether files have to be read before the message can be sent. */
export function hasFileList(input: object): input is { files: FileList } {
  return 'files' in input && input.files != null && !Array.isArray(input.files);
}

/**
 * The message that the input means, with the person's files read. Rejects with
 * `invalid_input` where one cannot be read.
 */
export async function withFiles<M extends UIMessage>(
  input: SendMessageInput<M> & { files: FileList },
  generateId: () => string,
): Promise<M> {
  // A FileList of another realm is one too.
  if (Object.prototype.toString.call(input.files) !== '[object FileList]') {
    throw new ChatError('invalid_argument', '`files` must be a FileList or an array of file parts.');
  }
  const files = await Promise.all(
    Array.from(input.files, async (file) => ({
      type: 'file' as const,
      mediaType: file.type,
      filename: file.name,
      url: await dataUrl(file),
    })),
  );
  return newMessage({ ...input, files } as SendMessageInput<M>, generateId);
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => {
      const { error } = reader;
      reject(new ChatError('invalid_input', `The file "${file.name}" could not be read.`, { cause: error }));
    };
    reader.readAsDataURL(file);
  });
}
