import { excessIn, type JsonLimits } from '../json/index.ts';
import { ENVELOPE_DEPTH, MAX_DEPTH } from '../json/value.ts';
import type { RouteContract } from './contract.ts';

/** What the body of a request holds: documents of the engines are larger than names. */
export type BodyKind = 'none' | 'names' | 'document' | 'events';

/**
 * What the body of a request may hold: so much that to read it holds up nobody for more than 100 ms
 * (`npm run bench -- stall`). What clusters answer is read whole.
 */
export interface BodyLimits extends Partial<JsonLimits> {
  readonly maxBytes: number;
}

const MEBIBYTE = 1024 * 1024;
/**
 * Where a text is broken is looked for in short ones only. No engine takes a name of more than some thousand
 * characters, nor a script of 65,536.
 */
const TEXT_LIMITS = { maxLocatedLength: 256 * 1024, maxStringLength: 100_000 };

const DOCUMENT: BodyLimits = {
  maxBytes: 8 * MEBIBYTE,
  maxKeys: 100_000,
  maxValues: 200_000,
  maxLongNumbers: 10_000,
  ...TEXT_LIMITS,
};
/** Levels of a request around an event. */
const AROUND_EVENT = 3;

export const BODY_LIMITS: Readonly<Record<BodyKind, BodyLimits>> = {
  /** For routes without a body. */
  none: { maxBytes: 1_024 },
  /** Names and what is done with them: 10,000 names of 255 bytes are 2.6 MB. */
  names: { maxBytes: 4 * MEBIBYTE, maxKeys: 50_000, maxValues: 100_000, maxLongNumbers: 1_000, ...TEXT_LIMITS },
  /** Mappings, settings, templates: one of 50,000 fields fits, which is 50 times what an index takes by default. */
  document: DOCUMENT,
  /** Events that contain such documents some levels down. */
  events: { ...DOCUMENT, maxDepth: MAX_DEPTH + ENVELOPE_DEPTH + AROUND_EVENT },
};

export function bodyKindOf({ body, takesDocument, takesEvents }: RouteContract): BodyKind {
  if (body === undefined) return 'none';
  if (takesEvents === true) return 'events';
  return takesDocument === true ? 'document' : 'names';
}

/**
 * Why the server would refuse a body for how much it holds, with what it holds and the limit; null where it fits. Cost:
 * one pass over the text.
 */
export function bodyRefusal(text: string, kind: BodyKind): string | null {
  const { maxBytes, ...limits } = BODY_LIMITS[kind];
  const size = utf8Length(text);
  if (size > maxBytes) return `This request is ${shownSize(size)}, and the limit is ${shownSize(maxBytes)}.`;
  const excess = excessIn(text, limits);
  if (excess === null) return null;
  if (excess.keys > (limits.maxKeys ?? Infinity))
    return `This request has ${shown(excess.keys)} keys, and the limit is ${shown(limits.maxKeys ?? 0)}.`;
  return `This request is too large: ${excess.reason.charAt(0).toLowerCase()}${excess.reason.slice(1)}.`;
}

function shown(count: number): string {
  return count.toLocaleString('en');
}

function shownSize(bytes: number): string {
  if (bytes < MEBIBYTE) return `${shown(bytes)} bytes`;
  // Rounded up, so that what is beyond a limit never looks like it.
  return `${(Math.ceil((10 * bytes) / MEBIBYTE) / 10).toLocaleString('en')} MiB`;
}

/** In bytes, without a copy of the text. */
function utf8Length(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    // Each half of a surrogate pair has two of its four bytes.
    length += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
  }
  return length;
}
