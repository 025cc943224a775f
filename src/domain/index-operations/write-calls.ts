import { aliasAddition } from '../console/alias-entries.ts';
import type { IndexActionId } from '../console/index-actions.ts';
import type { AliasOperation, Block, RolloverConditions } from '../console/operation-entities.ts';
import type { TemplateStreamKind } from '../document/live-document.ts';
import { formatJson } from '../json/text.ts';
import { asJson, type JsonObject, type JsonValue } from '../json/value.ts';
import type { ClusterCall } from '../ports/cluster-gateway.ts';

/** A call that changes a cluster: the server sends it, and a dialog shows it before. */
export type WriteCall = Pick<ClusterCall, 'method' | 'path' | 'query' | 'body'>;

/** How many names one request to a cluster carries. */
export const NAMES_PER_CALL = 16;
/** How long the names in one address may be, encoded: engines take 4,096 bytes for the first line of a request. */
export const MAX_NAMES_LENGTH = 3_800;

/** Names in their order, as many together as one request carries and its address has room for. */
export function namesByCall(names: readonly string[], most: number = NAMES_PER_CALL): (readonly string[])[] {
  const calls: string[][] = [];
  let length = 0;
  for (const name of names) {
    const last = calls.at(-1);
    const added = encodedLength(`,${name}`);
    if (last === undefined || last.length === most || length + added > MAX_NAMES_LENGTH) {
      calls.push([name]);
      length = added;
    } else {
      last.push(name);
      length += added;
    }
  }
  return calls;
}

/** Half a surrogate pair counts as the replacement character: sending the name is what refuses it. */
function encodedLength(text: string): number {
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\ufffd')).length;
}

/** What follows the names in the path of an action on indices; a deletion has the names alone. */
const ACTION_PATHS: Readonly<Record<IndexActionId, readonly string[]>> = {
  close: ['_close'],
  open: ['_open'],
  force_merge: ['_forcemerge'],
  refresh: ['_refresh'],
  clear_cache: ['_cache', 'clear'],
  flush: ['_flush'],
  freeze: ['_freeze'],
  unfreeze: ['_unfreeze'],
  delete: [],
};

interface IndexActionOptions {
  /** Segments that are left of each shard, at most. */
  readonly maxNumSegments?: number | undefined;
}

/** The call of an action on as many indices as one request carries. */
export function indexActionCall(
  action: IndexActionId,
  names: readonly string[],
  { maxNumSegments }: IndexActionOptions = {},
): WriteCall {
  return {
    method: action === 'delete' ? 'DELETE' : 'POST',
    path: [names.join(','), ...ACTION_PATHS[action]],
    ...(maxNumSegments !== undefined && { query: { max_num_segments: maxNumSegments } }),
  };
}

/** The calls of an action on any number of indices, in their order. */
export function indexActionCalls(
  action: IndexActionId,
  names: readonly string[],
  options: IndexActionOptions = {},
): readonly WriteCall[] {
  return namesByCall(names).map((some) => indexActionCall(action, some, options));
}

interface RolloverOptions {
  readonly conditions?: RolloverConditions | undefined;
  readonly newIndex?: string | undefined;
}

/** Rolls over an alias or a data stream. */
export function rolloverCall(name: string, { conditions = {}, newIndex }: RolloverOptions): WriteCall {
  return {
    method: 'POST',
    path: [name, '_rollover', ...(newIndex === undefined ? [] : [newIndex])],
    ...(Object.keys(conditions).length > 0 && { body: formatJson(asJson({ conditions })) }),
  };
}

/** Adds or removes a block of an index. */
export function blockCall(index: string, block: Block, isOn: boolean): WriteCall {
  return isOn ? { method: 'PUT', path: [index, '_block', block] } : blockSettingCall(index, block, null);
}

/** The same as a setting, for engines without a block API and for a block that is removed. */
export function blockSettingCall(index: string, block: Block, value: true | null): WriteCall {
  return settingsCall(index, { [`index.blocks.${block}`]: value });
}

/** Changes settings of an index; null resets one to its default. */
export function settingsCall(index: string, settings: JsonValue): WriteCall {
  return { method: 'PUT', path: [index, '_settings'], body: formatJson(settings) };
}

/** Changes aliases in one request, all or none. */
export function aliasesCall(operations: readonly AliasOperation[]): WriteCall {
  const actions = operations.map((operation) =>
    'add' in operation
      ? { add: aliasAddition(operation.index, operation.add) }
      : { remove: { index: operation.index, ...operation.remove } },
  );
  return { method: 'POST', path: ['_aliases'], body: formatJson(asJson({ actions })) };
}

export function createDataStreamCall(name: string): WriteCall {
  return { method: 'PUT', path: ['_data_stream', name] };
}

/** Deletes as many data streams as one request carries, with their backing indices. */
export function deleteDataStreamsCall(names: readonly string[]): WriteCall {
  return { method: 'DELETE', path: ['_data_stream', names.join(',')] };
}

/** Sets the lifecycle of a data stream. The engine replaces the whole of it: what is left out here is gone. */
export function dataStreamLifecycleCall(name: string, lifecycle: JsonObject): WriteCall {
  return { method: 'PUT', path: ['_data_stream', name, '_lifecycle'], body: formatJson(lifecycle) };
}

/** The endpoint of each kind of template. */
export const TEMPLATE_ENDPOINTS: Readonly<Record<TemplateStreamKind, string>> = {
  index_template: '_index_template',
  legacy_template: '_template',
  component_template: '_component_template',
};

export function deleteTemplateCall(kind: TemplateStreamKind, name: string): WriteCall {
  return { method: 'DELETE', path: [TEMPLATE_ENDPOINTS[kind], name] };
}

/** Cancels one task, by its id `node:number`. */
export function cancelTaskCall(id: string): WriteCall {
  return { method: 'POST', path: ['_tasks', id, '_cancel'] };
}

/** ILM of Elasticsearch, ISM of OpenSearch. */
export type LifecycleSystem = 'ilm' | 'ism';

const ISM = ['_plugins', '_ism'];

/**
 * Has an index follow a lifecycle policy. ISM refuses to add one to an index that has one, `current`; it changes that
 * one at the end of its state, or immediately where the new policy has the same state.
 */
export function attachPolicyCall(
  system: LifecycleSystem,
  index: string,
  policy: string,
  current?: string | null,
): WriteCall {
  if (system === 'ilm') return settingsCall(index, { 'index.lifecycle.name': policy });
  const verb = current === undefined || current === null ? 'add' : 'change_policy';
  return { method: 'POST', path: [...ISM, verb, index], body: formatJson({ policy_id: policy }) };
}

/** Has an index follow no lifecycle policy. */
export function detachPolicyCall(system: LifecycleSystem, index: string): WriteCall {
  return { method: 'POST', path: system === 'ism' ? [...ISM, 'remove', index] : [index, '_ilm', 'remove'] };
}

/** Runs the failed step of the lifecycle of an index again. */
export function retryStepCall(system: LifecycleSystem, index: string): WriteCall {
  return { method: 'POST', path: system === 'ism' ? [...ISM, 'retry', index] : [index, '_ilm', 'retry'] };
}
