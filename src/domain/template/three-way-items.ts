import type { TemplateStreamKind } from '../document/live-document.ts';
import { isObject, type JsonObject, type JsonValue } from '../json/value.ts';
import { isSameItem } from './part-changes.ts';
import { itemKey, itemsOfPart, itemsOfTemplate, type PartItem, type PartSection } from './part-items.ts';

/** What a document is about: a template, or the mappings or settings of an index. */
export type ComparedKind = TemplateStreamKind | 'mappings' | 'settings';

/** What somebody did to one thing since the base. */
export type Deed = 'unchanged' | 'added' | 'changed' | 'removed';

/** One setting, field, alias or other member that two changed, or one of them. */
export interface ThreeWayItem {
  readonly section: PartSection;
  readonly name: string;
  readonly mine: Deed;
  readonly theirs: Deed;
  /** Both changed it, and to different values. */
  readonly isConflict: boolean;
  /** Undefined where it is absent. */
  readonly base: JsonValue | undefined;
  readonly mineValue: JsonValue | undefined;
  readonly theirsValue: JsonValue | undefined;
}

/**
 * What two came to who started from the same body, thing by thing, conflicts first. What neither changed is left out.
 */
export function compareThreeWay(
  kind: ComparedKind,
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
): readonly ThreeWayItem[] {
  const read = (body: JsonObject): Items => new Map(itemsOf(kind, body).map((item) => [itemKey(item), item]));
  const [was, own, other] = [read(base), read(mine), read(theirs)];
  const found: ThreeWayItem[] = [];
  for (const key of new Set([...was.keys(), ...own.keys(), ...other.keys()])) {
    const [before, my, their] = [was.get(key), own.get(key), other.get(key)];
    const deeds = { mine: deedOf(before, my), theirs: deedOf(before, their) };
    const item = before ?? my ?? their;
    if (item === undefined || (deeds.mine === 'unchanged' && deeds.theirs === 'unchanged')) continue;
    if (isEmptyObject(before) && isEmptyObject(my) && isEmptyObject(their)) continue;
    const isSame = my === undefined || their === undefined ? my === their : isSameItem(my, their);
    found.push({
      section: item.section,
      name: item.name,
      ...deeds,
      isConflict: deeds.mine !== 'unchanged' && deeds.theirs !== 'unchanged' && !isSame,
      base: before?.value,
      mineValue: my?.value,
      theirsValue: their?.value,
    });
  }
  return [...found.filter(({ isConflict }) => isConflict), ...found.filter(({ isConflict }) => !isConflict)];
}

type Items = ReadonlyMap<string, PartItem>;

function itemsOf(kind: ComparedKind, body: JsonObject): readonly PartItem[] {
  if (kind === 'mappings' || kind === 'settings') return itemsOfPart({ [kind]: body });
  return itemsOfTemplate(kind, body);
}

function deedOf(before: PartItem | undefined, after: PartItem | undefined): Deed {
  if (before === undefined) return after === undefined ? 'unchanged' : 'added';
  if (after === undefined) return 'removed';
  return isSameItem(before, after) ? 'unchanged' : 'changed';
}

/** Whether an item is absent or an object without parameters: its fields show how it changed. */
function isEmptyObject(item: PartItem | undefined): boolean {
  return (
    item === undefined || (item.field === 'object' && isObject(item.value) && Object.keys(item.value).length === 0)
  );
}
