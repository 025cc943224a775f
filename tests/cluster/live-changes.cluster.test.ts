import { afterAll, describe, expect } from 'vitest';
import { isKnownBy, typeEntry, typeNames } from '#domain/catalogue';
import { deepEqual, formatJson, isObject, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { mergeUpdate, planMappingUpdate } from '#domain/mapping';
import { minimalSample, parameterSamples, sampleSettings, SAMPLE_FIELDS } from '../builders/catalogue-samples.ts';
import { IndexRefusedError, itOnEachEngine, mappingsOf, withIndex, type Engine } from './engine.ts';

const accounts: string[] = [];
// eslint-disable-next-line no-console -- what was tried has to be seen
afterAll(() => accounts.forEach((line) => console.info(line)));

interface Change {
  readonly label: string;
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
      { label: `set ${name}`, before: minimal, after: definition },
      { label: `unset ${name}`, before: definition, after: minimal },
    ];
  });
}

/** The changes whose start an engine takes, all in one index or in ever smaller ones; `run` is called with each such index. */
async function inIndices(
  engine: Engine,
  changes: readonly Change[],
  run: (index: string, changes: readonly Change[]) => Promise<void>,
): Promise<void> {
  if (changes.length === 0) return;
  const fields = Object.fromEntries(changes.map(({ before }, at) => [`field_${at}`, before]));
  const definition = {
    settings: { ...sampleSettings(engine.target), number_of_replicas: 0 },
    mappings: { properties: { ...SAMPLE_FIELDS, ...fields } },
  };
  try {
    await withIndex(engine, definition, (index) => run(index, changes));
  } catch (error) {
    if (!(error instanceof IndexRefusedError)) throw error;
    if (changes.length === 1) return;
    const middle = changes.length >> 1;
    await inIndices(engine, changes.slice(0, middle), run);
    await inIndices(engine, changes.slice(middle), run);
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

/** Those of the updates, sent one by one, that an engine takes and that change the mapping. */
async function followedOf(
  engine: Engine,
  index: string,
  updates: readonly PlannedUpdate[],
): Promise<readonly string[]> {
  const followed: string[] = [];
  let live = await mappingsOf(engine, index);
  for (const { label, fields } of updates) {
    const { isTaken } = await send(engine, index, { properties: fields });
    if (!isTaken) continue;
    const after = await mappingsOf(engine, index);
    if (!deepEqual(after, live)) followed.push(`${label}: taken`);
    live = after;
  }
  return followed;
}

describe('a plan to update a live mapping', () => {
  itOnEachEngine(
    'is taken for every parameter that it sends, and refused for every one that it leaves out',
    async (engine) => {
      const wrong: string[] = [];
      const counts = { taken: 0, refused: 0 };
      const known = typeNames().filter((type) => isKnownBy(typeEntry(type)?.engines ?? {}, engine.target));
      for (const type of known) {
        await inIndices(engine, changesOf(type, engine), async (index, changes) => {
          const planned = changes.map(({ label, before, after }, at) => {
            const name = `field_${at}`;
            const { body, needsReindex } = planMappingUpdate(
              { properties: { [name]: before } },
              { properties: { [name]: after } },
              engine.target,
            );
            const isSent = needsReindex.length === 0;
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
      accounts.push(
        `${engine.target.distribution} ${engine.target.version}: ${counts.taken} changes of parameters taken, ${counts.refused} refused.`,
      );
      // Fewer would prove little.
      expect(counts.taken).toBeGreaterThan(100);
      expect(counts.refused).toBeGreaterThan(100);
      expect(wrong.filter((line) => !KNOWN_DIFFERENCES.some((known) => known.test(line)))).toEqual([]);
    },
    // Hundreds of refusals, one after another: minutes where the machine is busy. Only what hangs takes longer.
    600_000,
  );

  itOnEachEngine('merges as the engine does', async (engine) => {
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
    await withIndex(engine, { mappings: before }, async (index) => {
      const live = (await mappingsOf(engine, index)) as JsonObject;
      const { body, needsReindex } = planMappingUpdate(live, after, engine.target);
      expect(needsReindex.map(({ path }) => path)).toEqual(['__proto__x']);
      expect(await send(engine, index, body)).toMatchObject({ isTaken: true });
      expect(await mappingsOf(engine, index)).toEqual(mergeUpdate(live, body));
      expect(planMappingUpdate((await mappingsOf(engine, index)) as JsonObject, after, engine.target).body).toEqual({});
    });
  });

  itOnEachEngine('knows what of the mappings as a whole can be changed', async (engine) => {
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
      await withIndex(engine, { mappings: start }, async (index) => {
        const after = mergeUpdate(start, change);
        const { body, needsReindex } = planMappingUpdate(start, after, engine.target);
        const { isTaken, answer } = await send(engine, index, needsReindex.length === 0 ? body : change);
        expect.soft(isTaken, `${formatJson(change)} ${answer}`).toBe(needsReindex.length === 0);
      });
    }
  });
});
