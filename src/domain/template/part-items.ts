import type { TemplateStreamKind } from '../document/live-document.ts';
import { flatSettings } from '../console/index-settings.ts';
import { isArray, isObject, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import { dottedPath } from '../mapping/field.ts';
import { mappingsOf, partOf } from './compose.ts';
import { containerType, expandDots } from '../mapping/expand-dots.ts';

/** The section of a template's part that contains an item. */
export type ContentSection = 'settings' | 'mappings' | 'aliases' | 'lifecycle' | 'data_stream_options';
/** The same, or `template` for the members of the body outside of the part, like patterns and priority. */
export type PartSection = ContentSection | 'template';

/** An item of a part, small enough to be overridden as a whole: a setting, a field, an alias. */
export interface PartItem {
  readonly section: PartSection;
  /** As people write it: the whole name of a setting, the dotted path of a field. */
  readonly name: string;
  /** Of a field that holds others, its own parameters. */
  readonly value: JsonValue;
  readonly field?: 'leaf' | 'object';
  /** The member of the mappings that contains it, if it is not a field. */
  readonly group?: string;
}

/** One thing in the settings, mappings, aliases, lifecycle or options of a data stream. */
export interface ContentItem extends PartItem {
  readonly section: ContentSection;
}

/** Identifies an item among those of a part: fields and members of the mappings may have one name. */
export function itemKey({ section, name, field }: PartItem): string {
  return `${section} ${field === undefined ? 'member' : 'field'} ${name}`;
}

/** Whether an item has any content. An object without parameters has none; its fields have. */
export function saysSomething({ field, value }: PartItem): boolean {
  return field !== 'object' || (isObject(value) && Object.keys(value).length > 0);
}

/** Everything that a part says, in its order; fields with dots in their names as objects. */
export function itemsOfPart(part: JsonObject): readonly ContentItem[] {
  const entries = (section: ContentSection, values: JsonObject) =>
    Object.entries(values).map(([name, value]): ContentItem => ({ section, name, value }));
  return [
    ...entries('settings', flatSettings(objectMember(part, 'settings') ?? {})),
    ...itemsOfMappings(mappingsOf(part)),
    ...entries('aliases', objectMember(part, 'aliases') ?? {}),
    ...entries('lifecycle', objectMember(part, 'lifecycle') ?? {}),
    ...entries('data_stream_options', objectMember(part, 'data_stream_options') ?? {}),
  ];
}

/** Everything that the body of a template says. */
export function itemsOfTemplate(kind: TemplateStreamKind, body: JsonObject): readonly PartItem[] {
  const isLegacy = kind === 'legacy_template';
  const part = partOf(body, isLegacy);
  const others = (object: JsonObject, isSaid: (name: string) => boolean) =>
    Object.entries(object).flatMap(([name, value]): readonly PartItem[] =>
      isSaid(name) ? [] : [{ section: 'template', name, value }],
    );
  const own = others(body, (name) => (isLegacy ? SECTIONS.includes(name) : name === 'template'));
  return [
    ...own,
    ...(isLegacy ? [] : others(part, (name) => SECTIONS.includes(name) && part[name] !== null)),
    ...itemsOfPart(part),
  ];
}

const SECTIONS: readonly string[] = ['settings', 'mappings', 'aliases', 'lifecycle', 'data_stream_options'];

/** Members of the mappings whose entries count one by one. */
const ENTRY_MEMBERS: readonly string[] = ['_meta', '_source', 'runtime', 'derived'];

function itemsOfMappings(mappings: JsonObject): readonly ContentItem[] {
  const items: ContentItem[] = [];
  for (const [name, value] of Object.entries(expandDots(mappings, []))) {
    const add = (entry: string, inner: JsonValue) =>
      items.push({ section: 'mappings', name: `${name}.${entry}`, value: inner, group: name });
    if (name === 'properties' && isObject(value)) addFields(value, [], items);
    else if (ENTRY_MEMBERS.includes(name) && isObject(value))
      for (const [entry, inner] of Object.entries(value)) add(entry, inner);
    else if (name === 'dynamic_templates' && isArray(value))
      for (const entry of value)
        add(...((isObject(entry) ? Object.entries(entry)[0] : undefined) ?? (['', entry] as const)));
    else items.push({ section: 'mappings', name, value, group: name });
  }
  return items;
}

function addFields(properties: JsonObject, path: readonly string[], items: ContentItem[]): void {
  for (const [name, definition] of Object.entries(properties)) {
    const inner = [...path, name];
    if (!isObject(definition) || containerType(definition) === null) {
      items.push({ section: 'mappings', name: dottedPath(inner), value: definition, field: 'leaf' });
      continue;
    }
    const { properties: children, ...parameters } = definition;
    items.push({ section: 'mappings', name: dottedPath(inner), value: parameters, field: 'object' });
    if (isObject(children)) addFields(children, inner, items);
  }
}
