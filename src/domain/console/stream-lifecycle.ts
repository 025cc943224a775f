import { isObject, member, objectMember, pickMembers, withMembers, type JsonObject } from '../json/value.ts';

/** What engines say of a lifecycle and refuse to be sent (Elasticsearch 8.14). */
const COMPUTED: readonly string[] = ['effective_retention', 'retention_determined_by', 'rollover'];
const RETENTION = 'data_retention';

/** The lifecycle of a data stream. */
export interface DataStreamLifecycle {
  readonly enabled: boolean;
  /** As the engine says it, `7d` say; for good where absent. */
  readonly dataRetention?: string;
  /** The retention in force, where the engine says it: the cluster may have a default or a maximum. */
  readonly effectiveRetention?: string;
  /** What has decided on the retention in force: `max_global_retention`. */
  readonly retentionDeterminedBy?: string;
  /** Everything that the engine stores of it, members unknown here included. */
  readonly stored: JsonObject;
}

/** The part of a lifecycle that a person changes; without a retention, data is kept for good. */
export type LifecycleChange = Pick<DataStreamLifecycle, 'enabled' | 'dataRetention'>;

/** Reads a lifecycle; one without `enabled` is in force, as the engine takes it. */
export function lifecycleOf(lifecycle: JsonObject): DataStreamLifecycle {
  return {
    enabled: member(lifecycle, 'enabled') !== false,
    ...text('dataRetention', lifecycle, RETENTION),
    ...text('effectiveRetention', lifecycle, 'effective_retention'),
    ...text('retentionDeterminedBy', lifecycle, 'retention_determined_by'),
    stored: storedLifecycle(lifecycle),
  };
}

/** A lifecycle as an engine takes it, out of what it answers. */
export function storedLifecycle(answered: JsonObject): JsonObject {
  return pickMembers(answered, (key) => !COMPUTED.includes(key));
}

/**
 * The lifecycle after a change. Engines replace the whole of it, so everything else is sent along as it is stored.
 */
export function changedLifecycle(stored: JsonObject, { enabled, dataRetention }: LifecycleChange): JsonObject {
  const changed = { enabled, ...(dataRetention !== undefined && { [RETENTION]: dataRetention }) };
  return withMembers(changed, otherLifecycleMembers(stored));
}

/** The members that no form changes: downsampling, and what newer engines add. */
export function otherLifecycleMembers(stored: JsonObject): JsonObject {
  return pickMembers(stored, (key) => key !== 'enabled' && key !== RETENTION);
}

/** One round of downsampling: from the age `after` on, one document per `interval`. */
interface DownsamplingRound {
  readonly after: string;
  readonly interval: string;
}

/** The downsampling rounds of a lifecycle; null where it has none, or they are of a shape unknown here. */
export function downsamplingRounds(stored: JsonObject): readonly DownsamplingRound[] | null {
  const given = member(stored, 'downsampling');
  if (!Array.isArray(given) || given.length === 0) return null;
  const rounds = given.map((round) => {
    const [after, interval] = isObject(round) ? [member(round, 'after'), intervalOf(round)] : [];
    return typeof after === 'string' && typeof interval === 'string' ? { after, interval } : null;
  });
  return rounds.every((round) => round !== null) ? rounds : null;
}

/** Some versions put the interval into its own object. */
function intervalOf(round: JsonObject) {
  return member(round, 'fixed_interval') ?? member(objectMember(round, 'config') ?? {}, 'fixed_interval');
}

function text<Key extends string>(key: Key, object: JsonObject, name: string): { readonly [K in Key]?: string } {
  const value = member(object, name);
  return typeof value === 'string' ? ({ [key]: value } as { readonly [K in Key]?: string }) : {};
}
