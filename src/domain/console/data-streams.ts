import { isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import { lifecycleOf, type DataStreamLifecycle } from './stream-lifecycle.ts';

/** A data stream as screens show it. */
export interface DataStream {
  readonly name: string;
  readonly timeStampField: { readonly name: string };
  /** The backing indices, the one that is written to last. */
  readonly indices: readonly { readonly name: string; readonly uuid: string }[];
  readonly generation: number;
  /** `green`, `yellow` or `red`; as the engine says it where that is something else. */
  readonly health: string;
  readonly indexTemplateName?: string;
  readonly ilmPolicyName?: string;
  readonly storageSize?: string;
  readonly storageSizeBytes?: number;
  /** Of the newest document, in milliseconds since 1970; 0 where there is none. */
  readonly maxTimeStamp?: number;
  readonly _meta?: JsonObject;
  readonly privileges?: JsonObject;
  readonly hidden: boolean;
  /** The stream's own, where the engine has such a thing. */
  readonly lifecycle?: DataStreamLifecycle;
}

/** Reads a data stream of the API; what is missing or of another kind is left out, and never an exception. */
export function dataStreamOf(given: unknown): DataStream {
  const stream = isObject(given) ? given : {};
  const lifecycle = objectMember(stream, 'lifecycle');
  return {
    name: textOf(stream, 'name') ?? '',
    timeStampField: { name: textOf(objectMember(stream, 'timestamp_field') ?? {}, 'name') ?? '' },
    indices: listOf(member(stream, 'indices')).map((index) => ({
      name: textOf(index, 'index_name') ?? '',
      uuid: textOf(index, 'index_uuid') ?? '',
    })),
    generation: numberOf(stream, 'generation') ?? 0,
    health: (textOf(stream, 'status') ?? '').toLowerCase(),
    ...kept('indexTemplateName', textOf(stream, 'template')),
    ...kept('ilmPolicyName', textOf(stream, 'ilm_policy')),
    ...kept('storageSize', textOf(stream, 'store_size')),
    ...kept('storageSizeBytes', numberOf(stream, 'store_size_bytes')),
    ...kept('maxTimeStamp', numberOf(stream, 'maximum_timestamp')),
    ...kept('_meta', objectMember(stream, '_meta')),
    ...kept('privileges', objectMember(stream, 'privileges')),
    hidden: member(stream, 'hidden') === true,
    ...kept('lifecycle', lifecycle && lifecycleOf(lifecycle)),
  };
}

/** The backing index that new documents go into. */
export function writeIndexOf({ indices }: DataStream): string | undefined {
  return indices.at(-1)?.name;
}

/**
 * A privilege of the user for a data stream, as the cluster reports it. Privileges that it does not report count as
 * granted.
 */
export type DataStreamRight = 'delete_index' | 'manage_data_stream_lifecycle';

export function hasPrivilege({ privileges }: DataStream, right: DataStreamRight): boolean {
  return member(privileges ?? {}, right) !== false;
}

function textOf(object: JsonObject, key: string): string | undefined {
  const value = member(object, key);
  return typeof value === 'string' ? value : undefined;
}

function numberOf(object: JsonObject, key: string): number | undefined {
  const value = member(object, key);
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function kept<Key extends string, Value>(key: Key, value: Value | undefined): { readonly [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]?: Value });
}
