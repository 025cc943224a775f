import { indexNameProblem } from '../console/index-names.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { isObject, pickMembers, type JsonObject, type JsonValue } from '../json/value.ts';
import { templateTargetProblem } from '../template/index.ts';
import { CODE_FOLDERS, formatAddress, OBJECT_KINDS, type ObjectAddress, type TemplateAddress } from './kinds.ts';
import { collisionKey, nameOfStem } from './object-name.ts';
import { applyOverlay, OverlayError } from './overlay.ts';
import type { Move } from './project.ts';

/** Below it a folder for each environment, with the folders of templates in it. */
export const OVERLAYS_FOLDER = 'overlays';
const EXTENSIONS = ['.json', '.jsonc', '.yaml', '.yml'] as const;

/** Which template or index a file is about, by its path in the project; `environment` for an overlay. */
export interface FilePlace extends ObjectAddress {
  readonly environment?: string;
  readonly format: 'json' | 'yaml';
}

/** What is wrong in a file. */
export interface FileProblem {
  readonly file: string;
  readonly reason: string;
  readonly at?: Pointer;
}

/** A file as it was read. */
export interface SourceFile {
  /** In the project, with slashes. */
  readonly path: string;
  readonly place: FilePlace;
  readonly value: JsonValue;
}

/** What a file claims: a template as a whole, of an index what must hold. */
export interface CodeObject extends ObjectAddress {
  readonly file: string;
  readonly overlay?: string;
  /** As an engine takes it: without what only editors need, and without `exact`. */
  readonly body: JsonObject;
  /** Of an index: it must not have anything else. */
  readonly isExact?: true;
}

export type CodeTemplate = CodeObject & TemplateAddress;
export type CodeIndex = CodeObject & { readonly kind: 'index' };

export function isCodeTemplate(object: CodeObject): object is CodeTemplate {
  return object.kind !== 'index';
}

export function isCodeIndex(object: CodeObject): object is CodeIndex {
  return object.kind === 'index';
}

/**
 * What a file is about; null for one that is none of the project’s, such as a README. `path` has slashes, and begins in
 * the folder of the project.
 */
export function placeOfFile(path: string): FilePlace | { readonly problem: string } | null {
  const parts = path.split('/');
  const environment = parts[0] === OVERLAYS_FOLDER ? parts[1] : undefined;
  const [folder, file, ...deeper] = environment === undefined ? parts : parts.slice(2);
  const kind = OBJECT_KINDS.find((each) => CODE_FOLDERS[each] === folder);
  if (kind === undefined || file === undefined || file.startsWith('.')) return null;
  const extension = EXTENSIONS.find((each) => file.endsWith(each));
  if (deeper.length > 0) return { problem: `files are in ${CODE_FOLDERS[kind]} itself, not in folders of it` };
  if (extension === undefined) return null;
  const read = nameOfStem(file.slice(0, -extension.length));
  if ('problem' in read) return read;
  const problem = kind === 'index' ? indexNameProblem(read.name) : templateTargetProblem(read.name);
  if (problem !== null) return { problem };
  return {
    kind,
    name: read.name,
    format: extension === '.json' || extension === '.jsonc' ? 'json' : 'yaml',
    ...(environment !== undefined && { environment }),
  };
}

/** What an editor binds a file to its schema by: it never reaches an engine. */
const EDITOR_MEMBER = '$schema';

/** What the files claim in an environment, by kind and name, and what is wrong with them. */
export function objectsOf(
  files: readonly SourceFile[],
  environment: string | undefined,
): { readonly objects: readonly CodeObject[]; readonly problems: readonly FileProblem[] } {
  const problems: FileProblem[] = [];
  const objects: CodeObject[] = [];
  const sorted = files.toSorted((a, b) => compareAddresses(a.place, b.place) || (a.path < b.path ? -1 : 1));
  problems.push(...collisionsIn(sorted));
  const overlays = sorted.filter(({ place }) => place.environment !== undefined);
  for (const file of sorted) {
    const { path, place, value } = file;
    if (place.environment !== undefined) continue;
    const { kind, name } = place;
    const body = bodyOf(kind, value);
    if ('reason' in body) {
      problems.push({ file: path, ...body });
      continue;
    }
    const overlay = overlays.find(
      (each) => each.place.environment === environment && compareAddresses(each.place, place) === 0,
    );
    const common = { kind, name, file: path };
    if (overlay === undefined) {
      objects.push({ ...common, ...body });
      continue;
    }
    try {
      const whole = isObject(value) ? value : {};
      const patched = bodyOf(kind, applyOverlay(whole, withoutEditorMember(overlay.value)));
      if ('reason' in patched) problems.push({ file: overlay.path, reason: `with it ${patched.reason}` });
      else objects.push({ ...common, overlay: overlay.path, ...patched });
    } catch (error) {
      if (!(error instanceof OverlayError)) throw error;
      const at = error.operation === undefined ? undefined : joinPointer('', String(error.operation));
      problems.push({ file: overlay.path, reason: error.reason, ...(at !== undefined && { at }) });
    }
  }
  for (const { path, place } of overlays)
    if (!sorted.some((each) => each.place.environment === undefined && compareAddresses(each.place, place) === 0))
      problems.push({ file: path, reason: `there is no file for ${formatAddress(place)} that it could change` });
  return { objects, problems };
}

/** What is wrong with renames, given the templates that the files claim. */
export function moveProblems(moved: readonly Move[], objects: readonly ObjectAddress[]): readonly string[] {
  const claimed = new Set(objects.map(formatAddress));
  return moved.flatMap(({ from, to }) => {
    if (claimed.has(formatAddress(from))) return [`${formatAddress(from)} is moved, but has a file`];
    return claimed.has(formatAddress(to))
      ? []
      : [`${formatAddress(to)} has no file, but ${formatAddress(from)} is moved to it`];
  });
}

export function compareAddresses(a: ObjectAddress, b: ObjectAddress): number {
  const byKind = OBJECT_KINDS.indexOf(a.kind) - OBJECT_KINDS.indexOf(b.kind);
  return byKind !== 0 ? byKind : a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function withoutEditorMember(value: JsonValue): JsonValue {
  return isObject(value) && Object.hasOwn(value, EDITOR_MEMBER)
    ? pickMembers(value, (key) => key !== EDITOR_MEMBER)
    : value;
}

function bodyOf(
  kind: ObjectAddress['kind'],
  value: JsonValue,
): Pick<CodeObject, 'body' | 'isExact'> | Omit<FileProblem, 'file'> {
  const body = withoutEditorMember(value);
  if (!isObject(body)) return { reason: `${kind === 'index' ? 'an index' : 'a template'} is an object` };
  if (kind === 'index') return indexBodyOf(body);
  const answer = ANSWERS.find((key) => Object.hasOwn(body, key));
  return answer === undefined
    ? { body }
    : { reason: `it is a response of the cluster ("${answer}"): keep the body of one template in each file` };
}

/** Of a file of an index, whether the index must not have anything else: no member that an engine takes. */
const EXACT = 'exact';
const INDEX_MEMBERS: readonly string[] = ['mappings', 'settings', 'aliases'];

function indexBodyOf(value: JsonObject): Pick<CodeObject, 'body' | 'isExact'> | Omit<FileProblem, 'file'> {
  for (const [name, given] of Object.entries(value)) {
    const at = joinPointer('', name);
    if (name === EXACT) {
      if (typeof given !== 'boolean') return { reason: '"exact" is true or false', at };
    } else if (!INDEX_MEMBERS.includes(name))
      return { reason: `an index has ${INDEX_MEMBERS.join(', ')} and ${EXACT}, and no member "${name}"`, at };
    else if (!isObject(given)) return { reason: `"${name}" is an object`, at };
  }
  const body = pickMembers(value, (name) => name !== EXACT);
  return { body, ...(value[EXACT] === true && { isExact: true as const }) };
}

/** Members of a response of an engine, which no template has. */
const ANSWERS: readonly string[] = ['index_templates', 'component_templates', 'index_template', 'component_template'];

/** Two files for one template, and names that some file systems take for one. */
function collisionsIn(files: readonly SourceFile[]): readonly FileProblem[] {
  const known = new Map<string, SourceFile>();
  return files.flatMap((file): readonly FileProblem[] => {
    const { kind, name, environment = '' }: FilePlace = file.place;
    const key = `${environment}/${kind}/${collisionKey(name)}`;
    const other = known.get(key);
    known.set(key, other ?? file);
    if (other === undefined) return [];
    const reason =
      other.place.name === name
        ? `${other.path} is about the same ${kind === 'index' ? 'index' : 'template'}`
        : `its name differs from that of ${other.path} in case or composed characters only: some file systems take both for one`;
    return [{ file: file.path, reason }];
  });
}
