import { EVENT_FORMAT, type StoredEvent } from '../events/event.ts';
import { commitmentTo, type SealedRecord } from '../events/seal.ts';
import { LogFaultError, readEvent } from '../log/log.ts';
import { keyIdOf, signedTextOf, type SignedText } from './checkpoint.ts';
import { DecisionCheck, type DecisionGap } from './decide-again.ts';
import { StreamCheck } from './stream-check.ts';
import { isTime } from './time.ts';
import type { Tombstone, TrailName, VerifiedEntry } from './trail-file.ts';
import { TrailFaultError, type FaultKind, type VerificationNote } from './verification.ts';

/** A record's place in the order of the trail, and what its leaf is made of. */
export interface TrailPlace {
  readonly line: number | undefined;
  readonly stream: string;
  readonly version: number;
  readonly hash: string;
}

interface CheckedStream {
  readonly places: StreamCheck;
  readonly decisions: DecisionCheck;
}

/** Members of an event, by whether a server has recorded it. */
const MEMBERS = [
  'format',
  'id',
  'stream',
  'version',
  'at',
  'author',
  'rules',
  'type',
  'summary',
  'command',
  'patch',
  'inverse',
  'undoes',
  'reason',
];
const LOCAL_MEMBERS: ReadonlySet<string> = new Set(MEMBERS);
const RECORDED_MEMBERS: ReadonlySet<string> = new Set([...MEMBERS, 'recordedAt']);

/** The records and tombstones of a trail, in its order. */
export class RecordCheck {
  readonly #streams = new Map<string, CheckedStream>();
  readonly #isSigned: (signed: SignedText) => boolean;
  /** Ids of keys that are the server's; with none, nobody's signature says more than that somebody signed. */
  readonly #trusted: readonly string[];
  /** Ids of the keys that signed tombstones. */
  readonly keys: string[] = [];
  /** Names by commitment, and the lines that have them. */
  readonly #names = new Map<string, string>();
  readonly #nameLines = new Map<string, { readonly line: number | undefined; isUsed: boolean }>();
  readonly #gaps = new Map<DecisionGap, number>();
  events = 0;
  #erased = 0;
  #erasedNames = 0;
  #unrecorded = 0;
  #newer = 0;

  /** @throws TrailFaultError for a name that its commitment does not fit */
  constructor(
    entries: readonly VerifiedEntry[],
    { isSigned, trusted }: { readonly isSigned: (signed: SignedText) => boolean; readonly trusted: readonly string[] },
  ) {
    this.#isSigned = isSigned;
    this.#trusted = trusted;
    for (const entry of entries) if (entry.kind === 'name') this.#takeName(entry.name, entry.line);
  }

  get streams(): number {
    return this.#streams.size;
  }

  /** Checks an entry; gives the place of a record or tombstone, null for others. @throws TrailFaultError */
  take(entry: VerifiedEntry): TrailPlace | null {
    switch (entry.kind) {
      case 'record':
        return this.#takeRecord(entry.record, entry.line);
      case 'tombstone':
        return this.#takeTombstone(entry.tombstone, entry.line);
      default:
        return null;
    }
  }

  /** @throws TrailFaultError for a name that belongs to no record */
  end(): void {
    for (const { line, isUsed } of this.#nameLines.values()) {
      if (!isUsed) throw faultAt({ line, kind: 'name', reason: 'it is the name of nobody who is in the trail' });
    }
  }

  notes(): readonly VerificationNote[] {
    const unseen = [...this.#streams.values()].reduce((sum, { decisions }) => sum + decisions.unseen, 0);
    return [
      note('newer_format', this.#newer, 'Written by a newer version of Mapledger, so the commands were not checked'),
      note(
        'unknown_commands',
        this.#gaps.get('unknown_commands'),
        'Commands that this version doesn’t know, so only the seals were checked',
      ),
      note(
        'other_rules',
        this.#gaps.get('other_rules'),
        'Decided by another version of Mapledger, so only the resulting content was compared',
      ),
      note(
        'earlier_wording',
        this.#gaps.get('earlier_wording'),
        'The summary has the words of an earlier version, all else is what the command comes to',
      ),
      note('erased', this.#erased, 'Erased, content not provable'),
      note('unseen', unseen, 'After an event with unknown content, so the commands were not checked'),
      note('erased_names', this.#erasedNames, 'The author’s name was erased or is not in the trail'),
      note('not_recorded', this.#unrecorded, 'Not recorded by a server, so the time is the device’s claim'),
      note(
        'payload_not_kept',
        this.#gaps.get('payload_not_kept'),
        'Only a digest of the entered text is kept, and its members may have had another order',
      ),
    ].filter((each) => each !== null);
  }

  #takeName({ commitment, author, name, salt }: TrailName, line: number | undefined): void {
    if (commitmentTo(name, salt) !== commitment)
      throw faultAt({ line, kind: 'name', reason: `the name of ${author} does not fit its commitment` });
    if (this.#names.has(commitment))
      throw faultAt({ line, kind: 'name', reason: `the name of ${author} is there twice` });
    this.#names.set(commitment, name);
    this.#nameLines.set(keyOfName(author, name), { line, isUsed: false });
  }

  #takeRecord(record: SealedRecord, line: number | undefined): TrailPlace {
    const event = this.#read(record, line);
    const { stream, version } = event;
    const fail = (kind: FaultKind, reason: string) => faultAt({ line, stream, version, kind, reason });
    const checked = this.#streamOf(stream);
    const fault = checked.places.take(record, event);
    if (fault !== null) throw fail(fault.kind, fault.reason);
    this.#streams.set(stream, checked);
    this.events++;
    if (event.format > EVENT_FORMAT) {
      this.#newer++;
      checked.decisions.goBlind();
      return { line, stream, version, hash: record.hash };
    }
    const extra = extraMember(event);
    if (extra !== undefined)
      throw fail('form', `it has a member ${JSON.stringify(extra)}, which events of its format do not have`);
    if (event.recordedAt === undefined) this.#unrecorded++;
    else this.#checkName(event, fail);
    const decided = checked.decisions.take(event);
    if ('fault' in decided) throw fail('decision', decided.fault);
    if (decided.gap !== undefined) this.#gaps.set(decided.gap, (this.#gaps.get(decided.gap) ?? 0) + 1);
    return { line, stream, version, hash: record.hash };
  }

  #read(record: SealedRecord, line: number | undefined): StoredEvent {
    try {
      return readEvent(record.text, this.events + 1, { names: this.#names });
    } catch (error) {
      if (error instanceof LogFaultError) throw faultAt({ line, kind: 'form', reason: error.reason });
      throw error;
    }
  }

  #checkName({ author }: StoredEvent, fail: (kind: FaultKind, reason: string) => TrailFaultError): void {
    if (author.isErased === true) {
      this.#erasedNames++;
      return;
    }
    const found = this.#nameLines.get(keyOfName(author.id, author.name));
    if (found === undefined) throw fail('name', `the name ${JSON.stringify(author.name)} is not that of its author`);
    found.isUsed = true;
  }

  #takeTombstone(tombstone: Tombstone, line: number | undefined): TrailPlace {
    const { stream, version, hash } = tombstone;
    const fail = (kind: FaultKind, reason: string) => faultAt({ line, stream, version, kind, reason });
    if (!isTime(tombstone.erasedAt)) throw fail('time', `its time ${JSON.stringify(tombstone.erasedAt)} is not a date`);
    const key = keyIdOf(tombstone.publicKey);
    if (key === null || !this.#isSigned(signedTextOf(tombstone)))
      throw fail('erasure', 'its text is gone, and the signature of the tombstone does not hold');
    if (this.#trusted.length > 0 && !this.#trusted.includes(key))
      throw fail('erasure', `its text is gone, and the tombstone is signed by another key, ${key}`);
    this.keys.push(key);
    const checked = this.#streamOf(stream);
    const fault = checked.places.takeErased(version, hash);
    if (fault !== null) throw fail(fault.kind, fault.reason);
    this.#streams.set(stream, checked);
    checked.decisions.goBlind();
    this.events++;
    this.#erased++;
    return { line, stream, version, hash };
  }

  #streamOf(stream: string): CheckedStream {
    return this.#streams.get(stream) ?? { places: new StreamCheck(), decisions: new DecisionCheck(stream) };
  }
}

function keyOfName(author: string, name: string): string {
  return JSON.stringify([author, name]);
}

function extraMember(event: StoredEvent): string | undefined {
  const known = event.recordedAt === undefined ? LOCAL_MEMBERS : RECORDED_MEMBERS;
  return Object.keys(event).find((name) => !known.has(name));
}

/** A fault of a place; without a stream it belongs to no one record. */
export function faultAt({
  line,
  stream = null,
  version = null,
  kind,
  reason,
}: {
  readonly line: number | undefined;
  readonly stream?: string | null;
  readonly version?: number | null;
  readonly kind: FaultKind;
  readonly reason: string;
}): TrailFaultError {
  return new TrailFaultError({ ...(line !== undefined && { line }), stream, version, kind, reason });
}

function note(code: VerificationNote['code'], count: number | undefined, what: string): VerificationNote | null {
  return count ? { code, count, text: `${what}: ${count} ${count === 1 ? 'event' : 'events'}.` } : null;
}
