import { core } from '../core/wasm.js';

/** An address as a person has to see it before it is opened. */
export interface Link {
  /** The whole address, normalised. */
  href: string;
  /** The host in ASCII, with the port if it is not the usual one. */
  host: string;
  /** The host as it reads, where it is written in punycode. */
  unicodeHost?: string;
  punycode: boolean;
  /** One part of the host mixes scripts: it may imitate another name. */
  mixedScripts: boolean;
  /** It leads to this computer. */
  loopback: boolean;
}

/** Why an address must not be opened. */
export type LinkRefusal = 'not_a_url' | 'too_long' | 'scheme' | 'user_info';

/** Reads the address of a request for input. Only `https:` and, on this computer, `http:` are taken. */
export function readLink(url: string): { link: Link } | { refused: LinkRefusal } {
  const read = JSON.parse(core().readLink(url));
  return typeof read === 'string' ? { refused: read as LinkRefusal } : { link: read };
}
