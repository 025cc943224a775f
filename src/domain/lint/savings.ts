import { parameterOf } from '../catalogue/catalogue.ts';
import type { TargetEngine } from '../catalogue/engines.ts';
import { isFalse, isTrue } from '../catalogue/values.ts';
import type { Pointer } from '../json/pointer.ts';
import { isArray, member, objectMember, type JsonObject } from '../json/value.ts';
import { modeIn } from '../template/index-mode.ts';
import { settingIn } from '../template/setting-value.ts';
import { switchOff } from './fixes.ts';
import type { Fix } from './rule.ts';
import { lintSubject, pathOf, type LintedField, type LintSubject } from './subject.ts';
import type { FieldUsage, FieldUses, Structure } from './usage.ts';

/** Parameters that can be switched off, and the structures on disk that are there for them. */
const STRUCTURES = {
  doc_values: ['doc_values'],
  index: ['inverted_index', 'points'],
  norms: ['norms'],
} as const satisfies Readonly<Record<string, readonly Structure[]>>;
type Parameter = keyof typeof STRUCTURES;

/**
 * Types for which it was tried on Elasticsearch which requests count as a use of which structure. Sorting and
 * aggregating by most of them count as a use of the index, too, so that an index that nobody searches may not be found.
 */
const TYPES: ReadonlySet<string> = new Set(
  'keyword text boolean byte short integer long float half_float double date date_nanos ip'.split(' '),
);

/** Structures of a field that nobody used. */
interface Savings {
  readonly parameters: readonly Parameter[];
  readonly structures: readonly Structure[];
  /** Switches them off; null where the definition could not stay otherwise as it is. */
  readonly fix: Fix | null;
}

/** The structures of a field that nobody used, null where there are none. `uses` is undefined where there were none. */
export function savingsOf(
  field: LintedField,
  uses: FieldUses | undefined,
  subject: Pick<LintSubject, 'mappings' | 'settings' | 'target'>,
): Savings | null {
  const { type, definition } = field;
  if (!TYPES.has(type) || isRequired(field)) return null;
  const isOn = (parameter: Parameter): boolean => {
    const known = parameterOf(type, parameter, subject.target);
    const given = member(definition, parameter) ?? known?.defaultValue;
    return known !== undefined && given !== undefined && isTrue(given);
  };
  const isUsed = (parameter: Parameter) => STRUCTURES[parameter].some((each) => uses?.structures.has(each) === true);
  const unused = (Object.keys(STRUCTURES) as Parameter[]).filter(
    (parameter) =>
      isOn(parameter) && !isUsed(parameter) && !(parameter === 'doc_values' && needsDocValues(field, subject)),
  );
  // Without an index there are no norms.
  const isIndexed = !isFalse(member(definition, 'index') ?? true);
  const parameters = unused.filter((parameter) => parameter !== 'norms' || (isIndexed && !unused.includes('index')));
  if (parameters.length === 0) return null;
  return {
    parameters,
    structures: parameters.flatMap((parameter) => STRUCTURES[parameter]),
    fix: switchOff(field, parameters, subject.target),
  };
}

/** Whether the engine itself needs the field as it is. */
function isRequired({ definition, container, parent, name }: LintedField): boolean {
  return (
    (name === '@timestamp' && parent === null && container === 'properties') ||
    member(definition, 'time_series_dimension') !== undefined ||
    member(definition, 'time_series_metric') !== undefined
  );
}

/** Whether documents are sorted by it, or put together again from its doc values. */
function needsDocValues(
  field: LintedField,
  { mappings, settings }: Pick<LintSubject, 'mappings' | 'settings'>,
): boolean {
  const sorted = settingIn(settings, 'sort.field') ?? [];
  const source = member(objectMember(mappings, '_source') ?? {}, 'mode') ?? settingIn(settings, 'mapping.source.mode');
  const mode = modeIn(settings);
  return (
    source === 'synthetic' ||
    mode === 'logsdb' ||
    mode === 'time_series' ||
    (isArray(sorted) ? sorted : [sorted]).includes(pathOf(field))
  );
}

interface SavingsInput {
  readonly settings: JsonObject;
  readonly usage: FieldUsage;
  readonly target: TargetEngine;
}

/** The unused structures of all fields of an index, by their places in its mappings. Cost: one visit of every field. */
export function savingsIn(mappings: JsonObject, { usage, ...known }: SavingsInput): ReadonlyMap<Pointer, Savings> {
  const subject = lintSubject({ body: mappings, mappingsAt: '', kind: 'mappings', ...known });
  return new Map(
    subject.fields.flatMap((field) => {
      const savings = savingsOf(field, usage.get(pathOf(field)), subject);
      return savings === null ? [] : [[field.at, savings] as const];
    }),
  );
}
