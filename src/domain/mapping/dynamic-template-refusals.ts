import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { joinPointer } from '../json/pointer.ts';
import { isArray, isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { definitionRefusals } from './definition-refusals.ts';
import type { ForeseenRefusal } from './foreseen-refusal.ts';

const CONDITIONS: readonly string[] = [
  'match',
  'unmatch',
  'path_match',
  'path_unmatch',
  'match_mapping_type',
  'unmatch_mapping_type',
];
const MEMBERS: readonly string[] = [...CONDITIONS, 'match_pattern', 'mapping', 'runtime'];
const MATCHED_TYPES: readonly string[] = ['*', 'object', 'string', 'long', 'double', 'boolean', 'date', 'binary'];
const PATTERNS: readonly string[] = ['simple', 'regex'];

/**
 * Engines that let a template make runtime fields, need no condition, and look into the definition that it gives.
 * Measured on Elasticsearch 9.5.
 */
const LOOKS_INSIDE = elasticsearch({ from: '7.11' });

/** A value that stands for what is found, such as `{dynamic_type}`. */
const isPlaceholder = (value: JsonValue | undefined) => typeof value === 'string' && value.includes('{');

/** What an engine refuses of dynamic templates; pointers begin below them. */
export function dynamicTemplateRefusals(templates: JsonValue, target: TargetEngine): readonly ForeseenRefusal[] {
  if (!isArray(templates)) return [];
  return templates.flatMap((item, index) => {
    const at = joinPointer('', String(index));
    const names = isObject(item) ? Object.keys(item) : [];
    const [name = ''] = names;
    const path = names.length === 1 ? name : `dynamic_templates[${index}]`;
    const reason =
      !isObject(item) || names.length !== 1
        ? 'A dynamic template is an object with one name.'
        : templateRefusal(member(item, name) ?? null, target);
    return reason === null ? [] : [{ at, path, reason }];
  });
}

function templateRefusal(template: JsonValue, target: TargetEngine): string | null {
  if (!isObject(template)) return 'A dynamic template is an object.';
  const looksInside = isKnownBy(LOOKS_INSIDE, target);
  const unknown = Object.keys(template).find((key) => !MEMBERS.includes(key) || (key === 'runtime' && !looksInside));
  if (unknown !== undefined) return `The cluster doesn’t support ${unknown} in dynamic templates.`;
  const [matched, pattern] = [member(template, 'match_mapping_type'), member(template, 'match_pattern')];
  if (typeof matched === 'string' && !MATCHED_TYPES.includes(matched)) return `match_mapping_type can’t be ${matched}.`;
  if (typeof pattern === 'string' && !PATTERNS.includes(pattern)) return `match_pattern can’t be ${pattern}.`;
  const [mapping, runtime] = [member(template, 'mapping'), member(template, 'runtime')];
  if (mapping === undefined && runtime === undefined) return 'mapping is required.';
  if (mapping !== undefined && runtime !== undefined) return 'It can’t have both mapping and runtime.';
  if ([mapping, runtime].some((value) => value !== undefined && !isObject(value))) return 'mapping must be an object.';
  if (!looksInside && !CONDITIONS.some((condition) => member(template, condition) !== undefined))
    return 'It needs a condition, such as match or match_mapping_type.';
  return looksInside && isObject(mapping) ? definitionRefusal(mapping, target) : null;
}

/** As an engine tries the definition: with a type, and without what stands for something else. */
function definitionRefusal(mapping: JsonObject, target: TargetEngine): string | null {
  if (typeof member(mapping, 'type') !== 'string' || isPlaceholder(member(mapping, 'type'))) return null;
  const tried = Object.fromEntries(Object.entries(mapping).filter(([, value]) => !isPlaceholder(value)));
  const [refusal] = definitionRefusals(
    undefined,
    tried,
    { isRoot: true, isMultiField: false, isInMultiField: false, isInNested: false },
    target,
  );
  return refusal?.[1] ?? null;
}
