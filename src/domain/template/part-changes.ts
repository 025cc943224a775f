import type { TemplateStreamKind } from '../document/live-document.ts';
import { formatJson } from '../json/text.ts';
import { deepEqual, isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { typeOf } from '../mapping/field.ts';
import { fieldRenames, renamedPath, type FieldRenames } from './field-renames.ts';
import { itemKey, itemsOfPart, itemsOfTemplate, saysSomething, type PartItem, type PartSection } from './part-items.ts';

const NO_RENAMES: FieldRenames = new Map();

/** One thing in which two parts of templates, or two compositions, differ. */
export interface PartChange {
  readonly section: PartSection;
  /** The whole name of a setting, the dotted path of a field, the name of an alias or of a member. */
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'renamed';
  readonly isField: boolean;
  /** Whether a field gets another type. */
  readonly isTypeChange: boolean;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /** The change in words. */
  readonly text: string;
}

/**
 * In which settings, fields, aliases and other members two parts differ; settings are compared as engines read them,
 * `1` as `"1"`.
 */
export function compareParts(before: JsonObject, after: JsonObject): readonly PartChange[] {
  return compareItems(itemsOfPart(before), itemsOfPart(after));
}

/** As `compareParts`, between two versions of one part: a renamed field is one change. */
export function compareVersions(before: JsonObject, after: JsonObject): readonly PartChange[] {
  const [was, wanted] = [itemsOfPart(before), itemsOfPart(after)];
  return compareItems(was, wanted, NO_RENAMES);
}

/**
 * What a template's body changes, thing by thing; everything where there was none. A renamed field is one change: one
 * of `renames`, or one that was removed while another of the same definition was added beside it.
 */
export function compareTemplates(
  kind: TemplateStreamKind,
  before: JsonObject | null,
  after: JsonObject,
  renames: FieldRenames = NO_RENAMES,
): readonly PartChange[] {
  const [was, wanted] = [before === null ? [] : itemsOfTemplate(kind, before), itemsOfTemplate(kind, after)];
  return compareItems(was, wanted, renames);
}

function compareItems(
  before: readonly PartItem[],
  after: readonly PartItem[],
  /** The known renames; absent where fields of the same definition are two fields. */
  known?: FieldRenames,
): readonly PartChange[] {
  const renames = known === undefined ? NO_RENAMES : fieldRenames(before, after, known);
  const was = new Map(before.map((item) => [itemKey(renamedItem(item, renames)), item]));
  const wanted = new Map(after.map((item) => [itemKey(item), item]));
  const changes: PartChange[] = [];
  for (const [key, item] of was) {
    const now = wanted.get(key);
    const renamed = item.field === undefined ? undefined : renames.get(item.name);
    if (renamed !== undefined)
      changes.push(renameOf(item, renamed, { now, isKnown: known?.get(item.name) === renamed }));
    if (now === undefined) push(changes, renamedItem(item, renames), undefined);
    else if (!isSameItem(item, now)) push(changes, renamedItem(item, renames), now);
  }
  for (const [key, item] of wanted) if (!was.has(key)) push(changes, undefined, item);
  return changes;
}

function renamedItem(item: PartItem, renames: FieldRenames): PartItem {
  return item.field === undefined ? item : { ...item, name: renamedPath(item.name, renames) };
}

interface RenamedTo {
  readonly now: PartItem | undefined;
  /** Otherwise two fields of one definition are taken for one that was renamed, and the text says so. */
  readonly isKnown: boolean;
}

function renameOf({ section, name: from, value }: PartItem, name: string, { now, isKnown }: RenamedTo): PartChange {
  return {
    section,
    name,
    kind: 'renamed',
    isField: true,
    isTypeChange: false,
    before: value,
    after: now?.value,
    text: `Rename field ${from} to ${name}${isKnown ? '' : ', recognized by its definition'}`,
  };
}

function push(changes: PartChange[], was: PartItem | undefined, now: PartItem | undefined): void {
  const item = was ?? now;
  // Of an object that comes or goes its fields tell, unless it has parameters.
  if (item === undefined || !((was && saysSomething(was)) || (now && saysSomething(now)))) return;
  const isField = item.field !== undefined;
  changes.push({
    section: item.section,
    name: item.name,
    kind: was === undefined ? 'added' : now === undefined ? 'removed' : 'changed',
    isField,
    isTypeChange: isField && was !== undefined && now !== undefined && typeOf(was.value) !== typeOf(now.value),
    before: was?.value,
    after: now?.value,
    text: changeText(item, was?.value, now?.value),
  });
}

/** Whether two items of one key say the same. */
export function isSameItem(was: PartItem, now: PartItem): boolean {
  if (was.field !== now.field) return false;
  return was.section === 'settings' ? deepEqual(asText(was.value), asText(now.value)) : deepEqual(was.value, now.value);
}

/** As engines write settings. */
function asText(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => asText(item));
  return typeof value === 'object' ? value : String(value);
}

/** What the things of a section are called; settings and members speak for themselves. */
const NOUNS: Readonly<Record<PartSection, string>> = {
  template: '',
  settings: '',
  mappings: '',
  aliases: 'alias ',
  lifecycle: 'lifecycle ',
  data_stream_options: 'data stream option ',
};

function changeText(item: PartItem, was: JsonValue | undefined, now: JsonValue | undefined): string {
  const { section, name, field } = item;
  if (field !== undefined) return fieldText(name, was, now);
  if (section === 'template' && Object.hasOwn(LISTS, name)) return listText(LISTS[name] ?? name, was, now);
  const what = `${NOUNS[section]}${name}`;
  if (now === undefined) return `Remove ${what}`;
  if (section === 'aliases') return was === undefined ? `Add ${what}` : `Change ${what}`;
  return changedText(what, was, now);
}

/** Lists of names in the body of a template, and what one of them is called. */
const LISTS: Readonly<Record<string, string>> = {
  index_patterns: 'index pattern',
  composed_of: 'component template',
  ignore_missing_component_templates: 'ignored missing component template',
};

function listText(noun: string, was: JsonValue | undefined, now: JsonValue | undefined): string {
  const [before, after] = [listOf(was), listOf(now)];
  if ((before.length === 0) !== (after.length === 0)) {
    const names = [...before, ...after];
    return `${after.length > 0 ? 'Add' : 'Remove'} ${noun}${names.length > 1 ? 's' : ''} ${names.join(', ')}`;
  }
  const parts = [
    ...after.filter((name) => !before.includes(name)).map((name) => `add ${name}`),
    ...before.filter((name) => !after.includes(name)).map((name) => `remove ${name}`),
  ];
  if (was === undefined && now) return changedText(`${noun}s`, was, now);
  return parts.length === 0 ? `Reorder ${noun}s` : `Change ${noun}s: ${parts.join(', ')}`;
}

function listOf(value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return [];
  const items: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  return items.map((item) => (typeof item === 'string' ? item : formatJson(item)));
}

function fieldText(name: string, was: JsonValue | undefined, now: JsonValue | undefined): string {
  if (now === undefined) return `Remove field ${name} (${typeOf(was)})`;
  if (was === undefined) return `Add field ${name} (${typeOf(now)})`;
  if (typeOf(was) !== typeOf(now)) return `Change type of ${name} from ${typeOf(was)} to ${typeOf(now)}`;
  if (!isObject(was) || !isObject(now)) return `Change field ${name}`;
  const names = [...new Set([...Object.keys(was), ...Object.keys(now)])].filter(
    (parameter) => !deepEqual(member(was, parameter), member(now, parameter)),
  );
  const [only = '', ...others] = names;
  if (others.length > 0) return `Change ${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''} of ${name}`;
  const after = member(now, only);
  return after === undefined
    ? `Remove ${only} of ${name}`
    : changedText(`${only} of ${name}`, member(was, only), after);
}

const LONGEST_VALUE = 60;

/** A value in a sentence; what is long is not told. */
function changedText(what: string, was: JsonValue | undefined, now: JsonValue): string {
  const [from, to] = [was === undefined ? undefined : shortText(was), shortText(now)];
  if (to === null || from === null) return `${was === undefined ? 'Set' : 'Change'} ${what}`;
  return from === undefined ? `Set ${what} to ${to}` : `Change ${what} from ${from} to ${to}`;
}

function shortText(value: JsonValue): string | null {
  const text = typeof value === 'string' ? value : formatJson(value);
  return text.length > LONGEST_VALUE ? null : text;
}
