import fc from 'fast-check';
import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isClusterAuthor, personBehind, type DocumentEvent } from '#domain/events';
import { historyScript, live, streamOf } from '../src/fuzz/generate/histories.ts';
import { runCli } from '../src/cli/test-terminal.ts';
import { quickFolder } from '../tests/builders/quick-folder.ts';
import { addField, editedMapping, savingServer } from '../tests/builders/saving-server.ts';
import { checkAsyncLaw, expectMoreThan, runsOf, say } from './law.ts';

/** Thousands of appends take minutes. */
const LONG_MS = 1_800_000;
const keyword = { type: 'keyword' };
const DRAFT = {
  name: 'Shared',
  kind: 'mappings',
  mappingsAt: '',
  target: { distribution: 'elasticsearch', version: '9.0.0' },
};

/** Events as somebody sends them who wants something else recorded. */
const LIES: readonly ((event: DocumentEvent) => Partial<DocumentEvent>)[] = [
  ({ summary }) => ({ summary: `${summary}.` }),
  () => ({ patch: [] }),
  () => ({ inverse: [{ op: 'remove', path: '/x' }] }),
  () => ({ rules: 1 }),
  () => ({ at: '2026-02-30T00:00:00.000Z' }),
  () => ({ reason: 'approved by \u202eada' }),
  ({ author }) => ({ author: { ...author, id: 'cluster:server' } }),
];

it(
  'what a server has recorded verifies, and is the same bytes after export, import and export',
  async () => {
    const server = await savingServer('--sandbox');
    const counts = { recorded: 0, refused: 0, saved: 0, shared: 0 };
    let streams = 0;

    async function append(stream: string, after: number, events: readonly DocumentEvent[]): Promise<boolean> {
      const { status, body } = await server.append(stream, after, events, personBehind(events.at(-1)?.author.id ?? ''));
      if (status === 200) expect(body).toMatchObject({ outcome: 'recorded' });
      else expect([400, 401, 403, 409, 422]).toContain(status);
      counts[status === 200 ? 'recorded' : 'refused'] += status === 200 ? events.length : 1;
      return status === 200;
    }

    /** A draft of several people: each event is sent by its author, and lies about it before it. */
    async function draft(events: readonly DocumentEvent[], lies: readonly number[]): Promise<void> {
      const stream = `draft/law-${++streams}`;
      for (const [index, event] of events.entries()) {
        const lie = LIES[(lies[index] ?? LIES.length) % (LIES.length + 1)];
        if (lie !== undefined) expect(await append(stream, index, [{ ...event, ...lie(event) }])).toBe(false);
        expect(await append(stream, index, [event])).toBe(true);
        if (index > 0) continue;
        const sharing = { stream, isShared: true, draft: DRAFT, author: personBehind(event.author.id) };
        if ((await server.call('POST', '/trail/share', sharing)).status === 200) counts.shared++;
      }
    }

    /** An index that is created, edited, saved with an action, and changed outside. */
    async function index(fields: readonly string[]): Promise<void> {
      const name = `law-${++streams}`;
      const mappings = { properties: { a: keyword } };
      expect((await server.call('PUT', `/indices/${name}`, { mappings })).status).toBe(200);
      const stream = await server.streamOf(name);
      const { events } = editedMapping(mappings, ...fields.map(addField));
      expect(await append(stream, 0, events)).toBe(true);
      const properties = Object.fromEntries(fields.map((field) => [field, keyword]));
      const changes = { stream, events: events.slice(1).map(({ id }) => id) };
      const { body } = await server.put(`/mapping/${name}`, { properties }, changes);
      if (body['savedVersion'] !== undefined) counts.saved++;
    }

    const scripts = historyScript({ maxLength: 20 }).map((script) => ({ ...script, fromNothing: true }));
    const fields = fc.uniqueArray(fc.stringMatching(/^[b-z]{1,8}$/), { minLength: 1, maxLength: 3 });
    await checkAsyncLaw(
      'what a server has recorded',
      fc.tuple(scripts, fc.array(fc.nat(40), { maxLength: 20 }), fc.option(fields, { freq: 5 })),
      async ([script, lies, names]) => {
        const { events } = live(script);
        // What a cluster had is no change of a draft.
        const isOfDraft =
          streamOf(script).startsWith('draft/') && !events.some(({ author }) => isClusterAuthor(author.id));
        if (isOfDraft) await draft(events, lies);
        if (names !== null) await index(names);
      },
      { times: runsOf() < 1_000 ? 0.1 : 1 },
    );
    await server.stop();
    expect(server.failures).toEqual([]);

    const exported = await runCli(['export', '--data-dir', server.dataDir]);
    const verified = await runCli(['verify', '-'], { stdin: exported.out });
    say(`${JSON.stringify(counts)}: ${verified.out.trim()}`);
    expect(verified).toMatchObject({ code: 0 });
    let before = exported.out;
    const folders = [quickFolder(), quickFolder()];
    for (const folder of folders) {
      expect((await runCli(['import', '-', '--data-dir', folder], { stdin: before })).code).toBe(0);
      const { out } = await runCli(['export', '--data-dir', folder]);
      expect(withoutCheckpoints(out) === withoutCheckpoints(before)).toBe(true);
      expect(await runCli(['verify', '-'], { stdin: out })).toMatchObject({ code: 0 });
      before = out;
    }
    for (const folder of [server.dataDir, ...folders]) rmSync(folder, { recursive: true });
    expectMoreThan(runsOf() < 1_000 ? 500 : 5_000, counts.recorded);
    expectMoreThan(50, counts.refused);
    expect(counts.saved).toBeGreaterThan(0);
    expect(counts.shared).toBeGreaterThan(0);
  },
  LONG_MS,
);

/** A checkpoint is signed by the key of the folder that it is exported from. */
function withoutCheckpoints(file: string): string {
  return file.replaceAll(/^\{"checkpoint".*\n/gm, '');
}
