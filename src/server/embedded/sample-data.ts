import { formatJson, type JsonObject } from '#domain/json';
import type { Figures, IndexDocument } from './documents.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';
import {
  SAMPLE_COMPONENTS,
  SAMPLE_INDICES,
  SAMPLE_LEGACY_TEMPLATES,
  SAMPLE_STREAMS,
  SAMPLE_TEMPLATES,
} from './sample-bodies.ts';

/**
 * Fills an empty engine with the sandbox: a shop of our own, its indices, data streams and templates. One that holds anything is left alone.
 * Sent through the engine's own API, so that the sample is what a user could have made.
 */
export async function sampleData(engine: EmbeddedEngine): Promise<void> {
  const { state } = engine.context;
  if (!state.isEmpty) return;
  const send = (method: 'PUT' | 'POST', path: readonly string[], body?: JsonObject) =>
    engine.send({ method, path, ...(body !== undefined && { body: formatJson(body) }) });
  for (const [name, body] of Object.entries(SAMPLE_COMPONENTS)) await send('PUT', ['_component_template', name], body);
  for (const [name, body] of Object.entries(SAMPLE_TEMPLATES)) await send('PUT', ['_index_template', name], body);
  for (const [name, body] of Object.entries(SAMPLE_LEGACY_TEMPLATES)) await send('PUT', ['_template', name], body);

  for (const { name, body, figures, isClosed, isSystem } of SAMPLE_INDICES) {
    await send('PUT', [name], body);
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

  function change(name: string, parts: Partial<Pick<IndexDocument, 'figures' | 'isSystem'>>): void {
    const index = state.indices.get(name) as IndexDocument;
    state.commit([{ kind: 'index', name, value: { ...index, ...parts } }]);
  }
}
