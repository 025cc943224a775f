import { afterAll, describe, expect, it } from 'vitest';
import { PASTED_TEXTS } from '../../../tests/builders/pasted-texts.ts';
import { parseJson } from '#domain/json';
import { runCli, testFolder } from '../test-terminal.ts';

const check = (stdin: string, ...flags: string[]) => runCli(['check', '-', ...flags], { stdin });
const SEVERAL = JSON.stringify({
  'orders-1': { mappings: { properties: { a: { type: 'keyword' } } } },
  'orders-2': { mappings: { properties: { b: 5 } } },
});
const linesOf = (out: string) => out.trimEnd().split('\n');

describe('check of a pasted text', () => {
  it.each(PASTED_TEXTS.filter(({ bodies }) => bodies !== undefined))(
    'looks at each mapping and template in $what',
    async ({ text, bodies = [], leftOut }) => {
      const { code, out } = await check(text, '--json');
      expect(linesOf(out).map((line) => parseJson(line))).toMatchObject(
        bodies.map(({ name, kind, fields }) => ({
          ...(name !== undefined && { name }),
          kind,
          fields: fields.length,
          errors: [],
          ...(leftOut !== undefined && { leftOut }),
        })),
      );
      expect(code).toBe(0);
    },
  );

  it.each(PASTED_TEXTS.filter(({ refused }) => refused !== undefined))(
    'refuses $what',
    async ({ text, refused: { reason, line, column } = { reason: '' } }) => {
      const place = line === undefined ? '' : `:${line}:${String(column)}`;
      const { code, out } = await check(text);
      expect({ code, out }).toEqual({
        code: 1,
        out: `standard input${place}: ${reason}${reason.endsWith('.') ? '' : '.'}\n`,
      });
    },
  );

  it('refuses a date format that no engine reads, and with --engine one that this engine does not read', async () => {
    const dated = (format: string) => JSON.stringify({ properties: { at: { type: 'date', format } } });
    const unread = await check(dated('yyyy-bb'));
    expect(unread.code).toBe(1);
    expect(unread.out).toContain('Invalid format yyyy-bb: Unknown pattern letter: b.');
    expect((await check(dated('dateOptionalTime'))).code).toBe(0);
    expect((await check(dated('dateOptionalTime'), '--engine', 'opensearch@2.19')).code).toBe(0);
    expect((await check(dated('dateOptionalTime'), '--engine', 'elasticsearch@8.19')).code).toBe(1);
  });

  it('names each of several, and checks one by its name', async () => {
    const both = await check(SEVERAL);
    expect(both.code).toBe(1);
    expect(linesOf(both.out)).toEqual([
      'standard input: orders-1: mappings, 1 field, no errors',
      'standard input: orders-2: The b field is invalid.',
    ]);
    expect(await check(SEVERAL, '--name', 'orders-1')).toMatchObject({
      code: 0,
      out: 'standard input: mappings, 1 field, no errors\n',
    });
    expect(await check(SEVERAL, '--name', 'orders-3')).toMatchObject({
      code: 3,
      out: '',
      err: 'standard input: there is no index or template "orders-3" in it; it has orders-1, orders-2\n',
    });
    expect((await check('{"properties":{}}', '--name', 'a')).err).toBe(
      'standard input: there is no index or template "a" in it; it names none\n',
    );
  });

  it('names what it left out, unless it is to be quiet about what is fine', async () => {
    const text = '// by hand\n{"mappings":{"properties":{"a":{"type":"keyword"}}}}';
    expect(linesOf((await check(text)).out)).toEqual([
      'standard input: Left out: 1 comment.',
      'standard input: mappings, 1 field, no errors',
    ]);
    expect(await check(text, '--quiet')).toMatchObject({ code: 0, out: '' });
  });

  it('warns once of a decimal in a text with several mappings', async () => {
    const text = '{"a":{"mappings":{"_meta":{"n":0.12345678901234567890}}},"b":{"mappings":{}}}';
    expect((await check(text)).out.match(/is kept, and engines read it as/g)).toHaveLength(1);
  });
});

describe('check of what engines refuse', () => {
  const REFUSED = `{
  "mappings": {
    "properties": {
      "price": { "type": "scaled_float" },
      "name": { "type": "keyword", "fields": { "t": { "type": "text", "fields": { "k": { "type": "keyword" } } } } },
      "part": { "type": "object", "dynamic": "false_allow_templates" },
      "family": { "type": "join" },
      "old": {}
    }
  }
}`;
  const COMMON = [
    'standard input:4:16: price: scaling_factor is required. %',
    'standard input:8:14: old: A field needs a type. %',
  ];
  const withVerdict = (verdict: string, lines: readonly string[]) => lines.map((line) => line.replace('%', verdict));

  it('names with its place what no engine takes', async () => {
    const { code, out } = await check(REFUSED);
    expect(code).toBe(1);
    expect(linesOf(out)).toEqual(withVerdict('No supported engine accepts it.', COMMON));
  });

  it('names what one engine refuses besides', async () => {
    const lines = async (engine: string) => linesOf((await check(REFUSED, '--engine', engine)).out).toSorted();
    const DYNAMIC = 'standard input:6:46: part: dynamic can’t be "false_allow_templates". %';
    const CHAINED = 'standard input:5:88: name.t.k: A multi-field can’t have multi-fields. %';
    expect(await lines('elasticsearch@8.19')).toEqual(
      withVerdict('Elasticsearch 8.19 is expected to reject it.', [...COMMON, DYNAMIC, CHAINED]).toSorted(),
    );
    expect(await lines('opensearch@3.4')).toEqual(
      withVerdict('OpenSearch 3.4 is expected to reject it.', COMMON).toSorted(),
    );
  });

  it('names what one engine takes and alters, with its place', async () => {
    const text = `{
  "index_patterns": ["a-*"],
  "template": {
    "mappings": { "dynamic_templates": [
      { "t": { "path_match": ["a.*", "b.*"], "mapping": { "type": "keyword" } } }
    ] },
    "aliases": { "all": { "later": 1 } }
  }
}`;
    const { code, out } = await check(text, '--engine', 'opensearch@3.4');
    expect(code).toBe(1);
    expect(linesOf(out)).toEqual([
      'standard input:5:7: t: path_match will be stored as "[a.*, b.*]", one pattern. OpenSearch 3.4 is expected to alter it.',
      'standard input:7:36: alias all: later is not a property of an alias. OpenSearch 3.4 is expected to alter it.',
    ]);
    expect(linesOf((await check(text)).out)).toEqual(['standard input: index template, 0 fields, no errors']);
  });

  it('places what it finds in one template of a response', async () => {
    const list = {
      component_templates: [{ name: 'a', component_template: { template: { mappings: { properties: { x: {} } } } } }],
    };
    expect((await check(JSON.stringify(list, null, 1))).out).toMatch(/^standard input:9:13: x: A field needs a type\./);
  });

  it('refuses an engine that is none', async () => {
    expect(await check('{}', '--engine', 'elasticsearch')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--engine takes an engine as elasticsearch@8.19'),
    });
  });
});

describe('the mapping that documents are compared with', () => {
  const folder = testFolder();
  afterAll(folder.remove);
  const infer = (against: string) =>
    runCli(['infer', '-', '--against', folder.write('against.json', against)], { stdin: '{"a":"x","n":1}\n' });

  it('is read as people copy it', async () => {
    const { code, out } = await infer('PUT orders // by hand\n{"mappings":{"properties":{"a":{"type":"keyword"}}}}');
    expect(code).toBe(0);
    expect(out).toContain('against.json lacks 1 field:\n  n  long\n');
  });

  it('is refused where there are several, or none', async () => {
    expect((await infer(SEVERAL)).err).toContain('against.json: it has 2 mappings or templates; one is expected\n');
    expect((await infer('{"template":{"settings":{}}}')).err).toContain(
      'against.json: the component template has no mappings\n',
    );
    expect((await infer('{"took":1}')).err).toContain('against.json: There are no mappings in it: it has “took”.');
  });
});
