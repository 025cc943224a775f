import { expect } from 'vitest';
import { classifyChanges, type ClassedChange } from '#domain/impact';
import { deepEqual, formatJson, isObject, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { foreseenRefusals, planMappingUpdate } from '#domain/mapping';
import { WITHOUT_SHARDS } from '../../../src/fuzz/compare/scratch.ts';
import { sampleSettings } from '../../../src/fuzz/generate/catalogue-samples.ts';
import { randomFrom } from '../../../src/fuzz/generate/random.ts';
import { IndexRefusedError, mappingsOf, mapSome, report, withIndex, type Engine, type EngineCheck } from '../engine.ts';
import { verdictChanges, type VerdictChange } from './verdict-changes.ts';

/** How many indices are asked at a time. */
const AT_A_TIME = 12;
/** At most so many changes that start alike are tried on one index, one after the other, as long as none is taken. */
const ON_ONE_INDEX = 25;

/** How many changes are tried, a sample of all; `VERDICT_SAMPLE=all` tries each. */
const SAMPLE = process.env['VERDICT_SAMPLE'] ?? '600';
const SEED = Number(process.env['VERDICT_SEED'] ?? 1);

/** The share of verdicts that agree, in percent, that has to be reached at least. */
const LEAST_SHARE = 99;

/** Verdicts that are known to differ, and why. */
const EXCEPTIONS: readonly { readonly because: string; readonly says: RegExp }[] = [
  {
    because: 'What index a vector has that says none depends on the version and the number of dimensions.',
    says: /^change dense_vector\.index_options from none to int4_hnsw: said new_index /,
  },
  {
    because:
      'A value that is written out also sets what no mapping tells: the way of doc values, the strategy of shapes.',
    says: /^change (text\.doc_values|geo_shape\.points_only) from (none to false|false to none): /,
  },
  {
    because: 'OpenSearch takes another point for null, which Elasticsearch refuses.',
    says: /^change geo_point\.null_value from .*; was taken$/,
  },
  {
    because: 'OpenSearch takes a join without relations, which is of no use: the form and the review ask for them.',
    says: /^add join without relations: said refused .*; was taken$/,
  },
  {
    because: 'Regular expressions are read by the engine’s Java alone.',
    says: /^mappings dynamic_templates by a pattern that is none: /,
  },
  {
    because:
      'Whether a null value is a date or an address is read by the engine: the first by the formats of the field.',
    says: /^add a null value that is no (date|address): /,
  },
  {
    because: 'Elasticsearch refuses a null value beside a script; each parameter is judged by itself.',
    says: /^add a null value with a script: /,
  },
];

/** What became of a change. */
interface Outcome {
  /** The engine changed its mapping. */
  readonly isTaken: boolean;
  /** Where the verdict is not what the engine did. */
  readonly line?: string;
}

/** Says what is expected before anything is sent; null where there is nothing to change. */
async function outcomeOf(
  engine: Engine,
  index: string,
  { label, before, after }: VerdictChange,
  settings: JsonObject,
): Promise<Outcome | null> {
  const plan = planMappingUpdate(before, after, engine.target);
  const classes = classifyChanges(plan, foreseenRefusals(before, plan.body, engine.target, settings));
  if (classes.length === 0) return null;
  const grave = classes.find(({ impact }) => impact === 'new_index' || impact === 'refused');
  const needsIndex = grave?.impact === 'new_index';
  const live = needsIndex ? await mappingsOf(engine, index) : null;
  const { status, body: answer } = await engine.request('PUT', `/${index}/_mapping`, needsIndex ? after : plan.body);
  const isTaken = status === 200;
  // What else is in the request may be taken: only the place of the change is looked at.
  const isKept = isTaken && needsIndex && isSameAt(grave, await mappingsOf(engine, index), live);
  const agrees = grave === undefined ? isTaken : !isTaken || isKept;
  if (agrees) return { isTaken };
  const said = grave === undefined ? (classes[0]?.impact ?? '') : `${grave.impact} (${grave.reason ?? ''})`;
  const was = isTaken ? 'taken' : innermost(answer).slice(0, 200);
  return { isTaken, line: `${label}: said ${said}; was ${was}` };
}

function isSameAt({ at }: ClassedChange, after: JsonValue, before: JsonValue): boolean {
  return deepEqual(valueAt(after, at), valueAt(before, at));
}

function innermost(answer: JsonValue): string {
  let error = valueAt(answer, '/error');
  for (let cause = error; cause !== undefined; cause = valueAt(cause, '/caused_by')) error = cause;
  return formatJson(valueAt(error, '/reason') ?? answer);
}

/** Changes that start alike, each tried on an index that none before has changed. */
async function outcomesOf(
  engine: Engine,
  changes: readonly VerdictChange[],
  defaults: JsonObject,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...changes];
  const [first] = changes;
  const own: JsonObject = { ...sampleSettings(engine.target), ...WITHOUT_SHARDS, ...first?.settings };
  try {
    while (waiting.length > 0)
      await withIndex(engine, { settings: own, mappings: first?.before ?? {} }, async (index) => {
        const { body: read } = await engine.request('GET', `/${index}/_settings?flat_settings=true`);
        const settings = { ...defaults, ...objectAt(read, `/${index}/settings`) };
        for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
          const outcome = await outcomeOf(engine, index, change, settings);
          if (outcome === null) continue;
          outcomes.push(outcome);
          if (outcome.isTaken) return;
        }
      });
  } catch (error) {
    // It does not take what they start from, so there is nothing to say.
    if (!(error instanceof IndexRefusedError)) throw error;
  }
  return outcomes;
}

/** What an engine assumes of an index, flat. */
async function defaultsOf(engine: Engine): Promise<JsonObject> {
  return withIndex(engine, { settings: WITHOUT_SHARDS }, async (index) => {
    const { body } = await engine.request('GET', `/${index}/_settings?include_defaults=true&flat_settings=true`);
    return objectAt(body, `/${index}/defaults`);
  });
}

function objectAt(answer: JsonValue, at: string): JsonObject {
  const found = valueAt(answer, at);
  return isObject(found) ? found : {};
}

function sampled(changes: readonly VerdictChange[]): readonly VerdictChange[] {
  if (SAMPLE === 'all') return changes;
  const random = randomFrom(SEED);
  const left = [...changes];
  return Array.from({ length: Math.min(Number(SAMPLE), left.length) }, () =>
    left.splice(random.below(left.length), 1),
  ).flat();
}

function groupsOf(changes: readonly VerdictChange[]): readonly (readonly VerdictChange[])[] {
  const groups = new Map<string, VerdictChange[]>();
  for (const change of changes) {
    const key = formatJson([change.before, change.settings ?? {}]);
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / ON_ONE_INDEX) }, (_, at) =>
      group.slice(at * ON_ONE_INDEX, (at + 1) * ON_ONE_INDEX),
    ),
  );
}

export const VERDICT_CHECKS: readonly EngineCheck[] = [
  {
    name: 'agree with the engine',
    timeoutMs: 1_800_000,
    async holds(engine) {
      const changes = verdictChanges(engine.target);
      expect(new Set(changes.map(({ label }) => label)).size).toBe(changes.length);
      const defaults = await defaultsOf(engine);
      const tried = await mapSome(groupsOf(sampled(changes)), AT_A_TIME, (group) =>
        outcomesOf(engine, group, defaults),
      );
      const outcomes = tried.flat();
      const lines = outcomes.flatMap(({ line }) => line ?? []);
      const agreeing = outcomes.length - lines.length;
      const share = (100 * agreeing) / outcomes.length;
      const taken = outcomes.filter(({ isTaken }) => isTaken).length;
      report(
        engine.target,
        `${agreeing} of ${outcomes.length} verdicts agree (${share.toFixed(1)} %; seed ${SEED}): ${taken} changes taken; exceptions: ${lines.join('; ') || 'none'}.`,
      );
      // Fewer, or of one kind alone, would prove little.
      expect(taken).toBeGreaterThan(outcomes.length / 5);
      expect(outcomes.length - taken).toBeGreaterThan(outcomes.length / 5);
      expect(lines.filter((line) => !EXCEPTIONS.some(({ says }) => says.test(line)))).toEqual([]);
      expect(share).toBeGreaterThanOrEqual(LEAST_SHARE);
    },
  },
];
