import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseJson } from '#domain/json';
import { projectFor } from '../code/test-project.ts';
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

  it('knows the time that every document of a data stream has', async () => {
    const stream = folder.write('stream.json', JSON.stringify({ ...TEMPLATE, data_stream: {} }));
    const stdin = JSON.stringify([
      { document: { n: 1 }, expect: { refused: '@timestamp' } },
      { document: { '@timestamp': '2026-06-01', n: 1 }, expect: { types: { '@timestamp': 'date' } } },
    ]);
    expect(await runCli(['test', stream, '-'], { stdin })).toMatchObject({ code: 0, err: '' });
  });

  it('says that component templates of a file are not included, and can’t tell what they decide', async () => {
    const composed = folder.write('composed.json', JSON.stringify({ ...TEMPLATE, composed_of: ['base', 'ecs'] }));
    const stdin = JSON.stringify([
      { document: { n: 1 }, expect: 'accepted' },
      { document: { 'host.name': 'a' }, expect: { types: { 'host.name': 'keyword' } } },
    ]);
    const { code, out, err } = await runCli(['test', composed, '-'], { stdin });
    expect(code).toBe(1);
    expect(err).toBe(`${composed}: the component templates base, ecs are not included\n`);
    expect(out).toContain('can’t be told: Test 1\ncan’t be told: Test 2\n');
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
    expect(await run([], '--dir', '.')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--dir is for the tests of a project: leave it or FILE and TESTS out.') as string,
    });
  });
});

describe('mapledger test of a project', () => {
  const base = { template: { mappings: { properties: { host: { type: 'ip' } } } } };
  const logs = {
    ...{ index_patterns: ['logs-*'], composed_of: ['base'] },
    template: { mappings: { dynamic: 'strict' }, settings: { 'index.mapping.coerce': false } },
  };
  const projectWith = (files: Readonly<Record<string, unknown>>) => {
    const project = projectFor({ url: 'http://search.example' });
    const all = { 'component_templates/base.json': base, 'index_templates/logs.json': logs, ...files };
    for (const [path, value] of Object.entries(all)) project.write(path, value);
    return project;
  };
  const OF_LOGS = 'document_tests/index_templates/logs.json';

  it('does not read a test through a symbolic link', async () => {
    const project = projectWith({ 'document_tests/component_templates/base.json': [] });
    const elsewhere = folder.write('elsewhere.json', JSON.stringify([{ document: {}, expect: 'accepted' }]));
    mkdirSync(join(project.folder, 'document_tests/index_templates'));
    symlinkSync(elsewhere, join(project.folder, OF_LOGS));
    const { code, err } = await project.run('test');
    expect(code).toBe(3);
    expect(err).toContain(`${OF_LOGS}: it is a symbolic link`);
  });

  it('wants the time of a data stream where the template makes one', async () => {
    const project = projectWith({
      'index_templates/logs.json': { ...logs, data_stream: {} },
      [OF_LOGS]: [
        { document: { host: '10.0.0.1' }, expect: { refused: '@timestamp' } },
        { document: { '@timestamp': '2026-06-01', host: '10.0.0.1' }, expect: 'accepted' },
      ],
    });
    expect(await project.run('test')).toMatchObject({ code: 0, err: '' });
  });

  it('runs all tests, those of an index template with its component templates', async () => {
    const project = projectWith({
      [OF_LOGS]: [
        // By the component.
        { name: 'Host', document: { host: '10.0.0.1' }, expect: { types: { host: 'ip' } } },
        // By the template.
        { name: 'Strict', document: { other: 1 }, expect: { refused: '' } },
      ],
      'document_tests/README.md': 'How to write tests',
      'document_tests/index_templates/.hidden.json': 'x',
      'document_tests/component_templates/base.yaml': '- document: { host: x }\n  expect: { refused: "" }\n',
    });
    expect(await project.run('test')).toMatchObject({
      ...{ code: 0, err: '' },
      out: 'document_tests/component_templates/base.yaml\nok: Test 1\ndocument_tests/index_templates/logs.json\nok: Host\nok: Strict\n3 document tests, all pass\n',
    });
  });

  it('names the file of each test in JSON, and ends with 1 where one fails', async () => {
    const project = projectWith({ [OF_LOGS]: [{ document: { other: 1 }, expect: 'accepted' }] });
    const { code, out } = await project.run('test', ['--json', '--target', 'opensearch@3.4']);
    expect(code).toBe(1);
    expect(parseJson(out)).toMatchObject({ file: OF_LOGS, outcome: 'failed' });
  });

  it('is fine where there are no tests', async () => {
    const project = projectWith({});
    expect(await project.run('test')).toMatchObject({ code: 0, out: '0 document tests, all pass\n' });
  });

  it.each([
    [{ [OF_LOGS]: {} }, /logs\.json: it is not a list of document tests/],
    [
      { 'document_tests/index_templates/other.json': [] },
      /other\.json: the project has no index_templates\/other to test/,
    ],
    [{ 'document_tests/logs.json': [] }, /logs\.json: it is in no folder of templates or indices/],
    [{ 'document_tests/overlays/test/index_templates/logs.json': [] }, /logs\.json: it is in no folder of templates/],
    [{ 'document_tests/index_templates/a/logs.json': [] }, /files are in index_templates itself/],
    [
      { [OF_LOGS]: [], 'index_templates/logs.json': { ...logs, composed_of: ['base', 'away'] } },
      /index_templates\/logs\.json: it is composed of away, which has no file/,
    ],
    [
      {
        [OF_LOGS]: [],
        'index_templates/logs.json': {
          ...logs,
          template: { mappings: { properties: { a: {} } }, settings: { 'index.mapping.total_fields.limit': 1 } },
        },
      },
      /index_templates\/logs\.json: its parts don’t make an index/,
    ],
  ])('refuses %o with 3', async (more, words) => {
    const project = projectWith(more);
    const { code, err } = await project.run('test');
    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringMatching(words) });
  });

  it('runs them with the overlays of an environment', async () => {
    const project = projectWith({
      'overlays/test/component_templates/base.json': {
        template: { mappings: { properties: { host: { type: 'keyword' } } } },
      },
      [OF_LOGS]: [{ document: { host: 'a' }, expect: { types: { host: 'keyword' } } }],
    });
    expect(await project.run('test')).toMatchObject({ code: 1 });
    expect(await project.run('test', ['--env', 'test'])).toMatchObject({ code: 0, err: '' });
    expect(await project.run('test', ['--env', 'other'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('has no environment "other". Available: test.'),
    });
  });

  it('does not need components that may be missing', async () => {
    const project = projectWith({
      [OF_LOGS]: [{ document: { host: '::1' }, expect: 'accepted' }],
      'index_templates/logs.json': {
        ...{ ...logs, composed_of: ['base', 'logs@custom'] },
        ignore_missing_component_templates: ['logs@custom'],
      },
    });
    expect(await project.run('test')).toMatchObject({ code: 0 });
  });

  it('refuses an environment beside files with 2', async () => {
    const { code, err } = await run([], '--env', 'test');
    expect({ code, err }).toMatchObject({
      code: 2,
      err: expect.stringContaining('--env is for the tests of a project'),
    });
  });

  it('refuses a file without tests with 2', async () => {
    const { code, err } = await runCli(['test', template]);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('An argument is missing: TESTS.') });
  });
});
