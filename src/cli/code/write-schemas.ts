import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TargetEngine } from '#domain/catalogue';
import {
  CODE_FOLDERS,
  OBJECT_KINDS,
  editCommentedJson,
  type FileEdit,
  parseEditorSettings,
  codeSchema,
} from '#domain/code';
import { errorText, formatJson, isArray, isObject, member, type JsonObject, type JsonValue } from '#domain/json';
import { InputError } from '../errors.ts';
import { readText } from '../input.ts';
import type { Terminal } from '../terminal.ts';
import { replaceFile } from './write-file.ts';

/** Where the schemas are, below the project; a folder that no command reads. */
const SCHEMAS_FOLDER = '.mapledger/schemas';
/** The settings of a workspace of Visual Studio Code, for JSON and for the extension for YAML by Red Hat. */
const SETTINGS_FILE = '.vscode/settings.json';
const JSON_MEMBER = 'json.schemas';
const YAML_MEMBER = 'yaml.schemas';

/**
 * Writes the schema of each kind of file into a project and binds them in its workspace settings, in which all else
 * stays. Returns the paths of the files that it wrote, from the project on; a file that is as it should be is left.
 */
export async function writeSchemas(terminal: Terminal, dir: string, target: TargetEngine): Promise<readonly string[]> {
  const settings = await boundSettings(terminal, dir);
  const schemas = OBJECT_KINDS.map((kind) => [pathOf(kind), `${formatJson(codeSchema(kind, target))}\n`] as const);
  const written: string[] = [];
  for (const [path, text] of [...schemas, [SETTINGS_FILE, settings] as const]) {
    const file = join(dir, path);
    if (existsSync(file) && (await readText(terminal, file)) === text) continue;
    await replaceFile(file, text);
    written.push(path);
  }
  return written;
}

type Kind = (typeof OBJECT_KINDS)[number];

function pathOf(kind: Kind): string {
  return `${SCHEMAS_FOLDER}/${kind}.json`;
}

/** @throws InputError where the settings can't be read: nothing is lost of them */
async function boundSettings(terminal: Terminal, dir: string): Promise<string> {
  const file = join(dir, SETTINGS_FILE);
  const text = existsSync(file) ? await readText(terminal, file) : '{}\n';
  const settings = readSettings(file, text);
  const urls: readonly JsonValue[] = OBJECT_KINDS.map(urlOf);
  const forJson = member(settings, JSON_MEMBER) ?? [];
  const forYaml = member(settings, YAML_MEMBER) ?? {};
  if (!isArray(forJson)) throw new InputError(file, `"${JSON_MEMBER}" is no list`);
  if (!isObject(forYaml)) throw new InputError(file, `"${YAML_MEMBER}" is no object`);
  const isOurs = (each: JsonValue) => isObject(each) && urls.includes(member(each, 'url') ?? null);
  const wanted: readonly (readonly [name: string, was: JsonValue, is: JsonValue])[] = [
    [
      JSON_MEMBER,
      forJson,
      [
        ...forJson.filter((each) => !isOurs(each)),
        ...OBJECT_KINDS.map((kind) => ({ fileMatch: filesOf(kind, 'json', 'jsonc'), url: urlOf(kind) })),
      ],
    ],
    [
      YAML_MEMBER,
      forYaml,
      { ...forYaml, ...Object.fromEntries(OBJECT_KINDS.map((kind) => [urlOf(kind), filesOf(kind, 'yaml', 'yml')])) },
    ],
  ];
  const edits = wanted.flatMap(([name, was, is]): FileEdit[] =>
    formatJson(was) === formatJson(is) ? [] : [{ path: [name], value: is }],
  );
  return editCommentedJson(text, edits);
}

function filesOf(kind: Kind, ...extensions: readonly string[]): readonly string[] {
  return extensions.map((extension) => `/${CODE_FOLDERS[kind]}/*.${extension}`);
}

function urlOf(kind: Kind): string {
  return `./${pathOf(kind)}`;
}

function readSettings(file: string, text: string): JsonObject {
  let settings: JsonValue;
  try {
    settings = parseEditorSettings(text);
  } catch (error) {
    throw new InputError(file, errorText(error));
  }
  if (!isObject(settings)) throw new InputError(file, 'it is no object');
  return settings;
}
