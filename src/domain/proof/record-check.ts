import { originsOf, type Origin } from '../document/origin.ts';
import { isClusterAuthor } from '../events/cluster-author.ts';
import { EVENT_FORMAT, type StoredEvent } from '../events/event.ts';
import { FIRST_RULES, isKnownRules } from '../events/rules.ts';
import { commitmentTo, type SealedRecord } from '../events/seal.ts';
import { LogFaultError, readEvent } from '../log/log.ts';
import { keyIdOf, signedTextOf, type SignedText } from './checkpoint.ts';
import { DecisionCheck, isDocumentStream, type DecisionGap } from './decide-again.ts';
import { StreamCheck } from './stream-check.ts';
import { isTime } from './time.ts';
import type { Tombstone, TrailName, VerifiedEntry } from './trail-file.ts';
import {
  isContentFault,
  TrailFaultError,
  type FaultKind,
  type TrailFault,
  type VerificationNote,
} from './verification.ts';

/** A record's place in the order of the trail, and what its leaf is made of. */
export interface TrailPlace {
  readonly line: number | undefined;
  readonly stream: string;
  readonly version: number;
  readonly hash: string;
}

/** Faults of which only the first of a stream is reported: what follows has them too, or can't be judged. */
type FirstOnly = 'place' | 'form' | 'name' | 'unknown';

interface CheckedStream {
  readonly places: StreamCheck;
  readonly decisions: DecisionCheck;
  readonly found: Set<FirstOnly>;
  /** The latest rules that a server has recorded an event by. */
  latestRules: number;
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
  'base',
];
const LOCAL_MEMBERS: ReadonlySet<string> = new Set(MEMBERS);
const RECORDED_MEMBERS: ReadonlySet<string> = new Set([...MEMBERS, 'recordedAt', 'importedBy', 'seen']);

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
  /** What documents were made from, and the events that say so. */
  readonly #origins: { readonly origin: Origin; readonly place: Omit<TrailPlace, 'hash'> }[] = [];
  /** How many of those are in no stream here. */
  #elsewhere = 0;
  events = 0;
  #erased = 0;
  #erasedNames = 0;
  #unrecorded = 0;
  /** Faults of the entries so far: see {@link FaultyTrail}. */
  readonly faults: TrailFault[] = [];
  /** A line could not be read or a stream was skipped, so the check is incomplete. */
  #isPartial = false;

  constructor(
    entries: readonly VerifiedEntry[],
    { isSigned, trusted }: { readonly isSigned: (signed: SignedText) => boolean; readonly trusted: readonly string[] },
  ) {
    this.#isSigned = isSigned;
    this.#trusted = trusted;
    for (const entry of entries)
      if (entry.kind === 'name') this.#noteFault(() => this.#takeName(entry.name, entry.line));
  }

  get streams(): number {
    return this.#streams.size;
  }

  /** Checks an entry; gives the place of a record or tombstone, null for others and for what can't be read. */
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

  /** Looks for what documents were made from, and for names that belong to no record. */
  end(): void {
    for (const { origin, place } of this.#origins) this.#checkOrigin(origin, place);
    if (this.#isPartial) return;
    for (const { line, isUsed } of this.#nameLines.values())
      if (!isUsed)
        this.#tell(faultAt({ line, kind: 'name', reason: 'it is the name of nobody who is in the trail' }).fault);
  }

  notes(): readonly VerificationNote[] {
    const unseen = [...this.#streams.values()].reduce((sum, { decisions }) => sum + decisions.unseen, 0);
    return [
      note(
        'earlier_wording',
        this.#gaps.get('earlier_wording'),
        'The summary has the words of an earlier version; everything else is the result of the command',
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
      note('origin_elsewhere', this.#elsewhere, 'Made from a version of a log that is not here'),
    ].filter((each) => each !== null);
  }

  /** What a stream that was found wrong had in that place nobody can tell. */
  #checkOrigin({ stream, version, hash }: Origin, place: Omit<TrailPlace, 'hash'>): void {
    const found = this.#streams.get(stream);
    if (found === undefined) this.#elsewhere++;
    if (found === undefined || found.found.has('place')) return;
    const there = found.places.hashAt(version);
    if (there === hash) return;
    const has = there === undefined ? 'ends before it' : 'has another record there';
    const reason = `it was made from version ${version} of ${stream}, which ${has}`;
    this.#tell(faultAt({ ...place, kind: 'origin', reason }).fault);
  }

  #takeName({ commitment, author, name, salt }: TrailName, line: number | undefined): void {
    if (commitmentTo(name, salt) !== commitment)
      throw faultAt({ line, kind: 'name', reason: `the name of ${author} does not fit its commitment` });
    if (this.#names.has(commitment))
      throw faultAt({ line, kind: 'name', reason: `the name of ${author} is there twice` });
    this.#names.set(commitment, name);
    this.#nameLines.set(keyOfName(author, name), { line, isUsed: false });
  }

  /** Runs a check, and keeps the fault that it ends with. */
  #noteFault(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!(error instanceof TrailFaultError)) throw error;
      this.#tell(error.fault);
    }
  }

  /** Keeps a fault, unless the first of its kind is enough and its stream has one. */
  #tell(fault: TrailFault): void {
    const found = fault.stream === null ? undefined : this.#streams.get(fault.stream)?.found;
    const kind = firstOnlyOf(fault);
    if (kind !== null && found?.has(kind) === true) return;
    if (kind !== null) found?.add(kind);
    if (!isContentFault(fault)) this.#isPartial = true;
    this.faults.push(fault);
  }

  #takeRecord(record: SealedRecord, line: number | undefined): TrailPlace | null {
    this.events++;
    let event: StoredEvent;
    try {
      event = this.#read(record, line);
    } catch (error) {
      if (!(error instanceof TrailFaultError)) throw error;
      this.#tell(error.fault);
      this.#isPartial = true;
      return null;
    }
    const { stream, version } = event;
    const checked = this.#streamOf(stream);
    // What follows a record that is not in its place can't be told from what was put there.
    if (!checked.found.has('place')) this.#noteFault(() => this.#checkRecord(checked, { record, event, line }));
    return { line, stream, version, hash: record.hash };
  }

  /** @throws TrailFaultError */
  #checkRecord(
    checked: CheckedStream,
    {
      record,
      event,
      line,
    }: { readonly record: SealedRecord; readonly event: StoredEvent; readonly line: number | undefined },
  ): void {
    const { places, decisions } = checked;
    const { stream, version } = event;
    const fail = (kind: FaultKind, reason: string) => faultAt({ line, stream, version, kind, reason });
    const placeFault = places.take(record, event);
    if (placeFault !== null && !isContentFault(placeFault)) throw fail(placeFault.kind, placeFault.reason);
    if (event.format > EVENT_FORMAT) {
      decisions.goBlind();
      throw fail('unknown', `it has format ${event.format}, which this version does not know`);
    }
    // It is the record in this place: whatever is wrong in it hides nothing behind it.
    const tell = (kind: FaultKind, reason: string) => this.#tell(fail(kind, reason).fault);
    const extra = extraMember(event);
    if (extra !== undefined)
      tell('form', `it has a member ${JSON.stringify(extra)}, which events of its format do not have`);
    if (event.recordedAt === undefined) this.#unrecorded++;
    else this.#checkRecording(event, checked, tell);
    if (placeFault !== null) tell(placeFault.kind, placeFault.reason);
    for (const origin of originsOf(event)) this.#origins.push({ origin, place: { line, stream, version } });
    const decided = decisions.take(event);
    if ('fault' in decided || 'unknown' in decided) {
      // The server goes on from there as well.
      decisions.takePatch(event);
      if ('fault' in decided) tell('decision', decided.fault);
      else tell('unknown', decided.unknown);
      return;
    }
    if (decided.gap !== undefined) this.#gaps.set(decided.gap, (this.#gaps.get(decided.gap) ?? 0) + 1);
  }

  #read(record: SealedRecord, line: number | undefined): StoredEvent {
    try {
      return readEvent(record.text, this.events, { names: this.#names });
    } catch (error) {
      if (error instanceof LogFaultError)
        throw faultAt({ line, kind: error.isNewer ? 'unknown' : 'form', reason: error.reason });
      throw error;
    }
  }

  /** Checks what only a server records. */
  #checkRecording(event: StoredEvent, checked: CheckedStream, tell: (kind: FaultKind, reason: string) => void): void {
    this.#checkName(event, tell);
    const { author, importedBy, seen, stream, rules = FIRST_RULES } = event;
    if (seen !== undefined && (!isClusterAuthor(author.id) || importedBy !== undefined))
      tell('form', 'it is marked as seen by the server, and is no reading of a cluster');
    // A server decides by its own rules alone, and never by those of an earlier version what follows later ones.
    if (!isDocumentStream(stream) || !isKnownRules(rules)) return;
    if (rules < checked.latestRules)
      tell('decision', `it was decided by rules ${rules}, and an event before it by rules ${checked.latestRules}`);
    checked.latestRules = Math.max(checked.latestRules, rules);
  }

  #checkName({ author }: StoredEvent, tell: (kind: FaultKind, reason: string) => void): void {
    if (author.isErased === true) {
      this.#erasedNames++;
      return;
    }
    const found = this.#nameLines.get(keyOfName(author.id, author.name));
    if (found === undefined) tell('name', `the name ${JSON.stringify(author.name)} is not that of its author`);
    else found.isUsed = true;
  }

  #takeTombstone(tombstone: Tombstone, line: number | undefined): TrailPlace {
    const { stream, version, hash } = tombstone;
    this.events++;
    this.#erased++;
    const checked = this.#streamOf(stream);
    checked.decisions.goBlind();
    if (!checked.found.has('place')) this.#noteFault(() => this.#checkTombstone(checked.places, tombstone, line));
    return { line, stream, version, hash };
  }

  /** @throws TrailFaultError */
  #checkTombstone(places: StreamCheck, tombstone: Tombstone, line: number | undefined): void {
    const { stream, version, hash } = tombstone;
    const fail = (kind: FaultKind, reason: string) => faultAt({ line, stream, version, kind, reason });
    const fault = places.takeErased(version, hash);
    if (fault !== null) throw fail(fault.kind, fault.reason);
    const key = keyIdOf(tombstone.publicKey);
    if (key === null || !this.#isSigned(signedTextOf(tombstone)))
      throw fail('erasure', 'its text is gone, and the signature of the tombstone does not hold');
    if (this.#trusted.length > 0 && !this.#trusted.includes(key))
      throw fail('erasure', `its text is gone, and the tombstone is signed by another key, ${key}`);
    this.keys.push(key);
    if (!isTime(tombstone.erasedAt)) throw fail('time', `its time ${JSON.stringify(tombstone.erasedAt)} is not a date`);
  }

  #streamOf(stream: string): CheckedStream {
    const known = this.#streams.get(stream);
    if (known !== undefined) return known;
    const checked = {
      places: new StreamCheck(),
      decisions: new DecisionCheck(stream),
      found: new Set<FirstOnly>(),
      latestRules: FIRST_RULES,
    };
    this.#streams.set(stream, checked);
    return checked;
  }
}

/** Null for a fault that is reported wherever it is: of a time, a decision or an origin. */
function firstOnlyOf({ kind }: TrailFault): FirstOnly | null {
  if (kind === 'time' || kind === 'decision' || kind === 'origin') return null;
  return kind === 'form' || kind === 'name' || kind === 'unknown' ? kind : 'place';
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
