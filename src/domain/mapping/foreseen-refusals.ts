import { canHaveChildFields } from '../catalogue/catalogue.ts';
import type { TargetEngine } from '../catalogue/engines.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, isObject, member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import { definitionRefusals, type FieldPlace } from './definition-refusals.ts';
import { hasFlatNames } from './field-names.ts';
import { CHILD_CONTAINERS, dottedPath, typeOf, resolvePath } from './field.ts';
import type { ForeseenRefusal } from './foreseen-refusal.ts';
import { limitRefusals } from './limit-refusals.ts';
import { memberRefusals } from './member-refusals.ts';
import { mergeUpdate } from './merge-update.ts';
import { nameRefusal } from './name-refusals.ts';
import { targetRefusals, type ReferringField } from './target-refusals.ts';
import { expandDots, type CompositionProblem } from './expand-dots.ts';

/**
 * What an engine refuses of an update of live mappings; of new ones where `before` is empty. What `before` has in the
 * same place is not judged: it was taken. What the mappings alone don't show is left to the engine: limits and the
 * analyzers, normalizers and similarities of the index without its settings (flat, by whole names, with their
 * defaults), and types that a plugin may bring. Cost: the fields of the update, and the folds of the merged mappings.
 */
export function foreseenRefusals(
  before: JsonObject,
  update: JsonObject,
  target: TargetEngine,
  settings?: JsonObject,
): readonly ForeseenRefusal[] {
  const refusals: ForeseenRefusal[] = [];
  const referring: ReferringField[] = [];
  const waiting: Container[] = [];
  let hasDots = false;
  const open = (was: JsonValue | undefined, now: JsonObject, holder: Omit<Container, 'kind' | 'was' | 'now'>) => {
    for (const kind of CHILD_CONTAINERS) {
      const fields = objectMember(now, kind);
      if (fields === undefined || (holder.path.length === 0 && kind === 'fields')) continue;
      const old = isObject(was) ? objectMember(was, kind) : undefined;
      waiting.push({ ...holder, kind, was: old ?? {}, now: fields, at: joinPointer(holder.at, kind) });
    }
  };
  open(before, update, {
    at: '',
    path: [],
    isFlat: hasFlatNames(before) || hasFlatNames(update),
    isInMultiField: false,
    isInNested: false,
  });
  for (let container = waiting.pop(); container !== undefined; container = waiting.pop()) {
    for (const [name, now] of Object.entries(container.now)) {
      const was = member(container.was, name);
      if (container.kind === 'properties' && name.includes('.')) hasDots = true;
      if (deepEqual(was, now)) continue;
      const at = joinPointer(container.at, name);
      const path = [...container.path, name];
      const place: FieldPlace = {
        isRoot: path.length === 1,
        isMultiField: container.kind === 'fields',
        isInMultiField: container.isInMultiField,
        isInNested: container.isInNested,
      };
      const add = (reason: string, key?: string) =>
        refusals.push({ at: key === undefined ? at : joinPointer(at, key), path: dottedPath(path), reason });
      const unnamed =
        was === undefined
          ? nameRefusal(name, now, { ...place, isFlat: container.isFlat, siblings: container.was }, target)
          : null;
      if (unnamed !== null) add(unnamed);
      for (const [key, reason] of definitionRefusals(was, now, place, target, settings)) add(reason, key);
      if (!isObject(now)) continue;
      if (refersAnew(was, now)) referring.push({ at, path, definition: now, isMultiField: place.isMultiField });
      open(was, now, {
        at,
        path,
        isFlat: hasFlatNames(now),
        isInMultiField: place.isMultiField,
        isInNested: container.isInNested || typeOf(now) === 'nested',
      });
    }
  }
  const merged = mergeUpdate(before, update);
  return [
    ...memberRefusals(before, update, merged, target),
    ...refusals,
    ...(hasDots ? notationRefusals(update, target) : []),
    ...targetRefusals(referring, merged, target),
    ...limitRefusals(before, update, merged, { settings, target }),
  ];
}

interface Container {
  readonly kind: (typeof CHILD_CONTAINERS)[number];
  readonly was: JsonObject;
  readonly now: JsonObject;
  readonly at: Pointer;
  readonly path: readonly string[];
  /** Dots in its names are no levels. */
  readonly isFlat: boolean;
  readonly isInMultiField: boolean;
  readonly isInNested: boolean;
}

/** Whether a field names others, and did not name these before. */
function refersAnew(was: JsonValue | undefined, now: JsonObject): boolean {
  const old = isObject(was) ? was : {};
  const name = typeOf(now) === 'alias' ? 'path' : 'copy_to';
  return (
    member(now, name) !== undefined &&
    !canHaveChildFields(typeOf(now)) &&
    !deepEqual(member(old, name), member(now, name))
  );
}

/**
 * What can't be told apart or joined in mappings where names have dots: `a.b` beside an `a` that is a value. Of two
 * values by one name, as `a` and `a.`, Elasticsearch takes the later, and OpenSearch takes it for an update of the
 * first. Cost: the fields.
 */
function notationRefusals(mappings: JsonObject, target: TargetEngine): readonly ForeseenRefusal[] {
  const problems: CompositionProblem[] = [];
  expandDots(mappings, problems, target.distribution === 'opensearch' ? target : undefined);
  return problems.map(({ path, reason }) => ({
    at: resolvePath(mappings, '', path) ?? joinPointer('', 'properties'),
    path,
    reason,
  }));
}
