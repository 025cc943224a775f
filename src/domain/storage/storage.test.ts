import { describe, expect, it } from 'vitest';
import { stampSource } from '../../fuzz/generate/stamps.ts';
import { sealAfter, EMPTY_HEAD } from '../log/index.ts';
import { verifyRecords } from '../proof/index.ts';
import type { DocumentEvent } from '../events/index.ts';
import { openStorageState, reduceStorage, STORAGE_COMMANDS, type StorageCommand } from './commands.ts';
import { STORAGE_STREAM, storageRecordOf } from './storage-record.ts';

const HEAD = 'a'.repeat(64);
const COMMANDS: readonly StorageCommand[] = [
  { type: 'stream.erase', payload: { log: { kind: 'draft', events: 12, head: HEAD } } },
  {
    type: 'retention.apply',
    payload: { run: { days: 30, before: '2026-10-22T00:00:00.000Z', actions: 40, events: 80 } },
  },
  { type: 'author.erase', payload: { erased: { author: 'ada', names: 1 } } },
  { type: 'author.restore', payload: { restored: { author: 'ada', by: 'code' } } },
  { type: 'storage.test', payload: { at: '2026-11-22T00:00:00.000Z' } },
];

function recorded(commands: readonly StorageCommand[]) {
  const stamp = stampSource();
  const events: DocumentEvent[] = [];
  let state = openStorageState({ body: undefined }, []);
  for (const command of commands) {
    const reduced = reduceStorage(state, command, stamp());
    if (!('event' in reduced)) throw new Error(`${command.type} gives no event`);
    state = reduced.after;
    events.push(reduced.event);
  }
  return { events, state };
}

describe('what a server records of its storage', () => {
  it('sums what was erased, and says in words what was done', () => {
    expect(COMMANDS.map(({ type }) => type)).toEqual(STORAGE_COMMANDS.map(({ type }) => type));
    const { events, state } = recorded(COMMANDS);
    expect(storageRecordOf(state.body)).toEqual({ erasedLogs: 41, erasedEvents: 92, erasedNames: 1, tests: 1 });
    expect(events.map(({ summary }) => summary)).toEqual([
      'Erase a log: draft, 12 events',
      'Erase 40 actions older than 30 days',
      'Erase 1 name of an author',
      'Prove an author on another device, by a recovery code',
      'Test the storage',
    ]);
  });

  it.each(COMMANDS)('can begin with $type', (command) => {
    expect(recorded([command]).events).toHaveLength(1);
  });

  it('is decided again where it is verified', () => {
    const { events } = recorded(COMMANDS);
    const [first, ...rest] = events as [DocumentEvent, ...DocumentEvent[]];
    expect(verifyRecords(sealAfter(STORAGE_STREAM, EMPTY_HEAD, events))).toMatchObject({ ok: true, events: 5 });
    const forged = { ...first, patch: [{ op: 'add', path: '', value: { erasedLogs: 0 } }] } as const;
    expect(verifyRecords(sealAfter(STORAGE_STREAM, EMPTY_HEAD, [forged, ...rest]))).toMatchObject({
      ok: false,
      fault: { version: 1, kind: 'decision' },
    });
  });
});
