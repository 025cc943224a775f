import type { TargetEngine } from '#domain/catalogue';
import { countOf } from '#domain/console';
import { describeDifference, documentTestRunner, type CheckedDocumentTest, type DocumentTest } from '#domain/documents';
import { asJson, formatJson, type JsonObject } from '#domain/json';
import { FOLDER_OPTION, OVERLAYS_OPTION } from '../code/project-options.ts';
import { documentTestsIn, readProjectTests } from '../code/project-tests.ts';
import { defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { jsonIn, nameOf, readText } from '../input.ts';
import { readMappings, type ReadMappings } from '../read-mappings.ts';
import { DEFAULT_ENGINE, readEngine } from '../target-engine.ts';
import { printable, type Terminal } from '../terminal.ts';

export const documentTestCommand = defineCommand({
  usage: '[FILE TESTS]',
  details: [
    'Without FILE, the document tests of a project are run. Those of index_templates/logs.json are in document_tests/index_templates/logs.json, on what a new index gets, with the component templates of the project, and with --env with the overlays of that environment.',
    'FILE is a mapping, an index or component template, or the response of an engine, as JSON. TESTS is a JSON list of document tests, as the console exports them from "Try a document". - is standard input, for one of them.',
    'A test is {"name": …, "document": {…}, "expect": …}, where "expect" is "accepted", {"refused": "part of the reason"}, {"ignored": ["field", …]} or {"types": {"field": "type", …}}. Nothing is sent to a cluster.',
    'A test also fails where the mapping alone doesn’t tell the outcome for its document, as for a FILE with component templates, which are not included.',
  ],
  options: {
    ...FOLDER_OPTION,
    ...OVERLAYS_OPTION,
    target: {
      type: 'string',
      value: 'ENGINE',
      help: `The engine, such as opensearch@3.1 (default: ${DEFAULT_ENGINE}).`,
    },
    json: { type: 'boolean', help: 'Print one line of JSON for each test.' },
  },
  examples: [
    { line: 'mapledger test', does: 'All tests of a project; exits with 1 where one fails' },
    { line: 'mapledger test orders.json orders-document-tests.json', does: 'Exits with 1 where a test fails' },
    {
      line: 'mapledger test orders.json tests.json --target opensearch@3.1 --json',
      does: 'As an engine of your choice, for other programs',
    },
  ],
  takes: { min: 0, max: 2 },
  async run({ terminal, positionals: [file, testsFile], values: { target = DEFAULT_ENGINE, json = false, dir, env } }) {
    const engine = readEngine(target, 'target');
    const print: Printing = { terminal, engine, isJson: json };
    if (file !== undefined) {
      if (testsFile === undefined) throw new UsageError('An argument is missing: TESTS.');
      const ofProject = dir !== undefined ? '--dir' : env !== undefined ? '--env' : undefined;
      if (ofProject !== undefined)
        throw new UsageError(`${ofProject} is for the tests of a project: leave it or FILE and TESTS out.`);
      if (file === '-' && testsFile === '-') throw new UsageError('Only one of FILE and TESTS can be standard input.');
      const index = await readMappings(terminal, file);
      const name = nameOf(testsFile);
      return sumUp(
        [runTests(print, { index, tests: documentTestsIn(jsonIn(name, await readText(terminal, testsFile)), name) })],
        print,
      );
    }
    const counts: Count[] = [];
    for (const { file: of, ...tests } of await readProjectTests(terminal, { dir: dir ?? '.', env }, engine)) {
      if (!json) terminal.out(`${printable(of)}\n`);
      counts.push(runTests({ ...print, file: of }, tests));
    }
    return sumUp(counts, print);
  },
});

interface Printing {
  readonly terminal: Terminal;
  readonly engine: TargetEngine;
  readonly isJson: boolean;
  /** The file of the tests, where a project has several. */
  readonly file?: string;
}

interface Count {
  readonly all: number;
  readonly failed: number;
}

function runTests(
  { terminal, engine, isJson, file }: Printing,
  { index, tests }: { readonly index: ReadMappings; readonly tests: readonly DocumentTest[] },
): Count {
  const { composedOf, ...known } = index;
  const run = documentTestRunner({ ...known, engine }, composedOf === undefined);
  let failed = 0;
  for (const [at, test] of tests.entries()) {
    const checked = run(test);
    if (checked.outcome !== 'passed') failed++;
    terminal.out(isJson ? inJson(test, checked, file) : inWords(titleOf(test, at), checked));
  }
  return { all: tests.length, failed };
}

function sumUp(counts: readonly Count[], { terminal, isJson }: Printing): ExitCode {
  const all = counts.reduce((sum, each) => sum + each.all, 0);
  const failed = counts.reduce((sum, each) => sum + each.failed, 0);
  const count = countOf(all, 'document test');
  if (!isJson) terminal.out(failed === 0 ? `${count}, all pass\n` : `${failed} of ${count} failed\n`);
  return failed === 0 ? EXIT.fine : EXIT.wrong;
}

function titleOf({ name = '' }: DocumentTest, at: number): string {
  return name.trim() === '' ? `Test ${at + 1}` : name;
}

const WORDS: Readonly<Record<CheckedDocumentTest['outcome'], string>> = {
  passed: 'ok',
  failed: 'failed',
  unknown: 'can’t be told',
};

function inWords(title: string, { outcome, differences }: CheckedDocumentTest): string {
  const lines = [`${WORDS[outcome]}: ${title}`, ...differences.map((each) => `  ${describeDifference(each)}`)];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function inJson({ name }: DocumentTest, { outcome, differences }: CheckedDocumentTest, file?: string): string {
  const line: JsonObject = {
    ...(file !== undefined && { file }),
    ...(name !== undefined && { name }),
    ...{ outcome, differences: asJson(differences) },
  };
  return `${formatJson(line)}\n`;
}
