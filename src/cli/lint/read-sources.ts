import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CODE_LIMITS,
  isCodeTemplate,
  placeInOverlay,
  placesInJson,
  PROJECT_FILE,
  type CodeObject,
  type TextPlace,
} from '#domain/code';
import { readPastedText, type JsonObject, type PastedValue, type Pointer } from '#domain/json';
import {
  lintedBodies,
  RULE_IDS,
  usageIn,
  type FieldUsage,
  type LintedBody,
  type RuleChoice,
  type TemplateContext,
} from '#domain/lint';
import { looksLikeLog } from '#domain/log';
import { locateMappings, mappingsPlaceIn, type ComponentBodies, type PastedBody } from '#domain/template';
import {
  claimedObjects,
  readProjectFolder,
  valueIn,
  type ProjectFolder,
  type TextFile,
} from '../code/project-folder.ts';
import { placesInYaml } from '../code/yaml-text.ts';
import { InputError, UsageError } from '../errors.ts';
import { nameOf, pastedIn, readText } from '../input.ts';
import type { Terminal } from '../terminal.ts';

/** A file with what is in it, and what is known of its surroundings. */
export interface LintSource {
  readonly file: string;
  readonly body: JsonObject;
  readonly linted: LintedBody;
  /** The place of the body in the value of the file. */
  readonly at: Pointer;
  /** The place in the text of a pointer into that value, or in that of an overlay that puts something there. */
  readonly placeOf: (at: Pointer) => TextPlace & { readonly file?: string };
  readonly template?: TemplateContext;
  /** Those of its project. */
  readonly components?: ComponentBodies;
  /** The rules that the configuration of its project switches off and on. */
  readonly choice: Required<RuleChoice>;
}

const NO_CHOICE: Required<RuleChoice> = { off: new Map(), on: new Set() };

/**
 * The sources at a path: a file, or the templates and indices of a project, with the overlays of an environment where
 * one is named.
 * @throws UsageError where an environment is named beside a file, or the project has no such environment
 * @throws InputError
 */
export async function readSources(
  terminal: Terminal,
  path: string,
  env: string | undefined,
): Promise<readonly LintSource[]> {
  const isFolder = path !== '-' && (await stat(path).catch(() => null))?.isDirectory() === true;
  if (isFolder) return projectSources(terminal, path, env);
  if (env !== undefined) throw new UsageError(`--env is for the folder of a project, which ${nameOf(path)} is not.`);
  return fileSources(terminal, path);
}

/** How often fields are used, by index. @throws InputError */
export async function readUsage(terminal: Terminal, path: string): Promise<ReadonlyMap<string, FieldUsage>> {
  const usage = usageIn(valueIn(nameOf(path), await readText(terminal, path), 'json'));
  if ('reason' in usage) throw new InputError(nameOf(path), usage.reason);
  return usage;
}

async function fileSources(terminal: Terminal, path: string): Promise<readonly LintSource[]> {
  const file = nameOf(path);
  const text = await readText(terminal, path, CODE_LIMITS.maxFileBytes);
  if (looksLikeLog(text)) throw new InputError(file, 'it is a log, not a mapping or template', 1);
  const isYaml = /\.ya?ml$/.test(path);
  const found = pastedIn(file, () => (isYaml ? [yamlValue(file, text)] : readPastedText(text)));
  refuseTypes(file, found);
  const linted = lintedBodies(found);
  const places = new Map(found.map(({ pasted }) => [pasted, isYaml ? placesIn(text, true) : pastedPlaces(pasted)]));
  return found.map(({ body, at, pasted }, index) => ({
    file,
    body,
    linted: linted[index] as LintedBody,
    at,
    placeOf: places.get(pasted) as LintSource['placeOf'],
    choice: NO_CHOICE,
  }));
}

/** Mappings of several types have no fields that could be checked. */
function refuseTypes(file: string, bodies: readonly PastedBody[]): void {
  const types = bodies.find(({ place }) => place.types !== undefined)?.place.types;
  if (types !== undefined)
    throw new InputError(file, `it has mappings of ${types.length} types (${types.join(', ')}): check them one by one`);
}

/** A value without comments and notices: places in YAML are found by {@link placesInYaml}. */
function yamlValue(file: string, text: string): PastedValue {
  return { value: valueIn(file, text, 'yaml'), notices: [], comments: 0, json: '', placeOf: (place) => place };
}

function pastedPlaces({ json, placeOf }: PastedValue): LintSource['placeOf'] {
  const placeInJson = placesIn(json, false);
  return (at) => placeOf(placeInJson(at));
}

/** The text is parsed where a place is first asked for. */
function placesIn(text: string, isYaml: boolean): LintSource['placeOf'] {
  let placeOf: LintSource['placeOf'] | undefined;
  return (at) => (placeOf ??= isYaml ? placesInYaml(text) : placesInJson(text))(at);
}

async function projectSources(
  terminal: Terminal,
  folder: string,
  env: string | undefined,
): Promise<readonly LintSource[]> {
  const project = await readProjectFolder(terminal, folder);
  const objects = claimedObjects(terminal, project, env);
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
  const components = bodiesOf('component_template');
  return objects.map((object) => ({
    file: join(folder, object.file),
    body: object.body,
    // The folder decides the kind of a template.
    linted: isCodeTemplate(object) ? mappingsPlaceIn(object.kind, object.body) : lintedIndex(object),
    at: '',
    placeOf: placesOf(project, object),
    ...(isCodeTemplate(object) && { template: { name: object.name, ...cluster } }),
    components,
    choice,
  }));
}

/** The body of an index by its one form, which an empty one does not show. */
function lintedIndex({ body }: CodeObject): LintedBody {
  const { mappingsAt } = locateMappings(body);
  return { kind: 'mappings', mappingsAt: mappingsAt.startsWith('/mappings') ? mappingsAt : '/mappings' };
}

/** Places in the file of an object, or in its overlay for what that puts there. */
function placesOf({ folder, files }: ProjectFolder, { file, overlay }: CodeObject): LintSource['placeOf'] {
  const sourceOf = (path: string | undefined) => files.find((each) => each.path === path);
  const placesBy = (source: TextFile | undefined) => placesIn(source?.text ?? '', source?.place.format === 'yaml');
  const [base, over] = [sourceOf(file), sourceOf(overlay)];
  const inBase = placesBy(base);
  if (over === undefined) return inBase;
  const inOverlay = placesBy(over);
  return (at) => {
    const from = placeInOverlay(over.value, at, base?.value ?? null);
    return from === null ? inBase(at) : { ...inOverlay(from), file: join(folder, over.path) };
  };
}
