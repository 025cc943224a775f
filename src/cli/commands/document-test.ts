import {
  describeDifference,
  documentTestRunner,
  DocumentTestSchema,
  type CheckedDocumentTest,
  type DocumentTest,
} from '#domain/documents';
import { asJson, firstFault, formatJson, isArray, type JsonObject, type JsonValue } from '#domain/json';
import { countOf } from '#domain/console';
import { defineCommand } from '../command.ts';
import { InputError, UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { jsonIn, nameOf, readText } from '../input.ts';
import { readMappings } from '../read-mappings.ts';
import { DEFAULT_ENGINE, readEngine } from '../target-engine.ts';
import { printable } from '../terminal.ts';

export const documentTestCommand = defineCommand({
  usage: 'FILE TESTS',
  details: [
    'FILE is a mapping, an index or component template, or the response of an engine, as JSON. TESTS is a JSON list of document tests, as the console exports them from "Try a document". - is standard input, for one of them.',
    'A test is {"name": …, "document": {…}, "expect": …}, where "expect" is "accepted", {"refused": "part of the reason"}, {"ignored": ["field", …]} or {"types": {"field": "type", …}}. Nothing is sent to a cluster.',
    'A test also fails where the mapping alone doesn’t tell the outcome for its document.',
  ],
  options: {
    target: {
      type: 'string',
      value: 'ENGINE',
      help: `The engine, such as opensearch@3.1 (default: ${DEFAULT_ENGINE}).`,
    },
    json: { type: 'boolean', help: 'Print one line of JSON for each test.' },
  },
  examples: [
    { line: 'mapledger test orders.json orders-document-tests.json', does: 'Exits with 1 where a test fails' },
    {
      line: 'mapledger test orders.json tests.json --target opensearch@3.1 --json',
      does: 'As an engine of your choice, for other programs',
    },
  ],
  takes: { min: 2, max: 2 },
  async run({ terminal, positionals: [file = '', testsFile = ''], values: { target = DEFAULT_ENGINE, json = false } }) {
    if (file === '-' && testsFile === '-') throw new UsageError('Only one of FILE and TESTS can be standard input.');
    const index = { ...(await readMappings(terminal, file)), engine: readEngine(target, 'target') };
    const name = nameOf(testsFile);
    const tests = testsOf(jsonIn(name, await readText(terminal, testsFile)), name);
    const run = documentTestRunner(index);
    let failed = 0;
    for (const [at, test] of tests.entries()) {
      const checked = run(test);
      if (checked.outcome !== 'passed') failed++;
      terminal.out(json ? inJson(test, checked) : inWords(titleOf(test, at), checked));
    }
    const count = countOf(tests.length, 'document test');
    if (!json) terminal.out(failed === 0 ? `${count}, all pass\n` : `${failed} of ${count} failed\n`);
    return failed === 0 ? EXIT.fine : EXIT.wrong;
  },
});

/** @throws InputError */
function testsOf(value: JsonValue, name: string): readonly DocumentTest[] {
  if (!isArray(value)) throw new InputError(name, 'it is not a list of document tests');
  return value.map((each, at) => {
    const fault = firstFault(DocumentTestSchema, each);
    if (fault !== null) throw new InputError(name, `/${at}${fault.at} ${fault.message}`);
    return each as unknown as DocumentTest;
  });
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

function inJson({ name }: DocumentTest, { outcome, differences }: CheckedDocumentTest): string {
  const line: JsonObject = { ...(name !== undefined && { name }), outcome, differences: asJson(differences) };
  return `${formatJson(line)}\n`;
}
