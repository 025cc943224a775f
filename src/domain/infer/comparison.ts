import { canHaveChildFields } from '../catalogue/catalogue.ts';
import { fieldIn } from '../documents/fields.ts';
import { isFalse } from '../catalogue/values.ts';
import { takesObjects } from '../documents/walk-parts.ts';
import {
  copyObject,
  isObject,
  member,
  objectMember,
  setMember,
  type JsonObject,
  type MutableJsonObject,
} from '../json/value.ts';
import { hasFlatNames } from '../mapping/field-names.ts';
import { typeOf } from '../mapping/field.ts';
import type { DocumentCheck, Unmapped } from './check-documents.ts';
import type { InferredField, InferredMapping } from './propose.ts';

/**
 * Dotted paths of the fields of mappings that no document has: those that hold no fields. Left out are aliases, and
 * what is below an object whose keys were not told apart.
 */
export function unseenFields(
  { fields, withoutValues, summedUp }: Pick<InferredMapping, 'fields' | 'withoutValues' | 'summedUp'>,
  mappings: JsonObject,
): readonly string[] {
  const seen = new Set([...fields.map(({ path }) => path), ...withoutValues].map((path) => path.join('.')));
  const untold = new Set(summedUp.map((path) => path.join('.')));
  for (const { path, definition } of fields) if (isTakenWhole(definition)) untold.add(path.join('.'));
  if (untold.has('')) return [];
  const unseen: string[] = [];
  const visit = (holder: JsonObject, prefix: string): void => {
    for (const [name, definition] of Object.entries(objectMember(holder, 'properties') ?? {})) {
      const path = `${prefix}${name}`;
      if (isBelow(path, untold) || typeOf(definition) === 'alias' || !isObject(definition)) continue;
      const held = objectMember(definition, 'properties');
      const isHolder = canHaveChildFields(typeOf(definition)) && held !== undefined && Object.keys(held).length > 0;
      if (isHolder) visit(definition, `${path}.`);
      else if (!seen.has(path)) unseen.push(path);
    }
  };
  visit(mappings, '');
  return unseen;
}

function isTakenWhole(definition: JsonObject): boolean {
  const type = typeOf(definition);
  return canHaveChildFields(type) ? isFalse(member(definition, 'enabled')) : takesObjects(type);
}

function isBelow(path: string, ancestors: ReadonlySet<string>): boolean {
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1))
    if (ancestors.has(path.slice(0, dot))) return true;
  return false;
}

/**
 * What mappings make of the fields that they lack, by the dotted path. A field below an object that is ignored or
 * refused as a whole fares as the object.
 */
export function unmappedOutcomes({ unmapped }: DocumentCheck): (path: readonly string[]) => Unmapped | undefined {
  const outcomes = new Map(unmapped.map(({ field, outcome }) => [field, outcome]));
  return (path) => {
    const own = outcomes.get(path.join('.'));
    if (own !== undefined) return own;
    for (let length = path.length - 1; length > 0; length--) {
      const around = outcomes.get(path.slice(0, length).join('.'));
      if (around?.kind === 'ignored' || around?.kind === 'refused') return around;
    }
    return undefined;
  };
}

/** A field to add to mappings, with the fields that it holds. */
interface FieldAddition {
  /** Names of the fields around it, each in the `properties` of the one before. */
  readonly parent: readonly string[];
  readonly name: string;
  readonly definition: JsonObject;
}

interface Additions {
  /** One for each field whose parent is there, in the order of the fields. */
  readonly additions: readonly FieldAddition[];
  /** The mappings with all of them. */
  readonly mappings: JsonObject;
}

/** Fields of which some hold others; a definition is null where only fields below it were chosen. */
interface Chosen {
  definition: JsonObject | null;
  readonly held: Map<string, Chosen>;
}

/**
 * Adds fields to mappings that lack them; those that are there stay as they are. An object around a field that was not
 * chosen is defined as in `around`: the mappings that were compared, which may be composed of more than these.
 */
export function addMissing(
  fields: readonly Pick<InferredField, 'path' | 'definition'>[],
  mappings: JsonObject,
  around: JsonObject = mappings,
): Additions {
  const root: Chosen = { definition: null, held: new Map() };
  for (const { path, definition } of fields) {
    let at = root;
    for (const name of path) {
      let next = at.held.get(name);
      if (next === undefined) at.held.set(name, (next = { definition: null, held: new Map() }));
      at = next;
    }
    at.definition = definition;
  }
  const additions: FieldAddition[] = [];
  const into = (holder: JsonObject, compared: JsonObject, chosen: Chosen, parent: readonly string[]): JsonObject => {
    const before = objectMember(holder, 'properties') ?? {};
    const changes = new Map<string, JsonObject>();
    const isFlat = hasFlatNames(holder);
    for (const [name, each] of isFlat ? leavesOf(chosen) : chosen.held) {
      const found = member(before, name);
      const below = fieldIn(compared, name);
      if (found === undefined) {
        const definition = definitionOf(each, isObject(below) ? below : undefined);
        additions.push({ parent, name, definition });
        changes.set(name, definition);
      } else if (each.held.size > 0 && isObject(found) && canHaveChildFields(typeOf(found))) {
        const changed = into(found, isObject(below) ? below : {}, each, [...parent, name]);
        if (changed !== found) changes.set(name, changed);
      }
    }
    if (changes.size === 0) return holder;
    const properties = copyObject(before);
    for (const [name, definition] of changes) setMember(properties, name, definition);
    return { ...holder, properties };
  };
  const added = into(mappings, around, root, []);
  return { additions, mappings: added };
}

/** The fields that hold no others, by their whole names: for an object in whose names dots are no levels. */
function leavesOf({ held }: Chosen): readonly (readonly [string, Chosen])[] {
  return [...held].flatMap(([name, each]) =>
    each.held.size === 0
      ? canHaveChildFields(typeOf(each.definition ?? {}))
        ? []
        : [[name, each] as const]
      : leavesOf(each).map(([rest, leaf]) => [`${name}.${rest}`, leaf] as const),
  );
}

function definitionOf({ definition, held }: Chosen, compared: JsonObject | undefined): JsonObject {
  const { properties: _properties, ...around } = compared ?? { type: 'object' };
  const own = definition ?? around;
  if (held.size === 0 || !canHaveChildFields(typeOf(own))) return own;
  const properties: MutableJsonObject = {};
  for (const [name, each] of hasFlatNames(own) ? leavesOf({ definition, held }) : held) {
    const below = compared && fieldIn(compared, name);
    setMember(properties, name, definitionOf(each, isObject(below) ? below : undefined));
  }
  const { type, ...parameters } = own;
  return { ...(type !== undefined && type !== 'object' && { type }), ...parameters, properties };
}
