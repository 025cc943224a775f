import { aliasProperties } from '../console/alias-entries.ts';
import { flatSettings } from '../console/index-settings.ts';
import type { TargetEngine } from '../catalogue/engines.ts';
import { valueAt } from '../json/patch.ts';
import { joinPointer, lastToken, parentPointer, type Pointer } from '../json/pointer.ts';
import { formatJson } from '../json/text.ts';
import { deepEqual, isArray, isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { describeValue } from '../mapping/live-field-changes.ts';
import { compareStoredMappings } from '../mapping/stored-mapping.ts';
import { canonicalTemplate } from './same-template.ts';

/** A place that a cluster stored otherwise than it was sent. */
export interface StoredDifference {
  readonly at: Pointer;
  /** Absent where the cluster added it. */
  readonly sent?: JsonValue;
  /** Absent where the cluster did not store it. */
  readonly stored?: JsonValue;
}

/** What a cluster has otherwise of an update of mappings. Cost: as `planMappingUpdate`. */
export function mappingDifferences(
  update: JsonObject,
  live: JsonObject,
  target: TargetEngine,
): readonly StoredDifference[] {
  const { sent, stored, places } = compareStoredMappings(update, live, target);
  return places.flatMap((at) => differencesAt(at, valueAt(sent, at), valueAt(stored, at), { isUpdate: true }));
}

/** What a cluster has otherwise of a template that was stored as a whole. */
export function templateDifferences(sent: JsonObject, stored: JsonObject): readonly StoredDifference[] {
  return differencesAt('', canonicalTemplate(sent), canonicalTemplate(stored));
}

/** Settings that keep their default where they are reset. */
const ALWAYS_SET: readonly string[] = ['index.number_of_replicas', 'index.number_of_shards'];

/** What an index has otherwise of changed settings; `stored` are those that it has set, flat. */
export function settingDifferences(changes: JsonObject, stored: JsonObject): readonly StoredDifference[] {
  return Object.entries(flatSettings(changes)).flatMap(([name, value]): readonly StoredDifference[] => {
    // A pattern resets whatever it matches.
    if (name.includes('*') || (value === null && ALWAYS_SET.includes(name))) return [];
    const has = member(stored, name);
    const at = joinPointer('', name);
    if (value === null) return has === undefined ? [] : [{ at, sent: null, stored: has }];
    if (has === undefined) return [{ at, sent: value }];
    return settingText(has) === settingText(value) ? [] : [{ at, sent: value, stored: has }];
  });
}

/** What an index has otherwise of an alias that was added to it; `stored` is null where it does not have it. */
export function aliasDifferences(
  { alias, ...properties }: Parameters<typeof aliasProperties>[0],
  stored: JsonObject | null,
): readonly StoredDifference[] {
  const at = joinPointer('', 'aliases', alias ?? '');
  const sent = aliasProperties(properties);
  return stored === null ? [{ at, sent }] : differencesAt(at, sent, stored);
}

/** At most so many differences are put into words. */
const WORDED = 20;

/** Differences in sentences, the first of many. */
export function differenceTexts(differences: readonly StoredDifference[]): readonly string[] {
  const texts = differences.slice(0, WORDED).map(differenceText);
  const more = differences.length - WORDED;
  return more > 0 ? [...texts, `${more.toLocaleString('en')} more places differ.`] : texts;
}

function differenceText({ at, sent, stored }: StoredDifference): string {
  const place = parentPointer(at) === '' ? '' : ` in ${parentPointer(at)}`;
  const name = lastToken(at);
  if (stored === undefined) return `The cluster did not store ${name}${place}.`;
  if (sent === undefined) return `The cluster added ${name}${place}: ${describeValue(stored)}.`;
  return `The cluster stored ${name} as ${describeValue(stored)}${place}.`;
}

/** The innermost places where two values differ; of an update only places that it has. */
function differencesAt(
  at: Pointer,
  sent: JsonValue | undefined,
  stored: JsonValue | undefined,
  { isUpdate = false }: { readonly isUpdate?: boolean } = {},
): readonly StoredDifference[] {
  if (deepEqual(sent, stored)) return [];
  if (isObject(sent) && isObject(stored)) {
    const names = new Set([...Object.keys(sent), ...(isUpdate ? [] : Object.keys(stored))]);
    return [...names].flatMap((name) =>
      differencesAt(joinPointer(at, name), member(sent, name), member(stored, name), { isUpdate }),
    );
  }
  if (isArray(sent) && isArray(stored) && sent.length === stored.length && sent.some(isObject))
    return sent.flatMap((each, index) =>
      differencesAt(joinPointer(at, String(index)), each, stored[index], { isUpdate }),
    );
  return [{ at, ...(sent !== undefined && { sent }), ...(stored !== undefined && { stored }) }];
}

/** A setting as engines write it: each item of a list is text, too. */
function settingText(value: JsonValue): string {
  if (isArray(value)) return formatJson(value.map(settingText));
  return typeof value === 'object' ? formatJson(value) : String(value);
}
