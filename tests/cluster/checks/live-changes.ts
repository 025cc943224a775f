import { expect } from 'vitest';
import { deepEqual, formatJson, isObject, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { classifyChanges, trialsOf, type ImpactClass } from '#domain/impact';
import { foreseenRefusals, mergeUpdate, planMappingUpdate } from '#domain/mapping';
import {
  minimalSample,
  parameterSamples,
  sampleSettings,
  SAMPLE_FIELDS,
} from '../../../src/fuzz/generate/catalogue-samples.ts';
import { IndexRefusedError, mappingsOf, mapSome, report, withIndex, type Engine, type EngineCheck } from '../engine.ts';
import { WITHOUT_SHARDS } from '../../../src/fuzz/compare/scratch.ts';
import { absencesOf } from '../../../src/fuzz/generate/known-absences.ts';
import { asMembers, offeredTypes, refusals, type Candidate } from './trial.ts';

/** How many updates wait at an engine: it goes through those that wait in one turn, for which it reads the mapping once. */
const AT_A_TIME = 32;

interface Change {
  readonly label: string;
  /** What the engine must have for the start of it. */
  readonly needs: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** What the engines make of values that mean nothing new to them, which the catalogue can't tell. */
const KNOWN_DIFFERENCES: readonly RegExp[] = [
  // A value that is written out also sets what no mapping tells: the way of doc values, the strategy of shapes.
  /^(un)?set text\.doc_values=false: /,
  /^(un)?set geo_shape\.points_only=false: /,
  // OpenSearch takes another point for null, which Elasticsearch refuses.
  /^set geo_point\.null_value=.*: taken$/,
];

/** Each parameter of a type, set on a field that has none, and taken away from it. */
function changesOf(type: string, engine: Engine): readonly Change[] {
  const { definition: minimal } = minimalSample(type);
  return parameterSamples(type, engine.target).flatMap(({ parameter = '', value, definition }): Change[] => {
    const name = `${type}.${parameter}=${formatJson(value ?? null).slice(0, 40)}`;
    return [
      { label: `set ${name}`, needs: type, before: minimal, after: definition },
      { label: `unset ${name}`, needs: name, before: definition, after: minimal },
    ];
  });
}

/** Those of the types that an engine takes. */
async function takenTypes(engine: Engine): Promise<readonly string[]> {
  const known = offeredTypes(engine.target);
  const trial = {
    engine,
    mappingsWith: (some: readonly Candidate[]) => ({ properties: { ...SAMPLE_FIELDS, ...asMembers(some) } }),
    isSuspect: (type: string) => absencesOf(engine.target, type).length > 0,
  };
  const refused = await refusals(
    trial,
    known.map((type) => ({ label: type, value: minimalSample(type).definition })),
  );
  return known.filter((type) => !refused.some(({ label }) => label === type));
}

/** The changes whose start an engine takes, all in one index or in ever smaller ones; `run` is called with each such index. */
async function inIndices(
  engine: Engine,
  changes: readonly Change[],
  run: (index: string, changes: readonly Change[]) => Promise<void>,
): Promise<void> {
  const isSuspect = ({ needs }: Change) => absencesOf(engine.target, needs).length > 0;
  const alone = changes.filter(isSuspect).map((change) => [change]);
  for (const some of [changes.filter((change) => !isSuspect(change)), ...alone]) await inHalves(engine, some, run);
}

async function inHalves(
  engine: Engine,
  changes: readonly Change[],
  run: (index: string, changes: readonly Change[]) => Promise<void>,
): Promise<void> {
  if (changes.length === 0) return;
  const fields = Object.fromEntries(changes.map(({ before }, at) => [`field_${at}`, before]));
  const definition = {
    settings: { ...sampleSettings(engine.target), ...WITHOUT_SHARDS },
    mappings: { properties: { ...SAMPLE_FIELDS, ...fields } },
  };
  try {
    await withIndex(engine, definition, (index) => run(index, changes));
  } catch (error) {
    if (!(error instanceof IndexRefusedError)) throw error;
    if (changes.length === 1) return;
    const middle = changes.length >> 1;
    await inHalves(engine, changes.slice(0, middle), run);
    await inHalves(engine, changes.slice(middle), run);
  }
}

interface Reply {
  readonly isTaken: boolean;
  /** The engine's reason where it refuses. */
  readonly answer: string;
}

async function send(engine: Engine, index: string, body: JsonObject): Promise<Reply> {
  const { status, body: answer } = await engine.request('PUT', `/${index}/_mapping`, body);
  return { isTaken: status === 200, answer: formatJson(valueAt(answer, '/error/reason') ?? answer).slice(0, 160) };
}

interface PlannedUpdate {
  readonly label: string;
  readonly fields: JsonObject;
}

/** Those of the updates that an engine refuses, each with its reason. An update of the mapping is atomic: one request tells of all that are taken. */
async function refusedOf(engine: Engine, index: string, updates: readonly PlannedUpdate[]): Promise<readonly string[]> {
  if (updates.length === 0) return [];
  const properties = Object.fromEntries(updates.flatMap(({ fields }) => Object.entries(fields)));
  const { isTaken, answer } = await send(engine, index, { properties });
  if (isTaken) return [];
  const [only] = updates;
  if (updates.length === 1 && only) return [`${only.label}: ${answer}`];
  const middle = updates.length >> 1;
  return [
    ...(await refusedOf(engine, index, updates.slice(0, middle))),
    ...(await refusedOf(engine, index, updates.slice(middle))),
  ];
}

/** Those of the updates, each sent by itself, that an engine takes and that change the mapping. */
async function followedOf(
  engine: Engine,
  index: string,
  updates: readonly PlannedUpdate[],
): Promise<readonly string[]> {
  const before = await mappingsOf(engine, index);
  const replies = await mapSome(updates, AT_A_TIME, ({ fields }) => send(engine, index, { properties: fields }));
  const after = await mappingsOf(engine, index);
  const taken = updates.filter((_, at) => replies[at]?.isTaken === true);
  const names = new Set(taken.flatMap(({ fields }) => Object.keys(fields)));
  // Each is of a field of its own, and changes nothing else.
  expect(fieldsBut(names, after)).toEqual(fieldsBut(names, before));
  const isChanged = (name: string) => !deepEqual(fieldOf(before, name), fieldOf(after, name));
  return taken.filter(({ fields }) => Object.keys(fields).some(isChanged)).map(({ label }) => `${label}: taken`);
}

const fieldOf = (mappings: JsonValue, name: string) => valueAt(mappings, `/properties/${name}`) ?? null;

function fieldsBut(names: ReadonlySet<string>, mappings: JsonValue): JsonValue {
  const { properties = {}, ...rest } = mappings as JsonObject;
  return [
    rest,
    Object.entries(properties as JsonObject)
      .filter(([name]) => !names.has(name))
      .flat(),
  ];
}

export const LIVE_CHANGE_CHECKS: readonly EngineCheck[] = [
  {
    name: 'is taken for every parameter that it sends, and refused for every one that it leaves out',
    async holds(engine) {
      const wrong: string[] = [];
      const counts = { taken: 0, refused: 0 };
      const classes = new Map<ImpactClass, number>();
      for (const type of await takenTypes(engine)) {
        await inIndices(engine, changesOf(type, engine), async (index, changes) => {
          const planned = changes.map(({ label, before, after }, at) => {
            const name = `field_${at}`;
            const plan = planMappingUpdate(
              { properties: { [name]: before } },
              { properties: { [name]: after } },
              engine.target,
            );
            const { body, needsReindex } = plan;
            const isSent = needsReindex.length === 0;
            for (const { impact } of classifyChanges(plan, [])) classes.set(impact, (classes.get(impact) ?? 0) + 1);
            const fields = isSent ? valueAt(body, '/properties') : { [name]: after };
            return { label, isSent, fields: isObject(fields) ? fields : {} };
          });
          const sent = planned.filter(({ isSent }) => isSent);
          const leftOut = planned.filter(({ isSent }) => !isSent);
          counts.taken += sent.length;
          counts.refused += leftOut.length;
          wrong.push(...(await refusedOf(engine, index, sent)), ...(await followedOf(engine, index, leftOut)));
        });
      }
      const total = counts.taken + counts.refused;
      const share = ((100 * (total - wrong.length)) / total).toFixed(1);
      report(
        engine.target,
        `${total - wrong.length} of ${total} changes of parameters agree (${share} %): ${counts.taken} held for possible, ${counts.refused} for impossible; classes ${[...classes].map(([name, count]) => `${name} ${count}`).join(', ')}; exceptions: ${wrong.join('; ') || 'none'}.`,
      );
      // Fewer would prove little.
      expect(counts.taken).toBeGreaterThan(100);
      expect(counts.refused).toBeGreaterThan(100);
      expect(wrong.filter((line) => !KNOWN_DIFFERENCES.some((known) => known.test(line)))).toEqual([]);
    },
    // Hundreds of refusals: minutes where the machine is busy. Only what hangs takes longer.
    timeoutMs: 600_000,
  },

  {
    name: 'is tried change by change, and each is taken or refused as it is classed',
    async holds(engine) {
      const before: JsonObject = {
        properties: {
          kept: { type: 'keyword', ignore_above: 5 },
          host: { properties: { ip: { type: 'ip' } } },
          title: { type: 'text', fields: { raw: { type: 'keyword' } } },
          'a b': { type: 'nested', properties: { x: { type: 'long' } } },
        },
      };
      const after: JsonObject = {
        dynamic: 'strict',
        _meta: { owner: 'me' },
        _routing: { required: true },
        properties: {
          kept: { type: 'keyword', ignore_above: 9, doc_values: true, index: false },
          host: { properties: { ip: { type: 'long' }, name: { type: 'keyword' } } },
          title: {
            type: 'text',
            norms: false,
            fields: { raw: { type: 'keyword', doc_values: false }, more: { type: 'keyword' } },
          },
          'a b': { type: 'nested', include_in_root: true, properties: { x: { type: 'long' }, y: { type: 'ip' } } },
          odd: { type: 'no_such_type' },
        },
      };
      const plan = planMappingUpdate(before, after, engine.target);
      const classes = new Map(
        classifyChanges(plan, foreseenRefusals(before, plan.body, engine.target)).map(({ at, impact }) => [at, impact]),
      );
      await withIndex(engine, { settings: WITHOUT_SHARDS, mappings: before }, async (index) => {
        const trials = trialsOf(before, after, engine.target);
        expect(trials.length).toBeGreaterThan(10);
        for (const { at, body } of trials) {
          const { isTaken, answer } = await send(engine, index, body);
          const impact = classes.get(at);
          const isExpected = impact === 'none' || impact === 'additive' || impact === 'in_place';
          expect.soft(isTaken, `${at} is ${impact ?? 'not classed'}: ${answer}`).toBe(isExpected);
        }
      });
    },
  },

  {
    name: 'merges as the engine does',
    async holds(engine) {
      const before: JsonObject = {
        dynamic: 'false',
        _meta: { owner: 'a', old: true },
        dynamic_templates: [{ a: { match: 'a*', mapping: { type: 'keyword' } } }],
        properties: {
          host: {
            type: 'nested',
            include_in_parent: true,
            properties: {
              ip: { type: 'ip' },
              name: { type: 'keyword', doc_values: false, fields: { text: { type: 'text' } } },
            },
          },
          closed: { dynamic: 'strict', properties: { a: { type: 'keyword' } } },
          off: { type: 'object', enabled: false },
          __proto__x: { type: 'keyword' },
          note: { type: 'text', norms: false },
        },
      };
      const after: JsonObject = {
        dynamic: 'strict',
        _meta: { owner: 'b' },
        dynamic_templates: [{ b: { match: 'b*', mapping: { type: 'keyword' } } }],
        properties: Object.fromEntries<JsonValue>([
          [
            'host',
            {
              type: 'nested',
              include_in_parent: true,
              properties: {
                ip: { type: 'ip', ignore_malformed: true },
                name: {
                  type: 'keyword',
                  doc_values: false,
                  ignore_above: 9,
                  fields: { text: { type: 'text' }, 'a b': { type: 'keyword' } },
                },
              },
            },
          ],
          ['closed', { dynamic: 'false', properties: { a: { type: 'keyword' } } }],
          ['off', { type: 'object', enabled: false }],
          ['__proto__', { type: 'keyword' }],
          ['constructor', { properties: { 'a~b': { type: 'long' }, 'ü💥': { type: 'ip' } } }],
          ['note', { type: 'text', norms: false, fielddata: true }],
        ]),
      };
      await withIndex(engine, { settings: WITHOUT_SHARDS, mappings: before }, async (index) => {
        const live = (await mappingsOf(engine, index)) as JsonObject;
        const { body, needsReindex } = planMappingUpdate(live, after, engine.target);
        expect(needsReindex.map(({ path }) => path)).toEqual(['__proto__x']);
        expect(await send(engine, index, body)).toMatchObject({ isTaken: true });
        expect(await mappingsOf(engine, index)).toEqual(mergeUpdate(live, body));
        expect(planMappingUpdate((await mappingsOf(engine, index)) as JsonObject, after, engine.target).body).toEqual(
          {},
        );
      });
    },
  },

  {
    name: 'knows what of the mappings as a whole can be changed',
    async holds(engine) {
      const start: JsonObject = {
        properties: {
          a: { type: 'keyword' },
          n: { type: 'nested', properties: { x: { type: 'long' } } },
          o: { properties: { x: { type: 'long' } } },
        },
      };
      const wanted: readonly JsonObject[] = [
        { dynamic: 'strict' },
        { dynamic: false },
        { date_detection: false },
        { numeric_detection: true },
        { dynamic_date_formats: ['yyyy'] },
        { _meta: { a: 1 } },
        { _source: { enabled: false } },
        { _source: { includes: ['a'] } },
        { _routing: { required: true } },
        { enabled: false },
        { subobjects: false },
        { properties: { a: { type: 'text' } } },
        { properties: { n: { properties: { x: { type: 'long' } } } } },
        { properties: { o: { type: 'nested', properties: { x: { type: 'long' } } } } },
        { properties: { n: { type: 'nested', include_in_root: true } } },
        { properties: { o: { enabled: false } } },
        { properties: { o: { dynamic: 'strict' } } },
      ];
      for (const change of wanted) {
        await withIndex(engine, { settings: WITHOUT_SHARDS, mappings: start }, async (index) => {
          const after = mergeUpdate(start, change);
          const { body, needsReindex } = planMappingUpdate(start, after, engine.target);
          const { isTaken, answer } = await send(engine, index, needsReindex.length === 0 ? body : change);
          expect.soft(isTaken, `${formatJson(change)} ${answer}`).toBe(needsReindex.length === 0);
        });
      }
    },
  },
];
