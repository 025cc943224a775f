import { CATALOGUE, DEFAULT_TYPE, type Catalogue } from '../catalogue/catalogue.ts';
import { CONFIGURATION, isMemberOfKind, MAPPINGS_MEMBERS } from '../catalogue/configuration.ts';
import type { ChildContainer } from '../catalogue/types.ts';
import { keepLiterals } from '../json/literals.ts';
import { isObject, setMember, type JsonObject, type JsonValue, type MutableJsonObject } from '../json/value.ts';
import { compareNames } from './folds.ts';
import { describeValue } from './live-field-changes.ts';

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

/** What a person reads for an error. */
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
 * Leaves out of a mappings object what no engine takes, and says what that was. Whatever any engine of any
 * version takes stays, also where the one at hand would refuse it.
 *
 * - A definition that is no object, or whose `type` is no name, is an error of the field; all of it goes. A type that
 *   the catalogue does not know is the main type `other`: a plugin's, or a newer engine's. The field stays as it is,
 *   apart from `name`, null and containers that are no objects.
 * - A parameter that no engine knows on the type, or whose value none takes, is an error of the parameter, as is null.
 * - A field keeps what it holds, even where its type holds no such thing.
 * - Runtime fields, derived fields and dynamic templates stay verbatim where they are of the right kind.
 * - A value that is not an object is an empty definition without an error.
 *
 * Cost: one visit of every member, wherever errors are. It does not recurse, so depth is no limit.
 */
export function validateMappings(input: JsonValue, catalogue: Catalogue = CATALOGUE): ValidatedMappings {
  if (!isObject(input)) return { value: {}, errors: [] };
  const wrong: string[] = [];
  const fieldErrors: ImportError[] = [];
  const root = new Draft(input);
  for (let name = root.advance(); name !== undefined; name = root.advance()) {
    const value = input[name] as JsonValue;
    const checked =
      name === 'properties' && isObject(value)
        ? validateFields(value, catalogue, fieldErrors)
        : configurationValue(name, value);
    if (checked === undefined) root.drop(name);
    else root.put(name, checked);
    if (checked === undefined || (checked !== value && name !== 'properties')) wrong.push(name);
  }
  const configurationErrors = wrong
    .sort(compareNames)
    .map((configName): ImportError => ({ code: 'ERR_CONFIG', configName }));
  return {
    value: root.finish(),
    errors: configurationErrors.length === 0 ? fieldErrors : [...configurationErrors, ...fieldErrors],
  };
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
  for (let key = draft.advance(); key !== undefined; key = draft.advance()) {
    const each = value[key] as JsonValue;
    const accepts = Object.hasOwn(entry.members, key) ? entry.members[key] : undefined;
    if (accepts === undefined || each === null || !accepts(each)) draft.drop(key);
    else draft.put(key, each);
  }
  return draft.finish();
}

/**
 * An object in the making, member by member in its order: the one it began as, until a member is dropped or another is
 * put in its place. Writing a new object once is twice as fast as writing over a copy: V8 takes the members of a copy
 * for constant.
 */
class Draft {
  readonly original: JsonObject;
  readonly names: readonly string[];
  /** Names of members that were dropped, in their order. */
  readonly dropped: string[] = [];
  #next = 0;
  #copy: MutableJsonObject | undefined;

  constructor(original: JsonObject) {
    this.original = original;
    this.names = Object.keys(original);
  }

  /**
   * The name of the next member, or undefined behind the last; what becomes of it is to be said before the one after
   * it.
   */
  advance(): string | undefined {
    return this.names[this.#next++];
  }

  put(name: string, value: JsonValue): void {
    if (this.#copy === undefined) {
      if (value === this.original[name]) return;
      this.#copy = this.#start();
    }
    setMember(this.#copy, name, value);
  }

  drop(name: string): void {
    this.#copy ??= this.#start();
    this.dropped.push(name);
  }

  finish(): JsonObject {
    return this.#copy ?? this.original;
  }

  /** All members before the present one. */
  #start(): MutableJsonObject {
    const copy: MutableJsonObject = {};
    for (let index = 0; index < this.#next - 1; index++) {
      const name = this.names[index] as string;
      setMember(copy, name, this.original[name] as JsonValue);
    }
    keepLiterals(copy, this.original);
    return copy;
  }
}

/** A container of fields, or one field's definition, on the way through it. */
class Frame extends Draft {
  constructor(
    /** Of a definition; null for a container. */
    readonly type: string | null,
    value: JsonObject,
    /** The key of the finished object in the frame below. */
    readonly name: string,
    /** Dotted path: with a trailing dot for a container, without one for a field. */
    readonly path: string,
  ) {
    super(value);
  }
}

const isChildContainer = (name: string): name is ChildContainer => name === 'properties' || name === 'fields';

function validateFields(root: JsonObject, catalogue: Catalogue, errors: ImportError[]): JsonObject {
  const stack: Frame[] = [new Frame(null, root, '', '')];
  for (;;) {
    const frame = stack[stack.length - 1] as Frame;
    const name = frame.advance();
    if (name !== undefined) {
      const value = frame.original[name] as JsonValue;
      const inner =
        frame.type === null
          ? enterField(frame, name, value, errors)
          : enterParameter(frame, frame.type, name, value, catalogue);
      if (inner !== null) stack.push(inner);
      continue;
    }
    // A definition's own errors are reported after those of its children.
    if (frame.type !== null)
      for (const paramName of frame.dropped) errors.push({ code: 'ERR_PARAMETER', fieldPath: frame.path, paramName });
    const finished = frame.finish();
    stack.pop();
    const below = stack[stack.length - 1];
    if (below === undefined) return finished;
    below.put(frame.name, finished);
  }
}

/** A member of a container: the frame of its definition, unless it is none. */
function enterField(container: Frame, name: string, definition: JsonValue, errors: ImportError[]): Frame | null {
  const path = container.path + name;
  const type = isObject(definition) ? typeIn(definition) : null;
  if (isObject(definition) && type !== null) return new Frame(type, definition, name, path);
  container.drop(name);
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
function enterParameter(
  field: Frame,
  type: string,
  name: string,
  value: JsonValue,
  catalogue: Catalogue,
): Frame | null {
  if (isChildContainer(name)) {
    if (isObject(value)) return new Frame(null, value, name, `${field.path}.`);
    field.drop(name);
  } else if (name === 'type' || importFault(type, name, value, catalogue) === null) field.put(name, value);
  else field.drop(name);
  return null;
}

/** Why an import leaves a parameter out of a field of a type, as a sentence; null where it stays. */
export function importFault(
  type: string,
  name: string,
  value: JsonValue,
  catalogue: Catalogue = CATALOGUE,
): string | null {
  if (catalogue.acceptsParameter(type, name, value)) return null;
  if (value === null) return `"${name}" can’t be null.`;
  const tolerated = catalogue.typeEntry(type)?.tolerates ?? {};
  const isKnown = catalogue.parameterOf(type, name) !== undefined || Object.hasOwn(tolerated, name);
  return isKnown ? `"${name}" can’t be ${describeValue(value)}.` : `"${name}" is not a parameter of ${type}.`;
}
