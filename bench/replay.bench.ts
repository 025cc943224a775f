import fastJsonPatch, { type Operation as ForeignOperation } from 'fast-json-patch';
import { createState, evolve, parseJson, reduce, replay, type DocumentCommand, type DocumentEvent, type DocumentState, type JsonObject } from '../src/domain/index.ts';
import { randomFrom, type Random } from '../tests/builders/random.ts';
import { realisticMappings } from '../tests/builders/realistic-tree.ts';
import { stampSource } from '../tests/builders/stamps.ts';
import { compare } from './measure.ts';
import { report, type Figure } from './report.ts';

const FIELDS = 10_000;
const EVENTS = 100_000;
/** Replay is allowed twice the time of fast-json-patch, which writes into the document and takes the log's values into it. */
const BUDGET = 2;

/** A log of edits as people make them: parameters above all, fields that come, are renamed and go. */
function logOver(start: DocumentState): readonly DocumentEvent[] {
  const random = randomFrom(7);
  const stamp = stampSource(1);
  const places = containersOf(start.body as JsonObject);
  const events: DocumentEvent[] = [];
  let state = start;
  for (let count = 0; events.length < EVENTS; count++) {
    const reduced = reduce(state, commandAt(random, places, count), stamp());
    if (!('event' in reduced)) continue;
    events.push(reduced.event);
    state = evolve(state, reduced.event);
  }
  return events;
}

/** The objects that fields are added to, by their addresses. */
function containersOf(body: JsonObject): readonly string[] {
  const properties = body['properties'] as JsonObject;
  return Object.entries(properties).flatMap(([name, definition]) => (Object.hasOwn(definition as JsonObject, 'properties') ? [`/properties/${name}`] : []));
}

/** Fields of our own are added to a place, edited, renamed and removed, over and over. */
function commandAt(random: Random, places: readonly string[], count: number): DocumentCommand {
  const parent = places[count % places.length] as string;
  const field = `${parent}/properties/ours`;
  const steps: readonly DocumentCommand[] = [
    { type: 'field.add', payload: { parent, name: 'ours', definition: { type: 'keyword' } } },
    { type: 'field.edit', payload: { field, set: { ignore_above: random.below(4096) } } },
    { type: 'field.edit', payload: { field: parent, set: { dynamic: random.below(2) === 0 ? 'strict' : 'runtime' } } },
    { type: 'field.edit', payload: { field, set: { ignore_above: 5000 + random.below(4096), index: false } } },
    { type: 'field.edit', payload: { field, name: 'theirs' } },
    { type: 'field.remove', payload: { field: `${parent}/properties/theirs` } },
  ];
  return steps[Math.floor(count / places.length) % steps.length] as DocumentCommand;
}

/** A whole log from the start, against the library that does the same in place. */
export function benchReplay(): readonly Figure[] {
  const text = JSON.stringify(realisticMappings({ fields: FIELDS }));
  const start = createState({ body: parseJson(text) });
  const events = logOver(start);
  const before = JSON.stringify(events);
  // What fast-json-patch takes into its document it goes on to change: it gets a log of its own.
  const foreignLogs = Array.from({ length: 12 }, () => events.map(({ patch }) => structuredClone(patch) as unknown as ForeignOperation[]));
  let next = 0;
  const foreign = () => {
    const log = foreignLogs[next++ % foreignLogs.length] as ForeignOperation[][];
    let document: unknown = JSON.parse(text);
    for (const patch of log) document = fastJsonPatch.applyPatch(document, patch, false, true).newDocument;
    return document;
  };
  const result = compare(foreign, () => replay(start.body, events), { rounds: 7, roundMs: 1 });
  if (JSON.stringify(events) !== before) throw new Error('Replay changed the log.');
  if (JSON.stringify(replay(start.body, events)) !== JSON.stringify(foreign())) throw new Error('The two replays end in different documents.');
  return report('Replay', [
    { what: `${EVENTS.toLocaleString('en')} events over ${FIELDS.toLocaleString('en')} fields`, against: 'fast-json-patch, in place', ...result, budget: BUDGET },
  ]);
}
