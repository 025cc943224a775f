import { describe, expect, it } from 'vitest';
import { givenFields } from '../../../tests/builders/given.ts';
import { ADA, BOB } from '../../fuzz/generate/stamps.ts';
import type { StoredEvent } from '../events/event.ts';
import { commitmentTo } from '../events/seal.ts';
import type { RecordedName } from '../ports/trail-replica.ts';
import { checkedName, formatLogFile, isNameLine, isSameEvent, namesFor, parseLogFile } from './log-file.ts';
import { formatLog, LogFaultError, openLog } from './log.ts';
import { EMPTY_HEAD, sealAfter, sealRecordedAfter } from './stream-head.ts';

const SALT = 'ab';
const nameOf = ({ id, name }: typeof ADA): RecordedName => ({
  commitment: commitmentTo(name, SALT),
  author: id,
  name,
  salt: SALT,
});
const add = (name: string) => ['field.add', { parent: null, name, definition: { type: 'keyword' } }] as const;
const { events } = givenFields({})
  .after(...add('a'), BOB)
  .after(...add('b'), ADA)
  .after(...add('c'), BOB);
const records = sealRecordedAfter('draft/a', EMPTY_HEAD, events, ({ author }) => ({
  recordedAt: '2026-01-01T00:00:00.000Z',
  commitment: commitmentTo(author.name, SALT),
}));
const [ada, bob] = [nameOf(ADA), nameOf(BOB)];

function faultOf(read: () => unknown): readonly [number, string] | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof LogFaultError) return [error.position, error.reason];
    throw error;
  }
}

describe('the file of a log that a server has recorded', () => {
  const file = formatLogFile({ records, names: [ada, { ...ada, commitment: 'other' }, bob] });

  it('has the names that its records need behind them, in the order of the records', () => {
    expect(namesFor(records, [ada, bob])).toEqual([bob, ada]);
    expect(namesFor(records, [ada])).toEqual([ada]);
    expect(namesFor(records, [])).toEqual([]);
    expect(file).toBe(`${formatLog(records)}${[bob, ada].map((name) => `${JSON.stringify({ name })}\n`).join('')}`);
    expect(file.split('\n').map(isNameLine)).toEqual([false, false, false, true, true, false]);
  });

  it('reads as what was written, with and without names and the end of the last line', () => {
    expect(parseLogFile(file)).toEqual({ records, names: [bob, ada] });
    expect(parseLogFile(file.slice(0, -1))).toEqual({ records, names: [bob, ada] });
    expect(parseLogFile(formatLog(records))).toEqual({ records, names: [] });
    expect(parseLogFile(`${JSON.stringify({ name: ada })}\n`)).toEqual({ records: [], names: [ada] });
  });

  it('is refused at the line of a name that is none', () => {
    const lineOf = (value: unknown) => `${formatLog(records)}${JSON.stringify(value)}\n`;
    const withBob = (line: string) => `${lineOf({ name: bob })}${line}\n`;
    expect(faultOf(() => parseLogFile(withBob('{"name":')))).toEqual([
      5,
      expect.stringMatching(/^it is not JSON \(.+\)$/),
    ]);
    expect(faultOf(() => parseLogFile(withBob('[]')))).toEqual([5, 'it is not the name of an author']);
    for (const wrong of [{ ...ada, more: 1 }, { ...ada, salt: 1 }, 'Ada'])
      expect(faultOf(() => parseLogFile(lineOf({ name: wrong })))).toEqual([4, 'it is not the name of an author']);
    expect(faultOf(() => parseLogFile(lineOf({ name: { ...ada, name: 'Eve' } })))).toEqual([
      4,
      'its name does not match its commitment',
    ]);
    expect(faultOf(() => checkedName(undefined, 7))).toEqual([7, 'it is not the name of an author']);
  });
});

describe('two events', () => {
  const [local, other] = openLog(sealAfter('draft/a', EMPTY_HEAD, events)).events as readonly [
    StoredEvent,
    StoredEvent,
  ];
  const recorded = openLog(records).events[0] as StoredEvent;

  it('are the same whether or not a server has recorded one of them', () => {
    expect(isSameEvent(local, recorded)).toBe(true);
    expect(isSameEvent(local, { ...recorded, version: 9, stream: 'draft/b', summary: 'In other words' })).toBe(true);
  });

  it.each<readonly [string, Partial<StoredEvent>]>([
    ['id', { id: other.id }],
    ['time', { at: '2030-01-01T00:00:00.000Z' }],
    ['author', { author: { ...local.author, id: 'eve' } }],
    ['type', { type: 'field.edited' }],
    ['command', { command: other.command }],
    ['patch', { patch: other.patch }],
    ['event that it takes back', { undoes: other.id }],
  ])('are two where they differ in their %s', (_, changes) => {
    expect(isSameEvent(local, { ...local, ...changes })).toBe(false);
  });
});
