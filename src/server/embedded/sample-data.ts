import { formatJson, isArray, isObject, member, objectMember, parseJson, type JsonObject } from '#domain/json';
import { documentChange, storedSource } from './document-writes.ts';
import type { Figures, IndexDocument } from './documents.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';
import { SAMPLED, sampleLogs, type SampleLog, type SampleObject } from './sample-history.ts';
import {
  SAMPLE_COMPONENTS,
  SAMPLE_INDICES,
  SAMPLE_LEGACY_TEMPLATES,
  SAMPLE_STREAMS,
  SAMPLE_TEMPLATES,
} from './sample-bodies.ts';

/**
 * Fills an empty engine with the sample data: the indices, data streams and templates of a fictional shop, with the
 * history of some of them where `hasHistory`. Does nothing if the engine holds anything. Uses the engine's own API, so
 * that a user could have created the same data.
 */
export async function sampleData(engine: EmbeddedEngine, { hasHistory = false } = {}): Promise<void> {
  const { state, clock } = engine.context;
  if (!state.isEmpty) return;
  const send = (method: 'PUT' | 'POST', path: readonly string[], body?: JsonObject) =>
    engine.send({ method, path, ...(body !== undefined && { body: formatJson(body) }) });
  for (const [name, body] of Object.entries(SAMPLE_COMPONENTS)) await send('PUT', ['_component_template', name], body);
  for (const [name, body] of Object.entries(SAMPLE_TEMPLATES)) await send('PUT', ['_index_template', name], body);
  for (const [name, body] of Object.entries(SAMPLE_LEGACY_TEMPLATES)) await send('PUT', ['_template', name], body);

  for (const { name, body, figures, documents, isClosed, isSystem } of SAMPLE_INDICES) {
    await send('PUT', [name], body);
    if (documents !== undefined) addDocuments(name, documents);
    change(name, { figures, isSystem: isSystem === true });
    if (isClosed === true) await send('POST', [name, '_close']);
  }
  for (const { name, generations } of SAMPLE_STREAMS) {
    await send('PUT', ['_data_stream', name]);
    for (const figures of generations.slice(0, -1)) {
      change(state.dataStreams.get(name)?.indices.at(-1) ?? '', { figures });
      await send('POST', [name, '_rollover']);
    }
    change(state.dataStreams.get(name)?.indices.at(-1) ?? '', { figures: generations.at(-1) as Figures });
  }
  if (hasHistory) {
    const objects = await Promise.all(SAMPLED.map((each) => sampledObject(engine, each)));
    const logs = sampleLogs(clock.now(), objects);
    state.commit(
      logs.map(({ stream, records }) => ({
        kind: 'sample_log',
        name: stream,
        value: { records: records.map(({ text, hash }) => ({ text, hash })) },
      })),
    );
  }

  /** Adds documents in one write of the storage. */
  function addDocuments(name: string, documents: ReadonlyMap<string, JsonObject>): void {
    const index = state.indices.get(name) as IndexDocument;
    const first = state.nextSequence(index);
    state.commit(
      Array.from(documents, ([id, source], at) => {
        const sequence = first + at;
        return documentChange(
          index,
          storedSource(index, id, source, { before: undefined, sequence, isCreation: true }),
        );
      }),
    );
  }

  function change(name: string, parts: Partial<Pick<IndexDocument, 'figures' | 'isSystem'>>): void {
    const index = state.indices.get(name) as IndexDocument;
    state.commit([{ kind: 'index', name, value: { ...index, ...parts } }]);
  }
}

/** An object as the engine itself describes it. */
async function sampledObject(
  engine: EmbeddedEngine,
  { kind, name }: Pick<SampleObject, 'kind' | 'name'>,
): Promise<SampleObject> {
  const read = async (...path: readonly string[]): Promise<JsonObject> => {
    const answer = parseJson((await engine.send({ method: 'GET', path })).body);
    return isObject(answer) ? answer : {};
  };
  if (kind === 'index') {
    const uuid = engine.context.state.indices.get(name)?.uuid ?? '';
    const index = objectMember(await read(name, '_mapping'), name) ?? {};
    return { kind, name, uuid, body: objectMember(index, 'mappings') ?? {} };
  }
  const [found] = Object.values(await read(`_${kind}`, name))
    .flat()
    .filter(isObject);
  return { kind, name, body: objectMember(found ?? {}, kind) ?? {} };
}

/** The histories that came with the sample data, as they are stored. */
export function storedSampleLogs({ context: { state } }: EmbeddedEngine): readonly SampleLog[] {
  return state.sampleLogs.entries().map(([stream, value]) => {
    const records = member(value, 'records');
    return {
      stream,
      records: (isArray(records) ? records : []).filter(isObject).map((record) => ({
        text: String(member(record, 'text')),
        hash: String(member(record, 'hash')),
      })),
    };
  });
}
