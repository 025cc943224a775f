import { join } from 'node:path';
import { formatAddress, placeOfFile, type CodeObject } from '#domain/code';
import type { TargetEngine } from '#domain/catalogue';
import { DocumentTestSchema, type DocumentTest } from '#domain/documents';
import { firstFault, isArray, isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { missingComponents, newIndexOf } from '#domain/template';
import { InputError } from '../errors.ts';
import type { ReadMappings } from '../read-mappings.ts';
import type { Terminal } from '../terminal.ts';
import { claimedObjects, filesBelow, readProjectFile, readProjectFolder, valueIn } from './project-folder.ts';

const TESTS_FOLDER = 'document_tests';
/** A file of tests by its path, also in a wrong place. */
const TESTS = /(?:^|\/)[^./][^/]*\.(?:jsonc?|ya?ml)$/;

/** The document tests of one template or index of a project. */
export interface ProjectTests {
  /** With slashes, from the folder of the project: `document_tests/index_templates/logs.json`. */
  readonly file: string;
  readonly tests: readonly DocumentTest[];
  /** What a new index gets; of an index template with its component templates. */
  readonly index: ReadMappings;
}

/**
 * The document tests of a project, with the overlays of an environment where one is named. Those of
 * `index_templates/logs.json` are in `document_tests/index_templates/logs.json`.
 * @throws InputError for a file that is no list of tests or is about nothing of the project, and for an index template
 *   whose parts don't make one
 */
export async function readProjectTests(
  terminal: Terminal,
  { dir, env }: { readonly dir: string; readonly env?: string | undefined },
  target: TargetEngine,
): Promise<readonly ProjectTests[]> {
  const objects = claimedObjects(terminal, await readProjectFolder(terminal, dir), env);
  const components = new Map(
    objects.flatMap(({ kind, name, body }) => (kind === 'component_template' ? [[name, body]] : [])),
  );
  const found: ProjectTests[] = [];
  for (const below of await filesBelow(join(dir, TESTS_FOLDER))) {
    const file = `${TESTS_FOLDER}/${below}`;
    const path = join(dir, file);
    const place = placeOfFile(below);
    // Such as a README.
    if (place === null && !TESTS.test(below)) continue;
    if (place === null || 'environment' in place)
      throw new InputError(path, 'it is in no folder of templates or indices');
    if ('problem' in place) throw new InputError(path, place.problem);
    const object = objects.find(({ kind, name }) => kind === place.kind && name === place.name);
    if (object === undefined) throw new InputError(path, `the project has no ${formatAddress(place)} to test`);
    const value = valueIn(path, await readProjectFile(terminal, path), place.format);
    const tests = documentTestsIn(value, path);
    found.push({ file, tests, index: indexOf(object, components, target, join(dir, object.file)) });
  }
  return found;
}

/** @throws InputError where a value is no list of document tests */
export function documentTestsIn(value: JsonValue, name: string): readonly DocumentTest[] {
  if (!isArray(value)) throw new InputError(name, 'it is not a list of document tests');
  return value.map((each, at) => {
    const fault = firstFault(DocumentTestSchema, each);
    if (fault !== null) throw new InputError(name, `/${at}${fault.at} ${fault.message}`);
    return each as unknown as DocumentTest;
  });
}

function indexOf(
  { kind, body }: CodeObject,
  components: ReadonlyMap<string, JsonObject>,
  target: TargetEngine,
  file: string,
): ReadMappings {
  if (kind !== 'index_template')
    return partOf(kind === 'component_template' ? (objectMember(body, 'template') ?? {}) : body);
  const missing = missingComponents(body, (name) => components.has(name));
  if (missing.length > 0)
    throw new InputError(
      file,
      `it is composed of ${missing.join(', ')}, which ${missing.length === 1 ? 'has' : 'have'} no file: the outcome for a document can’t be told`,
    );
  const { index, problems } = newIndexOf(body, components, target);
  const [problem] = problems;
  if (problem !== undefined)
    throw new InputError(file, `its parts don’t make an index: ${problem.path}: ${problem.reason}`);
  return index;
}

function partOf(part: JsonObject): ReadMappings {
  const settings = member(part, 'settings');
  return { mappings: objectMember(part, 'mappings') ?? {}, ...(isObject(settings) && { settings }) };
}
