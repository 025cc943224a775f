import type { InferredField } from '#domain/infer';

type Path = Pick<InferredField, 'path'>;

/**
 * The paths of missing fields that are left out, when one is chosen or left out: an object is chosen with each field
 * that it holds, and left out with all of them.
 */
export function chooseMissing(
  missing: readonly Path[],
  left: ReadonlySet<string>,
  { path }: Path,
  isChosen: boolean,
): ReadonlySet<string> {
  const next = new Set(left);
  if (isChosen) for (let length = 1; length <= path.length; length++) next.delete(path.slice(0, length).join('.'));
  else
    for (const other of missing) if (path.every((name, at) => other.path[at] === name)) next.add(other.path.join('.'));
  return next;
}
