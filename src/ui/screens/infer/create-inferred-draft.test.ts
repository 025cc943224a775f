import { expect, it } from 'vitest';
import { draftStream, DRAFTS_STREAM } from '#domain/commands';
import { replay } from '#domain/document';
import { Inference, indexBody, withChoices } from '#domain/infer';
import { openLog } from '#domain/log';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { openDocument } from '../../../machines/document-session.ts';
import { draftsOf } from '../../platform/draft-list.ts';
import { createInferredDraft } from './create-inferred-draft.ts';

const target = { distribution: 'opensearch', version: '3.4' } as const;

async function device() {
  let count = 0;
  const ids = { next: () => `id-${String(++count).padStart(6, '0')}` };
  const author = { id: 'ada', name: 'Ada', verified: false };
  const ports = { store: memoryEventStore(), clock: { now: () => '2026-11-21T03:10:08.123Z' }, ids, author };
  return { ...ports, drafts: await openDocument(ports, { stream: DRAFTS_STREAM, startWith: {} }) };
}

function inferred(...documents: readonly string[]) {
  const inference = new Inference();
  for (const [at, text] of documents.entries()) inference.collector.addText(text, at + 1);
  return inference.propose(target);
}

const VECTOR = `[${Array.from({ length: 40 }, (_, at) => `0.${at + 1}`).join()}]`;
const options = { name: 'orders', origin: 'orders.csv', target, documents: 2 };

it.each<[string, readonly string[]]>([
  [
    'objects in objects, and what holds no fields',
    ['{"a":{"b":{"c":1,"d":null},"e":{}},"f":[[]]}', '{"a":{"b":{"c":2}}}'],
  ],
  ['points, lists of objects, and settings', [`{"at":{"lat":1,"lon":2},"v":${VECTOR},"tags":[{"n":1}]}`]],
  ['values that no type takes', ['{"a":{"b":1},"c":1}', '{"a":1}']],
  ['data as keys', Array.from({ length: 60 }, (_, at) => `{"o":{"key_${at}":"x"}}`)],
  ['names of every kind', ['{"__proto__":1,"constructor":{"a/b~c":2},"a.b":1,"ad\u202emin":1}']],
  ['no fields', ['{}']],
])('makes a draft with the same body, by events with reasons: %s', async (_, documents) => {
  const mapping = inferred(...documents);
  const ports = await device();
  const id = await createInferredDraft(ports, mapping, options);
  const { events } = openLog(await ports.store.read(draftStream(id)));
  expect(replay(undefined, events)).toEqual(indexBody(mapping));
  expect(events.map(({ reason }) => reason)).toEqual([
    'Inferred from 2 documents of orders.csv, for OpenSearch 3.4',
    ...mapping.fields.map(({ reason }) => reason),
  ]);
  expect(draftsOf(ports.drafts.getSnapshot().state.body)).toMatchObject([
    { id, name: 'orders', kind: 'mappings', mappingsAt: '/mappings', target },
  ]);
});

it('has the reason of an alternative that was chosen, and a name that is free', async () => {
  const mapping = inferred('{"a":[{"b":1}]}');
  const [field] = mapping.fields;
  if (field === undefined) throw new Error('There is a field');
  const ports = await device();
  await createInferredDraft(ports, mapping, options);
  const id = await createInferredDraft(ports, withChoices(mapping, new Map([[field, 0]])), options);
  const { events } = openLog(await ports.store.read(draftStream(id)));
  expect(events.map(({ summary, reason }) => [summary, reason]).slice(1)).toEqual([
    ['Add a (nested)', 'If conditions have to match within the same object of a list.'],
    ['Add a.b (long)', 'Every value is the whole number 1.'],
  ]);
  expect(draftsOf(ports.drafts.getSnapshot().state.body).map(({ name }) => name)).toEqual(['orders', 'orders (2)']);
});

it('adds together what no form of the editor takes', async () => {
  const mapping = inferred('{"a":1," ":2,"  ":{"b":3}}');
  const ports = await device();
  const id = await createInferredDraft(ports, mapping, options);
  const { events } = openLog(await ports.store.read(draftStream(id)));
  expect(replay(undefined, events)).toEqual(indexBody(mapping));
  expect(events.slice(1).map(({ type, reason }) => [type, reason])).toEqual([
    ['field.added', 'Every value is the whole number 1.'],
    [
      'editor.mappingsReplaced',
      expect.stringContaining(' : Every value is the whole number 2.   : Objects (1).   .b: Every value is'),
    ],
  ]);
});

it('adds all fields together where there are very many, with as many reasons as an event takes', async () => {
  const mapping = inferred(`{${Array.from({ length: 9_990 }, (_, at) => `"f${at}":${at}`).join()}}`);
  const ports = await device();
  const id = await createInferredDraft(ports, mapping, options);
  const { events } = openLog(await ports.store.read(draftStream(id)));
  expect(replay(undefined, events)).toEqual(indexBody(mapping));
  expect(events).toHaveLength(2);
  expect(events[1]?.reason).toMatch(/^f0: Every value is the whole number 0\. f1: /);
  expect(events[1]?.reason).toHaveLength(4_096);
});

it('cuts a long reason between characters', async () => {
  for (const filler of ['', 'x']) {
    // Each name is a part of the reason, and most of it are surrogate pairs.
    const mapping = inferred(
      `{${Array.from({ length: 501 }, (_, at) => `"${filler}${'🎈'.repeat(20)}${at}":1`).join()}}`,
    );
    const ports = await device();
    const id = await createInferredDraft(ports, mapping, options);
    const { events } = openLog(await ports.store.read(draftStream(id)));
    for (const { reason = '' } of events) expect(reason).not.toMatch(/\p{Surrogate}/u);
  }
});
