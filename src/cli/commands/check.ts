import { countOf } from '#domain/console';
import {
  asJson,
  formatJson,
  isArray,
  isObject,
  JsonTextError,
  member,
  readPastedText,
  valueAt,
  type JsonObject,
  type ReadNotice,
} from '#domain/json';
import { looksLikeLog, looksLikeRecord } from '#domain/log';
import {
  commonRefusals,
  documentAlterations,
  documentRefusals,
  type ForeseenRefusal,
  importErrorText,
  rootContainer,
  fieldCount,
  summaryOf,
  validateMappings,
} from '#domain/mapping';
import {
  aliasFindings,
  describeLeftOut,
  indexPatternProblem,
  NoMappingsError,
  pastedBodies,
  patternsProblem,
  type PastedBody,
} from '#domain/template';
import { engineTitle, type TargetEngine } from '#domain/catalogue';
import { placesInJson } from '#domain/code';
import { defineCommand } from '../command.ts';
import { readEngine } from '../target-engine.ts';
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

/** A mapping or template of a file. */
interface CheckedBody {
  readonly file: string;
  /** The name of the index or template, where the file has it. */
  readonly name?: string;
  readonly kind: string;
  readonly fields: number;
  readonly errors: readonly Finding[];
  /** More digits than engines read. */
  readonly warnings: readonly Finding[];
  /** Comments and read-only members that are not checked, in words. */
  readonly leftOut?: string;
}

export const checkCommand = defineCommand({
  usage: 'FILE…',
  details: [
    'FILE is a mapping, an index or component template, the response of an engine or a copied request, as JSON with or without comments; - is standard input. Where it has several mappings or templates, all of them are checked.',
    'Reports what no engine of any supported version takes: invalid fields, parameters and configuration, required parameters that are missing, keys that are named twice, and index patterns that engines refuse. With --engine it reports also what that engine does not take, and what it takes but does not apply as it is written.',
  ],
  options: {
    name: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'Check only the index or template of this name, where a file has several.',
    },
    engine: {
      type: 'string',
      value: 'ENGINE',
      help: 'Report also what this engine refuses or alters, as elasticsearch@8.19 or opensearch@2.19.',
    },
    json: { type: 'boolean', help: 'Print one line of JSON for each mapping or template.' },
    quiet: { type: 'boolean', help: 'Print nothing for files that are fine.' },
  },
  examples: [
    { line: 'mapledger check mappings/*.json', does: 'Check all files; exits with 1 where one is wrong' },
    { line: 'curl -s localhost:9200/orders/_mapping | mapledger check -', does: 'Check the response of a cluster' },
    {
      line: 'mapledger check orders.json --engine elasticsearch@8.19',
      does: 'Check for one engine as well',
    },
    {
      line: 'curl -s localhost:9200/_index_template | mapledger check - --name logs',
      does: 'Check one template of the response',
    },
  ],
  takes: { min: 1, max: Number.POSITIVE_INFINITY },
  async run({ terminal, positionals: files, values }) {
    const { name: names = [], engine: engineName, json = false, quiet = false } = values;
    const engine = engineName === undefined ? null : readEngine(engineName, 'engine');
    let worst: ExitCode = EXIT.fine;
    for (const file of files) {
      try {
        const checked = await checkFile(terminal, file, { names, engine });
        for (const each of checked) {
          if (each.errors.length > 0 && worst === EXIT.fine) worst = EXIT.wrong;
          if (json) terminal.out(`${formatJson(asJson(each))}\n`);
          else terminal.out(inWords(each, checked.length > 1, quiet));
        }
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

async function checkFile(
  terminal: Terminal,
  path: string,
  { names, engine }: { readonly names: readonly string[]; readonly engine: TargetEngine | null },
): Promise<readonly CheckedBody[]> {
  const file = nameOf(path);
  const text = await readText(terminal, path);
  if (looksLikeLog(text)) throw new InputError(file, 'it is a log; use "mapledger verify" or "mapledger replay"', 1);
  try {
    const values = readPastedText(text);
    if (values.some(({ value }) => isObject(value) && looksLikeRecord(value)))
      throw new InputError(file, 'it is a record of a log; use "mapledger verify" or "mapledger replay"', 1);
    const bodies = chosenBodies(file, pastedBodies(values), names);
    return bodies.map((each, at) => {
      const leftOut = describeLeftOut(each);
      // Several bodies in one value share its notices.
      const notices = bodies[at - 1]?.pasted === each.pasted ? [] : each.pasted.notices;
      return {
        file,
        ...(each.name !== undefined && { name: each.name }),
        ...checkBody(each, engine),
        warnings: notices.map(noticeFinding),
        ...(leftOut !== null && { leftOut }),
      };
    });
  } catch (error) {
    const refused = { file, kind: 'text', fields: 0, warnings: [] };
    if (error instanceof NoMappingsError)
      return [{ ...refused, errors: [{ code: 'ERR_JSON', message: error.message }] }];
    if (!(error instanceof JsonTextError)) throw error;
    const { line, column } = error;
    return [{ ...refused, errors: [{ code: 'ERR_JSON', message: `${error.reason}.`, line, column }] }];
  }
}

/** The bodies of the wanted names; all of them where none is wanted. @throws InputError for a name that is not there */
function chosenBodies(file: string, bodies: readonly PastedBody[], names: readonly string[]): readonly PastedBody[] {
  const missing = names.find((name) => !bodies.some((each) => each.name === name));
  if (missing !== undefined) {
    const known = bodies.flatMap(({ name }) => (name === undefined ? [] : [name]));
    const found = known.length === 0 ? 'it names none' : `it has ${known.join(', ')}`;
    throw new InputError(file, `there is no index or template "${missing}" in it; ${found}`);
  }
  return names.length === 0 ? bodies : bodies.filter(({ name }) => name !== undefined && names.includes(name));
}

function noticeFinding({ line, column, literal, readAs }: ReadNotice): Finding {
  return { code: 'WARN_PRECISION', message: `${literal} is kept, and engines read it as ${readAs}.`, line, column };
}

function checkBody(pasted: PastedBody, engine: TargetEngine | null): Pick<CheckedBody, 'kind' | 'fields' | 'errors'> {
  const { body, place } = pasted;
  const { kind, mappingsAt, type, types } = place;
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
  errors.push(...refusalsOf(value, pasted, engine));
  const root = rootContainer(value, '');
  return { kind, fields: root === undefined ? 0 : fieldCount(summaryOf(root)), errors };
}

/** What the engine refuses or alters of mappings and aliases, else what no supported engine takes. */
function refusalsOf(mappings: JsonObject, { at, body, place, pasted }: PastedBody, engine: TargetEngine | null) {
  const { mappingsAt } = place;
  const refusals = engine === null ? commonRefusals(mappings) : documentRefusals(mappings, engine);
  const altered = engine === null ? [] : documentAlterations(mappings, engine);
  const aliases = engine === null ? { refusals: [], alterations: [] } : aliasFindings(body, place, engine);
  const title = engine === null ? 'No supported engine' : engineTitle(engine);
  const rejected = engine === null ? `${title} accepts it.` : `${title} is expected to reject it.`;
  const accepted = `${title} is expected to alter it.`;
  const groups: readonly (readonly [readonly ForeseenRefusal[], Finding['code'], string, string])[] = [
    [refusals, 'ERR_REFUSED', rejected, mappingsAt],
    [aliases.refusals, 'ERR_REFUSED', rejected, ''],
    [altered, 'ERR_ALTERED', accepted, mappingsAt],
    [aliases.alterations, 'ERR_ALTERED', accepted, ''],
  ];
  if (groups.every(([found]) => found.length === 0)) return [];
  const placeOf = placesInJson(pasted.json);
  return groups.flatMap(([found, code, verdict, holder]) =>
    found.map(({ at: below, path, reason }): Finding => ({
      code,
      message: `${path}: ${reason} ${verdict}`,
      ...pasted.placeOf(placeOf(`${at}${holder}${below}`)),
    })),
  );
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
  const patterns = member(body, 'index_patterns') ?? member(body, 'template');
  if (kind === 'component template' || patterns === undefined || isObject(patterns)) return [];
  const message = isArray(patterns)
    ? patternsProblem(patterns)
    : typeof patterns === 'string'
      ? indexPatternProblem(patterns)
      : 'The index patterns must be a list of strings.';
  return message === null ? [] : [{ code: 'ERR_PATTERN', message }];
}

function inWords(checked: CheckedBody, isNamed: boolean, isQuiet: boolean): string {
  const { file, name, kind, fields, errors, warnings, leftOut } = checked;
  const named = isNamed && name !== undefined ? `: ${name}` : '';
  const lines = [...errors, ...warnings].map(({ message, line, column }) =>
    [file, line, column]
      .filter((part) => part !== undefined)
      .join(':')
      .concat(`${named}: ${message}`),
  );
  if (leftOut !== undefined && !(isQuiet && lines.length === 0)) lines.push(`${file}${named}: ${leftOut}`);
  if (errors.length === 0 && !isQuiet) lines.push(`${file}${named}: ${kind}, ${countOf(fields, 'field')}, no errors`);
  return lines.map((line) => `${printable(line)}\n`).join('');
}
