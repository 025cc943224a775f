import { describe, expect, it } from 'vitest';
import { parseLiveStream, replay, sampledStream } from '#domain/document';
import { whoOf } from '#domain/history';
import { isObject, member, parseJson, valueAt } from '#domain/json';
import { openLog } from '#domain/log';
import { ulidSource } from '../../infra/platform.ts';
import { embeddedEngine, type EmbeddedEngine } from './embedded-engine.ts';
import { SAMPLE_COMPONENTS, SAMPLE_INDICES, SAMPLE_TEMPLATES } from './sample-bodies.ts';
import { sampleData, storedSampleLogs } from './sample-data.ts';
import { memoryEngineStorage } from './storage.ts';

const NOW = '2026-11-21T03:10:08.123Z';

async function engineWith({ hasHistory }: { readonly hasHistory: boolean }): Promise<EmbeddedEngine> {
  const engine = embeddedEngine({ storage: memoryEngineStorage(), clock: { now: () => NOW }, ids: ulidSource() });
  await sampleData(engine, { hasHistory });
  return engine;
}

/** An object as the engine describes it to whoever asks. */
async function onEngine(engine: EmbeddedEngine, kind: string, name: string): Promise<unknown> {
  const path = kind === 'index' ? [name, '_mapping'] : [`_${kind}`, name];
  const answer = parseJson((await engine.send({ method: 'GET', path })).body);
  return valueAt(answer, kind === 'index' ? `/${name}/mappings` : `/${kind}s/0/${kind}`);
}

/** The body of an object of the sample data, with its settings as engines return them. */
function sampleBody(kind: string, name: string): unknown {
  if (kind === 'component_template') return SAMPLE_COMPONENTS[name];
  if (kind === 'index_template') {
    const { template, ...rest } = SAMPLE_TEMPLATES[name] ?? expect.unreachable();
    const settings = { index: { lifecycle: { name: 'sandbox-30-days' } } };
    return { ...rest, template: { ...(template as object), settings } };
  }
  const { body } = SAMPLE_INDICES.find((each) => each.name === name) ?? expect.unreachable();
  return member(body, 'mappings');
}

describe('the history of the sample data', () => {
  it('comes to what the sample data is, object by object, also as the engine has it', async () => {
    const engine = await engineWith({ hasHistory: true });
    const logs = storedSampleLogs(engine);
    expect(logs.map(({ stream }) => parseLiveStream(sampledStream(stream) ?? '')?.kind).sort()).toEqual([
      'component_template',
      'index',
      'index_template',
    ]);
    for (const { stream, records } of logs) {
      const { kind = '', name = '' } = parseLiveStream(sampledStream(stream) ?? '') ?? {};
      const { events } = openLog(records);
      const body = replay(undefined, events);
      const wanted = valueAt(body, kind === 'index' ? '/mappings' : '/body');
      expect(wanted).toEqual(sampleBody(kind, name));
      expect(wanted).toEqual(await onEngine(engine, kind, name));
      // It ends with a save: the cluster has what is wanted.
      expect(valueAt(body, '/cluster')).toEqual(wanted);
    }
  });

  it('is of the moment in which it was made, by nobody who is verified, and gives a reason for each save', async () => {
    for (const { records } of storedSampleLogs(await engineWith({ hasHistory: true }))) {
      const { events } = openLog(records);
      expect(new Set(events.map(({ at }) => at))).toEqual(new Set([NOW]));
      expect(new Set(events.map((event) => whoOf(event)))).toEqual(
        new Set(['Sample data', 'Cluster (seen by Sample data)']),
      );
      expect(events.filter(({ author }) => author.verified)).toEqual([]);
      const saves = events.filter(({ command: { payload } }) => isObject(payload) && member(payload, 'sent') === true);
      const reasons = new Set(events.flatMap(({ reason }) => reason ?? []));
      expect(saves.length).toBeGreaterThan(0);
      expect(reasons.size).toBe(saves.length);
    }
  });

  it('is not made where it is not asked for, nor where there is data already', async () => {
    const engine = await engineWith({ hasHistory: false });
    expect(storedSampleLogs(engine)).toEqual([]);
    await sampleData(engine, { hasHistory: true });
    expect(storedSampleLogs(engine)).toEqual([]);
  });
});
