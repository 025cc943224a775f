import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reduce } from '#domain/commands';
import { createState, evolve, openState, replay } from '#domain/document';
import type { DocumentEvent, SealedRecord } from '#domain/events';
import { deepEqual, formatJson, parseJson, withoutLiterals, type JsonValue } from '#domain/json';
import { formatLog, openLog, parseLog, readEvent } from '#domain/log';
import { faultText, verifyRecords } from '#domain/proof';
import { sealAll } from '../../src/fuzz/generate/histories.ts';
import { stampSource } from '../../src/fuzz/generate/stamps.ts';
import { PATCH_LIBRARIES, replayWith } from '../../src/fuzz/patch-libraries.ts';
import type { DatabaseDump } from './database-dump.ts';

/** The first layout of the database has its records one by one, and no other part of it is needed to read them. */
const FILE = 'database-v1.json';

function goldenLogs(): ReadonlyMap<string, readonly SealedRecord[]> {
  const { stores } = JSON.parse(readFileSync(join(import.meta.dirname, FILE), 'utf8')) as DatabaseDump;
  const logs = new Map<string, SealedRecord[]>();
  for (const [key, value] of stores['records'] ?? []) {
    const [stream] = key as unknown as readonly [string, number];
    logs.set(stream, [...(logs.get(stream) ?? []), value as SealedRecord]);
  }
  return logs;
}

describe('logs of format 1 that the first version wrote', () => {
  const logs = [...goldenLogs()];

  it('are there', () => {
    expect(logs).toHaveLength(15);
  });

  it.each(logs)('%j replays by ours, by fast-json-patch and by jsonpatch to the same', (_, records) => {
    const body = replay(undefined, openLog(records).events);
    for (const library of PATCH_LIBRARIES)
      expect(deepEqual(replayWith(library, undefined, formatLog(records)), body), library.name).toBe(true);
  });

  it.each(logs)('%j verifies, with summaries in the words of their day', (_, records) => {
    const result = verifyRecords(records);
    if (!result.ok) throw new Error(faultText(result.fault));
    expect(result.events).toBe(records.length);
    expect(result.notes.map(({ code }) => code)).toContain('earlier_wording');
  });
});

describe('the log that rules 2 wrote of a text with numbers like 1.0 and 1e3', () => {
  const records = parseLog(readFileSync(join(import.meta.dirname, 'draft-rules-2.jsonl'), 'utf8'));

  it('verifies', () => {
    const result = verifyRecords(records);
    if (!result.ok) throw new Error(faultText(result.fault));
    expect(result.events).toBe(9);
    expect(result.notes.map(({ code }) => code)).toEqual(['no_checkpoint', 'not_recorded']);
  });

  it('is sealed again to the same bytes', () => {
    const { events } = openLog(records);
    expect(events.map(({ rules }) => rules)).toEqual(events.map(() => 2));
    expect(sealAll(events, 'draft/numbers')).toEqual(records);
  });

  it('is read with numbers as their values say, though somebody wrote them otherwise', () => {
    const { events } = openLog(records);
    const [first] = records as readonly [SealedRecord];
    expect(first.text).toContain('"null_value":1,');
    const text = first.text.replace('"null_value":1,', '"null_value":1.0,');
    const read = readEvent(text, 1);
    expect(formatJson(read as never)).toBe(formatJson(events[0] as never));
    const ofRules3 = readEvent(text.replace('"rules":2', '"rules":3'), 1);
    expect(formatJson(ofRules3 as never)).toContain('"null_value":1.0,');
  });

  it('goes on by rules 3, and by rules 2 again in a page that is older', () => {
    const { events } = openLog(records);
    const stamp = stampSource(5);
    let state = openState({ body: undefined, mappingsAt: '' }, events);
    const all: DocumentEvent[] = [...events];
    const mappings = (text: string) => ({ mappings: parseJson(text) });
    const before = '{"properties":{"a":{"type":"float","null_value":1.0},"b":{"type":"float","null_value":2.50}}}';
    for (const [type, payload, rules] of [
      ['editor.replaceMappings', mappings(before), 3],
      ['field.remove', { field: '/properties/a' }, 3],
      ['field.edit', { field: '/properties/b', set: { null_value: 3 } }, 2],
      ['history.undo', {}, 2],
      ['history.undo', {}, 2],
      ['editor.replaceMappings', mappings('{"properties":{"c":{"type":"float"}}}'), 2],
      ['history.undo', {}, 3],
    ] as const) {
      // An older page has read all numbers as their values say.
      const seen = rules === 2 ? openState({ body: undefined, mappingsAt: '' }, all.map(asRules2)) : state;
      const reduced = reduce(seen, { type, payload }, stamp(), rules);
      if (!('event' in reduced)) throw new Error(`${type} came to nothing`);
      all.push(rules === 2 ? asRules2(reduced.event) : reduced.event);
      state = evolve(state, all.at(-1) as DocumentEvent);
    }
    const result = verifyRecords(sealAll(all, 'draft/numbers'));
    if (!result.ok) throw new Error(faultText(result.fault));
    expect(result.events).toBe(16);
  });

  it('does not verify where a number of rules 3 is written otherwise than the command has it', () => {
    const created = reduce(
      createState({ body: undefined, mappingsAt: '' }),
      { type: 'document.create', payload: { body: { properties: {} } } },
      stampSource(5)(),
    );
    if (!('event' in created)) throw new Error('nothing was created');
    const definition = parseJson('{"type":"float","null_value":1.0}');
    const added = reduce(
      created.after,
      { type: 'field.add', payload: { parent: null, name: 'a', definition } },
      stampSource(6)(),
    );
    if (!('event' in added)) throw new Error('nothing was added');
    const [, honest] = sealAll([created.event, added.event], 'draft/x') as readonly [SealedRecord, SealedRecord];
    expect(verifyRecords(sealAll([created.event, added.event], 'draft/x'))).toHaveProperty('ok', true);
    const lie = honest.text.replace(
      '"value":{"type":"float","null_value":1.0}',
      '"value":{"type":"float","null_value":1}',
    );
    expect(lie).not.toBe(honest.text);
    const lying = sealAll([created.event, readEvent(lie, 2)], 'draft/x');
    expect(verifyRecords(lying)).toMatchObject({
      ok: false,
      fault: { kind: 'decision', reason: expect.stringContaining('its patch is not') },
    });
  });
});

describe('the log that rules 3 wrote of fields by names that no engine takes', () => {
  const records = parseLog(readFileSync(join(import.meta.dirname, 'draft-rules-3.jsonl'), 'utf8'));

  it('verifies', () => {
    const result = verifyRecords(records);
    if (!result.ok) throw new Error(faultText(result.fault));
    expect(result.events).toBe(10);
    expect(result.notes.map(({ code }) => code)).toEqual(['no_checkpoint', 'not_recorded']);
  });

  it('replays to a document that goes on: such fields are edited, renamed, removed and undone', () => {
    const { events } = openLog(records);
    const stamp = stampSource(4);
    let state = openState({ body: undefined, mappingsAt: '' }, events);
    expect(Object.keys((state.body as { readonly properties: object }).properties)).toEqual([
      'text',
      'a..b',
      ' ',
      '_id',
      '_source',
    ]);
    const all: DocumentEvent[] = [...events];
    for (const [type, payload] of [
      ['field.edit', { field: '/properties/a..b', set: { ignore_above: 5 } }],
      ['field.edit', { field: '/properties/_id', name: 'id' }],
      ['history.undo', {}],
      ['field.remove', { field: '/properties/a..b' }],
      ['history.undo', {}],
      ['field.add', { parent: '/properties/text', name: 'b', definition: { type: 'keyword' } }],
    ] as const) {
      const reduced = reduce(state, { type, payload }, stamp());
      if (!('event' in reduced)) throw new Error(`${type} came to nothing: ${JSON.stringify(reduced)}`);
      all.push(reduced.event);
      state = reduced.after;
    }
    const result = verifyRecords(sealAll(all, 'draft/names'));
    if (!result.ok) throw new Error(faultText(result.fault));
    expect(result.events).toBe(16);
  });
});

function asRules2(event: DocumentEvent): DocumentEvent {
  return { ...(withoutLiterals(event as unknown as JsonValue) as unknown as DocumentEvent), rules: event.rules ?? 1 };
}
