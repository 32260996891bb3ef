// What an application passes to a chat, by name, so that a script is plain data.

import {
  lastAssistantMessageIsCompleteWithApprovalResponses as approvals,
  lastAssistantMessageIsCompleteWithToolCalls as tools,
} from 'ai';
import { lastAssistantMessageIsComplete as complete } from 'countersign';
import { z } from 'zod';

const predicates = {
  complete,
  none: undefined,
  tools,
  approvals,
  both: (conversation) => tools(conversation) || approvals(conversation),
};

export function predicateNamed(name) {
  if (!(name in predicates)) throw new Error(`no predicate is called ${name}`);
  return predicates[name];
}

const schemas = {
  'number n': z.looseObject({ n: z.number() }),
};

export function schemaNamed(name) {
  if (name === undefined) return undefined;
  if (!(name in schemas)) throw new Error(`no schema is called ${name}`);
  return schemas[name];
}
