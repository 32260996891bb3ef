// The conversation with the Python agent and the folder that both share, kept in the browser: the wire restores nothing.
import type { FolderMessage } from './folder-message';

const KEY = 'countersign-demo-ag-ui';

/** What agent and page share, by the name of its field on the wire. */
export interface Folder {
  files: string[];
}

export interface Visit {
  id: string;
  messages: FolderMessage[];
  /** What messages cannot hold: how far answers had come, drafts. */
  state?: unknown;
  folder: Folder;
}

const FILES = [
  'build/old.zip',
  'build/today.zip',
  'drafts/first.md',
  'drafts/second.md',
  'reports/2019.pdf',
  'readme.md',
];

export function newVisit(): Visit {
  return { id: crypto.randomUUID(), messages: [], folder: { files: FILES } };
}

export function loadVisit(): Visit {
  try {
    const saved = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof saved?.id === 'string' && Array.isArray(saved.messages) && isFolder(saved.folder)) return saved;
  } catch {
    // Unreadable or forbidden storage: begin anew.
  }
  return newVisit();
}

export function saveVisit(visit: Visit): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(visit));
  } catch {
    // Full or forbidden storage: the page works on, a reload begins anew.
  }
}

export function isFolder(value: unknown): value is Folder {
  return typeof value === 'object' && value !== null && 'files' in value && Array.isArray(value.files);
}
