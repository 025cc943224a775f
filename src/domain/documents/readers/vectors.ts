import { elasticsearch } from '../../catalogue/engines.ts';
import { isFalse } from '../../catalogue/values.ts';
import { isArray, isObject, member, type JsonValue } from '../../json/value.ts';
import { isFiniteAs, weightProblem } from './numbers.ts';
import {
  cannotTell,
  isOf,
  NO_VALUE,
  numberParameter,
  quoted,
  refused,
  TAKEN,
  type FieldInHand,
  type Reader,
  type Reading,
  textParameter,
} from './reading.ts';

/** What dense vectors may be made of, and how many dimensions a byte of them is. */
const BITS_PER_BYTE = 8;
/** The similarity of a vector that is indexed, where the mappings name none. */
const INDEXED_BY_DEFAULT = elasticsearch({ from: '8.11' });
const TAKES_TEXT = elasticsearch({ from: '8.14' });
/** How far the length of a vector may be from 1, where it must be 1. */
const UNIT_TOLERANCE = 1e-3;

function numbersIn(value: readonly JsonValue[]): readonly number[] | null {
  return value.every((each) => typeof each === 'number' || typeof each === 'bigint') ? value.map(Number) : null;
}

function componentProblem(numbers: readonly number[], element: string): string | null {
  const isByte = element === 'byte' || element === 'bit' || element === 'binary';
  for (const each of numbers) {
    if (isByte && (!Number.isInteger(each) || each < -128 || each > 127))
      return `A component is a whole number from -128 to 127, not ${each}.`;
    if (!isFiniteAs('float', each)) return `A component must be finite, not ${each}.`;
  }
  return null;
}

export const denseVector: Reader = {
  takesLists: true,
  takesOne: () => 'reads',
  indexes: true,
  hasDocValues: true,
  read: ({ value }, field) => {
    if (value === null) return NO_VALUE;
    const element = textParameter(field.definition, 'element_type') ?? 'float';
    if (typeof value === 'string' && isOf(TAKES_TEXT, field))
      return cannotTell('type', 'Whether text is a vector of this field can’t be told.');
    if (!isArray(value)) return refused(`A vector is a list of numbers, not ${quoted(value)}.`);
    const numbers = numbersIn(value);
    if (numbers === null) return refused('A vector is a list of numbers.');
    const problem = componentProblem(numbers, element);
    if (problem !== null) return refused(problem);
    const dims = numberParameter(field.definition, 'dims');
    const size = element === 'bit' ? numbers.length * BITS_PER_BYTE : numbers.length;
    if (size === 0) return refused('A vector has at least one dimension.');
    if (dims !== undefined && dims !== size) return refused(`It has ${size} dimensions, and the field has ${dims}.`);
    return (
      similarityProblem(numbers, element, field) ??
      (dims === undefined ? { kind: 'taken', update: { dims: size } } : TAKEN)
    );
  },
};

function similarityProblem(numbers: readonly number[], element: string, field: FieldInHand): Reading | null {
  const { definition } = field;
  const own = member(definition, 'similarity');
  const isIndexed = isOf(INDEXED_BY_DEFAULT, field)
    ? !isFalse(member(definition, 'index'))
    : member(definition, 'index') === true || member(definition, 'index') === 'true';
  if (!isIndexed || element === 'bit') return null;
  const similarity = typeof own === 'string' ? own : 'cosine';
  const square = numbers.reduce((sum, each) => sum + each * each, 0);
  if (similarity === 'cosine' && square === 0) return refused('Cosine similarity takes no vector of zeros.');
  if (similarity === 'dot_product' && element === 'float' && Math.abs(Math.sqrt(square) - 1) > UNIT_TOLERANCE)
    return refused('The similarity dot_product takes vectors of length 1 only.');
  return null;
}

export const knnVector: Reader = {
  takesLists: true,
  takesOne: () => 'reads',
  indexes: true,
  read: ({ value }, { definition }) => {
    if (value === null) return NO_VALUE;
    const element = textParameter(definition, 'data_type') ?? 'float';
    const dimension = numberParameter(definition, 'dimension');
    if (typeof value === 'object' && !isArray(value))
      return refused(`A vector is a list of numbers, not ${quoted(value)}.`);
    if (dimension === undefined) return cannotTell('type', 'How many dimensions the model has can’t be told.');
    const list = isArray(value) ? value : [value];
    const numbers = numbersIn(list);
    if (numbers === null) return refused('A vector is a list of numbers.');
    const problem = componentProblem(numbers, element);
    if (problem !== null) return refused(problem);
    const wanted = element === 'binary' ? dimension / BITS_PER_BYTE : dimension;
    if (numbers.length !== wanted) return refused(`It has ${numbers.length} dimensions, and the field has ${wanted}.`);
    const space = spaceOf(definition);
    if (space === 'cosinesimil' && numbers.every((each) => each === 0))
      return refused('Cosine similarity takes no vector of zeros.');
    return TAKEN;
  },
};

function spaceOf(definition: FieldInHand['definition']): JsonValue | undefined {
  const method = member(definition, 'method');
  return member(definition, 'space_type') ?? (isObject(method) ? member(method, 'space_type') : undefined);
}

/** Names of tokens and their positive weights. */
export const sparseVector: Reader = {
  takesObjects: true,
  indexes: true,
  read: ({ value }) => {
    if (!isObject(value)) return refused('A sparse vector is an object of tokens and their weights.');
    const problem = weightProblem(value, 'weight');
    return problem === null ? TAKEN : refused(problem);
  },
};
