import type { TargetEngine } from '../catalogue/engines.ts';
import { deepEqual, isObject, MAX_DEPTH, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { composesTexts } from './merge-mappings.ts';
import { itemKey, itemsOfPart, saysSomething, type ContentSection, type PartItem } from './part-items.ts';

/** One setting, field, member of the mappings, alias or member of the lifecycle. */
export interface ContributedItem {
  readonly section: ContentSection;
  /** As people write it: the whole name of a setting, the dotted path of a field. */
  readonly name: string;
  readonly value: JsonValue;
  /** What a later layer makes of it; absent where it is what a new index gets. */
  readonly later?: LaterLayer;
}

export interface LaterLayer {
  /** The last layer that says something about it, as an index of the contributions. */
  readonly layer: number;
  /** Whether that says something else, adds to it, or says the same again. */
  readonly how: 'overrides' | 'extends' | 'repeats';
}

/** What one layer of a template contributes to a new index. */
export interface Contribution {
  /** Of the component template; null for the template's own part. */
  readonly name: string | null;
  /** Whether the component template doesn't exist. */
  readonly isMissing: boolean;
  readonly items: readonly ContributedItem[];
}

/**
 * A component template in the order of `composed_of`; `part` is its inner `template`, undefined where no component has
 * the name.
 */
export interface NamedComponent {
  readonly name: string;
  readonly part: JsonObject | undefined;
}

/**
 * What each component and then the template itself contributes, and what a later one overrides. Of a field
 * the whole definition is one item, of an object its own parameters are.
 */
export function contributionsOf(
  components: readonly NamedComponent[],
  own: JsonObject,
  target: TargetEngine,
): readonly Contribution[] {
  const layers: readonly { readonly name: string | null; readonly part: JsonObject | undefined }[] = [
    ...components,
    { name: null, part: own },
  ];
  const said = layers.map(({ part }) => (part === undefined ? [] : itemsOfPart(part)));
  const isText = composesTexts(target);
  const index = indexOf(said, isText);
  return layers.map(({ name, part }, layer) => ({
    name,
    isMissing: part === undefined,
    items: (said[layer] ?? []).filter(saysSomething).map((item): ContributedItem => {
      const later = laterOf(item, layer, index, isText);
      return { section: item.section, name: item.name, value: item.value, ...(later !== undefined && { later }) };
    }),
  }));
}

/** The last layer of each item, and which fields cover each other. */
interface PartItemIndex {
  readonly last: ReadonlyMap<string, { readonly layer: number; readonly item: PartItem }>;
  /** The last layer in which a path is a field that holds no others. */
  readonly lastLeaf: ReadonlyMap<string, number>;
  /** The last layer in which a path holds fields. */
  readonly lastObject: ReadonlyMap<string, number>;
}

function indexOf(said: readonly (readonly PartItem[])[], isText: boolean): PartItemIndex {
  const last = new Map<string, { readonly layer: number; readonly item: PartItem }>();
  const lastLeaf = new Map<string, number>();
  const lastObject = new Map<string, number>();
  said.forEach((items, layer) => {
    for (const item of items) {
      // Engines that read each layer keep the parameters of an object where a later layer has none.
      if (isText || saysSomething(item)) last.set(itemKey(item), { layer, item });
      if (item.field === 'leaf') lastLeaf.set(item.name, layer);
      if (item.field === 'object') lastObject.set(item.name, layer);
    }
  });
  return { last, lastLeaf, lastObject };
}

function laterOf(item: PartItem, layer: number, index: PartItemIndex, isText: boolean): LaterLayer | undefined {
  const again = index.last.get(itemKey(item));
  const covering = item.field === undefined ? -1 : lastCovering(item, index);
  const last = Math.max(again?.layer ?? -1, covering);
  if (last <= layer) return undefined;
  const isCovered = covering > layer || again === undefined;
  return { layer: last, how: isCovered ? 'overrides' : howSaid(item, again.item, isText) };
}

/** The last layer in which a field above is no object, or the field itself is one. */
function lastCovering({ name, field }: PartItem, { lastLeaf, lastObject }: PartItemIndex): number {
  // No engine takes a field that is deeper.
  const parts = name.split('.', MAX_DEPTH);
  const above = parts.slice(0, -1).map((_, end) => lastLeaf.get(parts.slice(0, end + 1).join('.')) ?? -1);
  return Math.max(...above, (field === 'leaf' ? lastObject : lastLeaf).get(name) ?? -1);
}

function howSaid(item: PartItem, again: PartItem, isText: boolean): LaterLayer['how'] {
  const { value, field, group } = item;
  if (deepEqual(value, again.value)) return 'repeats';
  if (field === 'object' && !isText && isObject(value) && isObject(again.value))
    return Object.entries(again.value).some(([name, other]) => !deepEqual(member(value, name) ?? other, other))
      ? 'overrides'
      : 'extends';
  const areAlike = (isObject(value) && isObject(again.value)) || (Array.isArray(value) && Array.isArray(again.value));
  return group !== undefined && areAlike && (isText || group === '_meta') ? 'extends' : 'overrides';
}
