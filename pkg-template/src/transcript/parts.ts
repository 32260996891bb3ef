import type {
  DataUIPart,
  DynamicToolUIPart,
  FileUIPart,
  ReasoningUIPart,
  TextUIPart,
  ToolUIPart,
  UIDataTypes,
  UIMessagePart,
  UITools,
} from 'ai';

type Part<D extends UIDataTypes, T extends UITools> = UIMessagePart<D, T>;

/** Whether a part is text. */
export function isTextUIPart<D extends UIDataTypes, T extends UITools>(part: Part<D, T>): part is TextUIPart {
  return part.type === 'text';
}

/** Whether a part is reasoning. */
export function isReasoningUIPart<D extends UIDataTypes, T extends UITools>(part: Part<D, T>): part is ReasoningUIPart {
  return part.type === 'reasoning';
}

/** Whether a part is a file. */
export function isFileUIPart<D extends UIDataTypes, T extends UITools>(part: Part<D, T>): part is FileUIPart {
  return part.type === 'file';
}

/** Whether a part is data of the application. */
export function isDataUIPart<D extends UIDataTypes, T extends UITools>(part: Part<D, T>): part is DataUIPart<D> {
  return part.type.startsWith('data-');
}

/** Whether a part is a call of a tool that is known by its type. */
export function isStaticToolUIPart<D extends UIDataTypes, T extends UITools>(part: Part<D, T>): part is ToolUIPart<T> {
  return part.type.startsWith('tool-');
}

/** Whether a part is a call of a tool that only its name tells. */
export function isDynamicToolUIPart<D extends UIDataTypes, T extends UITools>(
  part: Part<D, T>,
): part is DynamicToolUIPart {
  return part.type === 'dynamic-tool';
}

/** Whether a part is a tool call. */
export function isToolUIPart<D extends UIDataTypes, T extends UITools>(
  part: Part<D, T>,
): part is ToolUIPart<T> | DynamicToolUIPart {
  return isStaticToolUIPart(part) || isDynamicToolUIPart(part);
}

/** The name of the tool that a part calls. */
export function getToolName<T extends UITools>(part: ToolUIPart<T> | DynamicToolUIPart): string {
  return 'toolName' in part ? part.toolName : part.type.slice('tool-'.length);
}
