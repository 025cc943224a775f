import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIRST_HASH, seal, type DocumentEvent } from '#domain/events';
import { formatJson, parseJson } from '#domain/json';
import { formatLog } from '#domain/log';
import { given } from '../../../tests/builders/given.ts';
import { ADA } from '../../fuzz/generate/stamps.ts';
import { runCli, testFolder } from '../test-terminal.ts';

const files = testFolder();
afterAll(() => files.remove());
let output = '';
beforeAll(() => (output = mkdtempSync(join(tmpdir(), 'mapledger-fuzz-'))));
afterAll(() => rmSync(output, { recursive: true }));

describe('mapledger fuzz', () => {
  it.each(['laws', 'import', 'session', 'editor'])(
    'tries cases of the target %s, and says what they reached',
    async (target) => {
      const { code, out } = await runCli([
        'fuzz',
        '--target',
        target,
        '--seed',
        '7',
        '--runs',
        '20',
        '--output',
        output,
      ]);
      expect(out).toContain(`${target}: 20 cases from seed 7 in `);
      expect(out).toMatch(/ % accepted\n {2}\w+: \d+ of \d+/);
      expect(out).not.toMatch(/^failed: /m);
      expect(code).toBe(0);
      expect(readdirSync(output)).toEqual([]);
    },
  );

  it('tries all targets that need no cluster where none is named, each in turn', async () => {
    const { code, out } = await runCli(['fuzz', '--seed', '7', '--runs', '3', '--output', output]);
    const headings = out.split('\n').filter((line) => /^\w+: /.test(line));
    expect(headings).toEqual(
      ['laws', 'import', 'session', 'editor'].map((name) => expect.stringMatching(`^${name}: 3 cases from seed 7 in`)),
    );
    expect(out.trimEnd().split('\n').at(-1)).toBe('4 targets, 12 cases: nothing failed');
    expect(code).toBe(0);
  });

  it('shares a time among them, and gives a line of JSON for each', async () => {
    const { code, out } = await runCli(['fuzz', '--seed', '7', '--time', '4s', '--json', '--output', output]);
    const told = out
      .trimEnd()
      .split('\n')
      .map((line) => parseJson(line) as { target: string; cases: number; failures: unknown[] });
    expect(told.map(({ target }) => target)).toEqual(['laws', 'import', 'session', 'editor']);
    for (const { cases } of told) expect(cases).toBeGreaterThan(0);
    // How many cases fit into the time, and so whether one of them fails, is up to the machine.
    expect(code).toBe(told.every(({ failures }) => failures.length === 0) ? 0 : 1);
    for (const file of readdirSync(output)) rmSync(join(output, file));
  });

  it.each(['engine', 'templates'])('tries the target %s on a sandbox in memory', async (target) => {
    const args = ['--target', target, '--sandbox', '--seed', '7', '--runs', '10', '--output', output];
    const { code, out } = await runCli(['fuzz', ...args]);
    expect(out).toContain(`${target}: 10 cases from seed 7 in `);
    expect(out).toContain('On a sandbox in memory: this tests the sandbox, not an engine.');
    expect(out).toMatch(/[1-9]\d* of \d+ comparisons agree/);
    // What the sandbox does otherwise than engines is what such a run looks for.
    expect(code).toBe(/^failed: /m.test(out) ? 1 : 0);
    for (const file of readdirSync(output)) rmSync(join(output, file));
  });

  it('makes the same cases from the same seed', async () => {
    const counts = async (seed: string) => {
      const { out } = await runCli(['fuzz', '--target', 'laws', '--seed', seed, '--runs', '15', '--json']);
      const { acceptance, coverage } = parseJson(out) as { acceptance: number; coverage: unknown };
      return { acceptance, coverage };
    };
    expect(await counts('11')).toEqual(await counts('11'));
    expect(await counts('12')).not.toEqual(await counts('11'));
  });

  it('makes cases of the files of a folder, and tells of those that it leaves out', async () => {
    const file = files.write('mapping.json', '{"properties":{"host":{"type":"keyword"}}}');
    const other = files.write('broken.json', '{');
    const { code, out, err } = await runCli([
      'fuzz',
      '--target',
      'import',
      '--runs',
      '50',
      '--corpus',
      join(file, '..'),
    ]);
    expect(out).toContain('import: 50 cases');
    expect(err).toContain(`${other}: left out: `);
    expect(code).toBe(0);
  });

  it('says why where the cluster can’t be reached', async () => {
    const { code, err } = await runCli(['fuzz', '--target', 'engine', '--scratch', '--cluster', 'http://127.0.0.1:1']);
    expect(err).toContain('127.0.0.1:1');
    expect(code).toBe(4);
  });

  it('fails where the cases are to reach everything and do not', async () => {
    const { code, out } = await runCli(['fuzz', '--target', 'laws', '--runs', '2', '--seed', '1', '--complete']);
    expect(out).toMatch(/rejection: \d+ of \d+; not reached: /);
    expect(code).toBe(1);
  });

  it.each([
    [
      ['--target', 'nothing'],
      'Unknown target: nothing. Available: laws, import, session, editor, engine, documents, sandbox, templates.',
    ],
    [['--time', '5'], '--time takes a number of seconds, minutes or hours such as 30s, 5m or 2h, not "5".'],
    [['--time', '5s', '--runs', '3'], 'Choose one of --runs and --time.'],
    [['--case', '5'], '--case takes a --target and a --seed, and neither --runs nor --time.'],
    [['--case', '5', '--seed', '1'], '--case takes a --target and a --seed, and neither --runs nor --time.'],
    [['--target', 'engine'], 'The target "engine" needs --cluster.'],
    [['--target', 'laws', '--sandbox'], 'The target "laws" takes no --sandbox.'],
    [
      ['--target', 'sandbox', '--sandbox'],
      'The target "sandbox" compares with a real cluster: a sandbox can’t stand for it.',
    ],
    [['--target', 'engine', '--sandbox', '--scratch'], 'Choose one of --cluster and --sandbox.'],
    [
      ['--target', 'engine', '--cluster', 'http://127.0.0.1:1'],
      'creates and deletes indices and templates on http://127.0.0.1:1/. Add --scratch if this cluster may be written to.',
    ],
    [
      ['--cluster', 'http://127.0.0.1:1'],
      'Without --target, what needs no cluster is tried: choose a target for --cluster or --sandbox.',
    ],
    [['--target', 'laws', '--cluster', 'http://127.0.0.1:1'], 'The target "laws" takes no --cluster and no --scratch.'],
    [['--target', 'engine', '--scratch', '--cluster', 'nonsense'], '--cluster: that is no URL.'],
    [['--jobs', '0'], '--jobs takes a whole number from 1, not "0".'],
    [['--jobs', '65'], '--jobs takes a whole number up to 64.'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await runCli(['fuzz', ...args]);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

describe('mapledger fuzz --replay', () => {
  const history = given({ properties: {} })
    .after('field.add', { parent: null, name: 'a', definition: { type: 'keyword' } })
    .after('field.edit', { field: '/properties/a', name: 'b' })
    .after('history.undo', {});
  const created = given(undefined).after('document.create', { body: { properties: {} } }).events;

  function logOf(events: readonly DocumentEvent[]): string {
    let prevHash = FIRST_HASH;
    const records = events.map((event, at) => {
      const record = seal(event, { stream: 'draft/01A', version: at + 1, prevHash });
      prevHash = record.hash;
      return record;
    });
    return formatLog(records);
  }

  it('runs an exported log through the domain and a session', async () => {
    const [first] = created;
    const events = [first as DocumentEvent, ...history.events.map((event, at) => ({ ...event, id: `01${at}` }))];
    // The ids are others now, and an undo names the one that it took back.
    const undone = events.map((event) => (event.undoes === undefined ? event : { ...event, undoes: '011' }));
    const { code, out } = await runCli(['fuzz', '--replay', files.write('session.json', logOf(undone))]);
    expect(out).toContain('everything holds');
    expect(code).toBe(0);
  });

  it('names the law that a log breaks', async () => {
    const [first] = created;
    const forged = { ...(history.events[0] as DocumentEvent), summary: 'Add something else' };
    const { code, out } = await runCli([
      'fuzz',
      '--replay',
      files.write('forged.json', logOf([first as DocumentEvent, forged])),
    ]);
    expect(out).toContain('failed: the same commands give the same log, byte for byte');
    expect(code).toBe(1);
  });

  it('tries a failed case again', async () => {
    const value = { input: { properties: {} } };
    const kept = { format: 'mapledger fuzz case 1', target: 'import', seed: 1, case: 2, law: 'l', message: 'm', value };
    const { code, out } = await runCli(['fuzz', '--replay', files.write('case.json', formatJson(kept))]);
    expect(out).toContain('everything holds');
    expect(code).toBe(0);
    const ofCluster = files.write('engine.json', formatJson({ ...kept, target: 'engine' }));
    const { code: unnamed, err: needed } = await runCli(['fuzz', '--replay', ofCluster]);
    expect(needed).toContain('The target "engine" needs --cluster.');
    expect(unnamed).toBe(2);
    const unknown = files.write('unknown.json', formatJson({ ...kept, target: 'nothing' }));
    const { code: refused, err } = await runCli(['fuzz', '--replay', unknown]);
    expect(err).toContain('it is neither a failed case of "mapledger fuzz" nor an exported log');
    expect(refused).toBe(3);
  });

  it('says so where the file is something else', async () => {
    const { code, err } = await runCli(['fuzz', '--replay', files.write('other.json', `{"author":"${ADA.id}"}`)]);
    expect(err).toContain('it is neither a failed case');
    expect(code).toBe(3);
  });
});
