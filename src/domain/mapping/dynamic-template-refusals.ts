import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { valueAt } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { formatJson } from '../json/text.ts';
import { deepEqual, isArray, isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { definitionRefusals } from './definition-refusals.ts';
import type { ForeseenRefusal } from './foreseen-refusal.ts';
import { describeValue } from './live-field-changes.ts';
import {
  NAME_CONDITIONS,
  storedDynamicTemplates,
  TAKES_PATTERN_LISTS,
  TYPE_CONDITIONS,
} from './stored-dynamic-templates.ts';

const CONDITIONS: readonly string[] = [...NAME_CONDITIONS, ...TYPE_CONDITIONS];
const MEMBERS: readonly string[] = [...CONDITIONS, 'match_pattern', 'mapping', 'runtime'];
const MATCHED_TYPES: readonly string[] = ['*', 'object', 'string', 'long', 'double', 'boolean', 'date', 'binary'];
const MATCHED = 'match_mapping_type';
const PATTERNS: readonly string[] = ['simple', 'regex'];

/** Engines that let a template make runtime fields, and need no condition. Measured on Elasticsearch 7.17 and 9.5. */
const MAKES_RUNTIME_FIELDS = elasticsearch({ from: '7.11' });
/** Engines that look into the definition that a template gives; the others refuse the documents that it matches. */
const LOOKS_INSIDE = elasticsearch({ from: '8.0' });
/** Engines with `unmatch_mapping_type`, and several types in a condition. */
const TAKES_TYPE_LISTS = elasticsearch({ from: '8.13' });

/** A value that stands for what is found, such as `{dynamic_type}`. */
const isPlaceholder = (value: JsonValue | undefined) => typeof value === 'string' && value.includes('{');

/** What an engine refuses of dynamic templates; pointers begin below them. */
export function dynamicTemplateRefusals(templates: JsonValue, target: TargetEngine): readonly ForeseenRefusal[] {
  return eachTemplate(templates, (template) => {
    const reason =
      template === undefined ? 'A dynamic template is an object with one name.' : templateRefusal(template, target);
    return reason === null ? [] : [reason];
  });
}

/**
 * What an engine takes of dynamic templates and does not apply as it is written; pointers begin below them.
 * {@link dynamicTemplateRefusals} has what it refuses.
 */
export function dynamicTemplateAlterations(templates: JsonValue, target: TargetEngine): readonly ForeseenRefusal[] {
  return eachTemplate(templates, (template) => {
    if (!isObject(template) || templateRefusal(template, target) !== null) return [];
    const stored = storedDynamicTemplates([{ '': template }], target);
    const lists = NAME_CONDITIONS.flatMap((condition) => {
      const text = valueAt(stored, joinPointer('', '0', '', condition));
      if (text === undefined || deepEqual(text, member(template, condition) ?? null)) return [];
      return [`${condition} will be stored as ${formatJson(text)}, one pattern.`];
    });
    const mapping = member(template, 'mapping');
    const inside =
      isObject(mapping) && !isKnownBy(LOOKS_INSIDE, target)
        ? definitionRefusal(mapping, member(template, MATCHED), target)
        : null;
    return inside === null ? lists : [...lists, `${inside} Documents that it matches will be rejected.`];
  });
}

/** What is found in each template, which is undefined where it is no object with one name. */
function eachTemplate(
  templates: JsonValue,
  reasonsIn: (template: JsonValue | undefined) => readonly string[],
): readonly ForeseenRefusal[] {
  if (!isArray(templates)) return [];
  return templates.flatMap((item, index) => {
    const names = isObject(item) ? Object.keys(item) : [];
    const [name = ''] = names;
    const isNamed = isObject(item) && names.length === 1;
    const path = isNamed ? name : `dynamic_templates[${index}]`;
    const reasons = reasonsIn(isNamed ? (member(item, name) ?? null) : undefined);
    return reasons.map((reason) => ({ at: joinPointer('', String(index)), path, reason }));
  });
}

function templateRefusal(template: JsonValue, target: TargetEngine): string | null {
  if (!isObject(template)) return 'A dynamic template is an object.';
  const looksInside = isKnownBy(LOOKS_INSIDE, target);
  const makesRuntime = isKnownBy(MAKES_RUNTIME_FIELDS, target);
  const isKnown = (key: string) =>
    MEMBERS.includes(key) &&
    (key !== 'runtime' || makesRuntime) &&
    (key !== 'unmatch_mapping_type' || isKnownBy(TAKES_TYPE_LISTS, target));
  const unknown = Object.keys(template).find((key) => !isKnown(key));
  if (unknown !== undefined) return `The cluster doesn’t support ${unknown} in dynamic templates.`;
  const condition = conditionRefusal(template, target);
  if (condition !== null) return condition;
  const [mapping, runtime] = [member(template, 'mapping'), member(template, 'runtime')];
  if (mapping === undefined && runtime === undefined) return 'mapping is required.';
  if (mapping !== undefined && runtime !== undefined) return 'It can’t have both mapping and runtime.';
  if ([mapping, runtime].some((value) => value !== undefined && !isObject(value))) return 'mapping must be an object.';
  if (!makesRuntime && !CONDITIONS.some((condition) => member(template, condition) !== undefined))
    return 'It needs a condition, such as match or match_mapping_type.';
  return looksInside && isObject(mapping) ? definitionRefusal(mapping, member(template, MATCHED), target) : null;
}

/** What is refused of the conditions of a template. */
function conditionRefusal(template: JsonObject, target: TargetEngine): string | null {
  const pattern = member(template, 'match_pattern');
  if (pattern !== undefined && !(typeof pattern === 'string' && PATTERNS.includes(pattern)))
    return `match_pattern can’t be ${plain(pattern)}.`;
  for (const name of CONDITIONS) {
    const value = member(template, name);
    if (value === undefined) continue;
    const values = isArray(value) ? value : [value];
    if (value === null) return `${name} can’t be null.`;
    if (TYPE_CONDITIONS.includes(name)) {
      if (isArray(value) && !isKnownBy(TAKES_TYPE_LISTS, target)) return `${name} can’t be a list.`;
      const wrong = values.find((type) => typeof type !== 'string' || !MATCHED_TYPES.includes(type));
      if (wrong !== undefined) return `${name} can’t be ${plain(wrong)}.`;
    } else if (!isArray(value) || isKnownBy(TAKES_PATTERN_LISTS, target)) {
      if (isArray(value) && value.some((each) => typeof each !== 'string')) return `${name} must be a list of strings.`;
      const broken = pattern === 'regex' && values.find((each) => typeof each === 'string' && isBrokenPattern(each));
      if (typeof broken === 'string') return `${name} is not a regular expression: ${broken}`;
    }
  }
  return null;
}

const plain = (value: JsonValue) => (typeof value === 'string' ? value : describeValue(value));

/**
 * Whether no engine can read a regular expression, as far as that is certain: groups that are not closed, a quantifier
 * with nothing before it, or a backslash at the end. Character classes and quotations are left to the engine.
 */
function isBrokenPattern(pattern: string): boolean {
  if (pattern.includes('[') || pattern.includes('\\Q')) return false;
  const bare = pattern.replaceAll(/\\./gsu, '');
  let depth = 0;
  for (const character of bare) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return true;
  }
  return depth > 0 || bare.endsWith('\\') || /^[*+?]/u.test(pattern);
}

/** As an engine tries the definition: with a type, and without what stands for something else. */
function definitionRefusal(mapping: JsonObject, matched: JsonValue | undefined, target: TargetEngine): string | null {
  const own = member(mapping, 'type');
  const isGiven = typeof own === 'string' && !isPlaceholder(own);
  // A template that only dates match makes dates, unless it gives another type.
  if (!isGiven && (matched !== 'date' || (own !== undefined && own !== '{dynamic_type}'))) return null;
  const given = Object.fromEntries(Object.entries(mapping).filter(([, value]) => !isPlaceholder(value)));
  const tried = isGiven ? given : { ...given, type: 'date' };
  const [refusal] = definitionRefusals(
    undefined,
    tried,
    { isRoot: true, isMultiField: false, isInMultiField: false, isInNested: false },
    target,
  );
  return refusal?.[1] ?? null;
}
