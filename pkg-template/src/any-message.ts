import type { UIMessage } from 'ai';

/**
 * What a message is where the application does not say: AI SDK's. Its types are
 * those of the package `ai`; where that is missing, this one says so.
 */
export type AnyMessage = string extends keyof UIMessage ? PackageAiIsMissing : UIMessage;

/** The type itself, where the package `ai` is there. */
export type WithPackage<T> = string extends keyof UIMessage ? PackageAiIsMissing : T;

/** Says what to do, in the place of types that cannot be found. */
export interface PackageAiIsMissing {
  'The types of messages are in the package "ai": npm install --save-dev ai': never;
}
