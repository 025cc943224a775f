import { member, type JsonObject, type JsonValue } from '#domain/json';
import { checkBlocks } from './blocks.ts';
import type { IndexDocument } from './documents.ts';
import { EngineError, illegalArgument } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { requestedIndices } from './names.ts';
import { type EngineReply, type EngineRequest, type Route } from './router.ts';

const POLICY = 'index.lifecycle.name';
/** The settings that go with the policy (Elasticsearch 9.3); others of its lifecycle stay. */
const REMOVED: readonly string[] = [POLICY, 'index.lifecycle.indexing_complete', 'index.lifecycle.rollover_alias'];
const POLICY_DATE = '2026-01-01T00:00:00.000Z';
const DAY_MS = 86_400_000;

/** Two policies to be looked at; they run nothing. */
const POLICIES = {
  'sandbox-30-days': {
    phases: {
      hot: { min_age: '0ms', actions: { rollover: { max_age: '7d', max_primary_shard_size: '50gb' } } },
      delete: { min_age: '30d', actions: { delete: { delete_searchable_snapshot: true } } },
    },
  },
  'sandbox-keep': {
    phases: {
      hot: { min_age: '0ms', actions: { set_priority: { priority: 100 } } },
      warm: { min_age: '30d', actions: { forcemerge: { max_num_segments: 1 } } },
    },
  },
};

/**
 * Lifecycle policies: what they say, where each index is in its own, and how it gets rid of it. No step is ever run.
 */
export function lifecycleRoutes({ state, clock }: EngineContext): readonly Route[] {
  const policy = (name: keyof typeof POLICIES): JsonObject => ({
    version: 1,
    modified_date: POLICY_DATE,
    policy: POLICIES[name],
    in_use_by: {
      indices: [...state.indices.values()]
        .filter((index) => index.settings[POLICY] === name)
        .map((index) => index.name),
      data_streams: [],
      composable_templates: [],
    },
  });

  function policies(request: EngineRequest): JsonValue | EngineReply {
    const names = Object.keys(POLICIES) as (keyof typeof POLICIES)[];
    const targets = request.names.length === 0 ? names : names.filter((name) => name === request.name(0));
    if (targets.length === 0)
      throw new EngineError(404, 'resource_not_found_exception', `Lifecycle policy not found: ${request.name(0)}`);
    return Object.fromEntries(targets.map((name) => [name, policy(name)]));
  }

  function explained(index: IndexDocument): JsonObject {
    const name = index.settings[POLICY];
    if (typeof name !== 'string') return { index: index.name, managed: false };
    const created = Number(index.settings['index.creation_date']);
    const age = Math.max(0, Date.parse(clock.now()) - created);
    const known = {
      index: index.name,
      managed: true,
      policy: name,
      lifecycle_date_millis: created,
      age: age < DAY_MS ? `${(age / 3_600_000).toFixed(2)}h` : `${(age / DAY_MS).toFixed(2)}d`,
      step_time_millis: created,
    };
    // The step of the sandbox' policies that an index without a rollover alias can't take.
    if (!Object.hasOwn(POLICIES, name))
      return { ...known, step_info: { type: 'illegal_argument_exception', reason: `policy [${name}] does not exist` } };
    if (name === 'sandbox-keep') return { ...known, phase: 'hot', action: 'complete', step: 'complete' };
    const isWrittenTo =
      index.dataStream !== null || member(index.settings, 'index.lifecycle.rollover_alias') !== undefined;
    if (isWrittenTo) return { ...known, phase: 'hot', action: 'rollover', step: 'check-rollover-ready' };
    return {
      ...known,
      phase: 'hot',
      action: 'rollover',
      step: 'ERROR',
      failed_step: 'check-rollover-ready',
      is_auto_retryable_error: true,
      step_info: {
        type: 'illegal_argument_exception',
        reason: `setting [index.lifecycle.rollover_alias] for index [${index.name}] is empty or not defined`,
      },
    };
  }

  const explain = (request: EngineRequest): JsonObject => ({
    indices: Object.fromEntries(requestedIndices(state, request).map((index) => [index.name, explained(index)])),
  });

  function retry(request: EngineRequest): JsonObject {
    const indices = requestedIndices(state, request);
    const healthy = indices.find((index) => explained(index)['step'] !== 'ERROR');
    if (healthy !== undefined)
      throw illegalArgument(
        `cannot retry an action for an index [${healthy.name}] that has not encountered an error when running a Lifecycle Policy`,
      );
    return { acknowledged: true };
  }

  function remove(request: EngineRequest): JsonObject {
    const indices = requestedIndices(state, request);
    checkBlocks(indices, 'metadata_write');
    state.commit(
      indices.map((index) => {
        const kept = Object.entries(index.settings).filter(([name]) => !REMOVED.includes(name));
        return { kind: 'index', name: index.name, value: { ...index, settings: Object.fromEntries(kept) } };
      }),
    );
    return { has_failures: false, failed_indexes: [] };
  }

  return [
    { methods: ['GET'], path: '_ilm/policy', run: policies },
    { methods: ['GET'], path: '_ilm/policy/{}', run: policies },
    { methods: ['GET'], path: '_ilm/status', run: () => ({ operation_mode: 'RUNNING' }) },
    { methods: ['GET'], path: '{}/_ilm/explain', query: ['only_errors', 'only_managed'], run: explain },
    { methods: ['POST'], path: '{}/_ilm/retry', run: retry },
    { methods: ['POST'], path: '{}/_ilm/remove', run: remove },
  ];
}
