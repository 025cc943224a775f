import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADA, BOB, CLUSTER, stampSource } from '../../fuzz/generate/stamps.ts';
import { given } from '../../../tests/builders/given.ts';
import { recordedLog } from '../../../tests/builders/recorded.ts';
import { sampleHistory } from '../../../tests/contracts/sample-history.ts';
import { applyPatch, formatJson, parseJson, type JsonValue, type Patch } from '#domain/json';
import { SERVER_READER, type DocumentEvent, type SealedRecord } from '#domain/events';
import { EMPTY_HEAD, formatLog, sealAfter } from '#domain/log';
import { formatTrailEntry } from '#domain/proof';
import { runCli, testFolder } from '../test-terminal.ts';

const folder = testFolder();
afterAll(folder.remove);

const keyword = { type: 'keyword' };
const document = given(undefined)
  .after('document.create', { body: { properties: { host: { properties: { ip: { type: 'ip' } } } } } })
  .after('field.add', { parent: null, name: 'message', definition: keyword }, BOB)
  .after('field.edit', { field: '/properties/message', set: { ignore_above: 256 } })
  .after('field.edit', { field: '/properties/message', name: 'text' }, BOB)
  .after('field.remove', { field: '/properties/host/properties/ip' });

function recordsOf(stream: string, events: readonly DocumentEvent[] = document.events): readonly SealedRecord[] {
  return sealAfter(stream, EMPTY_HEAD, events);
}

const records = recordsOf('draft/a');
let log: string;
let several: string;
beforeAll(() => {
  log = folder.write('log.ndjson', formatLog(records));
  several = folder.write(
    'trail.ndjson',
    formatLog(records.flatMap((record, index) => [record, recordsOf('draft/b')[index] as SealedRecord])),
  );
});

describe('replay', () => {
  it('prints the document as the log leaves it, from a file and from standard input', async () => {
    const { code, out, err } = await runCli(['replay', log]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(parseJson(out)).toEqual(document.state.body);
    expect(await runCli(['replay', '-'], { stdin: formatLog(records) })).toMatchObject({ code: 0, out });
  });

  it('prints every earlier version, and says which it is with --json', async () => {
    const { out } = await runCli(['replay', log, '--to', '2']);
    expect(parseJson(out)).toEqual({ properties: { host: { properties: { ip: { type: 'ip' } } }, message: keyword } });
    const { out: line } = await runCli(['replay', log, '--to', '2', '--json']);
    expect(parseJson(line)).toEqual({
      stream: 'draft/a',
      version: 2,
      at: document.events[1]?.at,
      body: parseJson(out),
    });
  });

  it('keeps hostile names and integers beyond 2^53', async () => {
    const { events, state } = sampleHistory();
    const { out } = await runCli(['replay', '-'], { stdin: formatLog(recordsOf('draft/s', events)) });
    expect(parseJson(out)).toEqual(state.body);
  });

  it('asks for a stream where there are several, and takes one', async () => {
    const { code, err } = await runCli(['replay', several]);
    expect(code).toBe(2);
    expect(err).toMatch(/has 2 streams\. Choose one with --stream:\n {2}draft\/a\n {2}draft\/b/);
    expect(await runCli(['replay', several, '--stream', 'draft/b'])).toMatchObject({ code: 0 });
    expect(await runCli(['replay', several, '--stream', 'draft/c'])).toMatchObject({
      code: 3,
      err: `mapledger replay: ${several}: it has no stream "draft/c"\n`,
    });
  });

  it('reads a backup', async () => {
    const head = '{"mapledgerBackup":1,"at":"2026-01-01T00:00:00.000Z","streams":1}\n';
    const stdin = `${head}{"stream":"draft/a","records":${records.length}}\n${formatLog(records)}`;
    expect(await runCli(['replay', '-'], { stdin })).toMatchObject({ code: 0 });
  });

  it.each([
    [['--to', '6'], 'There is no version 6: the stream has 5.'],
    [['--to', '0'], '--to takes a whole number from 1, not "0".'],
    [['--to', '1e3'], '--to takes a whole number from 1, not "1e3".'],
  ])('refuses %j with 2', async (flags, message) => {
    const { code, err } = await runCli(['replay', log, ...flags]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(message) });
  });

  it('tells how far it is where it takes long', async () => {
    const watched = await runCli(['replay', log], { isWatched: true, msPerLook: 600 });
    expect(watched.err).toMatch(/^\r\u001b\[KReading .*log\.ndjson: \d events/);
    expect(watched.err.endsWith('\r\u001b[K')).toBe(true);
    const logged = await runCli(['replay', log], { msPerLook: 6_000 });
    expect(logged.err).toMatch(/^Reading .*: 1 events\n/);
    expect(logged.out).toBe(watched.out);
  });
});

describe('a file that can’t be trusted', () => {
  const text = formatLog(records);
  const lines = text.split('\n');
  const damaged = (line: number, from: string, to: string) =>
    lines.map((each, index) => (index === line - 1 ? each.replace(from, to) : each)).join('\n');
  const deep = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
  const hostile: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ['an edited event', damaged(3, '256', '255'), /standard input:3: event 3 of draft\/a: its hash does not match/],
    ['a line that is missing', lines.toSpliced(1, 1).join('\n'), /standard input:2: event 2 of draft\/a: its hash/],
    ['a torn end', text.slice(0, -20), /standard input:5: the file ends in the middle of it/],
    ['JSON that is no log', '{"properties":{}}\n', /standard input:1: it is not an exported log, a trail or a backup/],
    ['a word', 'hello\n', /standard input:1: it is not an exported log/],
    ['a line between records', `${lines[0] ?? ''}\nhello\n${lines[1] ?? ''}\n`, /standard input:2: it is not JSON/],
    ['deep nesting', `{"event":${deep},"hash":"${'0'.repeat(64)}"}\n`, /standard input:1: .*deeper than/],
    ['nothing', '', /standard input: it holds no events/],
    ['binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]), /standard input:1: it is binary, not text/],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), /standard input:1: it is compressed/],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), /standard input:1: it is UTF-16; save it as UTF-8/],
    [
      'Latin-1 in line 2',
      Buffer.concat([Buffer.from(`${lines[0] ?? ''}\n{"`), Buffer.from([0xe9]), Buffer.from('"}\n')]),
      /standard input:2: it is not valid UTF-8/,
    ],
    ['one endless line', Buffer.alloc(60 * 1024 * 1024, 0x20), /standard input:1: the line is longer than any record/],
  ];

  it.each(hostile)('is refused with 3, its line and the reason: %s', async (_what, stdin, message) => {
    for (const command of [
      ['replay', '-'],
      ['diff', '-', '--from', '1'],
      ['blame', '-', '/properties'],
    ]) {
      const { code, out, err } = await runCli(command, { stdin });
      expect({ code, out, err }).toEqual({ code: 3, out: '', err: expect.stringMatching(message) });
    }
  });

  it('is read with a byte order mark and with line ends of Windows', async () => {
    const stdin = `\ufeff${text.replaceAll('\n', '\r\n')}`;
    expect(await runCli(['replay', '-'], { stdin })).toMatchObject({ code: 0, err: '' });
  });

  it('is named with the reason where it is not there', async () => {
    expect(await runCli(['replay', '/no/such'])).toMatchObject({
      code: 3,
      err: 'mapledger replay: /no/such: there is no such file\n',
    });
    expect(await runCli(['replay', '/'])).toMatchObject({ code: 3, err: expect.stringContaining('it is a folder') });
  });
});

describe('diff', () => {
  it('says in words what happened and what is different', async () => {
    const { code, out } = await runCli(['diff', log, '--from', '2', '--to', '5']);
    expect(code).toBe(0);
    expect(out).toBe(
      [
        'draft/a, version 2 to 5: 3 events, 3 differences',
        '',
        'Events:',
        `  3  ${document.events[2]?.at ?? ''}  Ada  Edit message: ignore_above`,
        `  4  ${document.events[3]?.at ?? ''}  Bob  Rename message to text`,
        `  5  ${document.events[4]?.at ?? ''}  Ada  Remove host.ip`,
        '',
        'Differences:',
        '  → message to text',
        '  - host.ip (ip)',
        '  + text: ignore_above = 256',
        '',
      ].join('\n'),
    );
  });

  it('knows what was renamed in either direction, with the values under the name of that side', async () => {
    const { out } = await runCli(['diff', '-', '--from', '3', '--to', '5', '--json'], { stdin: formatLog(records) });
    expect(parseJson(out)).toMatchObject({
      changes: [
        { kind: 'moved', at: '/properties/text', words: '→ message to text' },
        { kind: 'removed', words: '- host.ip (ip)' },
      ],
      patch: [{ op: 'move', from: '/properties/message', path: '/properties/text' }, { op: 'remove' }],
    });
    const { out: back } = await runCli(['diff', log, '--from', '5', '--to', '2']);
    expect(back).toContain('  → text to message\n');
    expect(back).toContain('  - text: ignore_above = 256\n');
    expect(back).not.toContain('(keyword)');
  });

  it('names a parameter by its field, with the value before and after', async () => {
    const { out } = await runCli(['diff', log, '--from', '2', '--to', '3']);
    expect(out).toContain('  + message: ignore_above = 256\n');
    expect((await runCli(['diff', log, '--from', '3', '--to', '2'])).out).toMatch(
      /Events \(taken back\):[^]*- message: ignore_above = 256/,
    );
  });

  it.each([
    [0, 5],
    [1, 4],
    [5, 1],
    [5, 0],
    [3, 3],
  ])('gives a patch that leads from version %d to %d', async (from, to) => {
    const { out } = await runCli(['diff', log, '--from', String(from), '--to', String(to), '--patch']);
    const bodyOf = async (version: number) =>
      version === 0 ? undefined : parseJson((await runCli(['replay', log, '--to', String(version)])).out);
    const patch = parseJson(out) as unknown as Patch;
    expect(applyPatch(await bodyOf(from), patch).body).toEqual(await bodyOf(to));
  });

  it('gives all of it as one line with --json, and 1 with --exit-code where the versions differ', async () => {
    const { code, out } = await runCli(['diff', log, '--from', '4', '--json', '--exit-code']);
    expect(code).toBe(1);
    expect(parseJson(out)).toMatchObject({
      stream: 'draft/a',
      from: 4,
      to: 5,
      events: [{ version: 5, author: 'Ada', summary: 'Remove host.ip' }],
      changes: [{ kind: 'removed', at: '/properties/host/properties/ip' }],
    });
    expect(await runCli(['diff', log, '--from', '5', '--exit-code'])).toMatchObject({ code: 0 });
  });

  it.each([
    [[], /--from is missing/],
    [['--from', '9'], /There is no version 9/],
    [['--from', '1', '--patch', '--json'], /Choose one of/],
  ])('refuses %j with 2', async (flags, message) => {
    expect(await runCli(['diff', log, ...flags])).toMatchObject({ code: 2, err: expect.stringMatching(message) });
  });

  it('does not let a name draw on the terminal', async () => {
    const hostile = document.after('field.add', { parent: null, name: '\u001b[31m\u202e\n', definition: keyword });
    const stdin = formatLog(recordsOf('draft/\u001b[2J', hostile.events));
    const { out } = await runCli(['diff', '-', '--from', '5'], { stdin });
    expect(out).toContain('+ \\u{1b}[31m\\u{202e}\\u{a} (keyword)');
    expect(out).not.toMatch(/[\u001b\u202e]/);
  });
});

describe('blame', () => {
  it('lists who changed a field, across its rename', async () => {
    const { code, out } = await runCli(['blame', log, 'text']);
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^ {2}4 {2}\S+ {2}Bob +Rename message to text$/),
      expect.stringMatching(
        /^ {2}3 {2}\S+ {2}Ada \(unverified\) +Edit message: ignore_above {2}\[then at \/properties\/message\]$/,
      ),
      expect.stringMatching(/^ {2}2 {2}\S+ {2}Bob +Add message \(keyword\) {2}\[then at \/properties\/message\]$/),
    ]);
    expect((await runCli(['blame', log, '/properties/text'])).out).toBe(out);
  });

  it('finds a field by its name in the log of a template of a cluster, and describes its changes by name', async () => {
    const template = { template: { mappings: { properties: { host: keyword } } } };
    const { events } = given(undefined, '/body/template/mappings')
      .after('document.create', { body: { body: template, cluster: template } }, CLUSTER)
      .after('field.add', { parent: null, name: 'outside', definition: keyword }, BOB);
    const stdin = formatLog(recordsOf('index_template/main/logs', events));
    expect((await runCli(['blame', '-', 'outside'], { stdin })).out).toMatch(/^ {2}2 {2}\S+ {2}Bob +Add outside/);
    expect((await runCli(['diff', '-', '--from', '1', '--to', '2'], { stdin })).out).toContain('outside (keyword)');
  });

  it('lists who set a parameter, one line of JSON for each event', async () => {
    const { out } = await runCli(['blame', log, '/properties/text/ignore_above', '--json']);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => parseJson(line));
    // The rename of its field, version 4, did not change it.
    expect(lines).toMatchObject([{ version: 3, pointer: '/properties/message/ignore_above', author: { id: ADA.id } }]);
  });

  it('finds a field that was removed since, as of an earlier version', async () => {
    expect(await runCli(['blame', log, 'host.ip'])).toMatchObject({
      code: 1,
      err: 'Version 5 has nothing at host.ip. For what was removed since, add --to.\n',
    });
    expect(await runCli(['blame', log, 'host.ip', '--to', '4'])).toMatchObject({ code: 0 });
  });

  it('ends with 1 where there is nothing, and with 2 where it is no pointer', async () => {
    expect(await runCli(['blame', log, '/settings'])).toMatchObject({ code: 1, out: '' });
    expect(await runCli(['blame', log, '/a~2'])).toMatchObject({ code: 2 });
    expect(await runCli(['blame', log])).toMatchObject({
      code: 2,
      err: expect.stringContaining('An argument is missing'),
    });
    expect(await runCli(['blame', log, '/a', '/b'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Unexpected argument: /b'),
    });
  });

  it('gives the reason of an event', async () => {
    const stamp = stampSource(9)(ADA, 'OPS-17');
    const [first] = document.events;
    const stdin = formatLog(recordsOf('draft/a', [{ ...(first as DocumentEvent), ...stamp }]));
    expect((await runCli(['blame', '-', '/properties'], { stdin })).out).toContain('(OPS-17)');
  });
});

describe('blame of an index that was made from another one', () => {
  const [old, made] = ['index/prod/orders/uuid', 'index/prod/orders-2/uuid-2'];
  const mappings = { properties: { host: keyword } };
  const before = given(undefined, '/mappings')
    .after('document.create', { body: { mappings, cluster: mappings } }, CLUSTER)
    .after('field.edit', { field: '/mappings/properties/host', set: { ignore_above: 10 } }, BOB);
  const there = recordsOf(old, before.events);
  const body = { mappings: { properties: { host: { ...keyword, ignore_above: 10 } } }, cluster: {} };
  const continues = [{ stream: old, version: 2, hash: there[1]?.hash }];
  const after = given(undefined, '/mappings')
    .after('document.create', { body, continues }, SERVER_READER)
    .after('field.edit', { field: '/mappings/properties/host', name: 'server' });
  const here = recordsOf(made, after.events);

  it('goes on in the log of that one, where the file has it', async () => {
    const file = folder.write('made.ndjson', formatLog([...there, ...here]));
    const place = '/mappings/properties/server/ignore_above';
    const words = await runCli(['blame', file, place, '--stream', made]);
    expect({ ...words, out: words.out.replaceAll(/\d{4}-\S+/g, 'AT').split('\n') }).toMatchObject({
      code: 0,
      err: '',
      out: [
        expect.stringMatching(/^ {2}1 {2}AT {2}Cluster \(seen by the server\) +Made from orders {2}\[then at .*host/),
        '',
        `Made from ${old}:`,
        expect.stringMatching(/^ {2}2 {2}AT {2}Bob +Edit host: ignore_above$/),
        '',
      ],
    });
    const lines = (await runCli(['blame', file, place, '--stream', made, '--json'])).out.trimEnd().split('\n');
    expect(lines.map((line) => parseJson(line))).toMatchObject([
      { stream: made, version: 1 },
      { stream: old, version: 2, author: { name: 'Bob' } },
    ]);
  });

  it('says which log it would go on in, where the file does not have it', async () => {
    const { out, err } = await runCli(['blame', '-', 'server'], { stdin: formatLog(here) });
    expect(out.trimEnd().split('\n')).toHaveLength(2);
    expect(err).toBe(`Made from ${old} (version 2), which can’t be read here.\n`);
  });
});

describe('what a cluster was found to have', () => {
  const stream = 'index/prod/orders/uuid';
  const found = (name: string) => ({ properties: { host: keyword, ...(name !== '' && { [name]: keyword }) } });
  const edited = given(undefined, '/mappings')
    .after('document.create', { body: { mappings: found(''), cluster: found('') } }, CLUSTER)
    .after('field.edit', { field: '/mappings/properties/host', set: { ignore_above: 10 } }, BOB)
    .after('mapping.follow', { mappings: found('theirs') }, CLUSTER);
  const recordedAt = '2026-11-24T06:00:00.000Z';
  /** A server has recorded the log; the clock of the device was years ahead. */
  const recorded = (events: readonly DocumentEvent[] = edited.events) => {
    const all = events.map((event) => ({ ...event, at: '2036-11-24T06:00:00.000Z' }));
    const { records: sealed, names } = recordedLog(stream, all, recordedAt);
    return `${names.map((name) => `${formatTrailEntry({ kind: 'name', name })}\n`).join('')}${formatLog(sealed)}`;
  };

  it('is before the record, or the cluster’s, at the time of the server', async () => {
    const { code, out } = await runCli(['blame', '-', 'host'], { stdin: recorded() });
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toEqual([
      expect.stringMatching(/^ {2}2 {2}2026-11-24T06:00:00.000Z {2}Bob +Edit host: ignore_above$/),
      expect.stringMatching(/^ {2}1 {2}2026-11-24T06:00:00.000Z {2}Older than this history +Found on the cluster$/),
    ]);
    const { out: theirs } = await runCli(['blame', '-', 'theirs'], { stdin: recorded() });
    expect(theirs).toMatch(/^ {2}3 {2}\S+ {2}Cluster \(seen by Ada\) \(unverified\) +Synced from cluster/);
  });

  it('is before the record in a log of the first rules, where the viewer is its author', async () => {
    const [{ rules: _rules, ...base }, ...others] = edited.events as readonly [DocumentEvent, ...DocumentEvent[]];
    const stdin = recorded([{ ...base, author: ADA }, ...others]);
    const rows = (await runCli(['blame', '-', 'host'], { stdin })).out.split('\n');
    expect(rows[1]).toMatch(/^ {2}1 {2}\S+ {2}Older than this history +Found on the cluster$/);
  });

  it('has both times and who reported it in JSON', async () => {
    const { out } = await runCli(['blame', '-', 'host', '--json'], { stdin: recorded() });
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => parseJson(line));
    const times = { at: '2036-11-24T06:00:00.000Z', recordedAt };
    expect(lines).toMatchObject([
      { version: 2, ...times, author: { name: 'Bob' } },
      { version: 1, ...times, author: { name: 'Cluster (seen by Ada)' }, isBeforeRecord: true },
    ]);
    const replayed = await runCli(['replay', '-', '--json'], { stdin: recorded() });
    expect(parseJson(replayed.out)).toMatchObject({ version: 3, ...times });
  });

  it('is named and dated so by diff too', async () => {
    const { out } = await runCli(['diff', '-', '--from', '2'], { stdin: recorded() });
    expect(out).toMatch(/ {2}3 {2}2026-11-24T06:00:00.000Z {2}Cluster \(seen by Ada\) {2}Synced from cluster/);
    const { out: json } = await runCli(['diff', '-', '--from', '2', '--json'], { stdin: recorded() });
    expect(parseJson(json)).toMatchObject({ events: [{ recordedAt, author: 'Cluster (seen by Ada)' }] });
  });
});

describe('check', () => {
  const check = (value: JsonValue | string, ...flags: string[]) =>
    runCli(['check', '-', ...flags], { stdin: typeof value === 'string' ? value : formatJson(value) });

  it('finds nothing wrong with sound mappings and templates', async () => {
    expect(await check({ properties: { a: keyword, b: { type: 'ip' } } })).toMatchObject({
      code: 0,
      out: 'standard input: mappings, 2 fields, no errors\n',
    });
    const template = {
      index_patterns: ['logs-*'],
      priority: 5,
      template: { mappings: { properties: { a: keyword } } },
    };
    expect(await check(template)).toMatchObject({
      code: 0,
      out: 'standard input: index template, 1 field, no errors\n',
    });
    expect(await check({ 'my-index': { mappings: { properties: { a: keyword } } } })).toMatchObject({ code: 0 });
    expect(await check(template, '--quiet')).toMatchObject({ code: 0, out: '' });
  });

  it('names invalid configuration, fields and parameters in the words of the import', async () => {
    const { code, out } = await check({ dynamic: 7, properties: { a: { ...keyword, no_such: 1 }, b: 5 } });
    expect(code).toBe(1);
    expect(out).toBe(
      [
        'standard input: The dynamic configuration is invalid.',
        'standard input: The no_such parameter on field a is invalid.',
        'standard input: The b field is invalid.',
        '',
      ].join('\n'),
    );
  });

  it('gives the place of what is no JSON, and of a key that is named twice', async () => {
    expect(await check('{\n "properties": ]')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^standard input:2:16: /),
    });
    expect(await check('{"a":1,\n"a":2}')).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^standard input:2:1: .*named twice/),
    });
    expect(await check('[]')).toMatchObject({
      code: 1,
      out: 'standard input: A mapping or template must be a JSON object; this is an array.\n',
    });
    expect(await check('')).toMatchObject({ code: 1, out: 'standard input:1:1: The text is empty.\n' });
  });

  it('warns of decimals of which engines read fewer digits', async () => {
    const { code, out } = await check('{"_meta":{"a":0.12345678901234567890}}');
    expect(code).toBe(0);
    expect(out).toContain('0.12345678901234567890 is kept, and engines read it as 0.12345678901234568.');
  });

  it('finds index patterns that engines refuse', async () => {
    const { code, out } = await check({ index_patterns: ['logs-*', 'a b'], template: {} });
    expect({ code, out }).toEqual({ code: 1, out: "standard input: a b: The pattern can't contain a space.\n" });
    expect(await check({ index_patterns: [], template: {} })).toMatchObject({ code: 1 });
  });

  it('finds mappings of several types, and what stands beside one', async () => {
    const typed = { mappings: { one: { properties: {} }, two: { properties: {} } } };
    expect(await check(typed)).toMatchObject({ code: 1, out: expect.stringContaining('2 types (one, two)') });
  });

  it('looks at every file, and ends with the worst', async () => {
    const fine = folder.write('fine.json', '{"properties":{}}');
    const wrong = folder.write('wrong.json', '{"properties":{"a":1}}');
    const { code, out, err } = await runCli(['check', fine, '/no/such.json', wrong, log, '--json']);
    expect(code).toBe(3);
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => parseJson(line)),
    ).toMatchObject([
      { file: fine, errors: [] },
      { file: wrong, errors: [{ code: 'ERR_FIELD', message: 'The a field is invalid.' }] },
    ]);
    expect(err).toMatch(/\/no\/such\.json: there is no such file\n.*log\.ndjson:1: it is a log/);
    expect(await runCli(['check', fine, wrong])).toMatchObject({ code: 1 });
  });

  it('refuses what is too large or binary before it is read whole', async () => {
    expect(await runCli(['check', '-'], { stdin: Buffer.alloc(9) })).toMatchObject({
      code: 3,
      err: expect.stringContaining('binary'),
    });
    expect(await runCli(['check', '-'], { stdin: Buffer.alloc(200 * 1024 * 1024, 0x20) })).toMatchObject({
      code: 3,
      err: expect.stringContaining('larger than the limit'),
    });
  });
});
