import type { FileUIPart } from 'ai';

/** A file that goes along with the next message. */
export interface Attachment {
  readonly id: number;
  readonly part: FileUIPart;
}

/** A file as it goes into a message; rejects where it cannot be read. */
export type ReadFile = (file: File) => Promise<FileUIPart>;

/** The file with its content, as AI SDK sends files. */
export function asDataUrl(file: File): Promise<FileUIPart> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve({
        type: 'file',
        mediaType: file.type || 'application/octet-stream',
        filename: file.name,
        url: String(reader.result),
      });
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** A size as the language writes it: "2 MB". */
export function fileSize(tag: string, bytes: number): string {
  const [amount, unit] =
    bytes < 1000 ? [bytes, 'byte'] : bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(tag, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount);
}
