import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { copyObject, isArray, isObject, setMember, type JsonObject, type JsonValue } from '../json/value.ts';

/** Conditions on names and paths. */
export const NAME_CONDITIONS: readonly string[] = ['match', 'unmatch', 'path_match', 'path_unmatch'];
/** Conditions on the type that a value is taken for. */
export const TYPE_CONDITIONS: readonly string[] = ['match_mapping_type', 'unmatch_mapping_type'];

/** Engines that take several patterns in a condition; the others take the text of the list for one pattern. */
export const TAKES_PATTERN_LISTS = elasticsearch({ from: '8.9' });

/**
 * Dynamic templates as an engine stores them, as far as it stores others than it is sent: measured on Elasticsearch
 * 7.17, 8.19 and 9.5, OpenSearch 2.19 and 3.4.
 */
export function storedDynamicTemplates(templates: JsonValue, target: TargetEngine): JsonValue {
  if (!isArray(templates)) return templates;
  return templates.map((item) => {
    if (!isObject(item)) return item;
    return Object.fromEntries(
      Object.entries(item).map(([name, template]) => [name, isObject(template) ? stored(template, target) : template]),
    );
  });
}

function stored(template: JsonObject, target: TargetEngine): JsonObject {
  const result = copyObject(template);
  for (const condition of NAME_CONDITIONS) {
    const value = template[condition];
    const isText = isObject(value) || (isArray(value) && !isKnownBy(TAKES_PATTERN_LISTS, target));
    if (value !== undefined && isText) setMember(result, condition, javaText(value));
  }
  return result;
}

/** A value as Java prints it. */
function javaText(value: JsonValue): string {
  if (isArray(value)) return `[${value.map(javaText).join(', ')}]`;
  if (!isObject(value)) return String(value);
  const entries = Object.entries(value).map(([name, each]) => `${name}=${javaText(each)}`);
  return `{${entries.join(', ')}}`;
}
