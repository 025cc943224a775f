import { fitsPattern } from '#domain/console';
import { isArray, isObject, setMember, type JsonValue, type MutableJsonObject } from '#domain/json';

/**
 * The part of an answer that `filter_path` asks for: names with dots between, `*` for a part of a name, `**` for any
 * depth; `-` leaves out.
 */
export function filtered(value: JsonValue, filter: string): JsonValue {
  const paths = filter.split(',').filter((path) => path !== '');
  const wanted = paths.filter((path) => !path.startsWith('-')).map((path) => path.split('.'));
  const unwanted = paths.filter((path) => path.startsWith('-')).map((path) => path.slice(1).split('.'));
  const included = wanted.length === 0 ? value : (keep(value, wanted) ?? {});
  return unwanted.length === 0 ? included : drop(included, unwanted);
}

type Path = readonly string[];

/** What is left of the paths below a name; an empty path has come to its end. */
function below(paths: readonly Path[], name: string): readonly Path[] {
  return paths.flatMap((path) => {
    const [first = '', ...rest] = path;
    if (first === '**') return [path, rest, ...(fitsPattern(name, rest[0] ?? '') ? [rest.slice(1)] : [])];
    return fitsPattern(name, first) ? [rest] : [];
  });
}

const isEnd = (paths: readonly Path[]) => paths.some((path) => path.length === 0);

function keep(value: JsonValue, paths: readonly Path[]): JsonValue | undefined {
  if (isArray(value)) {
    const items = value.flatMap((item) => keep(item, paths) ?? []);
    return items.length === 0 ? undefined : items;
  }
  if (!isObject(value)) return undefined;
  const result: MutableJsonObject = {};
  for (const [name, item] of Object.entries(value)) {
    const rest = below(paths, name);
    const included = isEnd(rest) ? item : keep(item, rest);
    if (included !== undefined) setMember(result, name, included);
  }
  return Object.keys(result).length === 0 ? undefined : result;
}

function drop(value: JsonValue, paths: readonly Path[]): JsonValue {
  if (isArray(value)) return value.map((item) => drop(item, paths));
  if (!isObject(value)) return value;
  const result: MutableJsonObject = {};
  for (const [name, item] of Object.entries(value)) {
    const rest = below(paths, name);
    if (!isEnd(rest)) setMember(result, name, rest.length === 0 ? item : drop(item, rest));
  }
  return result;
}
