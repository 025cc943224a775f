import { formatJson } from '../json/text.ts';
import type { JsonValue } from '../json/value.ts';
import type { PartItem } from './part-items.ts';

/** Renamed fields: their dotted paths before, and now. */
export type FieldRenames = ReadonlyMap<string, string>;

/** The dotted path of a field after renames of it, or of objects that hold it. */
export function renamedPath(path: string, renames: FieldRenames): string {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const renamed = renames.get(path.slice(0, end));
    if (renamed !== undefined) return renamed + path.slice(end);
  }
  return path;
}

/**
 * The fields that are renamed between two bodies: the known ones that can be seen in both, and besides each that was
 * removed while exactly one field of the same definition was added at the same level.
 */
export function fieldRenames(
  before: readonly PartItem[],
  after: readonly PartItem[],
  known: FieldRenames,
): FieldRenames {
  const [was, is] = [pathsOf(before), pathsOf(after)];
  const found = new Map(
    Array.from(known).filter(([from, to]) => was.has(from) && !is.has(from) && is.has(to) && !was.has(to)),
  );
  const arrived = new Set(found.values());
  const removed = definitionsOf(before, (path) => !is.has(renamedPath(path, found)));
  const added = definitionsOf(after, (path) => !was.has(path) && !hasParentIn(path, arrived));
  for (const [definition, [from, ...others]] of removed) {
    const [to, ...rivals] = added.get(definition) ?? [];
    if (from !== undefined && to !== undefined && others.length + rivals.length === 0) found.set(from, to);
  }
  return found;
}

function pathsOf(items: readonly PartItem[]): ReadonlySet<string> {
  return new Set(items.filter(({ field }) => field !== undefined).map(({ name }) => name));
}

const levelOf = (path: string) => path.slice(0, path.lastIndexOf('.') + 1);

function hasParentIn(path: string, paths: ReadonlySet<string>): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1))
    if (paths.has(path.slice(0, end))) return true;
  return false;
}

/** The paths of the outermost fields that a condition holds for, by their level and everything that they contain. */
function definitionsOf(
  items: readonly PartItem[],
  isConcerned: (path: string) => boolean,
): ReadonlyMap<string, readonly string[]> {
  const contents = new Map<string, JsonValue[]>();
  for (const { name, field, value } of items) {
    if (field === undefined || !isConcerned(name)) continue;
    let top = name;
    for (let end = name.lastIndexOf('.'); end > 0; end = name.lastIndexOf('.', end - 1))
      if (contents.has(name.slice(0, end))) top = name.slice(0, end);
    const content = contents.get(top) ?? [];
    content.push([name.slice(top.length), field, value]);
    contents.set(top, content);
  }
  const found = new Map<string, string[]>();
  for (const [path, content] of contents) {
    const key = `${levelOf(path)} ${formatJson(content)}`;
    found.set(key, [...(found.get(key) ?? []), path]);
  }
  return found;
}
