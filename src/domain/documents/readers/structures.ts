import { parameterOf } from '../../catalogue/catalogue.ts';
import { isArray, isObject, member, type JsonObject, type JsonValue } from '../../json/value.ts';
import {
  textIn,
  cannotTell,
  malformed,
  NO_VALUE,
  numberParameter,
  quoted,
  refused,
  refusedAnyway,
  TAKEN,
  type FieldInHand,
  type Reader,
  type Reading,
} from './reading.ts';
import { tooLong, utf8Length } from './texts.ts';
import { wholePart } from './numbers.ts';

const DEFAULT_FLAT_DEPTH = 20;
const LONGEST_FLAT_BYTES = 32_766;

/** A leaf of a flattened object, with its key. */
function* leavesOf(
  object: JsonObject,
  path: string,
  depth: number,
): IterableIterator<{ readonly path: string; readonly text: string; readonly depth: number }> {
  const waiting: {
    readonly holder: JsonObject | readonly JsonValue[];
    readonly path: string;
    readonly depth: number;
  }[] = [{ holder: object, path, depth }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { holder, path: at, depth: level } = next;
    const keys = isArray(holder) ? holder.keys() : Object.keys(holder);
    for (const key of keys) {
      const value = (holder as JsonObject)[key] as JsonValue;
      const name = typeof key === 'number' ? at : at === '' ? key : `${at}.${key}`;
      if (isObject(value)) {
        yield { path: name, text: '', depth: level + 1 };
        waiting.push({ holder: value, path: name, depth: level + 1 });
      } else if (isArray(value)) waiting.push({ holder: value, path: name, depth: level });
      else {
        const text = textIn(holder, key, value);
        if (text !== null) yield { path: name, text, depth: level };
      }
    }
  }
}

/** Objects whose leaves are all keywords. */
export const flattened: Reader = {
  takesObjects: true,
  hasDocValues: true,
  indexes: true,
  read: ({ value }, field) => {
    if (value === null) return NO_VALUE;
    if (!isObject(value)) return refused(`${field.type} takes an object, not ${quoted(value)}.`);
    const limit = numberParameter(field.definition, 'depth_limit') ?? DEFAULT_FLAT_DEPTH;
    const limits = parameterOf(field.type, 'depth_limit', field.engine) !== undefined;
    let ignored: Reading | null = null;
    for (const { path, text, depth } of leavesOf(value, '', 1)) {
      if (limits && depth > limit) return refused(`The object is deeper than the depth_limit of ${limit}.`);
      const long = tooLong(text, field);
      if (long !== null) ignored ??= long;
      else if (utf8Length(path) + utf8Length(text) + 1 > LONGEST_FLAT_BYTES)
        return refused(
          `The key ${quoted(path)} has a value of more than ${LONGEST_FLAT_BYTES.toLocaleString('en')} bytes with it.`,
        );
      if (path.includes('\0')) return refused('A key can’t contain the character \\0.');
    }
    return ignored ?? TAKEN;
  },
};

/** The relations of a join by parent, as texts. */
function relationsOf({ definition }: FieldInHand): {
  readonly names: ReadonlySet<string>;
  readonly children: ReadonlySet<string>;
} {
  const relations = member(definition, 'relations');
  const [names, children] = [new Set<string>(), new Set<string>()];
  if (isObject(relations))
    for (const [parent, child] of Object.entries(relations)) {
      names.add(parent);
      for (const each of isArray(child) ? child : [child])
        if (typeof each === 'string') {
          names.add(each);
          children.add(each);
        }
    }
  return { names, children };
}

export const join: Reader = {
  takesObjects: true,
  hasDocValues: true,
  indexes: true,
  takesOne: () => 'reads',
  read: ({ value }, field) => {
    const { names, children } = relationsOf(field);
    if (typeof value !== 'string' && !isObject(value))
      return refusedAnyway(`A join is the name of a relation, or an object with it, not ${quoted(value)}.`);
    const unknown = isObject(value) ? Object.keys(value).find((key) => key !== 'name' && key !== 'parent') : undefined;
    const name = typeof value === 'string' ? value : member(value, 'name');
    const parent = typeof value === 'string' ? undefined : member(value, 'parent');
    if (unknown !== undefined) return refusedAnyway(`A join has no member ${quoted(unknown)}.`);
    if (typeof name !== 'string') return refusedAnyway('The join has no name.');
    if (!names.has(name)) return refusedAnyway(`There is no relation ${quoted(name)}.`);
    if (!children.has(name)) return TAKEN;
    if (parent === undefined || parent === null) return refusedAnyway(`The relation ${quoted(name)} needs a parent.`);
    if (typeof parent === 'object' || typeof parent === 'boolean') return refusedAnyway('The parent is no id.');
    return field.routing === undefined ? refusedAnyway(`The relation ${quoted(name)} needs routing.`) : TAKEN;
  },
};

const COMPLETION_MEMBERS: ReadonlySet<string> = new Set(['input', 'weight', 'contexts']);
const DEFAULT_INPUT_LENGTH = 50;
const LARGEST_WEIGHT = 2 ** 31 - 1;

export const completion: Reader = {
  takesObjects: true,
  takesLists: true,
  indexes: true,
  isAnalyzed: true,
  read: ({ value }, field) => {
    if (value === null) return NO_VALUE;
    const inputs: string[] = [];
    for (const each of isArray(value) ? value : [value]) {
      const problem = isObject(each) ? completionProblem(each, inputs) : inputProblem(each, inputs);
      if (problem !== null) return refusedAnyway(problem);
    }
    if (inputs.includes('')) return cannotTell('type', 'Whether an empty input is taken can’t be told.');
    if (field.definition['contexts'] !== undefined)
      return cannotTell('type', 'What contexts of a completion take can’t be told.');
    const length = numberParameter(field.definition, 'max_input_length') ?? DEFAULT_INPUT_LENGTH;
    return inputs.some((input) => input.length > length) ? { kind: 'taken', cutTo: length } : TAKEN;
  },
};

function inputProblem(value: JsonValue, inputs: string[]): string | null {
  if (typeof value !== 'string') return `An input is text, not ${quoted(value)}.`;
  inputs.push(value);
  return null;
}

function completionProblem(value: JsonObject, inputs: string[]): string | null {
  const unknown = Object.keys(value).find((key) => !COMPLETION_MEMBERS.has(key));
  if (unknown !== undefined) return `A completion has no member ${quoted(unknown)}.`;
  const [input, weight] = [member(value, 'input'), member(value, 'weight')];
  for (const each of isArray(input) ? input : input === undefined ? [] : [input]) {
    const problem = inputProblem(each, inputs);
    if (problem !== null) return problem;
  }
  if (weight === undefined) return null;
  const whole = typeof weight === 'object' || typeof weight === 'boolean' ? null : wholePart(String(weight));
  if (whole === null || (typeof weight === 'number' && !Number.isInteger(weight)))
    return `The weight is a whole number, not ${quoted(weight)}.`;
  return whole < 0n || whole > BigInt(LARGEST_WEIGHT) ? `The weight lies between 0 and ${LARGEST_WEIGHT}.` : null;
}

export const percolator: Reader = {
  takesObjects: true,
  indexes: true,
  read: ({ value }) =>
    isObject(value)
      ? cannotTell('query', 'Whether a query can be parsed only the engine tells.')
      : refusedAnyway('A percolator takes a query, which is an object.'),
};

/** Numbers of buckets, ascending, and how many values each has. */
export const histogram: Reader = {
  takesObjects: true,
  hasDocValues: true,
  indexes: false,
  read: ({ value }) => {
    if (value === null) return NO_VALUE;
    if (!isObject(value)) return malformed('A histogram is an object of values and counts.');
    const unknown = Object.keys(value).find((key) => key !== 'values' && key !== 'counts');
    if (unknown !== undefined) return malformed(`A histogram has no member ${quoted(unknown)}.`);
    const [values, counts] = [member(value, 'values'), member(value, 'counts')];
    if (!isArray(values) || !isArray(counts)) return malformed('A histogram needs values and counts.');
    if (values.length !== counts.length) return malformed('A histogram has as many counts as values.');
    if (!values.every((each) => typeof each === 'number')) return malformed('The values of a histogram are numbers.');
    if (values.some((each, at) => at > 0 && each < Number(values[at - 1])))
      return malformed('The values of a histogram ascend.');
    return counts.every((each) => typeof each === 'number' && Number.isInteger(each) && each >= 0)
      ? TAKEN
      : malformed('The counts of a histogram are whole numbers from 0 on.');
  },
};

export const aggregateMetric: Reader = {
  takesObjects: true,
  hasDocValues: true,
  indexes: false,
  read: ({ value }, { definition }) => {
    if (value === null) return NO_VALUE;
    const metrics = member(definition, 'metrics');
    if (!isObject(value)) return malformed('Metrics are an object.');
    const names = isArray(metrics) ? metrics.map(String) : [];
    const unknown = Object.keys(value).find((key) => !names.includes(key));
    if (unknown !== undefined) return malformed(`There is no metric ${quoted(unknown)}.`);
    const missing = names.find((name) => member(value, name) === undefined);
    if (missing !== undefined) return malformed(`The metric ${quoted(missing)} is missing.`);
    return Object.values(value).every((each) => typeof each === 'number') ? TAKEN : malformed('Metrics are numbers.');
  },
};

/** A type whose values are worked out by a model, or by a plugin. */
export const inferred: Reader = {
  indexes: true,
  read: ({ value }) =>
    value === null ? NO_VALUE : cannotTell('inference', 'What a model of the cluster makes of it can’t be told.'),
};

export const unread: Reader = {
  takesLists: true,
  read: (_value, { type }) => cannotTell('type', `What a field of the type ${type} takes can’t be told.`),
};
