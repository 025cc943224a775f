import { canHaveChildFields } from '../catalogue/catalogue.ts';
import { both, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { isArray, isObject, member, numberFrom, objectMember, type JsonObject } from '../json/value.ts';
import { dottedPath, typeOf } from './field.ts';
import { fieldCount, summaryOf } from './folds.ts';
import type { ForeseenRefusal } from './foreseen-refusal.ts';

/** The limits of an index' mappings, as far as its settings say them. */
interface MappingLimits {
  readonly fields: number | undefined;
  readonly depth: number | undefined;
  readonly nested: number | undefined;
  readonly nameLength: number | undefined;
}

function limitsOf(settings: JsonObject): MappingLimits {
  const limit = (name: string) => {
    const number = numberFrom(member(settings, `index.mapping.${name}.limit`));
    return Number.isFinite(number) ? number : undefined;
  };
  return {
    fields: limit('total_fields'),
    depth: limit('depth'),
    nested: limit('nested_fields'),
    nameLength: limit('field_name_length'),
  };
}

const EMPTY: JsonObject = {};

/** The limit of the fields of an index whose settings say nothing else. */
export const DEFAULT_FIELD_LIMIT = 1_000;
/** The setting that says it. */
export const FIELD_LIMIT_SETTING = 'index.mapping.total_fields.limit';

/** How many fields of mappings count against the limit: fields, objects, multi-fields, aliases and runtime fields. */
export function limitedFieldCount(mappings: JsonObject): number {
  const { length: runtime } = Object.keys(objectMember(mappings, 'runtime') ?? EMPTY);
  return fieldCount(summaryOf(objectMember(mappings, 'properties') ?? EMPTY)) + runtime;
}

const shown = (count: number) => count.toLocaleString('en');

/** What is said where a limit is passed. */
export const LIMIT_REASONS = {
  fields: (total: number, limit: number) =>
    `The index would have ${shown(total)} fields, and its limit is ${shown(limit)} (${FIELD_LIMIT_SETTING}).`,
  nested: (total: number, limit: number) =>
    `The index would have ${shown(total)} nested objects, and its limit is ${shown(limit)} (index.mapping.nested_fields.limit).`,
  depth: (limit: number) => `Objects are nested too deep: the limit is ${limit} (index.mapping.depth.limit).`,
  nameLength: (limit: number) => `The name is longer than ${limit} characters (index.mapping.field_name_length.limit).`,
} as const;

/** Engines whose sorted indices take nested fields. Before, Elasticsearch 7.17 refuses them. */
const SORTS_NESTED = both({ from: '8.16' }, { from: '3.3' });

/** Why settings of an index refuse fields of some types: the type, and the reason. */
function typeRefusals(
  settings: JsonObject,
  target: TargetEngine,
): readonly (readonly [type: string, reason: string])[] {
  const sorted = member(settings, 'index.sort.field') ?? [];
  const isSorted = isArray(sorted) ? sorted.length > 0 : sorted !== '';
  const isPartitioned = numberFrom(member(settings, 'index.routing_partition_size')) > 1;
  return [
    ...(isSorted && !isKnownBy(SORTS_NESTED, target) ? [['nested', TYPE_REASONS.sortedNested] as const] : []),
    ...(isPartitioned ? [['join', TYPE_REASONS.partitionedJoin] as const] : []),
  ];
}

/** What is said where a setting refuses a type of fields. */
export const TYPE_REASONS = {
  sortedNested:
    'A sorted index (index.sort.field) takes no nested fields before Elasticsearch 8.16 and OpenSearch 3.3.',
  partitionedJoin: 'A partitioned index (index.routing_partition_size) takes no join field.',
} as const;

/**
 * What passes a limit of the index through an update, or is of a type that its settings refuse; nothing where these are
 * not known. There is one join at most, whatever they say.
 */
export function limitRefusals(
  before: JsonObject,
  update: JsonObject,
  merged: JsonObject,
  { settings, target }: { readonly settings: JsonObject | undefined; readonly target: TargetEngine },
): readonly ForeseenRefusal[] {
  const [was, now] = [before, merged].map((mappings) => summaryOf(objectMember(mappings, 'properties') ?? EMPTY));
  if (was === undefined || now === undefined) return [];
  const added = addedIn(update, before);
  const refusals: ForeseenRefusal[] = [];
  const atEach = (found: readonly AddedField[], reason: string) => {
    for (const { at, path } of found) refusals.push({ at, path: dottedPath(path), reason });
  };
  if (now.counts.joins > 1 && now.counts.joins > was.counts.joins)
    atEach(added.fields.filter(({ type }) => type === 'join').slice(-1), 'There can be only one join in an index.');
  if (settings === undefined) return refusals;
  for (const [type, reason] of typeRefusals(settings, target))
    atEach(
      added.fields.filter((field) => field.type === type),
      reason,
    );
  const { fields, depth, nested, nameLength } = limitsOf(settings);
  const total = limitedFieldCount(merged) + added.implied;
  if (fields !== undefined && total > fields && total > limitedFieldCount(before))
    refusals.push({
      at: '/properties',
      path: 'properties',
      reason: LIMIT_REASONS.fields(total, fields),
    });
  if (nested !== undefined && now.counts.nested > nested && now.counts.nested > was.counts.nested)
    refusals.push({
      at: '/properties',
      path: 'properties',
      reason: LIMIT_REASONS.nested(now.counts.nested, nested),
    });
  if (depth !== undefined)
    atEach(added.fields.filter(({ levels }) => levels >= depth).slice(0, 1), LIMIT_REASONS.depth(depth));
  if (nameLength !== undefined)
    atEach(
      added.fields.filter(({ path }) => (path.at(-1) ?? '').length > nameLength),
      LIMIT_REASONS.nameLength(nameLength),
    );
  return refusals;
}

interface AddedField {
  readonly at: Pointer;
  readonly path: readonly string[];
  readonly type: string;
  /** Names on the way to the innermost object that it is or is in, dots being levels. */
  readonly levels: number;
}

/** The fields of an update that were not there, and how many objects their dotted names imply. */
function addedIn(
  update: JsonObject,
  before: JsonObject,
): { readonly fields: readonly AddedField[]; readonly implied: number } {
  const fields: AddedField[] = [];
  let implied = 0;
  const waiting: {
    was: JsonObject;
    now: JsonObject;
    at: Pointer;
    path: readonly string[];
    levels: number;
    place: Place;
  }[] = [];
  const open = (
    was: JsonObject,
    now: JsonObject,
    at: Pointer,
    path: readonly string[],
    levels: number,
    place: Place,
  ) => {
    for (const kind of ['properties', 'fields'] as const) {
      const held = objectMember(now, kind);
      if (held !== undefined)
        waiting.push({
          was: objectMember(was, kind) ?? EMPTY,
          now: held,
          at: joinPointer(at, kind),
          path,
          levels,
          place,
        });
    }
  };
  open(before, update, '', [], 0, newPlace());
  for (let holder = waiting.pop(); holder !== undefined; holder = waiting.pop()) {
    for (const [name, definition] of Object.entries(holder.now)) {
      if (!isObject(definition)) continue;
      const [at, path] = [joinPointer(holder.at, name), [...holder.path, name]];
      const was = objectMember(holder.was, name);
      const type = typeOf(definition);
      const parts = name.split('.');
      const levels = holder.levels + parts.length - (canHaveChildFields(type) ? 0 : 1);
      // Level by level: a name may have tens of thousands of them, and the way to each written out would cost their
      // number squared.
      let there: JsonObject | undefined = holder.was;
      let place = holder.place;
      for (const part of parts.slice(0, -1)) {
        const found: JsonObject | undefined = there && objectMember(there, part);
        there = found && (objectMember(found, 'properties') ?? EMPTY);
        place = placeIn(place, part);
        if (was !== undefined || found !== undefined || place.isImplied) continue;
        place.isImplied = true;
        implied++;
      }
      if (was === undefined) fields.push({ at, path, type, levels });
      open(was ?? EMPTY, definition, at, path, holder.levels + parts.length, placeIn(place, parts.at(-1) ?? ''));
    }
  }
  return { fields, implied };
}

/** A name on the way to fields, however its fields are written: `a.b`, or `b` in `a`. */
interface Place {
  readonly inner: Map<string, Place>;
  /** It is an object that dotted names imply. */
  isImplied: boolean;
}

function newPlace(): Place {
  return { inner: new Map(), isImplied: false };
}

function placeIn({ inner }: Place, name: string): Place {
  const place = inner.get(name) ?? newPlace();
  inner.set(name, place);
  return place;
}
