import { MESSAGES } from './messages.ts';
import { BOOLEAN_NULL_VALUES } from './options.ts';
import { accepted, all, numberIn, required } from './rules.ts';
import type { ParameterUse } from './types.ts';
import {
  between,
  booleanLike,
  either,
  integerLike,
  LARGEST_INTEGER,
  listOf,
  numberLike,
  objectOf,
  text,
} from './values.ts';

/** What 32 bits hold. */
export const INTEGER = { min: -LARGEST_INTEGER - 1, max: LARGEST_INTEGER, isInteger: true } as const;

/** A null value that is a number of this type, within the bounds of the engine. */
export function numericNullValue(bounds: {
  readonly min?: number | bigint;
  readonly max?: number | bigint;
  readonly isInteger?: boolean;
}): ParameterUse {
  const kind = bounds.isInteger === true ? integerLike : numberLike;
  const { min, max } = bounds;
  return {
    editor: { kind: 'number', ...bounds },
    accepts: min === undefined || max === undefined ? kind : between(min, max, kind),
    validate: all(required(MESSAGES.nullValueRequired), numberIn(bounds)),
  };
}

export const BOOLEAN_NULL_VALUE: ParameterUse = {
  editor: { kind: 'select', options: BOOLEAN_NULL_VALUES },
  defaultValue: 'true',
  accepts: booleanLike,
  validate: all(required(MESSAGES.nullValueRequired), accepted(booleanLike, MESSAGES.notABoolean)),
};

/** A place: an object or a list of coordinates, or text as engines write points. */
export const POINT_NULL_VALUE: ParameterUse = {
  editor: { kind: 'point' },
  accepts: either(
    text,
    listOf(numberLike),
    objectOf({
      lat: numberLike,
      lon: numberLike,
      x: numberLike,
      y: numberLike,
      z: numberLike,
      type: text,
      coordinates: listOf(numberLike),
    }),
  ),
  validate: required(MESSAGES.nullValueRequired),
  refusal: (value, _context, { distribution }) =>
    value === '' && distribution === 'elasticsearch' ? MESSAGES.nullValueRequired : null,
};
