import { describe, expect, it } from 'vitest';
import { RULES, sha256Hex, type DocumentEvent } from '#domain/events';
import { given } from '../../../tests/builders/given.ts';
import { appendCheck } from './append-check.ts';
import { memoryRecordStore } from './memory-record-store.ts';
import type { Recorded } from './record-store.ts';

const STREAM = 'draft/a';
const created = given(undefined).after('document.create', { body: { properties: {} } });
const add = (name: string) => ['field.add', { parent: null, name, definition: { type: 'ip' } }] as const;
/** A document to which fields of these names were added. */
const withFields = (...names: readonly string[]) => names.reduce((so, name) => so.after(...add(name)), created);
const remove = (name: string) => ['field.remove', { field: `/properties/${name}` }] as const;

function open(mostLength?: number) {
  const store = memoryRecordStore({ now: () => '2026-11-22T10:00:00.000Z', newSalt: () => '00' });
  let read = 0;
  const appends = appendCheck(
    {
      versionOf: store.versionOf,
      async readPage(...asked) {
        const page = await store.readPage(...asked);
        read += page.records.length;
        return page;
      },
    },
    mostLength,
  );
  async function append(after: number, events: readonly DocumentEvent[], stream = STREAM) {
    const checked = await appends.check(stream, after, events);
    const outcome = await store.record(stream, after, events);
    if (!outcome.conflict) checked.done(outcome satisfies Recorded);
    return outcome;
  }
  return { store, appends, append, readCount: () => read };
}

/** An event with some of its members others than its command comes to. */
const lying = (event: DocumentEvent | undefined, changes: Partial<DocumentEvent>): DocumentEvent => ({
  ...(event as DocumentEvent),
  ...changes,
});

describe('the events of an append', () => {
  const { events } = withFields('a', 'b', 'c').after(...remove('c'));
  const [, second, third, , last] = events;

  it('are recorded where their commands come to them', async () => {
    const { append } = open();
    expect(await append(0, events.slice(0, 2))).toMatchObject({ version: 2 });
    expect(await append(2, events.slice(2))).toMatchObject({ version: 5 });
  });

  it.each<[string, Partial<DocumentEvent>, RegExp]>([
    ['an unknown command', { command: { type: 'field.split', payload: {} } }, /there is no command field\.split/],
    ['another command', { command: { type: 'field.add', payload: { ...(second?.command.payload as object) } } }, /./],
    [
      'another patch',
      { patch: [{ op: 'remove', path: '/properties/a' }] },
      /its patch is not the result of its command/,
    ],
    [
      'a patch that does not apply',
      { patch: [{ op: 'remove', path: '/properties/x' }] },
      /its patch is not the result of its command/,
    ],
    ['another summary', { summary: 'Add nothing' }, /its summary "Add nothing" is not the one of its command/],
    ['another type', { type: 'field.removed' }, /it says that it is field\.removed/],
    ['another inverse', { inverse: [] }, /its inverse does not take its patch back/],
    ['no inverse', { inverse: [{ op: 'remove', path: '/properties/a' }] }, /its inverse does not/],
    ['an event that it takes back', { undoes: events[0]?.id ?? '' }, /it says that it takes back another event/],
  ])('are refused with the place and the reason where one has %s', async (_, changes, reason) => {
    const { append, store } = open();
    await append(0, events.slice(0, 1));
    const sent = [second as DocumentEvent, lying(third, changes), ...events.slice(3)];
    await expect(append(1, sent)).rejects.toMatchObject({
      statusCode: 422,
      message: expect.stringMatching(/^Not recorded: \/body\/events\/1: /),
      attributes: { issues: [{ at: '/body/events/1', reason: expect.stringMatching(reason) }] },
    });
    expect(await store.versionOf(STREAM)).toBe(1);
    expect(await append(1, events.slice(1))).toMatchObject({ version: 5 });
  });

  it('are refused where there is no document yet', async () => {
    await expect(open().append(0, [second as DocumentEvent])).rejects.toMatchObject({ statusCode: 422 });
  });

  it.each([1, RULES + 1, 99, 0, -1])('are left to their device where rules %i decided them', async (rules) => {
    const { append, store } = open();
    await expect(append(0, [lying(events[0], { rules })])).rejects.toMatchObject({
      statusCode: 409,
      attributes: { rules: RULES, format: 2 },
    });
    expect(await store.versionOf(STREAM)).toBe(0);
  });

  it('are refused where the digest is one of another text, and taken in any order of members', async () => {
    const replaced = created.after('editor.replaceMappings', { mappings: { properties: { z: { type: 'ip' } } } });
    const other = created.after('editor.replaceMappings', { mappings: { properties: { y: { type: 'ip' } } } });
    const [, event] = replaced.events;
    const { append } = open();
    await append(0, replaced.events.slice(0, 1));
    const forged = lying(event, { command: other.events[1]?.command ?? { type: '', payload: {} } });
    await expect(append(1, [forged])).rejects.toMatchObject({ statusCode: 422 });
    expect(await append(1, [event as DocumentEvent])).toMatchObject({ version: 2 });
  });

  it('are left to the conflict where somebody else was faster, and to the answer where they are repeated', async () => {
    const { append } = open();
    const recorded = events.slice(0, 2);
    await append(0, recorded);
    const wrong = [lying(last, {})];
    expect(await append(1, wrong)).toEqual({ conflict: true, actualVersion: 2 });
    expect(await append(7, wrong)).toEqual({ conflict: true, actualVersion: 2 });
    expect(await append(0, recorded)).toMatchObject({ version: 2, isRepeated: true });
    expect(await append(0, events.slice(0, 3))).toMatchObject({ version: 3 });
    await expect(append(1, [second as DocumentEvent, ...wrong])).resolves.toEqual({ conflict: true, actualVersion: 3 });
  });

  it('of which a part is recorded are decided for the rest', async () => {
    const { append } = open();
    await append(0, events.slice(0, 2));
    await expect(append(0, [...events.slice(0, 2), lying(third, { summary: 'x' })])).rejects.toMatchObject({
      message: expect.stringMatching(/\/body\/events\/2/),
    });
  });

  it('cost no reading of the log after the first append, whatever its length', async () => {
    const { store, append, appends, readCount } = open();
    const names = Array.from({ length: 450 }, (_, index) => `f${index}`);
    const all = withFields(...names).events;
    const log = all.slice(0, 401);
    await store.record(STREAM, 0, log);
    const following = all.slice(401);
    await Promise.all([1, 2, 3].map(() => appends.check(STREAM, log.length, following.slice(0, 1))));
    expect(readCount()).toBe(log.length);
    for (const [index, event] of following.entries())
      expect(await append(log.length + index, [event])).toMatchObject({ conflict: false });
    expect(readCount()).toBe(log.length);
    appends.forget(STREAM);
    const after = withFields(...names).after(...remove('f1'));
    await append(all.length, after.events.slice(all.length));
    expect(readCount()).toBe(log.length + all.length);
  });

  it('are read again where others have appended past them', async () => {
    const { store, append } = open();
    await append(0, events.slice(0, 1));
    await store.record(STREAM, 1, events.slice(1, 4));
    expect(await append(4, events.slice(4))).toMatchObject({ version: 5 });
  });

  it('are decided on what the patches came to, where the log already has what nobody decided', async () => {
    const { store, append } = open();
    const unknown = lying(second, { command: { type: 'field.split', payload: {} } });
    await store.record(STREAM, 0, [events[0] as DocumentEvent, unknown]);
    await expect(append(2, [lying(third, { summary: 'x' })])).rejects.toMatchObject({ statusCode: 422 });
    expect(await append(2, events.slice(2))).toMatchObject({ version: 5 });
  });

  it('are not added to a log of a newer version', async () => {
    const { store, append } = open();
    const page = store.readPage;
    await store.record(STREAM, 0, events.slice(0, 1));
    store.readPage = async (...asked) => {
      const { records, ...rest } = await page(...asked);
      const newer = records.map(({ text }) => text.replace('"format":2', '"format":9'));
      return { ...rest, records: newer.map((text) => ({ text, hash: sha256Hex(text) })) };
    };
    await expect(append(1, events.slice(1, 2))).rejects.toMatchObject({ statusCode: 409 });
  });

  it('keep the documents that were used last, within their room', async () => {
    const { append, readCount } = open(4_500);
    const note = 'x'.repeat(1_200);
    const large = given(undefined).after('document.create', { body: { properties: {}, _meta: { note } } });
    const { events: two } = large.after(...add('x'));
    for (const name of ['a', 'b', 'c']) await append(0, two.slice(0, 1), `draft/${name}`);
    expect(readCount()).toBe(0);
    await append(1, two.slice(1), 'draft/c');
    await append(1, two.slice(1), 'draft/b');
    expect(readCount()).toBe(0);
    await append(1, two.slice(1), 'draft/a');
    expect(readCount()).toBe(1);
  });
});
