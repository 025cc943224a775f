import { describe, expect, it } from 'vitest';
import type { DocumentEvent } from '#domain/events';
import type { Patch } from '#domain/json';
import { sampleHistory } from '../../../tests/contracts/sample-history.ts';
import { memoryRecordStore } from './memory-record-store.ts';
import { patchCheck } from './patch-check.ts';
import type { Recorded } from './record-store.ts';

const [first] = sampleHistory().events as [DocumentEvent];
const STREAM = 'draft/a';
const begin: Patch = [{ op: 'add', path: '', value: { properties: {} } }];
const add = (name: string): Patch => [{ op: 'add', path: `/properties/${name}`, value: { type: 'ip' } }];
const remove = (name: string): Patch => [{ op: 'remove', path: `/properties/${name}` }];

let ids = 0;
const eventOf = (patch: Patch): DocumentEvent => ({ ...first, id: `event-${++ids}`, patch });
const eventsOf = (...patches: readonly Patch[]) => patches.map(eventOf);

function open() {
  const store = memoryRecordStore({ now: () => '2026-11-22T10:00:00.000Z', newSalt: () => '00' });
  let read = 0;
  const patches = patchCheck({
    versionOf: store.versionOf,
    async readPage(...given) {
      const page = await store.readPage(...given);
      read += page.records.length;
      return page;
    },
  });
  async function append(after: number, events: readonly DocumentEvent[], stream = STREAM) {
    const checked = await patches.check(stream, after, events);
    const outcome = await store.record(stream, after, events);
    if (!outcome.conflict) checked.done(outcome satisfies Recorded);
    return outcome;
  }
  return { store, patches, append, readCount: () => read };
}

describe('the patches of an append', () => {
  it('are refused where one does not apply, with the event, the operation, the place and the reason', async () => {
    const { append, store } = open();
    await append(0, eventsOf(begin, add('a')));
    await expect(append(2, eventsOf(add('b'), remove('c'), add('d')))).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringMatching(
        /^Invalid request: \/body\/events\/1\/patch does not apply to the document: Operation 0 at "\/properties\/c": /,
      ),
      attributes: { issues: [{ at: '/body/events/1/patch' }] },
    });
    expect(await store.versionOf(STREAM)).toBe(2);
    expect(await append(2, eventsOf(add('b'), remove('b')))).toMatchObject({ version: 4 });
    await expect(append(4, eventsOf(remove('b')))).rejects.toMatchObject({ statusCode: 400 });
  });

  it('are refused where there is no document yet', async () => {
    await expect(open().append(0, eventsOf(add('a')))).rejects.toMatchObject({ statusCode: 400 });
  });

  it('are left to the conflict where somebody else was faster, and to the answer where they are repeated', async () => {
    const { append } = open();
    const recorded = eventsOf(begin, add('a'));
    await append(0, recorded);
    expect(await append(1, eventsOf(remove('zz')))).toEqual({ conflict: true, actualVersion: 2 });
    expect(await append(7, eventsOf(remove('zz')))).toEqual({ conflict: true, actualVersion: 2 });
    expect(await append(0, recorded)).toMatchObject({ version: 2, isRepeated: true });
    expect(await append(0, [...recorded, ...eventsOf(add('b'))])).toMatchObject({ version: 3 });
    await expect(append(1, [recorded[1] as DocumentEvent, ...eventsOf(remove('zz'))])).resolves.toEqual({
      conflict: true,
      actualVersion: 3,
    });
  });

  it('of which a part is recorded are checked for the rest', async () => {
    const { append } = open();
    const recorded = eventsOf(begin, add('a'));
    await append(0, recorded);
    await expect(append(0, [...recorded, ...eventsOf(remove('zz'))])).rejects.toMatchObject({
      message: expect.stringMatching(/\/body\/events\/2\/patch/),
    });
  });

  it('cost no reading of the log after the first append, whatever its length', async () => {
    const { store, append, patches, readCount } = open();
    const log = [begin, ...Array.from({ length: 1_200 }, (_, index) => add(`f${index}`))].map(eventOf);
    await store.record(STREAM, 0, log);
    await Promise.all([1, 2, 3].map(() => patches.check(STREAM, log.length, eventsOf(add('x')))));
    expect(readCount()).toBe(log.length);
    for (let version = log.length; version < log.length + 50; version++)
      expect(await append(version, eventsOf(add(`g${version}`)))).toMatchObject({ conflict: false });
    expect(readCount()).toBe(log.length);
    patches.forget(STREAM);
    await append(log.length + 50, eventsOf(remove('f1')));
    expect(readCount()).toBe(2 * log.length + 50);
  });

  it('are read again where others have appended past them', async () => {
    const { store, append } = open();
    await append(0, eventsOf(begin));
    await store.record(STREAM, 1, eventsOf(add('theirs')));
    expect(await append(2, eventsOf(remove('theirs')))).toMatchObject({ version: 3 });
  });

  it('are not refused in a log whose document nobody can tell', async () => {
    const { store, append } = open();
    await store.record(STREAM, 0, eventsOf(begin, remove('zz')));
    expect(await append(2, eventsOf(add('a')))).toMatchObject({ version: 3 });
  });

  it('keep the documents that were used last, within their room', async () => {
    const { append, readCount } = open();
    const large: Patch = [{ op: 'add', path: '', value: { properties: {}, _meta: { note: 'x'.repeat(12_000_000) } } }];
    for (const name of ['a', 'b', 'c']) await append(0, eventsOf(large), `draft/${name}`);
    expect(readCount()).toBe(0);
    await append(1, eventsOf(add('x')), 'draft/c');
    await append(1, eventsOf(add('x')), 'draft/b');
    expect(readCount()).toBe(0);
    await append(1, eventsOf(add('x')), 'draft/a');
    expect(readCount()).toBe(1);
  });
});
