import { lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import {
  CODE_FOLDERS,
  CODE_LIMITS,
  OBJECT_KINDS,
  objectsOf,
  OVERLAYS_FOLDER,
  parseCommentedJson,
  placeInJson,
  placeOfFile,
  PROJECT_FILE,
  readProject,
  type CodeObject,
  type FileProblem,
  type Project,
  type SourceFile,
} from '#domain/code';
import { errorText, JsonTextError, type JsonValue } from '#domain/json';
import { InputError, UsageError } from '../errors.ts';
import { readText } from '../input.ts';
import { printable, type Terminal } from '../terminal.ts';
import { parseYaml, YamlTextError } from './yaml-text.ts';

/** A file of a project with its text. */
export interface TextFile extends SourceFile {
  readonly text: string;
}

export interface ProjectFolder {
  readonly folder: string;
  readonly project: Project;
  readonly files: readonly TextFile[];
}

/** Problems that are printed one by one; more are counted. */
const MAX_SHOWN = 50;

/** The project in a folder, every file read. @throws InputError for the first fault; the others are printed before. */
export async function readProjectFolder(terminal: Terminal, folder: string): Promise<ProjectFolder> {
  const project = await readConfiguration(terminal, folder);
  const paths = await pathsIn(folder);
  if (paths.length > CODE_LIMITS.maxFiles)
    throw new InputError(folder, `there are more than ${CODE_LIMITS.maxFiles.toLocaleString('en')} files`);
  const files: TextFile[] = [];
  const faults: InputError[] = [];
  for (const path of paths) {
    try {
      const file = await readFile(terminal, folder, path, project);
      if (file !== null) files.push(file);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      faults.push(error);
    }
  }
  failWith(terminal, faults);
  return { folder, project, files };
}

/**
 * What the files claim in an environment; without one, what they claim without overlays.
 * @throws UsageError where the project has no such environment
 * @throws InputError as {@link readProjectFolder}
 */
export function claimedObjects(
  terminal: Terminal,
  { folder, files, project }: ProjectFolder,
  environment: string | undefined,
): readonly CodeObject[] {
  if (environment !== undefined) refuseUnknown(project, environment);
  const { objects, problems } = objectsOf(files, environment);
  failWith(
    terminal,
    problems.map((problem) => faultOf(folder, files, problem)),
  );
  return objects;
}

/** @throws UsageError where the project has no such environment */
export function refuseUnknown({ environments }: Project, environment: string): void {
  if (!environments.has(environment))
    throw new UsageError(
      `${PROJECT_FILE} has no environment "${environment}". Available: ${listed([...environments.keys()])}.`,
    );
}

export function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

function faultOf(folder: string, files: readonly TextFile[], { file, reason, at }: FileProblem): InputError {
  const source = files.find(({ path }) => path === file);
  const isJson = source?.place.format === 'json';
  const place = at !== undefined && isJson ? placeInJson(source.text, at) : undefined;
  const where = at === undefined || isJson ? '' : `${at}: `;
  return new InputError(join(folder, file), `${where}${reason}`, place?.line, place?.column);
}

function failWith(terminal: Terminal, faults: readonly InputError[]): void {
  const last = faults.at(-1);
  if (last === undefined) return;
  for (const fault of faults.slice(0, Math.min(faults.length - 1, MAX_SHOWN)))
    terminal.err(`${printable(fault.message)}\n`);
  if (faults.length - 1 > MAX_SHOWN) terminal.err(`${faults.length - 1 - MAX_SHOWN} more files have faults.\n`);
  throw last;
}

/** The configuration of a project. @throws InputError for its first fault */
export async function readConfiguration(terminal: Terminal, folder: string): Promise<Project> {
  const file = join(folder, PROJECT_FILE);
  const text = await readText(terminal, file, CODE_LIMITS.maxFileBytes);
  const value = valueIn(file, text, 'json');
  const project = readProject(value);
  if (!('reason' in project)) return project;
  const { line, column } = placeInJson(text, project.at);
  throw new InputError(file, `${project.at === '' ? '' : `${project.at}: `}${project.reason}`, line, column);
}

async function readFile(
  terminal: Terminal,
  folder: string,
  path: string,
  { environments }: Project,
): Promise<TextFile | null> {
  const file = join(folder, path);
  const place = placeOfFile(path);
  if (place === null) return null;
  if ('problem' in place) throw new InputError(file, place.problem);
  if (place.environment !== undefined && !environments.has(place.environment))
    throw new InputError(file, `${PROJECT_FILE} has no environment "${place.environment}"`);
  const text = await readProjectFile(terminal, file);
  return { path, place, text, value: valueIn(file, text, place.format) };
}

/** The text of a file in the folders of a project. @throws InputError for what is no file, or a link to one */
export async function readProjectFile(terminal: Terminal, file: string): Promise<string> {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) throw new InputError(file, 'it is a symbolic link');
  if (stats?.isFile() === false) throw new InputError(file, 'it is not a file');
  return readText(terminal, file, CODE_LIMITS.maxFileBytes);
}

/** @throws InputError */
export function valueIn(file: string, text: string, format: 'json' | 'yaml'): JsonValue {
  try {
    return format === 'json' ? parseCommentedJson(text) : parseYaml(text);
  } catch (error) {
    if (error instanceof JsonTextError || error instanceof YamlTextError)
      throw new InputError(file, error.reason, error.line, error.column);
    throw error;
  }
}

/** Everything in the folders of templates, indices and overlays, sorted, with slashes. */
async function pathsIn(folder: string): Promise<readonly string[]> {
  const roots = [...OBJECT_KINDS.map((kind) => CODE_FOLDERS[kind]), OVERLAYS_FOLDER];
  const lists = await Promise.all(
    roots.map(async (root) => {
      const entries = await filesBelow(join(folder, root));
      return entries.map((entry) => `${root}/${entry}`);
    }),
  );
  return lists.flat().toSorted((a, b) => (a < b ? -1 : 1));
}

/** The files below a folder by their paths in it, with slashes, sorted; none without the folder. @throws InputError */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .toSorted((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new InputError(folder, `it can’t be read: ${errorText(error)}`);
  }
}
