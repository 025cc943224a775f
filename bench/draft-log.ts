import { reduce, type DocumentCommand } from '#domain/commands';
import { createState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import type { JsonObject } from '#domain/json';
import { realisticMappings } from '../tests/builders/realistic-tree.ts';
import { randomFrom } from '../src/fuzz/generate/random.ts';
import { stampSource } from '../src/fuzz/generate/stamps.ts';

/** A draft of so many fields: the event that starts it, and edits as people make them up to so many events. */
export function draftLog(fields: number, count: number): readonly DocumentEvent[] {
  const body = realisticMappings({ fields });
  const stamp = stampSource(1);
  let state = createState({ body: undefined });
  const events: DocumentEvent[] = [];
  const decide = (command: DocumentCommand) => {
    const reduced = reduce(state, command, stamp());
    if (!('event' in reduced)) return;
    events.push(reduced.event);
    state = reduced.after;
  };
  decide({ type: 'document.create', payload: { body } });
  for (const command of draftEdits(body)) {
    if (events.length >= count) break;
    decide(command);
  }
  return events;
}

/** Without end: fields of our own are added to a place, edited, renamed and removed. Some commands change nothing. */
export function* draftEdits(body: JsonObject): Generator<DocumentCommand> {
  const parents = Object.entries(body['properties'] as JsonObject).flatMap(([name, definition]) =>
    Object.hasOwn(definition as JsonObject, 'properties') ? [`/properties/${name}`] : [],
  );
  const random = randomFrom(11);
  for (let turn = 0; ; turn++) {
    const parent = parents[turn % parents.length] as string;
    const field = `${parent}/properties/ours`;
    const steps: readonly DocumentCommand[] = [
      { type: 'field.add', payload: { parent, name: 'ours', definition: { type: 'keyword' } } },
      { type: 'field.edit', payload: { field, set: { ignore_above: random.below(4096) } } },
      {
        type: 'field.edit',
        payload: { field: parent, set: { dynamic: random.below(2) === 0 ? 'strict' : 'runtime' } },
      },
      { type: 'field.edit', payload: { field, set: { ignore_above: 5000 + random.below(4096), index: false } } },
      { type: 'field.edit', payload: { field, name: 'theirs' } },
      { type: 'field.remove', payload: { field: `${parent}/properties/theirs` } },
    ];
    yield steps[Math.floor(turn / parents.length) % steps.length] as DocumentCommand;
  }
}
