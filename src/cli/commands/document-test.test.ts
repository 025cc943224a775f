import { afterAll, describe, expect, it } from 'vitest';
import { parseJson } from '#domain/json';
import { runCli, testFolder } from '../test-terminal.ts';

const folder = testFolder();
afterAll(folder.remove);

const TEMPLATE = {
  index_patterns: ['orders-*'],
  template: {
    settings: { 'index.mapping.coerce': false },
    mappings: { properties: { n: { type: 'long' }, code: { type: 'keyword', ignore_above: 3 } } },
  },
};
const template = folder.write('template.json', JSON.stringify(TEMPLATE));
const run = (tests: unknown, ...options: readonly string[]) =>
  runCli(['test', template, '-', ...options], { stdin: typeof tests === 'string' ? tests : JSON.stringify(tests) });

describe('mapledger test', () => {
  it('ends with 0 where all tests pass', async () => {
    expect(
      await run([
        { name: 'A number', document: { n: 1 }, expect: { types: { n: 'long' } } },
        { document: { code: 'abcd' }, expect: { ignored: ['code'] } },
        // By the settings of the template, which are beside its mappings.
        { document: { n: '1' }, expect: { refused: '' } },
      ]),
    ).toMatchObject({
      code: 0,
      out: 'ok: A number\nok: Test 2\nok: Test 3\n3 document tests, all pass\n',
      err: '',
    });
  });

  it('ends with 1 where one fails, and says what differs', async () => {
    const { code, out } = await run([
      { name: 'Words', document: { n: 'x' }, expect: 'accepted' },
      { document: { n: 1 }, expect: 'accepted' },
    ]);
    expect(code).toBe(1);
    expect(out).toBe(
      'failed: Words\n  n: expected accepted, actual refused: A string is not a number without coerce.\nok: Test 2\n1 of 2 document tests failed\n',
    );
  });

  it('fails where the mapping does not tell the outcome', async () => {
    const mapping = folder.write('percolator.json', JSON.stringify({ properties: { q: { type: 'percolator' } } }));
    const stdin = JSON.stringify([{ document: { q: { match_all: {} } }, expect: 'accepted' }]);
    const { code, out } = await runCli(['test', mapping, '-'], { stdin });
    expect(code).toBe(1);
    expect(out).toMatch(/^can’t be told: Test 1\n {2}expected accepted, actual unknown: /);
  });

  it('prints a line of JSON for each test, and takes an engine', async () => {
    const { code, out } = await run(
      [{ name: 'N', document: { n: 'x' }, expect: 'accepted' }],
      '--json',
      '--target',
      'opensearch@3',
    );
    expect(code).toBe(1);
    expect(parseJson(out)).toMatchObject({
      name: 'N',
      outcome: 'failed',
      differences: [{ about: 'outcome', field: 'n' }],
    });
  });

  it('takes fields with hostile names, and does not let a test draw on the terminal', async () => {
    const { code, out } = await run(
      '[{"name": "\\u001b[2J", "document": {"__proto__": 1}, "expect": {"types": {"__proto__": "long"}}}]',
    );
    expect({ code, out }).toEqual({ code: 0, out: 'ok: \\u{1b}[2J\n1 document test, all pass\n' });
  });

  it.each([
    ['{}', 'standard input: it is not a list of document tests'],
    ['[{"document": {}}]', /standard input: \/0/],
    ['[{"document": {"a": 1, "a": 2}, "expect": "accepted"}]', /standard input:1:24: /],
  ])('refuses %s with 3', async (tests, words) => {
    const { code, err } = await run(tests);
    expect(code).toBe(3);
    expect(err).toMatch(words);
  });

  it('refuses what is no mapping with 3, and another engine with 2', async () => {
    const list = folder.write('list.json', '[]');
    expect(await runCli(['test', list, template])).toMatchObject({ code: 3 });
    expect(await run([], '--target', 'solr@9')).toMatchObject({ code: 2 });
    expect(await runCli(['test', '-', '-'], { stdin: '[]' })).toMatchObject({ code: 2 });
  });
});
