import { describe, expect, it } from 'vitest';
import { DRAFTS_STREAM, draftStream } from '#domain/commands';
import { commitmentTo } from '#domain/events';
import { EMPTY_HEAD, formatLog, formatLogFile, LogFaultError, openLog, parseLog, sealRecordedAfter } from '#domain/log';
import type { EventStore, RecordedName } from '#domain/ports';
import { memoryEventStore, memoryHome } from '../../infra/memory-event-store.ts';
import { memoryTrailReplica } from '../../infra/memory-trail-replica.ts';
import { openDocument } from '../../machines/document-session.ts';
import { draftsOf } from '../platform/draft-list.ts';
import { formatBackup, parseBackup } from './backup-file.ts';
import { importBackup } from './import-backup.ts';
import { createDraft, importGiven, readGiven, type DraftPorts } from './import-draft.ts';

const NOW = '2026-11-22T10:00:00.000Z';
const SALT = '00112233445566778899aabbccddeeff';
const target = { distribution: 'elasticsearch', version: '9.5' } as const;

interface Device extends DraftPorts {
  readonly store: EventStore;
  /** Records a draft as a server does; its log here is then the one that the server has sealed. */
  record(draftId: string): Promise<void>;
}

async function device(name: string): Promise<Device> {
  let count = 0;
  const ids = { next: () => `${name}-${String(++count).padStart(4, '0')}` };
  const home = memoryHome();
  const author = { id: name, name: `Name of ${name}`, verified: false };
  const ports = { store: memoryEventStore(home), clock: { now: () => NOW }, ids, author };
  const replica = memoryTrailReplica(home, () => undefined);
  return {
    ...ports,
    drafts: await openDocument(ports, { stream: DRAFTS_STREAM, startWith: {} }),
    async record(draftId) {
      const found = await replica.read(draftStream(draftId));
      const { events } = openLog(found.records);
      const recorded = sealRecordedAfter(draftStream(draftId), EMPTY_HEAD, events, (event) => ({
        recordedAt: NOW,
        commitment: commitmentTo(event.author.name, SALT),
      }));
      await replica.rewrite(found, { recorded, outbox: [], isRebased: false });
      await replica.keepNames(events.map(nameOf));
    },
  };
}

function nameOf({
  author: { id, name },
}: {
  readonly author: { readonly id: string; readonly name: string };
}): RecordedName {
  return { commitment: commitmentTo(name, SALT), author: id, name, salt: SALT };
}

async function namesIn({ store }: Device, draftId: string): Promise<readonly string[]> {
  const names = await store.authorNames?.();
  const { events } = openLog(await store.read(draftStream(draftId)), { ...(names && { names }) });
  return events.map(({ author }) => author.name);
}

async function exportOf({ store }: Device, draftId: string): Promise<string> {
  const records = await store.read(draftStream(draftId));
  return formatLogFile({ records, names: (await store.keptNames?.list()) ?? [] });
}

const listed = ({ drafts }: Device) => draftsOf(drafts.getSnapshot().state.body).map(({ name }) => name);

async function recordedDraft() {
  const ada = await device('ada');
  const id = await createDraft(ada, { properties: { ip: { type: 'ip' } } }, { name: 'orders', target });
  const before = formatLog(await ada.store.read(draftStream(id)));
  await ada.record(id);
  return { ada, id, before };
}

describe('the exported log of a draft that a server has recorded', () => {
  it('brings the names of its authors along, once each', async () => {
    const { ada, id } = await recordedDraft();
    const file = await exportOf(ada, id);
    expect(file.match(/^\{"name":/gm)).toHaveLength(1);
    const other = await device('ada');
    const { draftId } = await importGiven(other, readGiven(file), { name: 'orders', target });
    expect(await namesIn(other, draftId)).toEqual(['Name of ada']);
    expect(await exportOf(other, draftId)).toBe(file);
  });

  it('is that of the draft which is here, also where it was exported before the server had it', async () => {
    const { ada, id, before } = await recordedDraft();
    expect(await importGiven(ada, readGiven(before), { name: 'orders', target })).toMatchObject({
      draftId: id,
      outcome: 'present',
    });
    expect(listed(ada)).toEqual(['orders']);
  });

  it('is refused where a name is not the one that stands behind its commitment', async () => {
    const { ada, id } = await recordedDraft();
    const file = (await exportOf(ada, id)).replace('"name":"Name of ada"', '"name":"Somebody else"');
    expect(() => readGiven(file)).toThrow(new LogFaultError(2, 'its name does not match its commitment'));
  });
});

describe('a log of somebody else that no server has recorded', () => {
  it('becomes a draft of its own, once, so that each can be recorded; one’s own stays what it is', async () => {
    const ada = await device('ada');
    const id = await createDraft(ada, { properties: { ip: { type: 'ip' } } }, { name: 'orders', target });
    const file = formatLog(await ada.store.read(draftStream(id)));
    const bob = await device('bob');
    const first = await importGiven(bob, readGiven(file), { name: 'orders', target });
    expect(first).toMatchObject({ outcome: 'created', name: 'orders' });
    expect(first.draftId).not.toBe(id);
    expect(await namesIn(bob, first.draftId)).toEqual(['Name of ada']);
    expect((await bob.store.streams()).map(({ stream }) => stream)).not.toContain(draftStream(id));
    expect(await importGiven(bob, readGiven(file), { name: 'orders', target })).toMatchObject({
      draftId: first.draftId,
      outcome: 'present',
    });
    const copied = formatLog(await bob.store.read(draftStream(first.draftId)));
    expect(await importGiven(bob, readGiven(copied), { name: 'orders', target })).toMatchObject({ outcome: 'present' });
    const again = await device('ada');
    expect(await importGiven(again, readGiven(file), { name: 'orders', target })).toMatchObject({ draftId: id });
    expect(formatLog(await again.store.read(draftStream(id)))).toBe(file);
  });
});

describe('a log that a server has recorded for somebody else', () => {
  it('becomes a draft of its own, once', async () => {
    const { ada, id } = await recordedDraft();
    const file = await exportOf(ada, id);
    const bob = await device('bob');
    const first = await importGiven(bob, readGiven(file), { name: 'orders', target });
    expect(first).toMatchObject({ outcome: 'created', name: 'orders' });
    expect(first.draftId).not.toBe(id);
    expect(await namesIn(bob, first.draftId)).toEqual(['Name of ada']);
    expect((await bob.store.streams()).map(({ stream }) => stream)).not.toContain(draftStream(id));
    expect(await importGiven(bob, readGiven(file), { name: 'orders', target })).toMatchObject({
      draftId: first.draftId,
      outcome: 'present',
    });
    expect(listed(bob)).toEqual(['orders']);
  });

  it('is added of a backup in the same way, and stays what it is for its own author', async () => {
    const { ada, id } = await recordedDraft();
    const records = await ada.store.read(draftStream(id));
    const names = (await ada.store.keptNames?.list()) ?? [];
    const backup = () => parseBackup(formatBackup(NOW, [{ stream: draftStream(id), records, names }]));
    const bob = await device('bob');
    expect(await importBackup(bob, backup())).toMatchObject([{ outcome: 'added' }]);
    expect(await importBackup(bob, backup())).toMatchObject([{ outcome: 'present' }]);
    expect((await bob.store.streams()).map(({ stream }) => stream)).not.toContain(draftStream(id));
    expect(await importBackup(ada, backup())).toMatchObject([{ outcome: 'present' }]);
  });
});

describe('a backup with drafts that a server has recorded', () => {
  async function backupOf({ store }: Device, id: string): Promise<string> {
    const records = await store.read(draftStream(id));
    return formatBackup(NOW, [{ stream: draftStream(id), records, names: (await store.keptNames?.list()) ?? [] }]);
  }

  it('brings the names along, and twice nothing', async () => {
    const { ada, id } = await recordedDraft();
    const text = await backupOf(ada, id);
    expect(text).toMatch(/^\{"mapledgerBackup":2,/);
    expect(text).toContain(await exportOf(ada, id));
    const other = await device('ada');
    expect(await importBackup(other, parseBackup(text))).toMatchObject([{ outcome: 'added' }]);
    expect(await namesIn(other, id)).toEqual(['Name of ada']);
    expect(await importBackup(other, parseBackup(text))).toMatchObject([{ outcome: 'present' }]);
  });

  it('goes on where a backup from before was imported', async () => {
    const { ada, id, before } = await recordedDraft();
    const bob = await device('bob');
    const older = formatBackup(NOW, [{ stream: draftStream(id), records: parseLog(before), names: [] }]);
    await importBackup(bob, parseBackup(older));
    const session = await openDocument(ada, { stream: draftStream(id) });
    session.dispatch({ type: 'field.remove', payload: { field: '/properties/ip' } });
    await session.whenSaved();
    session.close();
    expect(await importBackup(bob, parseBackup(await backupOf(ada, id)))).toMatchObject([{ outcome: 'continued' }]);
    expect(await namesIn(bob, id)).toEqual(['Name of ada', 'Name of ada']);
  });
});
