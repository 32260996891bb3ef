import type { UIMessage } from 'ai';

/** The agent's one tool of its own. */
type FolderTools = { remove_file: { input: { path: string }; output: string } };

export type FolderMessage = UIMessage<unknown, Record<string, unknown>, FolderTools>;
