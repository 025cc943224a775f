import { CATALOGUE, DEFAULT_TYPE, type Catalogue } from '../catalogue/catalogue.ts';
import { CONFIGURATION, isMemberOfKind, MAPPINGS_MEMBERS } from '../catalogue/configuration.ts';
import type { ChildContainer } from '../catalogue/types.ts';
import { isObject, setMember, type JsonObject, type JsonValue, type MutableJsonObject } from '../json/value.ts';
import { compareNames } from './folds.ts';

/** What was left out of mappings on import; paths are dotted. */
export type ImportError =
  | { readonly code: 'ERR_CONFIG'; readonly configName: string }
  | { readonly code: 'ERR_FIELD'; readonly fieldPath: string }
  | { readonly code: 'ERR_PARAMETER'; readonly fieldPath: string; readonly paramName: string };

export interface ValidatedMappings {
  /** The input without what is wrong; parts that nothing was left out of are the very same objects. */
  readonly value: JsonObject;
  /** Configuration first, by name; then fields in the order of the document, a child's before its parent's own. */
  readonly errors: readonly ImportError[];
}

/** What a person reads for an error (mappings-editor.md, section 8). */
export function importErrorText(error: ImportError): string {
  switch (error.code) {
    case 'ERR_CONFIG':
      return `The ${error.configName} configuration is invalid.`;
    case 'ERR_FIELD':
      return `The ${error.fieldPath} field is invalid.`;
    case 'ERR_PARAMETER':
      return `The ${error.paramName} parameter on field ${error.fieldPath} is invalid.`;
  }
}

/**
 * Leaves out of a mappings object what no engine takes, and says what that was (mappings-editor.md, section 5; addenda,
 * sections 1, 2 and 4). Whatever any engine of any version takes stays, also where the one at hand would refuse it.
 *
 * - A definition that is no object, or whose `type` is no name, is an error of the field; all of it goes. A type that the
 *   catalogue does not know is the main type `other`: a plugin's, or a newer engine's. The field stays as it is, apart
 *   from `name`, null and containers that are no objects.
 * - A parameter that no engine knows on the type, or whose value none takes, is an error of the parameter, as is null.
 * - A field keeps what it holds, even where its type holds no such thing.
 * - Runtime fields, derived fields and dynamic templates stay verbatim where they are of the right kind.
 * - What is no object at all is an empty definition without an error.
 *
 * Cost: one visit of every member, wherever errors are. It does not recurse, so depth is no limit.
 */
export function validateMappings(input: JsonValue, catalogue: Catalogue = CATALOGUE): ValidatedMappings {
  if (!isObject(input)) return { value: {}, errors: [] };
  const wrong: string[] = [];
  const fieldErrors: ImportError[] = [];
  const root = new Draft(input);
  for (const name of Object.keys(input)) {
    const value = input[name] as JsonValue;
    const checked = name === 'properties' && isObject(value) ? validateFields(value, catalogue, fieldErrors) : configurationValue(name, value);
    if (checked !== value) root.put(name, checked);
    if (checked === undefined || (checked !== value && name !== 'properties')) wrong.push(name);
  }
  const configurationErrors = wrong.sort(compareNames).map((configName): ImportError => ({ code: 'ERR_CONFIG', configName }));
  return { value: root.finish(), errors: [...configurationErrors, ...fieldErrors] };
}

/** The value itself, what is left of it, or undefined where nothing is. */
function configurationValue(name: string, value: JsonValue): JsonValue | undefined {
  if (value === null) return undefined;
  const holder = Object.hasOwn(MAPPINGS_MEMBERS, name) ? MAPPINGS_MEMBERS[name] : undefined;
  if (holder !== undefined) return isMemberOfKind(holder, value) ? value : undefined;
  const entry = Object.hasOwn(CONFIGURATION, name) ? CONFIGURATION[name] : undefined;
  if (entry === undefined || !entry.accepts(value)) return undefined;
  if (entry.members === undefined || !isObject(value)) return value;
  const draft = new Draft(value);
  for (const [key, each] of Object.entries(value)) {
    const accepts = Object.hasOwn(entry.members, key) ? entry.members[key] : undefined;
    if (accepts === undefined || each === null || !accepts(each)) draft.put(key, undefined);
  }
  return draft.finish();
}

/** An object in the making: the one it began as, until a member is put in another's place. */
class Draft {
  readonly #original: JsonObject;
  #changes: Map<string, JsonValue | undefined> | undefined;

  constructor(original: JsonObject) {
    this.#original = original;
  }

  put(name: string, value: JsonValue | undefined): void {
    this.#changes ??= new Map();
    this.#changes.set(name, value);
  }

  finish(): JsonObject {
    const changes = this.#changes;
    if (changes === undefined) return this.#original;
    const copy: MutableJsonObject = {};
    for (const name of Object.keys(this.#original)) {
      const value = changes.has(name) ? changes.get(name) : (this.#original[name] as JsonValue);
      if (value !== undefined) setMember(copy, name, value);
    }
    return copy;
  }
}

/** A container of fields, or one field's definition, on the way through it. */
interface Frame {
  readonly kind: 'container' | 'definition';
  readonly value: JsonObject;
  readonly names: readonly string[];
  readonly draft: Draft;
  /** Dotted: of the container with a dot at its end, of the field without one. */
  readonly path: string;
  /** Where the finished object goes in the frame below. */
  readonly name: string;
  readonly type: string;
  /** Of a definition: its own errors, told after those of its children. */
  own: ImportError[] | undefined;
  next: number;
}

const isChildContainer = (name: string): name is ChildContainer => name === 'properties' || name === 'fields';

function validateFields(root: JsonObject, catalogue: Catalogue, errors: ImportError[]): JsonObject {
  const stack: Frame[] = [frameOf('container', root, '', '', '')];
  for (;;) {
    const frame = stack[stack.length - 1] as Frame;
    const name = frame.names[frame.next++];
    if (name !== undefined) {
      const value = frame.value[name] as JsonValue;
      const inner = frame.kind === 'container' ? enterField(frame, name, value, errors) : enterParameter(frame, name, value, catalogue);
      if (inner !== null) stack.push(inner);
      continue;
    }
    if (frame.own !== undefined) for (const error of frame.own) errors.push(error);
    const finished = frame.draft.finish();
    stack.pop();
    const below = stack.at(-1);
    if (below === undefined) return finished;
    if (finished !== frame.value) below.draft.put(frame.name, finished);
  }
}

function frameOf(kind: Frame['kind'], value: JsonObject, name: string, path: string, type: string): Frame {
  return { kind, value, names: Object.keys(value), draft: new Draft(value), path, name, type, own: undefined, next: 0 };
}

/** A member of a container: the frame of its definition, unless it is none. */
function enterField(container: Frame, name: string, definition: JsonValue, errors: ImportError[]): Frame | null {
  const path = container.path + name;
  const type = isObject(definition) ? typeIn(definition) : null;
  if (isObject(definition) && type !== null) return frameOf('definition', definition, name, path, type);
  container.draft.put(name, undefined);
  errors.push({ code: 'ERR_FIELD', fieldPath: path });
  return null;
}

/** The name of the type, or null where what stands for it is no name. */
function typeIn(definition: JsonObject): string | null {
  if (!Object.hasOwn(definition, 'type')) return DEFAULT_TYPE;
  const { type } = definition;
  return typeof type === 'string' && type !== '' ? type : null;
}

/** A member of a definition: the frame of a container, or nothing more to visit. */
function enterParameter(field: Frame, name: string, value: JsonValue, catalogue: Catalogue): Frame | null {
  if (name === 'type') return null;
  if (isChildContainer(name)) {
    if (isObject(value)) return frameOf('container', value, name, `${field.path}.`, '');
  } else if (catalogue.acceptsParameter(field.type, name, value)) return null;
  field.draft.put(name, undefined);
  (field.own ??= []).push({ code: 'ERR_PARAMETER', fieldPath: field.path, paramName: name });
  return null;
}
