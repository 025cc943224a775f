import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  ben,
  HOSTILE_NAMES,
  RULES_OF_ANY_NAME,
  sampleHistory,
  stepListOf,
} from '../../tests/contracts/sample-history.ts';
import { dumpDatabase, formatDump, parseDump, restoreDump } from '../../tests/golden/database-dump.ts';
import version1 from '../../tests/golden/database-v1.json?raw';
import version2 from '../../tests/golden/database-v2.json?raw';
import version3 from '../../tests/golden/database-v3.json?raw';
import version4 from '../../tests/golden/database-v4.json?raw';
import version5 from '../../tests/golden/database-v5.json?raw';
import version6 from '../../tests/golden/database-v6.json?raw';
import {
  GOLDEN_ASIDE,
  GOLDEN_AUTHOR,
  GOLDEN_CONTENT,
  GOLDEN_NAME,
  recordsOf,
  writeSample,
} from '../../tests/golden/sample-database.ts';
import { openState } from '#domain/document';
import type { DocumentEvent } from '#domain/events';
import { deepEqual } from '#domain/json';
import { formatLog, openLog } from '#domain/log';
import { compactStream } from './compaction.ts';
import { DATABASE_VERSION, UPGRADES, type ColdPage } from './database-schema.ts';
import { deviceAuthor } from './device-author.ts';
import { indexedDbEventStore } from './indexed-db-event-store.ts';
import { indexedDbSessionTrace } from './indexed-db-session-trace.ts';
import { indexedDbTrailReplica } from './indexed-db-trail-replica.ts';
import { indexedDbUnappliedContent } from './indexed-db-unapplied-content.ts';
import { systemClock } from './platform.ts';
import { testDatabase, type TestDatabase } from './test-database.ts';

let home: TestDatabase;

beforeEach(() => {
  home = testDatabase();
});
afterEach(() => home.destroy());

/** One for each layout that was ever released. */
const GOLDEN = [version1, version2, version3, version4, version5, version6];
const first = parseDump(version1);

describe.each(GOLDEN.map((golden, index) => [`version ${index + 1}`, golden] as const))(
  'a database that the layout of %s wrote',
  (_name, golden) => {
    const dump = parseDump(golden);
    const { events, state } = sampleHistory(RULES_OF_ANY_NAME);

    beforeEach(async () => {
      (await home.open({ upgrades: UPGRADES.slice(0, dump.layout) })).close();
      const raw = await home.openRaw();
      await restoreDump(raw, dump);
      expect(formatDump(await dumpDatabase(raw))).toBe(golden);
      raw.close();
    });

    it('opens with nothing changed', async () => {
      await home.open();
      const raw = await home.openRaw();
      expect(raw.version).toBe(DATABASE_VERSION);
      const { stores } = await dumpDatabase(raw);
      expect(stores).toEqual({ ...stores, ...dump.stores });
    });

    it('has its streams, its documents and their undo stacks', async () => {
      const store = indexedDbEventStore(await home.open());
      const streams = await store.streams();
      expect(streams.map(({ stream }) => stream)).toEqual(['draft/a', ...HOSTILE_NAMES].sort());
      for (const { stream, version } of streams) {
        const records = await store.read(stream);
        expect(records).toEqual(recordsOf(first, stream));
        expect(openLog(records)).toMatchObject({ stream, events: { length: version } });
      }
      const opened = openState({ body: undefined }, openLog(await store.read('draft/a')).events);
      expect(deepEqual(opened.body, state.body)).toBe(true);
      expect(opened.history.version).toBe(events.length);
      for (const author of [ada, ben]) expect(stepListOf(opened, author)).toEqual(stepListOf(state, author));
      store.close();
    });

    it('has its author and its session trace', async () => {
      const database = await home.open();
      const nobody = { next: () => 'nobody' };
      expect(await deviceAuthor(database, nobody)).toEqual({ ...GOLDEN_AUTHOR, verified: false });
      const trace = indexedDbSessionTrace(database);
      const payload = Object.fromEntries([...HOSTILE_NAMES.map((key) => [key, key]), ['id', 9007199254740993n]]);
      for (const stream of HOSTILE_NAMES)
        expect(await trace.read(stream)).toMatchObject([{ stream, command: { type: 'search:update', payload } }]);
      expect((await trace.read('draft/a')).map(({ command }) => command.payload)).toEqual([payload, 'host']);
    });

    it('has what was cut off its streams', async () => {
      const store = indexedDbEventStore(await home.open());
      const kept = (dump.stores['cut'] ?? []).map(([, cut]) => cut);
      expect(kept).toHaveLength(dump.layout >= 3 ? 1 : 0);
      expect(await store.ends?.list('draft/a')).toEqual(kept);
      store.close();
    });

    it('has what was typed and not applied', async () => {
      const unapplied = indexedDbUnappliedContent(await home.open(), systemClock);
      expect(await unapplied.read('draft/a')).toEqual(dump.layout >= 5 ? [GOLDEN_CONTENT] : []);
    });

    it('knows what a server has recorded, and what was set aside', async () => {
      const database = await home.open();
      const replica = indexedDbTrailReplica(database);
      const isReplica = dump.layout >= 6;
      for (const { stream, version, recordedVersion } of await replica.list())
        expect(recordedVersion).toBe(isReplica && stream === 'draft/a' ? version : 0);
      expect(await replica.names()).toEqual(isReplica ? [GOLDEN_NAME] : []);
      const aside = { ...GOLDEN_ASIDE, stream: 'draft/a', number: 1 };
      const store = indexedDbEventStore(database);
      expect(await store.aside?.list('draft/a')).toEqual(isReplica ? [aside] : []);
      replica.close();
      store.close();
    });

    it('is added to and compacted', async () => {
      const database = await home.open();
      const store = indexedDbEventStore(database);
      const added = events[1] as DocumentEvent;
      for (const { stream, version } of await store.streams()) {
        expect(await store.append(stream, version, [added])).toEqual({ conflict: false, version: version + 1 });
        const before = await store.read(stream);
        const inPages =
          (dump.stores['pages'] ?? [])
            .flatMap(([key, page]) => (Array.isArray(key) && key[0] === stream ? [(page as ColdPage).lastVersion] : []))
            .at(-1) ?? 0;
        const { pages } = await compactStream(database, stream, { pageSize: 2, keptRecords: 1 });
        expect(pages).toBe(Math.floor((version - inPages) / 2));
        const after = await store.read(stream);
        expect(formatLog(after)).toBe(formatLog(before));
        expect(after.slice(0, version)).toEqual(recordsOf(first, stream));
      }
      store.close();
    });
  },
);

it('the newest of them is what the present layout writes, but for the bytes of its pages', async () => {
  await writeSample(await home.open(), first);
  const raw = await home.openRaw();
  // Another version of the browser may compress them in another way.
  const withoutBytes = (text: string) => text.replaceAll(/"base64":"[^"]+"/g, '"base64":""');
  expect(withoutBytes(formatDump(await dumpDatabase(raw)))).toBe(withoutBytes(GOLDEN.at(-1) ?? ''));
});
