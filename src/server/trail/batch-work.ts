import type { DocumentEvent } from '#domain/events';
import { isArray, isObject, type JsonValue } from '#domain/json';
import { MAX_SPLITS } from '#domain/proof';

/** How much may be done to decide a batch again, in values of documents that are looked at: some milliseconds. */
const MAX_BATCH_WORK = 500_000;

/**
 * Whether it would take long to decide a batch again: each of its commands may copy a part of the document, and for
 * each that keeps only the digest of its text, parts of the patch are tried until one fits.
 */
export function isLongBatch({ command, patch }: Pick<DocumentEvent, 'command' | 'patch'>, body: JsonValue): boolean {
  const { type, payload } = command;
  const commands = type === 'batch' && isObject(payload) ? payload['commands'] : undefined;
  if (!isArray(commands)) return false;
  const withDigest = commands.filter(keepsDigest).length;
  const tries = withDigest === 0 ? 0 : Math.min(MAX_SPLITS, patch.length) ** withDigest;
  const rounds = commands.length + tries;
  const room = MAX_BATCH_WORK / rounds - patch.length;
  return room < 0 || countValues(body, room) > room;
}

function keepsDigest(command: JsonValue): boolean {
  const payload = isObject(command) ? command['payload'] : undefined;
  return isObject(payload ?? null) && Object.values(payload as object).some(isDigest);
}

function isDigest(value: JsonValue): boolean {
  return isObject(value) && typeof value['digest'] === 'string';
}

/** How many values a value is made of; not counted far beyond `limit`. */
function countValues(value: JsonValue, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const each of Object.values(value as object) as readonly JsonValue[]) {
    if (count > limit) break;
    count += countValues(each, limit - count);
  }
  return count;
}
