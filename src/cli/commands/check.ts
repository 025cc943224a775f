import {
  asJson,
  formatJson,
  isArray,
  isObject,
  JsonTextError,
  member,
  readJson,
  valueAt,
  type JsonObject,
  type ReadNotice,
} from '#domain/json';
import { looksLikeLog, looksLikeRecord } from '#domain/log';
import { importErrorText, rootContainer, fieldCount, summaryOf, validateMappings } from '#domain/mapping';
import { indexPatternProblem, locateMappings, patternsProblem } from '#domain/template';
import { defineCommand } from '../command.ts';
import { InputError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { nameOf, readText } from '../input.ts';
import { printable, type Terminal } from '../terminal.ts';

/** Something that an import would leave out or refuse. */
interface Finding {
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

interface CheckedFile {
  readonly file: string;
  readonly kind: string;
  readonly fields: number;
  readonly errors: readonly Finding[];
  /** More digits than engines read. */
  readonly warnings: readonly Finding[];
}

export const checkCommand = defineCommand({
  name: 'check',
  usage: 'FILE…',
  summary: 'Check mappings and templates before they are imported',
  details: [
    'FILE is a mapping, an index or component template, or the response of an engine, as JSON; - is standard input.',
    'Reports what no engine of any supported version takes: invalid fields, parameters and configuration, keys that are named twice, and index patterns that engines refuse.',
  ],
  options: {
    json: { type: 'boolean', help: 'Print one line of JSON for each file.' },
    quiet: { type: 'boolean', help: 'Print nothing for files that are fine.' },
  },
  examples: [
    { line: 'mapledger check mappings/*.json', does: 'Check all files; exits with 1 where one is wrong' },
    { line: 'curl -s localhost:9200/orders/_mapping | mapledger check -', does: 'Check the response of a cluster' },
  ],
  takes: { min: 1, max: Number.POSITIVE_INFINITY },
  async run({ terminal, positionals: files, values: { json = false, quiet = false } }) {
    let worst: ExitCode = EXIT.fine;
    for (const file of files) {
      try {
        const checked = await checkFile(terminal, file);
        if (checked.errors.length > 0 && worst === EXIT.fine) worst = EXIT.wrong;
        if (json) terminal.out(`${formatJson(asJson(checked))}\n`);
        else terminal.out(inWords(checked, quiet));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        // The other files are still checked.
        worst = EXIT.unreadable;
        terminal.err(`${printable(error.message)}\n`);
      }
    }
    return worst;
  },
});

async function checkFile(terminal: Terminal, file: string): Promise<CheckedFile> {
  const name = nameOf(file);
  const text = await readText(terminal, file);
  if (looksLikeLog(text)) throw new InputError(name, 'it is a log; use "mapledger verify" or "mapledger replay"', 1);
  let read;
  try {
    read = readJson(text);
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column } = error;
    const finding = { code: 'ERR_JSON', message: `${error.reason}.`, line, column };
    return { file: name, kind: 'text', fields: 0, errors: [finding], warnings: [] };
  }
  const { value, notices } = read;
  if (isObject(value) && looksLikeRecord(value))
    throw new InputError(name, 'it is a record of a log; use "mapledger verify" or "mapledger replay"', 1);
  const warnings = notices.map(noticeFinding);
  if (!isObject(value)) {
    const message = 'A mapping or template must be a JSON object.';
    return { file: name, kind: 'text', fields: 0, errors: [{ code: 'ERR_JSON', message }], warnings };
  }
  return { file: name, ...checkBody(value), warnings };
}

function noticeFinding({ line, column, literal, readAs }: ReadNotice): Finding {
  return { code: 'WARN_PRECISION', message: `${literal} is kept, and engines read it as ${readAs}.`, line, column };
}

function checkBody(body: JsonObject): Pick<CheckedFile, 'kind' | 'fields' | 'errors'> {
  const { kind, mappingsAt, type, types } = locateMappings(body);
  const errors = kind === 'mappings' ? [] : patternErrors(body, kind);
  if (types !== undefined) {
    const message = `The mappings are of ${types.length} types (${types.join(', ')}), which no supported engine takes.`;
    return { kind, fields: 0, errors: [...errors, { code: 'ERR_TYPES', message }] };
  }
  const mappings = valueAt(body, mappingsAt) ?? {};
  if (!isObject(mappings))
    return {
      kind,
      fields: 0,
      errors: [...errors, { code: 'ERR_CONFIG', message: 'The mappings are not a JSON object.' }],
    };
  for (const name of type === undefined ? [] : besideType(body, mappingsAt, type))
    errors.push({ code: 'ERR_CONFIG', message: importErrorText({ code: 'ERR_CONFIG', configName: name }) });
  const { value, errors: found } = validateMappings(mappings);
  for (const error of found) errors.push({ code: error.code, message: importErrorText(error) });
  const root = rootContainer(value, '');
  return { kind, fields: root === undefined ? 0 : fieldCount(summaryOf(root)), errors };
}

/** What stands beside the mappings under the name of their type. */
function besideType(body: JsonObject, mappingsAt: string, type: string): readonly string[] {
  const holder = valueAt(body, mappingsAt.slice(0, mappingsAt.lastIndexOf('/')));
  return isObject(holder)
    ? Object.keys(holder)
        .filter((name) => name !== type)
        .toSorted()
    : [];
}

function patternErrors(body: JsonObject, kind: string): Finding[] {
  const holder = [member(body, 'index_template'), body].find(isObject) ?? body;
  const patterns = member(holder, 'index_patterns') ?? member(holder, 'template');
  if (kind === 'component template' || patterns === undefined || isObject(patterns)) return [];
  const message = isArray(patterns)
    ? patternsProblem(patterns)
    : typeof patterns === 'string'
      ? indexPatternProblem(patterns)
      : 'The index patterns must be a list of strings.';
  return message === null ? [] : [{ code: 'ERR_PATTERN', message }];
}

function inWords({ file, kind, fields, errors, warnings }: CheckedFile, isQuiet: boolean): string {
  const lines = [...errors, ...warnings].map(({ message, line, column }) =>
    [file, line, column]
      .filter((part) => part !== undefined)
      .join(':')
      .concat(`: ${message}`),
  );
  if (errors.length === 0 && !isQuiet)
    lines.push(`${file}: ${kind}, ${fields} field${fields === 1 ? '' : 's'}, no errors`);
  return lines.map((line) => `${printable(line)}\n`).join('');
}
