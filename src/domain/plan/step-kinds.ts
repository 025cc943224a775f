import { Type, type Static, type TSchema } from 'typebox';
import { exact, NameSchema, JsonPartSchema } from '../json/schemas.ts';
import { WRITE_BLOCK } from '../index-operations/index.ts';
import { formatJson } from '../json/text.ts';
import type { JsonObject } from '../json/value.ts';
import type { ClusterCall } from '../ports/cluster-gateway.ts';
import { DocsPerSecondSchema, reindexQuery, SlicesSchema, TRANSFORM_MEMBERS } from './reindex-options.ts';
import {
  promoteCalls,
  promoteTitle,
  PromoteTemplateSchema,
  undoPromoteCalls,
  undoPromoteWords,
} from './promote-template.ts';

/** One call as a plan holds it, before anybody sends it. */
export type PlannedCall = Pick<ClusterCall, 'method' | 'path' | 'query' | 'body'>;

const source = NameSchema;
const dest = NameSchema;

/** What each kind of step takes. The kinds are general: a plan is any list of them. */
export const STEP_INPUTS = {
  /** Creates an index, which must have no document and no alias before anybody else gets to see it. */
  create_index: exact({ index: NameSchema, body: JsonPartSchema }),
  /** Has an index refuse writes, and waits until those that are under way have ended. */
  block_writes: exact({ index: NameSchema }),
  /**
   * Changes settings of an index; null takes one back to its default. `expects`: the same settings as the change was
   * made for, null for one that is not set.
   */
  update_settings: exact({ index: NameSchema, settings: JsonPartSchema, expects: Type.Optional(JsonPartSchema) }),
  /**
   * Copies all documents as a task of the cluster. `skipsPipelines`: the default ingest pipeline of the target is not
   * run again. One slice and no throttle where these are absent.
   */
  reindex: exact({
    source,
    dest,
    skipsPipelines: Type.Optional(Type.Boolean()),
    slices: Type.Optional(SlicesSchema),
    docsPerSecond: Type.Optional(DocsPerSecondSchema),
    ...TRANSFORM_MEMBERS,
  }),
  /**
   * Copies all documents by searches and bulk requests of this server, where the cluster has no reindex. The source
   * must refuse writes.
   */
  copy: exact({ source, dest, skipsPipelines: Type.Optional(Type.Boolean()) }),
  /**
   * Compares how many documents two indices have, and a sample of them. `mustMatch`: a difference stops the plan.
   * `mayDiffer`: the content of documents, which is not compared then, or also their number.
   */
  compare: exact({
    source,
    dest,
    sample: Type.Integer({ minimum: 0, maximum: 1_000 }),
    mustMatch: Type.Boolean(),
    mayDiffer: Type.Optional(Type.Union([Type.Literal('content'), Type.Literal('count')])),
  }),
  /** Clones, shrinks or splits an index that refuses writes. */
  resize: exact({
    method: Type.Union([Type.Literal('clone'), Type.Literal('shrink'), Type.Literal('split')]),
    source,
    dest,
    body: JsonPartSchema,
  }),
  /**
   * Waits until every primary is assigned and nothing moves; `onNode`: a copy of each shard is on the node of this
   * name.
   */
  wait_for_shards: exact({ index: NameSchema, onNode: Type.Optional(NameSchema) }),
  /**
   * Changes aliases in one call, all or none. `expects` are the aliases by index that the actions were made for; `back`
   * takes the change back. `serves` is the index that clients reach afterwards, `served` the one that has what they
   * reached before.
   */
  update_aliases: exact({
    actions: Type.Array(JsonPartSchema, { minItems: 1 }),
    expects: JsonPartSchema,
    back: Type.Array(JsonPartSchema),
    serves: NameSchema,
    served: NameSchema,
  }),
  /**
   * Writes a whole index template, legacy template or component template. `expects`: the body that the change was made
   * for, null where there was none.
   */
  put_template: exact({
    kind: Type.Union([Type.Literal('index_template'), Type.Literal('template'), Type.Literal('component_template')]),
    name: NameSchema,
    body: JsonPartSchema,
    expects: Type.Optional(Type.Union([JsonPartSchema, Type.Null()])),
  }),
  /**
   * Has a data stream or an alias begin a new index. `expects`: the index that was written to when the step was
   * planned.
   */
  rollover: exact({ target: NameSchema, expects: Type.Optional(NameSchema) }),
  promote_template: PromoteTemplateSchema,
} as const satisfies Record<string, TSchema>;

export type StepKind = keyof typeof STEP_INPUTS;
export type StepInput<Kind extends StepKind> = Static<(typeof STEP_INPUTS)[Kind]>;
/** What a step is to do: its kind and what that takes. */
export type StepTask = {
  readonly [Kind in StepKind]: { readonly kind: Kind; readonly input: StepInput<Kind> };
}[StepKind];

/** Documents of one request of a copy, at first; fewer where they are large. */
export const COPY_BATCH = 500;

/** Calls that a step sends, in order, and what each was made for. */
export function callsOf({ kind, input }: StepTask): readonly PlannedCall[] {
  switch (kind) {
    case 'create_index':
      return [put([input.index], input.body)];
    case 'block_writes':
      return [{ method: 'PUT', path: [input.index, '_block', 'write'] }];
    case 'update_settings':
      return [put([input.index, '_settings'], input.settings)];
    case 'reindex':
      return [
        refreshCall(input.source),
        post(
          ['_reindex'],
          {
            source: { index: input.source },
            dest: destOf(input),
            ...(input.script !== undefined && { script: { lang: 'painless', source: input.script } }),
          },
          { wait_for_completion: false, ...reindexQuery(input) },
        ),
      ];
    case 'copy':
      return [
        refreshCall(input.source),
        post([input.source, '_search'], { size: COPY_BATCH, sort: [{ _seq_no: 'asc' }], query: { match_all: {} } }),
        {
          method: 'POST',
          path: [input.dest, '_bulk'],
          ...(input.skipsPipelines === true && { query: { pipeline: '_none' } }),
        },
      ];
    case 'compare':
      return [
        refreshCall(input.source),
        refreshCall(input.dest),
        { method: 'GET', path: [input.source, '_count'] },
        { method: 'GET', path: [input.dest, '_count'] },
      ];
    case 'resize':
      return [put([input.source, `_${input.method}`, input.dest], input.body)];
    case 'wait_for_shards':
      return [{ method: 'GET', path: ['_cluster', 'health', input.index], query: { level: 'shards' } }];
    case 'update_aliases':
      return [post(['_aliases'], { actions: input.actions })];
    case 'put_template':
      return [put([`_${input.kind}`, input.name], input.body)];
    case 'rollover':
      return [{ method: 'POST', path: [input.target, '_rollover'] }];
    case 'promote_template':
      return promoteCalls(input);
  }
}

/** Has searches find what was written before: a reindex and a copy read an index as a search does. */
export function refreshCall(index: string): PlannedCall {
  return { method: 'POST', path: [index, '_refresh'] };
}

/** Calls that take a step back, in order; none where nothing can or needs to be taken back. */
export function undoCallsOf({ kind, input }: StepTask): readonly PlannedCall[] {
  switch (kind) {
    case 'create_index':
      return [{ method: 'DELETE', path: [input.index] }];
    case 'resize':
      return [{ method: 'DELETE', path: [input.dest] }];
    case 'block_writes':
      return [unblockCall(input.index)];
    case 'update_aliases':
      return input.back.length === 0 ? [] : [post(['_aliases'], { actions: input.back })];
    case 'promote_template':
      return undoPromoteCalls(input);
    default:
      return [];
  }
}

/** Changes the throttle of a reindex that runs, at once; null removes it. */
export function rethrottleCall(task: string, docsPerSecond: number | null): PlannedCall {
  return {
    method: 'POST',
    path: ['_reindex', task, '_rethrottle'],
    query: { requests_per_second: docsPerSecond ?? -1 },
  };
}

/** Lets an index take writes again. */
export function unblockCall(index: string): PlannedCall {
  return put([index, '_settings'], { [WRITE_BLOCK]: null });
}

function allowsOnlyWrites(settings: JsonObject): boolean {
  return settings[WRITE_BLOCK] === null && Object.keys(settings).length === 1;
}

/** Names of the indices that a step creates, which the plan reserves before they exist. */
export function namesMadeBy({ kind, input }: StepTask): readonly string[] {
  switch (kind) {
    case 'create_index':
      return [input.index];
    case 'resize':
      return [input.dest];
    default:
      return [];
  }
}

/** What a step does, as its title. */
export function titleOf({ kind, input }: StepTask): string {
  switch (kind) {
    case 'create_index':
      return `Create index ${input.index}`;
    case 'block_writes':
      return `Block writes to ${input.index}`;
    case 'update_settings':
      return `${allowsOnlyWrites(input.settings) ? 'Allow writes to' : 'Change settings of'} ${input.index}`;
    case 'reindex':
      return `Reindex ${input.source} into ${input.dest}`;
    case 'copy':
      return `Copy documents of ${input.source} to ${input.dest}`;
    case 'compare':
      return `Compare ${input.source} with ${input.dest}`;
    case 'resize':
      return `${{ clone: 'Clone', shrink: 'Shrink', split: 'Split' }[input.method]} ${input.source} to ${input.dest}`;
    case 'wait_for_shards':
      return `Wait for the shards of ${input.index}`;
    case 'update_aliases':
      return `Swap aliases to ${input.serves}`;
    case 'put_template':
      return `Update template ${input.name}`;
    case 'rollover':
      return `Roll over ${input.target}`;
    case 'promote_template':
      return promoteTitle(input);
  }
}

/** What undoing a step means, in words; null where it leaves nothing to undo. */
export function undoWordsOf({ kind, input }: StepTask): string | null {
  switch (kind) {
    case 'create_index':
      return `Deletes ${input.index}, unless clients use it.`;
    case 'resize':
      return `Deletes ${input.dest}, unless it has taken the place of ${input.source}.`;
    case 'block_writes':
      return `Allows writes to ${input.index} again, unless they were blocked before.`;
    case 'update_settings':
      return 'Restores the previous settings.';
    case 'update_aliases':
      return `Swaps back, if nothing was written to ${input.serves} since.`;
    case 'put_template':
      return 'Restores the previous template, unless it was changed since.';
    case 'rollover':
      return 'A rollover can’t be undone: the new index stays.';
    case 'promote_template':
      return undoPromoteWords(input);
    default:
      return null;
  }
}

function destOf({ dest: index, skipsPipelines, pipeline }: StepInput<'reindex'>): JsonObject {
  if (pipeline !== undefined) return { index, pipeline };
  return skipsPipelines === true ? { index, pipeline: '_none' } : { index };
}

function put(path: readonly string[], body: JsonObject): PlannedCall {
  return { method: 'PUT', path, body: formatJson(body) };
}

function post(path: readonly string[], body: JsonObject, query?: PlannedCall['query']): PlannedCall {
  return { method: 'POST', path, ...(query !== undefined && { query }), body: formatJson(body) };
}
