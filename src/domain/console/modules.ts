import { isArray, isObject, member, objectMember, type JsonValue } from '../json/value.ts';

/**
 * Names of the modules in an answer of `GET /_nodes/plugins`, each once and sorted: what a node of them has is taken
 * for all. Nothing where it names none, as managed clusters and proxies do: then they are not known.
 */
export function modulesIn(answer: JsonValue): { readonly modules?: readonly string[] } {
  const nodes = isObject(answer) ? (objectMember(answer, 'nodes') ?? {}) : {};
  const names = Object.values(nodes).flatMap((node) => {
    const modules = isObject(node) ? member(node, 'modules') : undefined;
    return isArray(modules) ? modules : [];
  });
  const modules = [...new Set(names.map((each) => (isObject(each) ? member(each, 'name') : undefined)))];
  const known = modules.filter((name) => typeof name === 'string').sort();
  return known.length === 0 ? {} : { modules: known };
}
