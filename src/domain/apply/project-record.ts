import { Type, type Static } from 'typebox';
import type { Body } from '../json/patch.ts';
import { exact, recordOf } from '../json/schemas.ts';
import { isObject } from '../json/value.ts';
import { isProjectName } from './project-name.ts';

const CODE_STREAM = 'code/';

/** The stream with what applies of a project have done. */
export function codeStream(project: string): string {
  return `${CODE_STREAM}${project}`;
}

/** The project whose stream this is; null for another stream. */
export function parseCodeStream(stream: string): string | null {
  const project = stream.slice(CODE_STREAM.length);
  return stream.startsWith(CODE_STREAM) && isProjectName(project) ? project : null;
}

/** Chosen by the client, so that a request whose answer was lost can be sent again. */
export const ApplyIdSchema = Type.String({ pattern: '^[0-9A-Za-z-]{16,64}$' });
/** A template, an index or a data stream, as plans write it: `index_templates/logs`. */
export const ObjectSchema = Type.String({ minLength: 3, maxLength: 1_100 });
const FileSchema = Type.String({ minLength: 1, maxLength: 4_096 });
const DigestSchema = Type.String({ pattern: '^[0-9a-f]{64}$' });
/** RFC 3339, as the clock of the server says. */
const TimeSchema = Type.String({ minLength: 1, maxLength: 64 });
/** What a cluster calls itself; the same at each of its addresses. */
export const ClusterUuidSchema = Type.String({ pattern: '^[!-~]{1,64}$' });

/** From where and to where an apply goes. */
export const ApplySourceSchema = exact({
  cluster: ClusterUuidSchema,
  environment: Type.Union([Type.String({ minLength: 1, maxLength: 63 }), Type.Null()]),
  /** Null outside of a repository. */
  commit: Type.Union([Type.String({ pattern: '^[0-9a-f]{7,64}$' }), Type.Null()]),
  /** The folder had changes that were not committed. */
  isDirty: Type.Boolean(),
});
export type ApplySource = Static<typeof ApplySourceSchema>;

/** An apply that has the lock. */
export const RunningApplySchema = exact({
  id: ApplyIdSchema,
  at: TimeSchema,
  /** End of the lease. */
  until: TimeSchema,
  ...ApplySourceSchema.properties,
});
export type RunningApply = Static<typeof RunningApplySchema>;

/** What a file claims: the file, and the digest of the body in it. */
export const ClaimSchema = exact({ file: FileSchema, digest: DigestSchema });
export type Claim = Static<typeof ClaimSchema>;
export const ClaimsSchema = recordOf(ClaimSchema);

const ApplyOutcomeSchema = Type.Enum(['done', 'stopped']);
const COUNT = Type.Integer({ minimum: 0 });

export const ApplyEndSchema = exact({
  id: ApplyIdSchema,
  outcome: ApplyOutcomeSchema,
  /** Requests that were carried out, of how many. */
  sent: COUNT,
  requests: COUNT,
});
export type ApplyEnd = Static<typeof ApplyEndSchema>;

/**
 * What an apply has done to one object, or to a data stream that no file is about; or it has found that another client
 * had deleted an object.
 */
export const AppliedSchema = Type.Enum(['created', 'updated', 'deleted', 'gone', 'rolled_over', 'write_index_updated']);
export type Applied = Static<typeof AppliedSchema>;

/** An object of a cluster, as the record of a project has it. */
export interface RecordedObject extends Claim {
  /** An apply of the project has created it. */
  readonly isMade?: true;
  /** The newest apply had no file of it; only what an apply has created is kept so. */
  readonly isLeft?: true;
}

/** The document of the stream. */
export interface ProjectRecord {
  /** The apply that has the lock; absent where none has. */
  readonly apply?: RunningApply;
  /** Objects by their addresses, by the UUIDs of clusters. */
  readonly clusters: Readonly<Record<string, Readonly<Record<string, RecordedObject>>>>;
  /** How the newest apply that came to an end did. */
  readonly last?: ApplyEnd & Pick<RunningApply, 'at'> & ApplySource;
}

/** The record in a document; an empty one before the first event. */
export function projectRecordOf(body: Body): ProjectRecord {
  // The commands keep it in this form.
  return isObject(body) ? (body as unknown as ProjectRecord) : { clusters: {} };
}

/** The objects of one cluster. */
export function recordedObjects({ clusters }: ProjectRecord, cluster: string): ReadonlyMap<string, RecordedObject> {
  return new Map(Object.hasOwn(clusters, cluster) ? Object.entries(clusters[cluster] ?? {}) : []);
}

/** In what the claims of an apply differ from the record. */
export interface ClaimChanges {
  readonly claims: Readonly<Record<string, Claim>>;
  /** Objects that have no file any more. */
  readonly dropped: readonly string[];
}

export function claimChanges(
  recorded: ReadonlyMap<string, RecordedObject>,
  claimed: ReadonlyMap<string, Claim>,
): ClaimChanges {
  const differs = ([object, { file, digest }]: readonly [string, Claim]) => {
    const known = recorded.get(object);
    return known === undefined || known.isLeft === true || known.file !== file || known.digest !== digest;
  };
  return {
    claims: Object.fromEntries([...claimed].filter(differs)),
    dropped: [...recorded].flatMap(([object, { isLeft }]) => (claimed.has(object) || isLeft === true ? [] : [object])),
  };
}
