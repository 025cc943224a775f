import { formatJson, JsonTextError, parseJson } from '../json/text.ts';
import { isArray, isObject, type JsonValue } from '../json/value.ts';

/** Names that more than one dynamic template of the mappings has. */
export function repeatedTemplateNames(templates: JsonValue | undefined): readonly string[] {
  const names = isArray(templates) ? templates.flatMap((item) => (isObject(item) ? Object.keys(item) : [])) : [];
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}

/** The text of the templates as they stand in their editor; none are an empty list. */
export function formatTemplates(templates: JsonValue | undefined): string {
  return formatJson(templates ?? [], 2);
}

/**
 * Reads the list that someone typed: nothing is an empty list, a single template a list of one. Null for what is
 * neither.
 */
export function readTemplates(text: string): readonly JsonValue[] | null {
  if (text.trim() === '') return [];
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    if (error instanceof JsonTextError) return null;
    throw error;
  }
  if (isObject(value)) return [value];
  return Array.isArray(value) ? value : null;
}
