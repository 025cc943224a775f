import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseJson } from '#domain/json';
import { runCli } from '../test-terminal.ts';

/** A folder with files, and what a command line prints of it, the folder left out. */
function folderWith(files: Readonly<Record<string, unknown>>) {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-lint-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
  }
  const run = async (paths: readonly string[], options: readonly string[] = []) => {
    const ran = await runCli(['lint', ...paths.map((path) => join(folder, path)), ...options]);
    const short = (text: string) => text.replaceAll(`${folder}/`, '').replaceAll(folder, '.');
    return { code: ran.code, out: short(ran.out), err: short(ran.err) };
  };
  return Object.assign(run, { folder });
}

const CONFIGURATION = { project: 'search' };
const TEMPLATE = (priority: number, pattern = 'logs-*') => ({
  index_patterns: [pattern],
  priority,
  template: { mappings: { properties: { a: { type: 'ip' } } } },
});

describe('mapledger lint', () => {
  it('names file, line, evidence, fix and rule of each finding, then the rules and a summary', async () => {
    const run = folderWith({
      'orders.json':
        '{\n  // Of the shop.\n  "properties": {\n    "created_at": { "type": "keyword" },\n    "id": { "type": "long" }\n  }\n}\n',
    });
    const { code, out, err } = await run(['orders.json']);
    expect(err).toBe('');
    expect(out).toMatchInlineSnapshot(`
      "orders.json:4:19: warning: created_at: It is named like a date, and its type is keyword. Change the type to Date to fix it. [date-as-text]
      orders.json:5:11: info: id: It is named like an identifier, and its type is long. Change the type to Keyword to fix it. [numeric-identifier]

      numeric-identifier: Numbers are made for ranges. An identifier is looked up by its exact value, which is faster on a keyword; one with leading zeros or many digits is changed by a number. https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/keyword
      date-as-text: Text has no order in time: no ranges such as "now-1d", no histograms, no time zones. Map it as a date, with the format of its values where that is not ISO 8601. https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/date

      upgrade: no data on the engine and version that it is on.
      field-growth: no data on the fields of 3 indices of one pattern.
      unused-keyword: no data on how often each field is used.
      unused-structure: no data on how often each field is used.

      1 file: 0 errors, 1 warning, 1 note
      "
    `);
    expect(code).toBe(1);
  });

  it('ends with 0 where there are notes alone, or nothing', async () => {
    const run = folderWith({ 'a.json': { properties: { id: { type: 'long' } } }, 'b.json': { properties: {} } });
    expect(await run(['a.json'])).toMatchObject({ code: 0 });
    const { code, out } = await run(['b.json']);
    expect(code).toBe(0);
    expect(out).toContain('1 file: 0 errors, 0 warnings, 0 notes\n');
  });

  it('reads each template of a response and of copied requests, with its lines', async () => {
    const template = (field: string) => ({ template: { mappings: { properties: { [field]: { type: 'keyword' } } } } });
    const run = folderWith({
      'list.json': {
        index_templates: [
          { name: 'a', index_template: { index_patterns: ['a'], ...template('created_at') } },
          { name: 'b', index_template: { index_patterns: ['b'], ...template('sent_at') } },
        ],
      },
      'requests.txt': `PUT a
{"mappings": {"_meta": {"a": """
two
lines"""}}}
PUT b
{"mappings": {"_meta": {"a": """
two
lines"""}, "properties": {"sent_at": {"type": "keyword"}}}}`,
    });
    const { out } = await run(['list.json', 'requests.txt']);
    expect(out.split('\n').filter((line) => line.includes('[date-as-text]'))).toEqual([
      expect.stringMatching(/^list\.json:12:29: warning: created_at: /),
      expect.stringMatching(/^list\.json:29:26: warning: sent_at: /),
      expect.stringMatching(/^requests\.txt:8:38: warning: sent_at: /),
    ]);
    const [report] = (await run(['list.json'], ['--json'])).out.split('\n');
    expect(report).toContain('"at":"/index_templates/0/index_template/template/mappings/properties/created_at"');
  });

  it('reads YAML with its lines', async () => {
    const run = folderWith({
      'a.yaml': 'template:\n  mappings:\n    properties:\n      order_date:\n        type: text\n',
    });
    expect((await run(['a.yaml'])).out).toMatch(/^a\.yaml:4:7: warning: order_date: .* \[date-as-text\]\n/);
  });

  it('says what breaks with an upgrade, with the release note', async () => {
    const run = folderWith({ 'a.json': { mappings: { properties: { a: { type: 'text', boost: 2 } } } } });
    const { code, out } = await run(['a.json'], ['--target', 'elasticsearch@7.17']);
    expect(code).toBe(1);
    expect(out).toContain(
      'a.json:6:18: error: a: Elasticsearch 9.5: The boost of a field was removed. Boost queries instead. Remove boost to fix it. [upgrade]\n',
    );
    expect(out).toContain('migrating-8.0.html#mapping-boosts');
    const other = await run(['a.json'], ['--target', 'elasticsearch@7.17', '--upgrade-to', 'elasticsearch@7.17.9']);
    expect(other.code).toBe(0);
  });

  it('knows the other templates of a project, and its rules that are off', async () => {
    const run = folderWith({
      'mapledger.config.json': { ...CONFIGURATION, lint: { off: { 'date-as-text': 'dates of a foreign format' } } },
      'index_templates/logs.json': TEMPLATE(10),
      'index_templates/web.yaml':
        'index_patterns: [logs-web-*]\npriority: 10\ntemplate:\n  mappings:\n    properties:\n      date: { type: text }\n',
      'index_templates/never.json': { index_patterns: ['logs-web-1-*'], priority: 1 },
      'component_templates/base.json': { template: { mappings: { properties: { id: { type: 'long' } } } } },
    });
    const { code, out, err } = await run(['.']);
    expect([code, err]).toEqual([1, '']);
    const before = process.cwd();
    process.chdir(run.folder);
    onTestFinished(() => process.chdir(before));
    expect(await run([])).toEqual({ code, out, err });
    expect(
      out
        .split('\n')
        .filter((line) => line.includes('['))
        .toSorted(),
    ).toEqual([
      'component_templates/base.json:5:15: info: id: It is named like an identifier, and its type is long. Change the type to Keyword to fix it. [numeric-identifier]',
      'index_templates/logs.json:2:21: error: index_patterns: web (logs-web-*) has the same priority (10) and overlapping index patterns. Set the priority to 11 to fix it. [overlapping-templates]',
      'index_templates/never.json:2:21: warning: index_patterns: No index gets this template: logs matches all of its patterns with the higher priority 10. Set the priority to 11 to fix it. [overlapping-templates]',
      'index_templates/web.yaml:1:1: error: index_patterns: logs (logs-*) has the same priority (10) and overlapping index patterns. Set the priority to 11 to fix it. [overlapping-templates]',
    ]);
    expect(out).toContain('date-as-text: off: dates of a foreign format\n');
    expect(out).not.toContain('no data on the other templates');
  });

  it('counts the fields of a template with its component templates, where the project has them', async () => {
    const fields = Object.fromEntries(Array.from({ length: 900 }, (_, each) => [`f${each}`, { type: 'ip' }]));
    const run = folderWith({
      'mapledger.config.json': CONFIGURATION,
      'component_templates/base.json': { template: { mappings: { properties: fields } } },
      'component_templates/more.json': {
        template: {
          settings: { 'index.mapping.total_fields.limit': 900 },
          mappings: { properties: { f0: { type: 'ip' } } },
        },
      },
      'index_templates/logs.json': { index_patterns: ['logs-*'], composed_of: ['base', 'more'], template: {} },
      'index_templates/web.json': { index_patterns: ['web-*'], composed_of: ['base', 'gone'] },
    });
    const { out } = await run(['.']);
    expect(out.split('\n').filter((line) => line.includes('[field-limit]'))).toEqual([
      expect.stringMatching(/^component_templates\/base.json:.* 900 fields are 90 % of the default limit of 1,000 /),
      expect.stringMatching(
        /^index_templates\/logs.json:\d+:\d+: warning: mappings: 900 fields, with those of the component templates, are 100 % of the limit of 900 /,
      ),
    ]);
  });

  it('checks a project with the overlays of an environment, and names their places', async () => {
    const run = folderWith({
      'mapledger.config.json': { ...CONFIGURATION, environments: { prod: { cluster: 'http://localhost:9200' } } },
      'indices/orders.json': { mappings: { properties: { order_date: { type: 'date' }, id: { type: 'long' } } } },
      'indices/people.yaml': 'mappings:\n  properties:\n    born_date:\n      type: text\n',
      'overlays/prod/indices/orders.json': {
        mappings: { properties: { order_date: { type: 'text' }, sent_date: { type: 'text' } } },
      },
      'overlays/prod/indices/people.yaml':
        '- op: add\n  path: /mappings/properties/left_date\n  value: { type: text }\n',
    });
    const found = ({ out }: { readonly out: string }) =>
      out.split('\n').flatMap((line) => /^(\S+: \w+: \w+):.* (\[[-a-z]+\])$/.exec(line)?.slice(1).join(' ') ?? []);
    expect(found(await run(['.']))).toEqual([
      'indices/orders.json:7:13: info: id [numeric-identifier]',
      'indices/people.yaml:3:5: warning: born_date [date-as-text]',
    ]);
    const inProd = await run(['.'], ['--env', 'prod']);
    expect(found(inProd)).toEqual([
      'indices/orders.json:7:13: info: id [numeric-identifier]',
      'overlays/prod/indices/orders.json:4:21: warning: order_date [date-as-text]',
      'overlays/prod/indices/orders.json:7:20: warning: sent_date [date-as-text]',
      'indices/people.yaml:3:5: warning: born_date [date-as-text]',
      'overlays/prod/indices/people.yaml:1:3: warning: left_date [date-as-text]',
    ]);
    const lines = (await run(['.'], ['--env', 'prod', '--json'])).out.trim().split('\n');
    const files = lines.flatMap((line) => (JSON.parse(line) as { findings: { file?: string }[] }).findings);
    expect(files.map(({ file }) => file)).toEqual([
      ...[undefined, 'overlays/prod/indices/orders.json', 'overlays/prod/indices/orders.json'],
      ...[undefined, 'overlays/prod/indices/people.yaml'],
    ]);
  });

  it('refuses an environment that there is not, and one beside a file', async () => {
    const run = folderWith({
      'mapledger.config.json': CONFIGURATION,
      'indices/orders.json': {},
    });
    const unknown = await run(['.'], ['--env', 'prod']);
    expect([unknown.code, unknown.err]).toEqual([
      2,
      expect.stringContaining('mapledger.config.json has no environment "prod". Available: none.'),
    ]);
    const beside = await run(['indices/orders.json'], ['--env', 'prod']);
    expect([beside.code, beside.err]).toEqual([
      2,
      expect.stringContaining('--env is for the folder of a project, which indices/orders.json is not.'),
    ]);
  });

  it('finds the growth of the indices in one response', async () => {
    const index = (count: number) => ({
      mappings: {
        properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'ip' }])),
      },
    });
    const run = folderWith({ 'a.json': { 'logs-1': index(10), 'logs-2': index(20), 'logs-10': index(30) } });
    const { out } = await run(['a.json']);
    expect(out.match(/\[field-growth\]/g)).toHaveLength(1);
    expect(out).toContain('logs-1 has 10 fields and logs-10 has 30');
    expect(out).not.toContain('field-growth: no data');
  });

  it('finds keywords that nobody uses where the usage is given', async () => {
    const text = { type: 'text', fields: { keyword: { type: 'keyword' } } };
    const shards = [{ stats: { fields: { title: { any: 3 }, 'name.keyword': { any: 1 } } } }];
    const run = folderWith({
      'a.json': { properties: { title: text, name: text } },
      'usage.json': { _shards: { failed: 0 }, shop: { shards } },
      'partial.json': { _shards: { failed: 1 }, shop: { shards } },
    });
    const usage = (file: string) => ['--usage', join(run.folder, file)];
    const { code, out } = await run(['a.json'], usage('usage.json'));
    expect(code).toBe(1);
    expect(out.match(/\[unused-keyword\]/g)).toHaveLength(1);
    expect(out).toContain('title.keyword: It was not used once since its shards were started. Remove the multi-field');
    expect(out).not.toContain('unused-keyword: no data');
    const refused = await run(['a.json'], usage('partial.json'));
    expect(refused).toMatchObject({ code: 3, out: '' });
    expect(refused.err).toContain('partial.json: the usage of shards is missing: 1\n');
  });

  it('switches rules off for a reason, and on', async () => {
    const run = folderWith({ 'a.json': { properties: { date: { type: 'text' } } } });
    const { code, out } = await run(['a.json'], ['--off', 'date-as-text=as = written', '--on', 'dynamic-root']);
    expect(code).toBe(1);
    expect(out).toContain('[dynamic-root]');
    expect(out).not.toContain('[date-as-text]');
    expect(out).toContain('date-as-text: off: as = written\n');
  });

  it('prints one line of JSON for each body, with the commands of fixes', async () => {
    const run = folderWith({ 'a.json': { properties: { date: { type: 'text' } } } });
    const { out } = await run(['a.json'], ['--json']);
    expect(out.split('\n')).toHaveLength(2);
    expect(parseJson(out)).toMatchObject({
      file: 'a.json',
      kind: 'mappings',
      findings: [
        {
          rule: 'date-as-text',
          severity: 'warning',
          at: '/properties/date',
          line: 3,
          column: 13,
          fix: { command: { type: 'field.edit', payload: { field: '/properties/date', set: { type: 'date' } } } },
        },
      ],
      noData: [{ rule: 'upgrade' }, { rule: 'field-growth' }, { rule: 'unused-keyword' }, { rule: 'unused-structure' }],
      off: [],
      more: [],
    });
  });

  it('reads standard input', async () => {
    const { out } = await runCli(['lint', '-'], { stdin: '{"properties":{"date":{"type":"text"}}}' });
    expect(out).toMatch(/^standard input:1:23: warning: date: /);
  });

  it('lets no name draw on the terminal', async () => {
    const { out } = await runCli(['lint', '-'], { stdin: '{"properties":{"\\u001b[2J\\n_date":{"type":"text"}}}' });
    expect(out).toContain('warning: \\u{1b}[2J\\u{a}_date: ');
    expect(out).not.toContain('\u001b');
  });

  it('checks the other files where one can’t be read, and ends with 3', async () => {
    const run = folderWith({
      'a.json': '{',
      'b.json': [],
      'c.json': { mappings: { one: { properties: {} }, two: { properties: {} } } },
      'd.json': { properties: { date: { type: 'text' } } },
    });
    const { code, out, err } = await run(['a.json', 'b.json', 'c.json', 'gone.json', 'd.json']);
    expect(code).toBe(3);
    expect(out).toContain('d.json:3:13: warning');
    expect(err).toMatch(/^a\.json:\d+:\d+: /m);
    expect(err).toContain('b.json: A mapping or template must be a JSON object; this is an array.\n');
    expect(err).toContain('c.json: it has mappings of 2 types (one, two): check them one by one\n');
    expect(err).toContain('gone.json: there is no such file\n');
  });

  it('names a rule of the configuration that there is none of', async () => {
    const run = folderWith({ 'mapledger.config.json': { ...CONFIGURATION, lint: { on: ['everything'] } } });
    const { code, err } = await run(['.']);
    expect(code).toBe(3);
    expect(err).toMatch(/^mapledger\.config\.json: \/lint: there is no rule everything; rules are upgrade, /);
  });

  it.each([
    [['--off', 'date-as-text'], '--off takes a rule and the reason, as date-as-text="..."'],
    [['--off', 'date-as-text= '], '--off takes a rule and the reason, as date-as-text="..."'],
    [['--off', 'dates=x'], 'There is no rule "dates". Rules are upgrade, '],
    [['--on', '__proto__'], 'There is no rule "__proto__".'],
    [['--target', '9.5'], '--target takes an engine as elasticsearch@8.19 or opensearch@2.19, not "9.5".'],
    [['--target', 'elasticsearch@9', '--upgrade-to', 'solr@9'], '--upgrade-to takes an engine as'],
    [['--upgrade-to', 'opensearch@3.4'], '--upgrade-to needs --target: what breaks depends on both.'],
  ])('refuses %j with 2', async (options, message) => {
    const { code, err } = await runCli(['lint', '-', ...options], { stdin: '{}' });
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
