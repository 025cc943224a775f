import type { Readable } from 'node:stream';
import { isArray, isObject, member, objectMember, parseJson, type JsonObject, type JsonValue } from '#domain/json';

/**
 * The text of an answer as it comes, or undefined where it is longer than `limitBytes`: then the rest is not waited
 * for.
 */
export async function readText(stream: Readable, limitBytes: number): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limitBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Whether an answer is an object or an array of JSON, by its content type and its ends; what lies between is for who
 * parses it.
 */
export function looksLikeJson(contentType: string | undefined, text: string): boolean {
  if (contentType !== undefined && !/[/+]json\b/i.test(contentType)) return false;
  const ends = `${text.trimStart().at(0) ?? ''}${text.trimEnd().at(-1) ?? ''}`;
  return ends === '{}' || ends === '[]';
}

/** Whether an answer is a page or a text, which no engine answers. */
export function isPageOf(contentType: string | undefined, text: string): boolean {
  return text !== '' && !looksLikeJson(contentType, text);
}

/** What came instead of JSON, in words. */
export function describeContent(contentType: string | undefined, text: string): string {
  const type = contentType?.split(';')[0]?.trim().slice(0, 80) || 'no content type';
  if (/<html|<!doctype html/i.test(text.slice(0, 1_000))) {
    const title = /<title[^>]*>([^<]{1,120})/i.exec(text)?.[1]?.trim();
    return title ? `an HTML page with the title "${title}"` : 'an HTML page';
  }
  const start = text.trim().slice(0, 80).replaceAll(/\s+/g, ' ');
  return start === '' ? `an empty text (${type})` : `"${start}" (${type})`;
}

/** An error in the engine's own words. */
export interface EngineError {
  readonly type?: string;
  /** The type of the first root cause. */
  readonly rootType?: string;
  readonly reason?: string;
  /** Of a circuit breaker: `TRANSIENT` or `PERMANENT`. */
  readonly durability?: string;
}

/** The type of an error and its innermost reason, where the engine gave them. */
export function engineError(text: string): EngineError {
  const body = tryParse(text);
  const error = isObject(body) ? member(body, 'error') : undefined;
  if (typeof error === 'string') return { reason: error.slice(0, MAX_REASON_LENGTH) };
  if (!isObject(error)) return {};
  const roots = member(error, 'root_cause');
  const [first] = isArray(roots) ? roots : [];
  const root = isObject(first) ? first : {};
  const type = member(error, 'type');
  const rootType = member(root, 'type');
  const reason = shortened(innermostReason(error));
  const durability = member(error, 'durability') ?? member(root, 'durability');
  return {
    ...(typeof type === 'string' && { type }),
    ...(typeof rootType === 'string' && { rootType }),
    ...(reason !== undefined && { reason }),
    ...(typeof durability === 'string' && { durability }),
  };
}

/** No engine says as much by itself: a longer reason repeats a name that was sent. */
const MAX_REASON_LENGTH = 4_096;

function shortened(reason: string | undefined): string | undefined {
  return reason === undefined || reason.length <= MAX_REASON_LENGTH ? reason : `${reason.slice(0, MAX_REASON_LENGTH)}…`;
}

function innermostReason(error: JsonObject): string | undefined {
  const cause = objectMember(error, 'caused_by');
  const inner = cause === undefined ? undefined : innermostReason(cause);
  const own = member(error, 'reason');
  return inner ?? (typeof own === 'string' && own !== '' ? own : undefined);
}

function tryParse(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
