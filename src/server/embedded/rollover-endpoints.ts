import { nextIndexName, nextProvidedName, ROLLOVER_CONDITIONS } from '#domain/index-operations';
import { readSize } from '#domain/console';
import { objectMember, setMember, type JsonObject, type JsonValue, type MutableJsonObject } from '#domain/json';
import { withRollover } from './data-stream-endpoints.ts';
import { declaredWriteIndex } from './document-writes.ts';
import type { IndexDocument } from './documents.ts';
import { EngineError, illegalArgument, type Cause } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { newIndex } from './index-creation.ts';
import { countsOf } from './listing.ts';
import type { EngineRequest, Route } from './router.ts';
import type { Change } from './storage.ts';

const MEMBERS = ['conditions', 'settings', 'mappings', 'aliases'];
const AGE = /^(\d+)(d|h|m|s|ms|micros|nanos)$/;
const AGE_MS: Readonly<Record<string, number>> = {
  d: 86_400_000,
  h: 3_600_000,
  m: 60_000,
  s: 1_000,
  ms: 1,
  micros: 0.001,
  nanos: 0.000_001,
};

/** What a rollover would do. */
interface Step {
  readonly before: IndexDocument;
  readonly after: IndexDocument;
  readonly changes: readonly Change[];
}

/** The next index of an alias or a data stream, where its conditions are met. */
export function rolloverRoutes(context: EngineContext): readonly Route[] {
  const { state, clock } = context;

  function rollover(request: EngineRequest): JsonObject {
    const body = request.anyBody() ?? {};
    const unknown = Object.keys(body).find((key) => !MEMBERS.includes(key));
    if (unknown !== undefined)
      throw new EngineError(400, 'x_content_parse_exception', `[1:2] [rollover] unknown field [${unknown}]`);
    const conditions = objectMember(body, 'conditions') ?? {};
    const checks = Object.entries(conditions).map(([name, value]) => parsedCondition(name, value));
    const isDry = request.is('dry_run');
    const { before, after, changes } = step(request.name(0), request.names[1], body);
    const results = Object.fromEntries(checks.map(({ text, isMet }) => [text, isMet(before)]));
    const most = checks.filter(({ isMinimum }) => !isMinimum);
    const isDue =
      checks.length === 0 ||
      (checks.filter(({ isMinimum }) => isMinimum).every(({ isMet }) => isMet(before)) &&
        (most.length === 0 || most.some(({ isMet }) => isMet(before))));
    const isDone = !isDry && isDue;
    if (isDone) state.commit(changes);
    return {
      acknowledged: isDone,
      shards_acknowledged: isDone,
      old_index: before.name,
      new_index: after.name,
      rolled_over: isDone,
      dry_run: isDry,
      lazy: false,
      conditions: results,
    };
  }

  /** @throws EngineError where there is nothing of the name that can be rolled over */
  function step(target: string, name: string | undefined, body: JsonObject): Step {
    const stream = state.dataStreams.get(target);
    if (stream !== undefined) {
      if (name !== undefined)
        throw illegalArgument('new index name may not be specified when rolling over a data stream');
      if (MEMBERS.slice(1).some((key) => Object.keys(objectMember(body, key) ?? {}).length > 0))
        throw illegalArgument(
          'aliases, mappings, and index settings may not be specified when rolling over a data stream',
        );
      const grown = withRollover(context, stream);
      return {
        before: state.indices.get(stream.indices.at(-1) ?? '') as IndexDocument,
        after: grown.index,
        changes: [
          { kind: 'data_stream', name: target, value: grown.stream },
          { kind: 'index', name: grown.index.name, value: grown.index },
        ],
      };
    }
    if (state.indices.has(target))
      throw illegalArgument('rollover target is a [concrete index] but one of [alias,data_stream] was expected');
    const indices = state.indicesOfAlias(target);
    if (indices.length === 0)
      throw new EngineError(404, 'resource_not_found_exception', `rollover target [${target}] does not exist`);
    const declared = declaredWriteIndex(state, target);
    const written = declared ?? (indices.length === 1 ? indices[0] : undefined);
    if (written === undefined) throw illegalArgument(`rollover target [${target}] does not point to a write index`);
    const before = state.indices.get(written) as IndexDocument;
    return grownAlias(target, before, { name, body, isDeclared: declared !== undefined });
  }

  function grownAlias(
    alias: string,
    before: IndexDocument,
    { name, body, isDeclared }: { name: string | undefined; body: JsonObject; isDeclared: boolean },
  ): Step {
    const provided = String(before.settings['index.provided_name'] ?? before.name);
    const next = name ?? (nextIndexName(before.name) === null ? null : nextProvidedName(provided));
    if (next === null) throw illegalArgument(`index name [${before.name}] does not match pattern '^.*-\\d+$'`);
    const { conditions: _conditions, ...parts } = body;
    const made = newIndex(context, next, parts);
    if (Object.hasOwn(made.aliases, alias))
      throw illegalArgument(
        `Rollover alias [${alias}] can point to multiple indices, found duplicated alias [[${alias}]] in index template [${made.name}]`,
      );
    const isHidden = before.aliases[alias]?.['is_hidden'] === true ? { is_hidden: true } : {};
    const after = {
      ...made,
      aliases: { ...made.aliases, [alias]: isDeclared ? { is_write_index: true, ...isHidden } : isHidden },
    };
    const aliases: MutableJsonObject = { ...before.aliases };
    if (isDeclared) setMember(aliases, alias, { is_write_index: false, ...isHidden });
    else delete aliases[alias];
    return {
      before,
      after,
      changes: [
        { kind: 'index', name: after.name, value: after },
        { kind: 'index', name: before.name, value: { ...before, aliases } },
      ],
    };
  }

  interface Condition {
    readonly text: string;
    readonly isMinimum: boolean;
    readonly isMet: (index: IndexDocument) => boolean;
  }

  /** @throws EngineError for one that is unknown, or has no value of its kind */
  function parsedCondition(name: string, value: JsonValue): Condition {
    const kind = name.replace(/^min_/, 'max_');
    if (!ROLLOVER_CONDITIONS.some((known) => known === kind))
      throw conditionRefused({ type: 'x_content_parse_exception', reason: `[conditions] unknown field [${name}]` });
    const least = parsedLimit(name, value);
    return {
      text: `[${name}: ${String(value)}]`,
      isMinimum: name.startsWith('min_'),
      isMet: (index) => figureOf(index, kind) >= least,
    };
  }

  function figureOf(index: IndexDocument, kind: string): number {
    const { documents, bytes } = countsOf(state, index);
    const shards = Number(index.settings['index.number_of_shards']);
    switch (kind) {
      case 'max_age':
        return Date.parse(clock.now()) - Number(index.settings['index.creation_date']);
      case 'max_docs':
        return documents;
      case 'max_size':
        return bytes;
      case 'max_primary_shard_size':
        return bytes / shards;
      default:
        return documents / shards;
    }
  }

  const query = ['dry_run', 'lazy'];
  return [
    { methods: ['POST'], path: '{}/_rollover', query, run: rollover },
    { methods: ['POST'], path: '{}/_rollover/{}', query, run: rollover },
  ];
}

function parsedLimit(name: string, value: JsonValue): number {
  if (name.endsWith('_docs')) {
    if (/^\d+$/.test(String(value))) return Number(value);
    throw limitRefused(name, `For input string: "${String(value)}"`);
  }
  if (name.endsWith('_age')) {
    const [, number, unit = ''] = AGE.exec(String(value)) ?? [];
    if (number !== undefined) return Number(number) * (AGE_MS[unit] as number);
    throw limitRefused(
      name,
      `failed to parse setting [${name}] with value [${String(value)}] as a time value: unit is missing or unrecognized`,
    );
  }
  const bytes = typeof value === 'string' && /[a-z]$/i.test(value) ? readSize(value) : null;
  if (bytes !== null) return bytes;
  throw limitRefused(
    name,
    `failed to parse setting [${name}] with value [${String(value)}] as a size in bytes: unit is missing or unrecognized`,
  );
}

function limitRefused(name: string, reason: string): EngineError {
  return conditionRefused({
    type: 'x_content_parse_exception',
    reason: `[conditions] failed to parse field [${name}]`,
    caused_by: { type: 'illegal_argument_exception', reason },
  });
}

function conditionRefused(cause: Cause): EngineError {
  return new EngineError(
    400,
    'x_content_parse_exception',
    '[1:1] [rollover] failed to parse field [conditions]',
    {},
    cause,
  );
}
