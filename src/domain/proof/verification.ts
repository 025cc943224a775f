/** What kind of wrong it is: one word for programs, `reason` says it in words. */
export type FaultKind =
  /** The line or its text can't be read as an event. */
  | 'form'
  /** The hash does not fit the text and the record before it. */
  | 'seal'
  /** A record is missing or in the wrong place. */
  | 'order'
  /** The same record, or an event of the same id, comes twice. */
  | 'duplicate'
  /** Two different records claim one place of a stream. */
  | 'fork'
  /** A time that is no date, or one that runs backwards. */
  | 'time'
  /** The command does not lead to the recorded event. */
  | 'decision'
  /** It names a record of another stream that this stream does not have. */
  | 'origin'
  /** Another JSON Patch library gives another document. */
  | 'replay'
  /** A name that its commitment does not fit. */
  | 'name'
  /** A tombstone that nobody vouches for. */
  | 'erasure'
  /** The trail is not the one that was signed. */
  | 'checkpoint'
  /** A proof that does not match the signed root. */
  | 'proof'
  /**
   * Nothing that can be called wrong: it was decided by rules, or written in a format, that this version does not have.
   */
  | 'unknown';

/** Faults of the content of a record: its seal, order, id and name are still valid. */
const CONTENT_FAULTS: ReadonlySet<FaultKind> = new Set(['decision', 'origin', 'time', 'unknown']);

/** Whether a record with this fault is still the one that was sealed in its place. */
export function isContentFault({ kind }: Pick<TrailFault, 'kind'>): boolean {
  return CONTENT_FAULTS.has(kind);
}

/** What is wrong, or unknown, at one place. Everything before it in its stream is sound. */
export interface TrailFault {
  /** Of the file, from 1; absent where the records came from a store. */
  readonly line?: number;
  /** Null where the fault belongs to no one record. */
  readonly stream: string | null;
  readonly version: number | null;
  readonly kind: FaultKind;
  /** A clause in words: "its hash does not match …". */
  readonly reason: string;
}

/** Something that verification can't vouch for, in a sentence, although nothing is wrong. */
export interface VerificationNote {
  readonly code:
    | 'no_checkpoint'
    | 'behind_checkpoint'
    | 'unknown_key'
    | 'earlier_wording'
    | 'erased'
    | 'unseen'
    | 'erased_names'
    | 'not_recorded'
    | 'payload_not_kept'
    | 'origin_elsewhere';
  readonly text: string;
  /** How many events it concerns; absent where it concerns the trail. */
  readonly count?: number;
}

export interface VerifiedTrail {
  readonly ok: true;
  readonly streams: number;
  readonly events: number;
  readonly notes: readonly VerificationNote[];
}

export interface FaultyTrail {
  readonly ok: false;
  /** The first that is wrong; where nothing is, the first that is unknown. */
  readonly fault: TrailFault;
  /**
   * All that were found, in the order of the trail. Every wrong decision and time of a stream is named: each event is
   * decided on what those before it did by their patches. Only the first of a stream is named where something is
   * unknown, a name is wrong, or a member is none of the format, and where a record is not the one of its place: then
   * the rest of the stream is not checked. Faults of the trail as a whole come last.
   */
  readonly faults: readonly TrailFault[];
}

export type Verification = VerifiedTrail | FaultyTrail;

/** Whether nothing is wrong with a trail but what this version does not know. */
export function isOnlyUnknown({ faults }: FaultyTrail): boolean {
  return faults.every(({ kind }) => kind === 'unknown');
}

/** Ends a verification at what is wrong. */
export class TrailFaultError extends Error {
  override readonly name = 'TrailFaultError';
  constructor(readonly fault: TrailFault) {
    super(faultText(fault));
  }
}

/** A fault in one sentence. */
export function faultText({ line, stream, version, reason }: TrailFault): string {
  const place = [
    line === undefined ? null : `Line ${line}`,
    version === null ? null : `${line === undefined ? 'Event' : 'event'} ${version}`,
    stream === null ? null : `of ${JSON.stringify(stream)}`,
  ].filter((part) => part !== null);
  const at =
    place.length === 0
      ? 'The trail'
      : place.join(line === undefined || version === null ? ' ' : ', ').replace(/, of/, ' of');
  return `${at}: ${reason}.`;
}
