import { core } from '../core/wasm.js';
import type { Capability } from './types.js';

/** The tool `ask_user_question` as an agent's server declares it: a name, a description and a JSON Schema. */
export interface AskUserTool {
  name: string;
  description: string;
  inputSchema: unknown;
}

/**
 * Among a controller's `capabilities`: calls to `ask_user_question` become
 * requests for input. `askUser.tool()` is the definition for the server, which
 * declares the tool without `execute`.
 */
export function askUser(): Capability {
  return { name: 'ask-user' };
}

/** The definition of the tool. */
askUser.tool = (): AskUserTool => JSON.parse(core().askUserDefinition());
