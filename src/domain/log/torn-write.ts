import { JsonTextError, parseJson } from '../json/text.ts';
import { ENVELOPE_DEPTH, isObject, MAX_DEPTH, member, type JsonObject } from '../json/value.ts';
import type { FoundStream } from '../ports/event-store.ts';
import { sha256Hex } from '../events/sha256.ts';
import { EVENT_FORMAT } from '../events/event.ts';
import { replay, ReplayError } from '../state/evolve.ts';
import { LogFaultError, openLog, type OpenedLog } from './log.ts';
import { verifyChain, type SealedRecord } from '../events/seal.ts';

/** The end of a log that has to go for the rest to be read. */
export interface TornWrite {
  /** Of the last record that stays. */
  readonly afterVersion: number;
  /** Why the first of the others can't be trusted. */
  readonly reason: string;
}

/**
 * What is wrong with a stream, if it is its end and nothing but its end: the newest records are missing, or their
 * hashes do not fit, and there is no sound record behind a damaged one. `sound` where nothing is wrong. Null for
 * everything else: then nothing may be cut. A log that a newer version has written to is never one with a torn end.
 */
export function findTornWrite({ version, hash, records, inPages }: FoundStream): TornWrite | 'sound' | null {
  if (records.length !== version) return null;
  const soundCount = countSound(records);
  const log = readable(records.slice(0, soundCount));
  if (log === null || log.newerFormat !== undefined) return null;
  if (soundCount === version) return log.lastHash === hash ? 'sound' : null;
  const rest = records.slice(soundCount);
  // Without a first record there is no document, and pages are not written by the write that was not finished.
  if (soundCount === 0 || soundCount < inPages) return null;
  // The newest record is there, in the place of another one.
  if (records.slice(0, -1).some((record) => record?.hash === hash)) return null;
  if (rest.some(isOfNewerFormat) || hasSoundOne(rest, log.lastHash, soundCount)) return null;
  return { afterVersion: soundCount, reason: faultOf(rest[0] ?? null) };
}

/** What happened, as a record says whose hash may not fit; null where its text can't be read. */
export function summaryIn(text: string): string | null {
  const summary = objectIn(text)?.['summary'];
  return typeof summary === 'string' ? summary : null;
}

function countSound(records: readonly (SealedRecord | null)[]): number {
  const missing = records.indexOf(null);
  const present = (missing === -1 ? records : records.slice(0, missing)).filter((record) => record !== null);
  const check = verifyChain(present);
  return check.ok ? present.length : check.fault.position - 1;
}

function readable(records: readonly (SealedRecord | null)[]): OpenedLog | null {
  try {
    const log = openLog(records.filter((record) => record !== null));
    replay(undefined, log.events);
    return log;
  } catch (error) {
    if (error instanceof LogFaultError || error instanceof ReplayError) return null;
    throw error;
  }
}

/**
 * Whether a record behind the first damaged one is sound: it is chained to the one before it, as that says its hash is
 * or as its text has it. Behind a missing one nothing can be said, so that whatever can be read there counts as sound.
 */
function hasSoundOne(rest: readonly (SealedRecord | null)[], lastHash: string, soundCount: number): boolean {
  let hashesBefore: readonly string[] = [lastHash];
  return rest.some((record, index) => {
    if (record === null) {
      hashesBefore = [];
      return false;
    }
    const { text, hash } = record;
    const computed = hashesBefore.map((before) => sha256Hex(before + text));
    const isChained =
      hashesBefore.length === 0 ? objectIn(text)?.['version'] === soundCount + index + 1 : computed.includes(hash);
    hashesBefore = [hash, ...computed];
    return index > 0 && isChained;
  });
}

/** By how every record begins, so that half of one tells it too. */
function isOfNewerFormat(record: SealedRecord | null): boolean {
  const format = /^\{"format":(\d+)/.exec(record?.text ?? '')?.[1];
  return format !== undefined && Number(format) > EVENT_FORMAT;
}

function faultOf(record: SealedRecord | null): string {
  if (record === null) return 'it is missing';
  if (objectIn(record.text) === null) return 'its text is incomplete';
  return 'its hash does not match its text and the previous record';
}

function objectIn(text: string): JsonObject | null {
  try {
    const value = parseJson(text, { maxDepth: MAX_DEPTH + ENVELOPE_DEPTH });
    return isObject(value) && member(value, 'format') !== undefined ? value : null;
  } catch (error) {
    if (error instanceof JsonTextError) return null;
    throw error;
  }
}
