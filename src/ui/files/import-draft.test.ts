import { beforeEach, describe, expect, it } from 'vitest';
import { draftStream, DRAFTS_STREAM } from '#domain/commands';
import { formatJson, JsonTextError, type JsonObject } from '#domain/json';
import { formatLog, LogFaultError, openLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import { memoryEventStore } from '../../infra/memory-event-store.ts';
import { openDocument } from '../../machines/document-session.ts';
import { formatReplay } from '../../machines/replay/replay-file.ts';
import { formatBackup } from './backup-file.ts';
import { describeFault } from './describe-fault.ts';
import { draftsOf } from '../platform/draft-list.ts';
import {
  assertReadable,
  createDraft,
  duplicateDraft,
  importGiven,
  NotADraftError,
  readGiven,
  type DraftPorts,
} from './import-draft.ts';

const target = { distribution: 'elasticsearch', version: '9.5' } as const;
const author = { id: 'ada', name: 'Ada', verified: false };

/** A device: its own store, ids that count up, a clock that does not move. */
async function device(name: string): Promise<DraftPorts & { readonly store: EventStore }> {
  let count = 0;
  const ids = { next: () => `${name}-${String(++count).padStart(4, '0')}` };
  const ports = { store: memoryEventStore(), clock: { now: () => '2026-11-21T03:10:08.123Z' }, ids, author };
  return { ...ports, drafts: await openDocument(ports, { stream: DRAFTS_STREAM, startWith: {} }) };
}

const listed = (ports: DraftPorts) => draftsOf(ports.drafts.getSnapshot().state.body);

async function bodyOf(ports: DraftPorts, id: string): Promise<unknown> {
  const session = await openDocument(ports, { stream: draftStream(id) });
  session.close();
  return session.getSnapshot().state.body;
}

async function exportOf(ports: DraftPorts, id: string): Promise<string> {
  return formatLog(await ports.store.read(draftStream(id)));
}

const body: JsonObject = { properties: { host: { properties: { ip: { type: 'ip' } } } } };

describe('readGiven', () => {
  it('reads a mapping, and says where the mappings stand', () => {
    expect(readGiven('{"properties":{}}')).toMatchObject({
      kind: 'body',
      body: { properties: {} },
      place: { kind: 'mappings', mappingsAt: '' },
    });
  });

  it('reads a template', () => {
    const text = '{"index_patterns":["logs-*"],"template":{"mappings":{"properties":{}}}}';
    expect(readGiven(text)).toMatchObject({ place: { kind: 'index template', mappingsAt: '/template/mappings' } });
  });

  it('says where a backup and a replay belong', () => {
    expect(() => readGiven(formatBackup('2026-11-21T03:10:08.123Z', []))).toThrow(
      /^This is a backup\. Import it under Storage\.$/,
    );
    expect(() =>
      readGiven(
        formatReplay({
          name: 'orders',
          mappingsAt: '',
          authorId: 'ada',
          exportedAt: '2026-11-21T03:10:08.123Z',
          records: [],
          names: [],
          trace: [],
        }),
      ),
    ).toThrow(/^This is a replay\. /);
  });

  it('ignores a byte order mark', () => {
    expect(readGiven('\ufeff{"properties":{}}')).toMatchObject({ kind: 'body' });
  });

  it('keeps every number as it is written', () => {
    const text = '{"_meta":{"id":9007199254740993,"ratio":0.12345678901234567890123,"share":1.0,"most":1e3}}';
    expect(formatJson(readGiven(text).body)).toBe(text);
  });

  it('refuses what is no JSON with line, column and reason', () => {
    const refuse = () => readGiven('{\n  "a": 1,\n}');
    expect(refuse).toThrow(JsonTextError);
    expect(refuse).toThrow(expect.objectContaining({ line: 2, column: 9 }));
  });

  it.each([
    ['[]', 'an array'],
    ['null', 'null'],
    ['"text"', 'a string'],
    ['1', 'a number'],
  ])('refuses %s, which is no object', (text, what) => {
    expect(() => readGiven(text)).toThrow(
      new NotADraftError(`A mapping or template must be a JSON object; this is ${what}.`),
    );
  });

  it('refuses a file that is too large to be read', () => {
    expect(() => assertReadable(200 * 1024 * 1024)).toThrow(NotADraftError);
    expect(() => assertReadable(1024)).not.toThrow();
  });
});

describe('describeFault', () => {
  it('names the file and the place', () => {
    expect(describeFault(new JsonTextError(3, 4, 'A value is expected here', 9), 'ecs.json')).toEqual({
      title: 'ecs.json is not valid JSON',
      text: 'Line 3, column 4: A value is expected here.',
    });
    expect(describeFault(new LogFaultError(2, 'it is not an event'), null).title).toBe(
      'The pasted text is a damaged log',
    );
  });
});

describe('importGiven', () => {
  let here: Awaited<ReturnType<typeof device>>;
  beforeEach(async () => {
    here = await device('here');
  });

  it('makes a draft of a mapping, whose log starts with it', async () => {
    const imported = await importGiven(here, readGiven(JSON.stringify(body)), { name: 'ecs', target });
    expect(imported).toMatchObject({ name: 'ecs', outcome: 'created', fields: 2 });
    expect(listed(here)).toEqual([
      {
        id: imported.draftId,
        name: 'ecs',
        target,
        kind: 'mappings',
        mappingsAt: '',
        createdAt: '2026-11-21T03:10:08.123Z',
      },
    ]);
    expect(await bodyOf(here, imported.draftId)).toEqual(body);
  });

  it('numbers a name that is taken', async () => {
    const options = { name: 'ecs', target };
    await importGiven(here, readGiven('{}'), options);
    expect(await importGiven(here, readGiven('{}'), options)).toMatchObject({ name: 'ecs (2)' });
    expect(await importGiven(here, readGiven('{}'), options)).toMatchObject({ name: 'ecs (3)' });
  });

  it('keeps hostile names as they are', async () => {
    const text = '{"properties":{"__proto__":{"type":"long"},"constructor":{"type":"ip"},"a/b":{"type":"ip"}}}';
    const { draftId } = await importGiven(here, readGiven(text), { name: '__proto__', target });
    expect(JSON.stringify(await bodyOf(here, draftId))).toBe(text);
    expect(listed(here)[0]?.name).toBe('__proto__');
  });
});

describe('importing a log', () => {
  async function exported(): Promise<{ readonly text: string; readonly id: string }> {
    const there = await device('there');
    const id = await createDraft(there, body, { name: 'logs', target });
    const session = await openDocument(there, { stream: draftStream(id) });
    session.dispatch({ type: 'field.remove', payload: { field: '/properties/host/properties/ip' } });
    await session.whenSaved();
    session.close();
    return { text: await exportOf(there, id), id };
  }

  it('keeps stream, hashes and history where this device has none', async () => {
    const here = await device('here');
    const { text, id } = await exported();
    const imported = await importGiven(here, readGiven(text), { name: 'logs', target });
    expect(imported).toMatchObject({ draftId: id, name: 'logs', outcome: 'created' });
    expect(await exportOf(here, id)).toBe(text);
  });

  it('writes nothing when the same log comes again, or an older state of it', async () => {
    const here = await device('here');
    const { text, id } = await exported();
    await importGiven(here, readGiven(text), { name: 'logs', target });
    const before = here.drafts.getSnapshot().state.history.version;
    expect(await importGiven(here, readGiven(text), { name: 'again', target })).toMatchObject({
      draftId: id,
      name: 'logs',
      outcome: 'present',
    });
    const older = text.slice(0, text.indexOf('\n') + 1);
    expect(await importGiven(here, readGiven(older), { name: 'older', target })).toMatchObject({
      draftId: id,
      outcome: 'present',
    });
    expect(await exportOf(here, id)).toBe(text);
    expect(here.drafts.getSnapshot().state.history.version).toBe(before);
  });

  it('puts a draft that was deleted back on the list', async () => {
    const here = await device('here');
    const { text, id } = await exported();
    await importGiven(here, readGiven(text), { name: 'logs', target });
    here.drafts.dispatch({ type: 'draft.remove', payload: { id } });
    expect(await importGiven(here, readGiven(text), { name: 'logs', target })).toMatchObject({
      draftId: id,
      outcome: 'created',
    });
    expect(listed(here).map((draft) => draft.id)).toEqual([id]);
  });

  it('copies the events in order where this device went another way', async () => {
    const here = await device('here');
    const { text, id } = await exported();
    const older = text.slice(0, text.indexOf('\n') + 1);
    await importGiven(here, readGiven(older), { name: 'logs', target });
    const imported = await importGiven(here, readGiven(text), { name: 'logs', target });
    expect(imported).toMatchObject({ name: 'logs (2)', outcome: 'copy' });
    expect(imported.draftId).not.toBe(id);
    const [original, copy] = [
      openLog(readGivenRecords(text)),
      openLog(await here.store.read(draftStream(imported.draftId))),
    ];
    expect(copy.events.map(({ stream: _stream, ...event }) => event)).toEqual(
      original.events.map(({ stream: _stream, ...event }) => event),
    );
    expect(await exportOf(here, id)).toBe(older);
  });

  it('refuses a log that was tampered with, at its line', async () => {
    const { text } = await exported();
    const tampered = text.replace('"Ada"', '"Eve"');
    expect(() => readGiven(tampered)).toThrow(expect.objectContaining({ name: 'LogFaultError', position: 1 }));
  });

  it('takes a log for no mapping, whatever has become of its first line', async () => {
    const { text } = await exported();
    const [line = ''] = text.split('\n');
    const { event, hash } = JSON.parse(line) as { readonly event: object; readonly hash: string };
    const none = { name: 'LogFaultError', position: 1, reason: 'it is not a line {"event":…,"hash":"…"}' };
    const texts = [
      text.replace('event', 'evert'),
      `${line.replace('event', 'evert')}\n`,
      JSON.stringify({ event, hash }, null, 2),
      `\n${line}`,
      JSON.stringify({ hash, event }),
    ];
    for (const other of texts) expect(() => readGiven(other)).toThrow(expect.objectContaining(none));
  });

  it('refuses a log that ends in the middle of a record', async () => {
    const { text } = await exported();
    expect(() => readGiven(text.slice(0, -20))).toThrow(
      expect.objectContaining({ name: 'LogFaultError', position: 2, reason: 'the file ends in the middle of it' }),
    );
  });
});

function readGivenRecords(text: string) {
  const given = readGiven(text);
  if (given.kind !== 'log') throw new Error('expected a log');
  return given.records;
}

describe('duplicateDraft', () => {
  it('starts a log of its own with the present body', async () => {
    const here = await device('here');
    const id = await createDraft(here, body, { name: 'logs', target });
    const session = await openDocument(here, { stream: draftStream(id) });
    session.dispatch({ type: 'field.remove', payload: { field: '/properties/host/properties/ip' } });
    await session.whenSaved();
    const copy = await duplicateDraft(here, { id, name: 'logs', target });
    expect(copy.name).toBe('logs copy');
    expect(await here.store.read(draftStream(copy.id))).toHaveLength(1);
    expect(await bodyOf(here, copy.id)).toEqual(session.getSnapshot().state.body);
  });
});
