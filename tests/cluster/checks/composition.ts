import { expect } from 'vitest';
import { deepEqual, formatJson, isObject, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { composeLegacy } from '#domain/template';
import { WITHOUT_SHARDS } from '../../../src/fuzz/compare/scratch.ts';
import { knownDisagreement } from '../../../src/fuzz/compare/compared.ts';
import {
  hasBothNotations,
  simulatedIn,
  simulationOf,
  verdictOn,
  type CompositionVerdict,
  type Simulated,
} from '../../../src/fuzz/compare/composition.ts';
import { componentPool, templateSets } from '../../../src/fuzz/generate/template-sets.ts';
import { mapSome, report, type Engine, type EngineCheck } from '../engine.ts';

/** How many template sets are compared; the long suite says 1,000. */
const SETS = Number(process.env['COMPOSITION_SETS'] ?? 200);
const SEED = 20_261_122;
const COMPONENTS = 60;
const AT_A_TIME = 8;
/** Fewer that an engine composes prove little. */
const LEAST_COMPOSED = 0.5;

const NAME = 'mapledger-test-composition';
const COMPARED = 'templates compose as the engine composes them';

async function simulate(engine: Engine, template: JsonObject): Promise<Simulated> {
  const { index, body } = simulationOf(NAME, template);
  const { status, body: answer } = await engine.request('POST', `/_index_template/_simulate_index/${index}`, body);
  return status === 200 ? simulatedIn(answer) : { refusal: reasonIn(answer) };
}

/** The innermost cause. */
function reasonIn(answer: JsonValue): string {
  let error = valueAt(answer, '/error');
  for (let cause = error; cause !== undefined; cause = valueAt(cause, '/caused_by')) error = cause;
  return String(valueAt(error, '/reason') ?? formatJson(answer));
}

/** How many pairs of legacy templates an index is created of: each takes an index. */
const LEGACY_PAIRS = 25;

/** What an index is created with that two legacy templates match, or null where the engine refuses one of them or the index. */
async function createdOf(engine: Engine, parts: readonly JsonObject[], at: number): Promise<JsonObject | null> {
  const index = `${NAME}-legacy-${at}`;
  const names = parts.map((_, order) => `${index}-${order}`);
  try {
    for (const [order, part] of parts.entries()) {
      const body = { ...part, index_patterns: [index], order };
      if ((await engine.request('PUT', `/_template/${names[order] ?? ''}`, body)).status !== 200) return null;
    }
    if ((await engine.request('PUT', `/${index}?wait_for_active_shards=0`)).status !== 200) return null;
    const { body } = await engine.request('GET', `/${index}`);
    const created = valueAt(body, `/${index}`);
    return isObject(created) ? created : null;
  } finally {
    await engine.request('DELETE', `/${index}?ignore_unavailable=true`);
    for (const name of names) await engine.request('DELETE', `/_template/${name}`);
  }
}

export const COMPOSITION_CHECKS: readonly EngineCheck[] = [
  {
    name: 'composes legacy templates as a new index gets them',
    async holds(engine) {
      // Without lists in settings that only templates may have, and replicas that nobody takes.
      const parts = componentPool(SEED + 1, 2 * LEGACY_PAIRS, engine.target).map(({ mappings = {}, aliases = {} }) => ({
        mappings,
        aliases,
        settings: WITHOUT_SHARDS,
      }));
      const different: string[] = [];
      let same = 0;
      for (let at = 0; at < LEGACY_PAIRS; at++) {
        const pair = parts.slice(2 * at, 2 * at + 2);
        const theirs = await createdOf(engine, pair, at);
        const { mappings, aliases } = composeLegacy(pair);
        const ours = await createdOf(engine, [{ mappings, aliases, settings: WITHOUT_SHARDS }], at);
        if (theirs === null && ours === null) continue;
        const [a, b] = [theirs, ours].map((each) => each && { mappings: each['mappings'], aliases: each['aliases'] });
        if (deepEqual((a ?? null) as JsonValue, (b ?? null) as JsonValue)) same += 1;
        else if (!pair.some((part) => hasBothNotations(valueAt(part, '/mappings/properties'))))
          different.push(`ours ${formatJson(ours)}\n  theirs ${formatJson(theirs)}\n  ${formatJson(pair)}`);
      }
      report(
        engine.target,
        `${same} of ${LEGACY_PAIRS} pairs of legacy templates composed alike, ${different.length} differently.`,
      );
      expect(different).toEqual([]);
      expect(same).toBeGreaterThan(LEGACY_PAIRS / 3);
    },
    timeoutMs: 300_000,
  },

  {
    name: `composes ${SETS} template sets as the engine does`,
    async holds(engine) {
      const taken = new Map<string, JsonObject>();
      const pool = componentPool(SEED, COMPONENTS, engine.target);
      const nameOf = (at: number) => `${NAME}-${at}`;
      try {
        await mapSome([...pool.entries()], AT_A_TIME, async ([at, template]) => {
          const { status } = await engine.request('PUT', `/_component_template/${nameOf(at)}`, { template });
          if (status === 200) taken.set(nameOf(at), template);
        });
        const bodies = new Map([...taken].map(([name, template]) => [name, { template }]));
        const sets = templateSets(SEED, SETS, taken, engine.target);
        const verdicts = await mapSome(sets, AT_A_TIME, (set) =>
          verdictOn((body) => simulate(engine, body), engine.target, set, bodies),
        );
        const count = (kind: CompositionVerdict['kind']) => verdicts.filter((verdict) => verdict.kind === kind).length;
        const differences = verdicts.flatMap((verdict) => (verdict.kind === 'different' ? [verdict.difference] : []));
        const different = differences.filter((each) => knownDisagreement(COMPARED, engine.target, each) === undefined);
        const agreed = SETS - differences.length;
        report(
          engine.target,
          `${agreed} of ${SETS} template sets agree (${((100 * agreed) / SETS).toFixed(1)} %): ${count('same')} composed alike, ${count('both refuse')} refused by both, ${count('invalid')} composed to what no index can be, ${differences.length - different.length} more known to differ; ${taken.size} of ${COMPONENTS} components taken.`,
        );
        expect(different.map(({ account }) => account)).toEqual([]);
        expect(count('same') / SETS).toBeGreaterThan(LEAST_COMPOSED);
      } finally {
        await mapSome([...taken.keys()], AT_A_TIME, (name) => engine.request('DELETE', `/_component_template/${name}`));
      }
    },
    timeoutMs: 600_000,
  },
];
