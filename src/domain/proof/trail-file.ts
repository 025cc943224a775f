import { Type, type Static } from 'typebox';
import type { SealedRecord } from '../events/seal.ts';
import { firstFault, fits } from '../json/check.ts';
import { exact } from '../json/schemas.ts';
import { formatJson, JsonTextError, parseJson } from '../json/text.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { formatRecordLine, looksLikeLog, parseRecordLine } from '../log/log.ts';

const HashSchema = Type.String({ pattern: '^[0-9a-f]{64}$' });
const PositionSchema = Type.Integer({ minimum: 0 });
const VersionSchema = Type.Integer({ minimum: 1 });
/** Base64 with its padding, of whole groups. */
const Base64Schema = Type.String({ pattern: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' });

/** The name of an author behind a commitment: the lower-case hex SHA-256 of `salt:name`. */
const TrailNameSchema = exact({
  commitment: HashSchema,
  author: Type.String(),
  name: Type.String(),
  salt: Type.String({ pattern: '^[0-9a-f]{32}$' }),
});
export type TrailName = Static<typeof TrailNameSchema>;

/** A checkpoint as it is published: the signed text, its Ed25519 signature, and the raw public key, both in base64. */
export const SignedCheckpointSchema = exact({ text: Type.String(), signature: Base64Schema, publicKey: Base64Schema });
export type SignedCheckpoint = Static<typeof SignedCheckpointSchema>;

/** Proves that a record is at a position (from 0) of the tree of this size. */
export const InclusionProofSchema = exact({
  kind: Type.Literal('inclusion'),
  stream: Type.String(),
  version: VersionSchema,
  position: PositionSchema,
  size: PositionSchema,
  path: Type.Array(HashSchema),
});
export type InclusionProof = Static<typeof InclusionProofSchema>;

/** Proves that the tree of one size is the beginning of the tree of another. */
export const ConsistencyProofSchema = exact({
  kind: Type.Literal('consistency'),
  from: PositionSchema,
  to: PositionSchema,
  path: Type.Array(HashSchema),
});
export type ConsistencyProof = Static<typeof ConsistencyProofSchema>;

/** Replaces a record whose text was erased. */
export const TombstoneSchema = exact({
  stream: Type.String({ minLength: 1 }),
  version: VersionSchema,
  /** Hash of the record that was erased: the next one is chained to it. */
  hash: HashSchema,
  erasedAt: Type.String(),
  reason: Type.String(),
  /** Ed25519, of `tombstoneText`, by the server's key, and that key, both in base64. */
  signature: Base64Schema,
  publicKey: Base64Schema,
});
export type Tombstone = Static<typeof TombstoneSchema>;

/** One line of the file of a trail. Records and tombstones are in the server's order. */
export type TrailEntry =
  | { readonly kind: 'record'; readonly record: SealedRecord }
  | { readonly kind: 'name'; readonly name: TrailName }
  | { readonly kind: 'checkpoint'; readonly checkpoint: SignedCheckpoint }
  | { readonly kind: 'proof'; readonly proof: InclusionProof | ConsistencyProof }
  | { readonly kind: 'tombstone'; readonly tombstone: Tombstone };

const LINE_SCHEMAS = {
  name: TrailNameSchema,
  checkpoint: SignedCheckpointSchema,
  proof: Type.Union([InclusionProofSchema, ConsistencyProofSchema]),
  tombstone: TombstoneSchema,
} as const;
type LineKind = keyof typeof LINE_SCHEMAS;

/** An entry with the line that it was read from, from 1. */
export type TrailLine = TrailEntry & { readonly line: number };

/** An entry that may have come from a line. */
export type VerifiedEntry = TrailEntry & { readonly line?: number };

/** A file that is no trail: the first line that is wrong, and why. */
export class TrailFileError extends Error {
  override readonly name = 'TrailFileError';
  constructor(
    /** From 1. */
    readonly line: number,
    readonly reason: string,
  ) {
    super(`Line ${line}: ${reason}`);
  }
}

const NO_TRAIL_LINE = 'it is none of the lines of a trail: event, name, checkpoint, proof, tombstone';

/** Whether a text begins as a trail, a log or a record of one does, also where it is damaged after that. */
export function looksLikeTrail(text: string): boolean {
  const [, kind = ''] = /^\{"(\w+)":/.exec(text) ?? [];
  return isLineKind(kind) || looksLikeLog(text);
}

/**
 * Reads one line, without its line end. A line has exactly one form, so that no byte of it can change unnoticed.
 * @throws TrailFileError
 */
export function parseTrailLine(text: string, line: number): TrailEntry {
  const record = parseRecordLine(text);
  if (record !== null) return { kind: 'record', record };
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof JsonTextError) throw new TrailFileError(line, `it is not JSON (${error.message})`);
    throw error;
  }
  const entry = isObject(value) ? entryIn(value, line) : null;
  if (entry === null) throw new TrailFileError(line, NO_TRAIL_LINE);
  if (formatTrailEntry(entry) !== text)
    throw new TrailFileError(line, 'it is not written as Mapledger writes it: the order of its members or its spaces');
  return entry;
}

function entryIn(value: JsonObject, line: number): TrailEntry | null {
  const [kind, ...others] = Object.keys(value);
  if (kind === undefined || others.length > 0 || !isLineKind(kind)) return null;
  const content = value[kind];
  const schema = LINE_SCHEMAS[kind];
  if (!fits(schema, content)) {
    const { at, message } = firstFault(schema, content) ?? { at: '', message: '' };
    throw new TrailFileError(line, `its ${kind} is wrong: ${at} ${message}`.trimEnd());
  }
  // The schema is the one of this kind.
  return { kind, [kind]: content } as unknown as TrailEntry;
}

function isLineKind(name: string): name is LineKind {
  return Object.hasOwn(LINE_SCHEMAS, name);
}

/** The line of an entry, without a line end. */
export function formatTrailEntry(entry: TrailEntry): string {
  switch (entry.kind) {
    case 'record':
      return formatRecordLine(entry.record);
    case 'name': {
      const { commitment, author, name, salt } = entry.name;
      return formatJson({ name: { commitment, author, name, salt } });
    }
    case 'checkpoint': {
      const { text, signature, publicKey } = entry.checkpoint;
      return formatJson({ checkpoint: { text, signature, publicKey } });
    }
    case 'proof':
      return formatJson({ proof: proofMembers(entry.proof) });
    case 'tombstone': {
      const { stream, version, hash, erasedAt, reason, signature, publicKey } = entry.tombstone;
      return formatJson({ tombstone: { stream, version, hash, erasedAt, reason, signature, publicKey } });
    }
  }
}

function proofMembers(proof: InclusionProof | ConsistencyProof): JsonObject {
  if (proof.kind === 'consistency') return { kind: proof.kind, from: proof.from, to: proof.to, path: proof.path };
  const { kind, stream, version, position, size, path } = proof;
  return { kind, stream, version, position, size, path };
}

interface ParseOptions {
  /** Line ends and a byte order mark may be those of another program, as where a person has kept the file. */
  readonly isAnyForm?: boolean;
}

const BYTE_ORDER_MARK = '\ufeff';

/**
 * Reads a whole file. It has exactly one form, so that no byte of it can change unnoticed. Cost: its length. @throws
 * TrailFileError at the first line that is wrong.
 * @public
 */
export function parseTrailFile(file: string, { isAnyForm = false }: ParseOptions = {}): readonly TrailLine[] {
  const entries: TrailLine[] = [];
  const hasMark = file.startsWith(BYTE_ORDER_MARK);
  if (hasMark && !isAnyForm) throw new TrailFileError(1, otherForm('a byte order mark'));
  let from = hasMark ? BYTE_ORDER_MARK.length : 0;
  for (let line = 1; from < file.length; line++) {
    const end = file.indexOf('\n', from);
    const text = file.slice(from, end === -1 ? undefined : end);
    const hasReturn = text.endsWith('\r');
    try {
      entries.push({ ...parseTrailLine(hasReturn ? text.slice(0, -1) : text, line), line });
    } catch (error) {
      if (end === -1 && error instanceof TrailFileError)
        throw new TrailFileError(line, 'the file ends in the middle of it');
      throw error;
    }
    if (hasReturn && !isAnyForm) throw new TrailFileError(line, otherForm('a carriage return'));
    if (end === -1 && !isAnyForm) throw new TrailFileError(line, NO_LINE_END);
    from = end === -1 ? file.length : end + 1;
  }
  return entries;
}

/** Why a line is none as Mapledger writes it, by what it has. */
export function otherForm(what: 'a byte order mark' | 'a carriage return'): string {
  return `it has ${what}, which Mapledger does not write: the file was changed`;
}

/** Why a file is none where its last line has no end. */
export const NO_LINE_END = 'the line end after it is missing: the file was changed or cut off';

/**
 * The file of a trail. Put a checkpoint first: then a file that is truncated anywhere is detected.
 * @public
 */
export function formatTrailFile(entries: readonly TrailEntry[]): string {
  return entries.map((entry) => `${formatTrailEntry(entry)}\n`).join('');
}

/**
 * The records of a trail in the order of the file, without what else it has.
 * @public
 */
export function recordsIn(entries: readonly TrailEntry[]): readonly SealedRecord[] {
  return entries.flatMap((entry) => (entry.kind === 'record' ? [entry.record] : []));
}
