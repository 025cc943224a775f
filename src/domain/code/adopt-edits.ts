import { flatSettings, settingName } from '../console/index-settings.ts';
import { literalIn } from '../json/literals.ts';
import { deepEqual, isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import { isSameTemplate, sendableTemplate } from '../template/index.ts';

/** One change of a file. */
export interface FileEdit {
  readonly path: readonly string[];
  /** Absent: the member is removed. */
  readonly value: JsonValue | undefined;
  /** How the value is written where it is a number whose value does not tell. */
  readonly literal?: string;
}

/** The value of an edit by itself, as an object whose only member has its literal. */
export function textOfEdit({ value, literal }: FileEdit, write: (value: JsonValue) => string): string {
  return literal ?? write(value ?? null);
}

type Path = readonly string[];

/**
 * The edits after which a file says what the cluster has: none where both agree, and none where they only write the
 * same in another way.
 */
export function adoptEdits(file: JsonObject, cluster: JsonObject): readonly FileEdit[] {
  return isSameTemplate(file, cluster) ? [] : bodyEdits(file, sendableTemplate(cluster), []);
}

/** The members of a template, or of its `template`. */
function bodyEdits(file: JsonObject, cluster: JsonObject, at: Path): readonly FileEdit[] {
  const differing = [...new Set([...Object.keys(file), ...Object.keys(cluster)])].filter(
    (name) => !isSameMember(name, file, cluster),
  );
  return differing.flatMap((name) => {
    const [had, has] = [member(file, name), member(cluster, name)];
    const path = [...at, name];
    if (!isObject(had) || !isObject(has)) return [setting(path, cluster, name)];
    switch (name) {
      case 'template':
        return bodyEdits(had, has, path);
      case 'settings':
        return settingEdits(had, has, path);
      case 'mappings':
        return mappingEdits(had, has, path);
      case 'aliases':
        return objectEdits(had, has, path, (alias) =>
          isSameTemplate({ aliases: { [alias]: had[alias] ?? null } }, { aliases: { [alias]: has[alias] ?? null } }),
        );
      default:
        return objectEdits(had, has, path);
    }
  });
}

function isSameMember(name: string, a: JsonObject, b: JsonObject): boolean {
  const only = (body: JsonObject): JsonObject => {
    const value = member(body, name);
    return value === undefined ? {} : { [name]: value };
  };
  return isSameTemplate(only(a), only(b));
}

/** Sets what another object has under the name, or removes it where that has nothing. */
function setting(path: Path, from: JsonObject, name: string): FileEdit {
  const literal = literalIn(from, name);
  return { path, value: member(from, name), ...(literal !== undefined && { literal }) };
}

/** Only one of them may be written with the name of a type. */
function mappingEdits(had: JsonObject, has: JsonObject, path: Path): readonly FileEdit[] {
  const [typed, asked] = [objectMember(had, NO_TYPE), objectMember(has, NO_TYPE)];
  if (typed !== undefined) return objectEdits(typed, asked ?? has, [...path, NO_TYPE]);
  return objectEdits(had, asked ?? has, path);
}

const NO_TYPE = '_doc';

function objectEdits(
  had: JsonObject,
  has: JsonObject,
  at: Path,
  isSame = (name: string) => deepEqual(had[name], has[name]),
): readonly FileEdit[] {
  const names = [...new Set([...Object.keys(had), ...Object.keys(has)])];
  return names.flatMap((name) => {
    const [before, after] = [member(had, name), member(has, name)];
    const path = [...at, name];
    if (before !== undefined && after !== undefined) {
      if (isSame(name)) return [];
      if (isObject(before) && isObject(after)) return objectEdits(before, after, path);
    }
    return [setting(path, has, name)];
  });
}

/** A setting in a file, by its whole name. */
interface Leaf {
  readonly name: string;
  readonly path: Path;
  readonly holder: JsonObject;
}

function leavesIn(holder: JsonObject, path: Path = []): readonly Leaf[] {
  return Object.keys(holder).flatMap((key) => {
    const value = holder[key];
    const inner = [...path, key];
    return isObject(value) && Object.keys(value).length > 0
      ? leavesIn(value, inner)
      : [{ name: settingName(inner.join('.')), path: inner, holder }];
  });
}

/** Settings keep how they are nested and written; new ones go where their neighbours are. */
function settingEdits(had: JsonObject, has: JsonObject, at: Path): readonly FileEdit[] {
  const [leaves, wanted] = [leavesIn(had), flatSettings(has)];
  const kept = leaves.filter(({ name }, index) => {
    // With and without `index.` it may be there twice: the first place is enough.
    return Object.hasOwn(wanted, name) && leaves.findIndex((leaf) => leaf.name === name) === index;
  });
  const changed = kept.flatMap(({ name, path, holder }) => {
    const value = member(holder, path.at(-1) ?? '') ?? null;
    const isSame = isSameMember(
      'settings',
      { settings: { [name]: value } },
      { settings: { [name]: wanted[name] ?? null } },
    );
    return isSame ? [] : [setting([...at, ...path], wanted, name)];
  });
  const added = Object.keys(wanted)
    .filter((name) => !kept.some((leaf) => leaf.name === name))
    .map((name) => ({ name, path: placeFor(name, had) }));
  const remaining = [...kept.map(({ path }) => path), ...added.map(({ path }) => path)];
  const removed = leaves.filter((leaf) => !kept.includes(leaf)).map(({ path }) => emptiedBy(path, remaining));
  const removals = new Map(removed.map((path) => [JSON.stringify(path), path]));
  return [
    ...[...removals.values()].map((path): FileEdit => ({ path: [...at, ...path], value: undefined })),
    ...changed,
    ...added.map(({ name, path }) => setting([...at, ...path], wanted, name)),
  ];
}

/** The outermost object that a removal leaves without a setting: an empty one would be a value. */
function emptiedBy(path: Path, remaining: readonly Path[]): Path {
  for (let length = 1; length < path.length; length++) {
    const outer = path.slice(0, length);
    if (!remaining.some((each) => outer.every((key, index) => each[index] === key))) return outer;
  }
  return path;
}

/** Where a new setting goes: into the innermost object of the file whose name its own begins with. */
function placeFor(name: string, settings: JsonObject): Path {
  const path: string[] = [];
  let holder = settings;
  let rest = name;
  // A file that writes its settings without `index.` gets the new ones without it.
  const isBare = Object.keys(settings).every((key) => key !== 'index' && !key.startsWith('index.'));
  if (isBare && Object.keys(settings).length > 0 && rest.startsWith('index.')) rest = rest.slice('index.'.length);
  for (;;) {
    const inner: string | undefined = Object.keys(holder).find(
      (key) => rest.startsWith(`${key}.`) && isObject(holder[key]) && Object.keys(holder[key]).length > 0,
    );
    const next = inner === undefined ? undefined : holder[inner];
    if (inner === undefined || !isObject(next)) return [...path, rest];
    path.push(inner);
    holder = next;
    rest = rest.slice(inner.length + 1);
  }
}
