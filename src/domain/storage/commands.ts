import { Type } from 'typebox';
import { defineCommand, type CommandOf } from '../commands/define-command.ts';
import { reducer } from '../commands/reducer.ts';
import { commandRegistry } from '../commands/registry.ts';
import type { Operation } from '../json/patch.ts';
import { exact } from '../json/schemas.ts';
import type { JsonObject } from '../json/value.ts';
import { documentModel } from '../state/evolve.ts';
import type { DocumentState } from '../state/state.ts';
import {
  ErasedLogSchema,
  ErasedNamesSchema,
  RestoredAuthorSchema,
  RetentionRunSchema,
  storageRecordOf,
  type RestoredBy,
  type StorageRecord,
} from './storage-record.ts';

type Sums = Omit<StorageRecord, 'last'>;

/** Records that the texts of a log are about to be erased; its hashes stay. */
const streamErase = defineCommand({
  type: 'stream.erase',
  event: 'stream.erased',
  pointers: [],
  payload: exact({ log: ErasedLogSchema }),
  rejects: [],
  isBatchable: false,
  startsDocument: true,
  decide: (state, { log }) => ({
    patch: adding(state, { erasedLogs: 1, erasedEvents: log.events }, { 'stream.erase': { ...log } }),
    summary: `Erase a log: ${log.kind}, ${counted(log.events, 'event')}`,
  }),
});

/** Records that actions are about to be erased because of their age. */
const retentionApply = defineCommand({
  type: 'retention.apply',
  event: 'retention.applied',
  pointers: [],
  payload: exact({ run: RetentionRunSchema }),
  rejects: [],
  isBatchable: false,
  startsDocument: true,
  decide: (state, { run }) => ({
    patch: adding(state, { erasedLogs: run.actions, erasedEvents: run.events }, { 'retention.apply': { ...run } }),
    summary: `Erase ${counted(run.actions, 'action')} older than ${counted(run.days, 'day')}`,
  }),
});

/** Records that names of an author are erased. */
const authorErase = defineCommand({
  type: 'author.erase',
  event: 'author.erased',
  pointers: [],
  payload: exact({ erased: ErasedNamesSchema }),
  rejects: [],
  isBatchable: false,
  startsDocument: true,
  decide: (state, { erased }) => ({
    patch: adding(state, { erasedNames: erased.names }, { 'author.erase': { ...erased } }),
    summary: `Erase ${counted(erased.names, 'name')} of an author`,
  }),
});

const RESTORED: Readonly<Record<RestoredBy, string>> = {
  sign_in: 'Prove an author on another device, by sign-in',
  code: 'Prove an author on another device, by a recovery code',
  history: 'Claim an author from before devices had secrets',
  rebind: 'Make a recovery code of an author on the machine of the server',
};

/** Records that an author can be proved from another device, without secrets or digests. */
const authorRestore = defineCommand({
  type: 'author.restore',
  event: 'author.restored',
  pointers: [],
  payload: exact({ restored: RestoredAuthorSchema }),
  rejects: [],
  isBatchable: false,
  startsDocument: true,
  decide: (state, { restored }) => ({
    patch: adding(state, {}, { 'author.restore': { ...restored } }),
    summary: RESTORED[restored.by],
  }),
});

/** An event whose only purpose is to be recorded, read and verified. */
const storageTest = defineCommand({
  type: 'storage.test',
  event: 'storage.tested',
  pointers: [],
  payload: exact({ at: Type.String() }),
  rejects: [],
  isBatchable: false,
  startsDocument: true,
  decide: (state, { at }) => ({
    patch: adding(state, { tests: 1 }, { 'storage.test': { at } }),
    summary: 'Test the storage',
  }),
});

export const STORAGE_COMMANDS = [streamErase, retentionApply, authorErase, authorRestore, storageTest] as const;
export type StorageCommand = CommandOf<(typeof STORAGE_COMMANDS)[number]>;

const model = documentModel([]);
export const openStorageState = model.openState;

/** Decides commands on the log of a server's storage. */
export const reduceStorage = reducer(commandRegistry(STORAGE_COMMANDS), model.applyToBody);

/** The operations that add to the sums and set `last`. */
function adding({ body }: DocumentState, more: Partial<Sums>, last: JsonObject): readonly Operation[] {
  const before = storageRecordOf(body);
  const grown = Object.entries(more).map(([name, count]): readonly [string, number] => [
    name,
    before[name as keyof Sums] + count,
  ]);
  if (body === undefined) return [{ op: 'add', path: '', value: { ...before, ...Object.fromEntries(grown), last } }];
  return [
    ...grown.map(([name, value]): Operation => ({ op: 'replace', path: `/${name}`, value })),
    { op: 'replace', path: '/last', value: last },
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
