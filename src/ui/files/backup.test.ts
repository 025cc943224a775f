import { describe, expect, it } from 'vitest';
import { documentTestsStream, DRAFTS_STREAM, draftStream, lintRulesStream } from '#domain/commands';
import {
  indexStream,
  LIVE_BODY_AT,
  LIVE_MAPPINGS_AT,
  liveDocument,
  liveTemplateDocument,
  templateStream,
} from '#domain/document';
import type { EventStore } from '#domain/ports';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { openDocument } from '../../machines/document-session.ts';
import { draftsOf } from '../platform/draft-list.ts';
import { createDraft, type DraftPorts } from './import-draft.ts';
import { formatBackup, looksLikeBackup, NotABackupError, parseBackup } from './backup-file.ts';
import { importBackup } from './import-backup.ts';
import { reportTitle } from './report-labels.ts';

const NOW = '2026-11-21T03:10:08.123Z';
const target = { distribution: 'opensearch', version: '3.4' } as const;
const properties = { host: { type: 'keyword' }, ip: { type: 'ip' } };

type Device = DraftPorts & { readonly store: EventStore };

async function device(name: string): Promise<Device> {
  let count = 0;
  const ids = { next: () => `${name}-${String(++count).padStart(4, '0')}` };
  const ports = {
    store: memoryEventStore(),
    clock: { now: () => NOW },
    ids,
    author: { id: name, name, verified: false },
  };
  return { ...ports, drafts: await openDocument(ports, { stream: DRAFTS_STREAM, startWith: {} }) };
}

async function backupOf({ store, drafts }: Device): Promise<string> {
  await drafts.whenSaved();
  const streams = await store.streams();
  return formatBackup(
    NOW,
    await Promise.all(streams.map(async ({ stream }) => ({ stream, records: await store.read(stream), names: [] }))),
  );
}

async function edit(ports: Device, id: string, field: string): Promise<void> {
  const session = await openDocument(ports, { stream: draftStream(id) });
  session.dispatch({ type: 'field.remove', payload: { field } });
  await session.whenSaved();
  session.close();
}

async function take(ports: Device, text: string) {
  const report = await importBackup(ports, parseBackup(text));
  await ports.drafts.whenSaved();
  return report;
}

const names = ({ drafts }: Device) => draftsOf(drafts.getSnapshot().state.body).map(({ name }) => name);
/** Everything that is stored, as text. */
const all = backupOf;

/** A device with two drafts, of which the first was edited. */
async function there() {
  const ada = await device('ada');
  const orders = await createDraft(ada, { properties }, { name: 'orders', target });
  const logs = await createDraft(ada, {}, { name: 'logs', target });
  await edit(ada, orders, '/properties/ip');
  return { ada, orders, logs };
}

describe('a backup', () => {
  it('is one line for the file and one for each stream, with the lines of its log below', async () => {
    const { ada, orders } = await there();
    const lines = (await backupOf(ada)).split('\n');
    expect(lines[0]).toBe(`{"mapledgerBackup":1,"at":"${NOW}","streams":3}`);
    const at = lines.indexOf(`{"stream":"draft/${orders}","records":2}`);
    expect(lines.slice(at + 1, at + 3)).toEqual(
      (await ada.store.read(draftStream(orders))).map(({ text, hash }) => `{"event":${text},"hash":"${hash}"}`),
    );
    expect(lines.at(-1)).toBe('');
    expect(looksLikeBackup(await backupOf(ada))).toBe(true);
  });

  it('reads as what was written, with the line ends of Windows and a mark too', async () => {
    const { ada } = await there();
    const text = await backupOf(ada);
    const read = parseBackup(text);
    expect(formatBackup(read.at, read.streams)).toBe(text);
    expect(parseBackup(`\ufeff${text.replaceAll('\n', '\r\n')}`)).toEqual(read);
  });

  it.each([
    ['{"properties":{}}', /first line/],
    ['', /first line/],
    ['{"mapledgerBackup":3,"at":"","streams":0}\n', /newer version of Mapledger \(backup format 3\)/],
    ['{"mapledgerBackup":1,"at":"","streams":1}\nhello\n', /Line 2/],
  ])('refuses %j', (text, reason) => {
    expect(() => parseBackup(text)).toThrow(NotABackupError);
    expect(() => parseBackup(text)).toThrow(reason);
  });

  it('cut at any byte, adds what is whole, and says which stream is not', async () => {
    const { ada } = await there();
    const text = await backupOf(ada);
    for (let end = text.indexOf('\n') + 1; end < text.length; end += 97) {
      const here = await device('here');
      let report;
      try {
        report = await take(here, text.slice(0, end));
      } catch (error) {
        expect(error).toBeInstanceOf(NotABackupError);
        continue;
      }
      expect(report.filter(({ outcome }) => outcome === 'refused')).not.toEqual([]);
    }
  });
});

describe('importing a backup', () => {
  it('adds the drafts with their names, targets and logs, letter by letter', async () => {
    const { ada, orders, logs } = await there();
    const here = await device('here');
    expect(await take(here, await backupOf(ada))).toEqual([
      { outcome: 'added', name: 'orders' },
      { outcome: 'added', name: 'logs' },
    ]);
    expect(draftsOf(here.drafts.getSnapshot().state.body)).toEqual(draftsOf(ada.drafts.getSnapshot().state.body));
    for (const id of [orders, logs])
      expect(await here.store.read(draftStream(id))).toEqual(await ada.store.read(draftStream(id)));
  });

  it('twice changes nothing', async () => {
    const { ada } = await there();
    const here = await device('here');
    const text = await backupOf(ada);
    await take(here, text);
    const before = await all(here);
    expect(await take(here, text)).toEqual([
      { outcome: 'present', name: 'orders' },
      { outcome: 'present', name: 'logs' },
    ]);
    expect(await all(here)).toBe(before);
  });

  it('goes on with a log that is shorter here, and leaves one alone that is longer', async () => {
    const { ada, orders } = await there();
    const here = await device('here');
    const older = await backupOf(ada);
    await take(here, older);
    await edit(ada, orders, '/properties/host');
    expect(await take(here, await backupOf(ada))).toMatchObject([
      { outcome: 'continued', name: 'orders' },
      { outcome: 'present' },
    ]);
    expect(await here.store.read(draftStream(orders))).toEqual(await ada.store.read(draftStream(orders)));
    expect(await take(here, older)).toMatchObject([{ outcome: 'present' }, { outcome: 'present' }]);
    expect(await here.store.read(draftStream(orders))).toHaveLength(3);
  });

  it('makes a new draft of a log that went another way here, once', async () => {
    const { ada, orders } = await there();
    const here = await device('here');
    await take(here, await backupOf(ada));
    await edit(ada, orders, '/properties/host');
    await edit(here, orders, '/properties/host');
    const mine = await here.store.read(draftStream(orders));
    const text = await backupOf(ada);
    expect(await take(here, text)).toMatchObject([
      { outcome: 'copied', name: 'orders (from backup)' },
      { outcome: 'present', name: 'logs' },
    ]);
    expect(names(here)).toEqual(['orders', 'logs', 'orders (from backup)']);
    expect(await here.store.read(draftStream(orders))).toEqual(mine);
    const before = await all(here);
    expect(await take(here, text)).toMatchObject([
      { outcome: 'present', name: 'orders (from backup)' },
      { outcome: 'present' },
    ]);
    expect(await all(here)).toBe(before);
  });

  it('brings back a draft that was deleted, under a name that is free', async () => {
    const { ada, orders } = await there();
    const text = await backupOf(ada);
    ada.drafts.dispatch({ type: 'draft.remove', payload: { id: orders } });
    await createDraft(ada, {}, { name: 'orders', target });
    expect(await take(ada, text)).toMatchObject([
      { outcome: 'added', name: 'orders (2)' },
      { outcome: 'present', name: 'logs' },
    ]);
  });

  it('leaves deleted what was deleted when it was made, and adds its log where it is missing', async () => {
    const { ada, orders } = await there();
    ada.drafts.dispatch({ type: 'draft.remove', payload: { id: orders } });
    const text = await backupOf(ada);
    expect(await take(ada, text)).toMatchObject([{ outcome: 'present' }, { outcome: 'present' }]);
    expect(await all(ada)).toBe(text);
    const here = await device('here');
    expect(await take(here, text)).toMatchObject([{ outcome: 'logOnly' }, { outcome: 'added', name: 'logs' }]);
    expect(names(here)).toEqual(['logs']);
    const before = await all(here);
    expect(await take(here, text)).toMatchObject([{ outcome: 'present' }, { outcome: 'present' }]);
    expect(await all(here)).toBe(before);
  });

  it('adds drafts under new names where the list can’t be trusted', async () => {
    const { ada } = await there();
    const [first] = await ada.store.read(DRAFTS_STREAM);
    if (first === undefined) throw new Error('expected a record');
    const here = await device('here');
    const report = await take(here, (await backupOf(ada)).replace(first.hash, '0'.repeat(64)));
    expect(report).toMatchObject([
      { outcome: 'added', name: expect.stringMatching(/^Recovered draft /) },
      { outcome: 'added' },
    ]);
  });

  it('refuses a log that was tampered with, with the place, and takes in the others', async () => {
    const { ada, orders } = await there();
    const text = await backupOf(ada);
    const [first] = await ada.store.read(draftStream(orders));
    if (first === undefined) throw new Error('expected a record');
    const here = await device('here');
    expect(await take(here, text.replace(first.text, first.text.replace('"keyword"', '"long"')))).toEqual([
      {
        outcome: 'refused',
        name: 'orders',
        reason: 'record 1: its hash does not match its text and the previous record',
      },
      { outcome: 'added', name: 'logs' },
    ]);
    expect(names(here)).toEqual(['logs']);
    expect(await here.store.read(draftStream(orders))).toEqual([]);
  });
});

describe('the mapping of an index in a backup', () => {
  const stream = indexStream({ cluster: 'prod', name: 'logs', uuid: 'uuid-1' });

  /** A device on which the mapping was edited. */
  async function editing(name: string, fields: readonly string[]) {
    const ports = await device(name);
    const session = await openDocument(ports, {
      stream,
      mappingsAt: LIVE_MAPPINGS_AT,
      startWith: liveDocument({ properties }),
    });
    for (const field of fields)
      session.dispatch({ type: 'field.add', payload: { parent: null, name: field, definition: { type: 'ip' } } });
    await session.whenSaved();
    session.close();
    return ports;
  }

  it('comes back on another device as it was, once', async () => {
    const ada = await editing('ada', ['a']);
    const bob = await device('bob');
    const text = await backupOf(ada);
    expect(await take(bob, text)).toEqual([{ outcome: 'mappingAdded', name: 'Mapping of index logs' }]);
    expect(await bob.store.read(stream)).toEqual(await ada.store.read(stream));
    expect(names(bob)).toEqual([]);
    expect(await take(bob, text)).toEqual([{ outcome: 'present', name: 'Mapping of index logs' }]);
    expect(reportTitle(await take(await device('eve'), text))).toBe('0 drafts added, 1 index mapping added');
  });

  it('becomes a draft where the log here went another way, once', async () => {
    const text = await backupOf(await editing('ada', ['a']));
    const bob = await editing('bob', ['b']);
    expect(await take(bob, text)).toEqual([{ outcome: 'copied', name: 'Mapping of index logs (from backup)' }]);
    expect(names(bob)).toEqual(['Mapping of index logs (from backup)']);
    const before = await all(bob);
    expect(await take(bob, text)).toMatchObject([{ outcome: 'present' }]);
    expect(await all(bob)).toBe(before);
  });
});

describe('a template of a cluster in a backup', () => {
  const stream = templateStream({ kind: 'index_template', cluster: 'uuid-1', name: 'logs' });

  /** A device on which the template was edited. */
  async function editing(name: string, version: number) {
    const ports = await device(name);
    const session = await openDocument(ports, {
      stream,
      mappingsAt: `${LIVE_BODY_AT}/template/mappings`,
      startWith: liveTemplateDocument({ index_patterns: ['logs-*'], template: { mappings: { properties } } }),
    });
    session.dispatch({ type: 'template.setLogistics', payload: { set: { version } } });
    await session.whenSaved();
    session.close();
    return ports;
  }

  it('comes back on another device as it was', async () => {
    const ada = await editing('ada', 1);
    const bob = await device('bob');
    const text = await backupOf(ada);
    expect(await take(bob, text)).toEqual([{ outcome: 'templateAdded', name: 'Index template logs' }]);
    expect(await bob.store.read(stream)).toEqual(await ada.store.read(stream));
    expect(reportTitle(await take(await device('eve'), text))).toBe('0 drafts added, 1 template added');
  });

  it('becomes a draft of a template where the log here went another way', async () => {
    const text = await backupOf(await editing('ada', 1));
    const bob = await editing('bob', 2);
    expect(await take(bob, text)).toEqual([{ outcome: 'copied', name: 'Index template logs (from backup)' }]);
    const [draft] = Object.values(bob.drafts.getSnapshot().state.body ?? {});
    expect(draft).toMatchObject({ kind: 'index template', mappingsAt: '/body/template/mappings' });
  });
});

describe('the document tests of a draft', () => {
  const test = { document: { ip: '::1' }, expect: 'accepted' } as const;

  /** A device with a draft of one id and tests of it. */
  async function keeping(name: string, ...ids: readonly string[]): Promise<Device> {
    const ports = await device(name);
    const session = await openDocument(ports, {
      stream: documentTestsStream(draftStream('there-0001')),
      startWith: {},
    });
    for (const id of ids) session.dispatch({ type: 'documentTest.keep', payload: { id, test } });
    await session.whenSaved();
    session.close();
    return ports;
  }

  it('come back on another device as they were, and go on there', async () => {
    const { ada, orders } = await there();
    const stream = documentTestsStream(draftStream(orders));
    const session = await openDocument(ada, { stream, startWith: {} });
    session.dispatch({ type: 'documentTest.keep', payload: { id: 'a', test } });
    await session.whenSaved();
    const bob = await device('bob');
    const report = await take(bob, await backupOf(ada));
    expect(report).toContainEqual({ outcome: 'testsAdded', name: 'Document tests of orders' });
    expect(reportTitle(report)).toBe('2 drafts added, 1 list of document tests added');
    expect(await bob.store.read(stream)).toEqual(await ada.store.read(stream));
    session.dispatch({ type: 'documentTest.remove', payload: { id: 'a' } });
    await session.whenSaved();
    const text = await backupOf(ada);
    expect(await take(bob, text)).toContainEqual({ outcome: 'continued', name: 'Document tests of orders' });
    expect(await take(bob, text)).toContainEqual({ outcome: 'present', name: 'Document tests of orders' });
  });

  it('are refused where this device has other tests of the same document', async () => {
    const text = await backupOf(await keeping('ada', 'a'));
    const bob = await keeping('bob', 'b');
    const before = await all(bob);
    expect(await take(bob, text)).toEqual([
      {
        outcome: 'refused',
        name: expect.stringContaining('there-0001') as string,
        reason: 'record 1: this device has other tests of the same document',
      },
    ]);
    expect(await all(bob)).toBe(before);
  });
});

describe('the switched off lint rules of a draft', () => {
  it('come back on another device, and go on there', async () => {
    const { ada, orders } = await there();
    const stream = lintRulesStream(draftStream(orders));
    const session = await openDocument(ada, { stream, beginsWith: {} });
    const rule = 'date-as-text';
    session.dispatch({ type: 'lintRule.switchOff', payload: { rule, reason: 'never compared' } });
    await session.whenSaved();
    const bob = await device('bob');
    const report = await take(bob, await backupOf(ada));
    const name = 'Switched off lint rules of orders';
    expect(report).toContainEqual({ outcome: 'lintAdded', name });
    expect(reportTitle(report)).toBe('2 drafts added, 1 list of switched off lint rules added');
    expect(await bob.store.read(stream)).toEqual(await ada.store.read(stream));
    session.dispatch({ type: 'lintRule.switchOn', payload: { rule } });
    await session.whenSaved();
    expect(await take(bob, await backupOf(ada))).toContainEqual({ outcome: 'continued', name });
  });
});
