import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CODE_LIMITS, placesInJson, PROJECT_FILE, type CodeObject, type TextPlace } from '#domain/code';
import { isObject, type JsonObject, type Pointer } from '#domain/json';
import {
  bodiesIn,
  RULE_IDS,
  usageIn,
  type FieldUsage,
  type LintedBody,
  type RuleChoice,
  type TemplateContext,
} from '#domain/lint';
import { looksLikeLog } from '#domain/log';
import { locateMappings } from '#domain/template';
import { claimedObjects, readProjectFolder, valueIn, type ProjectFolder } from '../code/project-folder.ts';
import { placesInYaml } from '../code/yaml-text.ts';
import { InputError } from '../errors.ts';
import { nameOf, readText } from '../input.ts';
import type { Terminal } from '../terminal.ts';

/** A file with what is in it, and what is known of its surroundings. */
export interface LintSource {
  readonly file: string;
  readonly body: JsonObject;
  readonly bodies: readonly LintedBody[];
  /** The place in the text of a pointer into the body. */
  readonly placeOf: (at: Pointer) => TextPlace;
  readonly template?: TemplateContext;
  /** The rules that the configuration of its project switches off and on. */
  readonly choice: Required<RuleChoice>;
}

const NO_CHOICE: Required<RuleChoice> = { off: new Map(), on: new Set() };

/** The sources at a path: a file, or the templates of a project. @throws InputError */
export async function readSources(terminal: Terminal, path: string): Promise<readonly LintSource[]> {
  const isFolder = path !== '-' && (await stat(path).catch(() => null))?.isDirectory() === true;
  return isFolder ? projectSources(terminal, path) : [await fileSource(terminal, path)];
}

/** How often fields are used, by index. @throws InputError */
export async function readUsage(terminal: Terminal, path: string): Promise<ReadonlyMap<string, FieldUsage>> {
  const usage = usageIn(valueIn(nameOf(path), await readText(terminal, path), 'json'));
  if ('reason' in usage) throw new InputError(nameOf(path), usage.reason);
  return usage;
}

async function fileSource(terminal: Terminal, path: string): Promise<LintSource> {
  const file = nameOf(path);
  const text = await readText(terminal, path);
  if (text.length > CODE_LIMITS.maxFileBytes)
    throw new InputError(file, `it is larger than the limit of ${CODE_LIMITS.maxFileBytes.toLocaleString('en')} bytes`);
  if (looksLikeLog(text)) throw new InputError(file, 'it is a log, not a mapping or template', 1);
  const isYaml = /\.ya?ml$/.test(path);
  const body = valueIn(file, text, isYaml ? 'yaml' : 'json');
  if (!isObject(body)) throw new InputError(file, 'a mapping or template is an object');
  const bodies = bodiesIn(body);
  refuseTypes(file, body);
  return { file, body, bodies, placeOf: placesIn(text, isYaml), choice: NO_CHOICE };
}

/** Mappings of several types have no fields that could be checked. */
function refuseTypes(file: string, body: JsonObject): void {
  const { types } = locateMappings(body);
  if (types !== undefined)
    throw new InputError(file, `it has mappings of ${types.length} types (${types.join(', ')}): check them one by one`);
}

/** The text is parsed where a place is first asked for. */
function placesIn(text: string, isYaml: boolean): LintSource['placeOf'] {
  let placeOf: LintSource['placeOf'] | undefined;
  return (at) => (placeOf ??= isYaml ? placesInYaml(text) : placesInJson(text))(at);
}

async function projectSources(terminal: Terminal, folder: string): Promise<readonly LintSource[]> {
  const project = await readProjectFolder(terminal, folder);
  const objects = claimedObjects(terminal, project, undefined);
  const choice = project.project.lint;
  const unknown = [...choice.off.keys(), ...choice.on].find((rule) => !RULE_IDS.includes(rule));
  if (unknown !== undefined)
    throw new InputError(
      join(folder, PROJECT_FILE),
      `/lint: there is no rule ${unknown}; rules are ${RULE_IDS.join(', ')}`,
    );
  const bodiesOf = (kind: CodeObject['kind']) =>
    new Map(objects.filter((each) => each.kind === kind).map(({ name, body }) => [name, body] as const));
  const cluster = { indexTemplates: bodiesOf('index_template'), legacyTemplates: bodiesOf('legacy_template') };
  return objects.map((object) => ({
    file: join(folder, object.file),
    body: object.body,
    bodies: [placeOfObject(object)],
    placeOf: placesIn(textOf(project, object), /\.ya?ml$/.test(object.file)),
    template: { name: object.name, ...cluster },
    choice,
  }));
}

const KINDS = {
  component_template: { kind: 'component template', mappingsAt: '/template/mappings' },
  index_template: { kind: 'index template', mappingsAt: '/template/mappings' },
  legacy_template: { kind: 'legacy template', mappingsAt: '/mappings' },
} as const satisfies Readonly<Record<CodeObject['kind'], LintedBody>>;

/** The folder decides the kind of a template. The mappings of a typed one are one level deeper. */
function placeOfObject({ kind, body }: CodeObject): LintedBody {
  const usual = KINDS[kind];
  const { mappingsAt } = locateMappings(body);
  return mappingsAt.startsWith(usual.mappingsAt) ? { ...usual, mappingsAt } : usual;
}

function textOf({ files }: ProjectFolder, { file }: CodeObject): string {
  return files.find(({ path }) => path === file)?.text ?? '';
}
