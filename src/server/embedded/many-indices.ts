import type { EmbeddedEngine } from './embedded-engine.ts';
import { indexOf } from './index-creation.ts';
import type { Change } from './storage.ts';

const DAY_MS = 86_400_000;

/**
 * Makes many indices in one step, for measuring: `NAME-000001` and on, of different sizes, one in ten closed, one in
 * five with an alias.
 */
export function manyIndices({ context }: EmbeddedEngine, count: number, name = 'sandbox-many'): void {
  const changes = Array.from({ length: count }, (_, at): Change => {
    const index = indexOf(context, `${name}-${String(at + 1).padStart(6, '0')}`, {
      settings: { 'index.number_of_replicas': String(at % 3) },
      mappings: { properties: { at: { type: 'date' }, message: { type: 'text' } } },
      aliases: at % 5 === 0 ? { [`${name}-${at % 50}`]: {} } : {},
      problems: [],
    });
    const documents = (at * 7_919) % 100_003;
    const figures = {
      documents,
      deleted: at % 17,
      bytes: 249 + documents * 311,
      segments: documents === 0 ? 0 : 1 + (at % 20),
    };
    const created = String(Date.parse(context.clock.now()) - (at % 365) * DAY_MS);
    const settings = { ...index.settings, 'index.creation_date': created };
    return {
      kind: 'index',
      name: index.name,
      value: { ...index, figures, settings, state: at % 10 === 9 ? 'close' : 'open' },
    };
  });
  context.state.commit(changes);
}
