import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseJson } from '#domain/json';
import { runCli, testFolder } from '../test-terminal.ts';

const folder = testFolder();
afterAll(folder.remove);

const ORDERS = [
  '{"at":"2026-01-02T03:04:05Z","status":200,"client":{"ip":"10.0.0.1"}}',
  '{"at":"2026-01-02T03:04:06Z","status":"404","client":{"ip":"::1"},"note":null}',
].join('\n');
const MAPPINGS = {
  properties: {
    at: { type: 'date' },
    status: { type: 'long' },
    client: { properties: { ip: { type: 'ip' } } },
  },
};
const orders = folder.write('orders.ndjson', `${ORDERS}\n`);

const mappingsOf = (out: string) => (parseJson(out) as { mapping: { mappings: unknown } }).mapping.mappings;

describe('mapledger infer', () => {
  it('gives each field a type, its reason, what was seen of it, and what dynamic mapping makes', async () => {
    const { code, out, err } = await runCli(['infer', orders]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`${orders}: 2 documents, 4 fields, for Elasticsearch 9.5\n`);
    expect(out).toContain(
      'status  long\n' +
        '  Every value is a number, 1 of 2 as strings, which the field reads (coerce).\n' +
        '  2 documents; string 1, long 1; 2 distinct; 3 characters; e.g. ',
    );
    expect(out).toContain('client.ip  ip\n  Every value is an IPv4 or IPv6 address.\n');
    expect(out).toContain('  Dynamic mapping: text (fields: {"keyword":{"type":"keyword","ignore_above":256}})\n');
    expect(out).toContain('Not mapped, as there are only null and empty lists:\n  note\n');
    expect(out).toMatch(/\nTried 2 documents on the proposed mapping: none is refused\.\n$/);
  });

  it.each<[string, string]>([
    ['orders.json', `[\n${ORDERS.replace('\n', ',\n')}\n]`],
    ['orders.json', ORDERS],
    ['orders.json', ORDERS.replaceAll(',"', ',\n  "')],
    ['orders.jsonl', ORDERS.replace('\n', '\r\n\r\n')],
    ['orders', `\ufeff${ORDERS}`],
    ['orders', `\ufeff[${ORDERS.replace('\n', ',')}]`],
  ])('reads the same from other forms: %s %j', async (name, text) => {
    const { code, out } = await runCli(['infer', folder.write(name, text), '--json']);
    expect(code).toBe(0);
    expect(mappingsOf(out)).toEqual(MAPPINGS);
    const { out: ofStandardInput } = await runCli(['infer', '-', '--json'], { stdin: text });
    expect(mappingsOf(ofStandardInput)).toEqual(MAPPINGS);
  });

  it('reads CSV: separators, quotes and line breaks in cells, types by how they are written', async () => {
    const file = folder.write(
      'prices.csv',
      '\ufeffid;name;price;sold;zip\r\n1;"Big; box";1.50;true;01234\r\n2;"Two\nlines";;false;10115\r\n3;short;2\r\n',
    );
    const { code, out } = await runCli(['infer', file, '--json']);
    expect(mappingsOf(out)).toMatchObject({
      properties: {
        id: { type: 'long' },
        name: { type: 'text' },
        price: { type: 'float' },
        sold: { type: 'boolean' },
        zip: { type: 'long' },
      },
    });
    const { documents, faults } = parseJson(out) as { documents: number; faults: unknown };
    expect([code, documents]).toEqual([1, 2]);
    expect(faults).toEqual([expect.objectContaining({ line: 5, reason: 'The row has 3 cells, and the heading 5.' })]);
  });

  it('counts every row that is no document, and lists the first hundred', async () => {
    const file = folder.write('torn.csv', `a,b\n1,2\n${'1,2,3\n'.repeat(150)}`);
    const { out } = await runCli(['infer', file]);
    expect(out).toContain('Not read, or refused by every mapping (150 documents):');
    expect(out).toContain('  and 50 more\n');
  });

  it('tries the documents on an existing mapping with the settings beside it', async () => {
    const mappings = { properties: { n: { type: 'long' } } };
    const against = async (settings: object) => {
      const file = folder.write('kept.json', JSON.stringify({ settings, mappings }));
      return (await runCli(['infer', '-', '--against', file], { stdin: '{"n":"x"}' })).out;
    };
    expect(await against({})).toContain('kept.json: 1 is refused.');
    expect(await against({ 'index.mapping.ignore_malformed': true })).toContain('kept.json: none is refused.');
  });

  it.each([
    ['a,b,a\n1,2,3\n', ':1: two columns are called "a"'],
    ['a,,b\n1,2,3\n', ':1: column 2 has no name'],
    [Buffer.from([0x61, 0x2c, 0x62, 0x0a, 0xff, 0x2c, 0x31, 0x0a]), 'it is not valid UTF-8'],
  ])('refuses CSV that no documents can be made of: %j', async (content, message) => {
    const { code, err } = await runCli(['infer', folder.write('bad.csv', content)]);
    expect([code, err]).toEqual([3, expect.stringContaining(message)]);
  });

  it('lists by line what no engine takes, and ends with 1', async () => {
    const stdin = [ORDERS, '{"a":1,"a":2}', '{"_id":"x"}', `{"a":${'['.repeat(300)}${']'.repeat(300)}}`, '{"x":5'].join(
      '\n',
    );
    const { code, out } = await runCli(['infer', '-'], { stdin });
    expect(code).toBe(1);
    expect(out).toContain('standard input: 3 of 6 documents');
    expect(out).toContain('standard input:3: The key "a" is named twice in one object.');
    expect(out).toContain('standard input:5: Objects and lists nest deeper than 200 levels.');
    expect(out).toContain('standard input:6: The document ends in the middle.');
    expect(out).toContain('_id: _id is a field of the engine, which a document can’t have. 1 document, line 4');
  });

  it('tries the other documents of a line as well', async () => {
    const stdin = `[${ORDERS.replace('\n', ',')},{"a":1,"a":2},{"":1},{"_id":1}]`;
    const { out } = await runCli(['infer', '-'], { stdin });
    expect(out).toContain('standard input:1: No engine takes a field by the name "".');
    expect(out).toContain('Tried 2 of 3 documents on the proposed mapping: none is refused.');
  });

  it('names the bytes that are no UTF-8 by their line', async () => {
    const stdin = Buffer.concat([Buffer.from(`${ORDERS}\n{"a":"`), Buffer.from([0xe9]), Buffer.from('"}\n')]);
    const { code, out } = await runCli(['infer', '-'], { stdin });
    expect(out).toContain('standard input:3: It is not valid UTF-8.');
    expect(code).toBe(1);
  });

  it('says what other mappings lack, and which documents they refuse', async () => {
    const mapping = folder.write(
      'mapping.json',
      '{"mappings":{"properties":{"at":{"type":"date"},"status":{"type":"boolean"},"client":{"type":"object"}}}}',
    );
    const { code, out } = await runCli(['infer', orders, '--against', mapping]);
    expect(out).toContain(`${mapping} lacks 1 field:\n  client.ip  ip\n`);
    expect(out).toContain(
      `Tried 2 documents on ${mapping}: 2 are refused.\n  status: 200 is neither true nor false. 2 documents, lines 1, 2\n`,
    );
    expect(code).toBe(1);
    const whole = folder.write('whole.json', JSON.stringify(MAPPINGS));
    const same = await runCli(['infer', orders, '--against', whole]);
    expect([same.code, same.out]).toEqual([0, expect.stringContaining(`${whole} has every field.`)]);
  });

  it('writes the body that creates an index, and tries as many documents as are asked for', async () => {
    const file = join(orders, '..', 'body.json');
    const { code, out } = await runCli(['infer', orders, '--out', file, '--check', '1']);
    expect(code).toBe(0);
    expect(out).toContain('Tried 1 of 2 documents on the proposed mapping: none is refused.');
    expect(parseJson(readFileSync(file, 'utf8'))).toEqual({ mappings: MAPPINGS });
    const { out: without } = await runCli(['infer', orders, '--check', '0']);
    expect(without).toContain('No document was tried on the proposed mapping.');
    expect(existsSync(`${file}.${process.pid}.tmp`)).toBe(false);
  });

  it('proposes what the target has', async () => {
    const stdin = times(60, (at) => `{"labels":{"k${at}":"v"}}`).join('\n');
    const typeOn = async (target: string) => {
      const { out } = await runCli(['infer', '-', '--target', target, '--json'], { stdin });
      return (mappingsOf(out) as { properties: { labels: { type?: string } } }).properties.labels.type;
    };
    expect(await typeOn('elasticsearch@8.19')).toBe('flattened');
    expect(await typeOn('opensearch@3.4')).toBe('flat_object');
    expect(await typeOn('opensearch@2.6')).toBeUndefined();
  });

  it('escapes names and examples for the terminal', async () => {
    const { out } = await runCli(['infer', '-'], { stdin: '{"\\u001b[2Jname":"\\u202ex"}' });
    expect(out).toContain('\\u{1b}[2Jname  keyword');
    expect(out).not.toContain('\u001b');
    expect(out).not.toContain('\u202e');
  });

  it('tells how far it is where it takes long', async () => {
    const { err } = await runCli(['infer', orders], { isWatched: true, msPerLook: 1_100 });
    expect(err).toContain(`Reading ${orders}: 0 MB`);
    expect(err.endsWith('\r\u001b[K')).toBe(true);
  });

  it.each([
    [['infer', '/no/such'], 3, '/no/such: there is no such file'],
    [['infer', '/'], 3, 'it is a folder'],
    [['infer', folder.write('empty.ndjson', '\n\n')], 3, 'it holds no documents'],
    [['infer', orders, '--target', 'solr@9'], 2, '--target takes an engine as elasticsearch@8.19'],
    [['infer', orders, '--format', 'xml'], 2, '--format takes ndjson, array, json, csv, not "xml".'],
    [['infer', orders, '--check', '-1'], 2, '--check'],
    [['infer', '-', '--against', '-'], 2, 'Only one input can be standard input.'],
    [
      ['infer', orders, '--against', folder.write('list.json', '[]')],
      3,
      'A mapping or template must be a JSON object; this is an array.',
    ],
    [['infer', orders, '--against', folder.write('torn.json', '{')], 3, 'torn.json:1:2'],
    [['infer'], 2, 'An argument is missing.'],
  ])('refuses %j', async (args, exit, message) => {
    const { code, out, err } = await runCli(args);
    expect({ code, out, err }).toEqual({ code: exit, out: '', err: expect.stringContaining(message) });
  });

  it.each([
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 'it is compressed (gzip)'],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), 'it is UTF-16'],
  ])('refuses %s', async (_what, stdin, message) => {
    const { code, err } = await runCli(['infer', '-'], { stdin });
    expect([code, err]).toEqual([3, expect.stringContaining(message)]);
  });
});

function times(count: number, make: (at: number) => string): readonly string[] {
  return Array.from({ length: count }, (_, at) => make(at));
}
