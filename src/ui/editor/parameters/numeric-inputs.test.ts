import { describe, expect, it } from 'vitest';
import {
  acceptsParameter,
  parametersOf,
  typeNames,
  validateParameter,
  type Editor,
  type Parameter,
} from '#domain/catalogue';
import { isObject, type JsonValue } from '#domain/json';
import { importErrorText, validateMappings } from '#domain/mapping';
import { parametersFault } from './field-parameters.ts';

/** An input for a number: for a parameter, or for a member of a parameter. */
interface NumericInput {
  readonly type: string;
  readonly parameter: Parameter;
  readonly member: string | null;
}

const LARGEST = 2 ** 31 - 1;

/**
 * The least and the greatest whole number that any engine accepts, by parameter and member; null where fractions are
 * accepted, too. Measured on Elasticsearch 9.5 and OpenSearch 3.4. The range of a null value is given by the bounds of
 * its input.
 */
const TAKEN: Readonly<Record<string, readonly [number, number] | null>> = {
  position_increment_gap: [-1, LARGEST],
  ignore_above: [-LARGEST - 1, LARGEST],
  max_input_length: [1, LARGEST],
  depth_limit: [0, LARGEST],
  priority: [0, LARGEST],
  dimension: [1, LARGEST],
  dims: [1, 32_768],
  max_shingle_size: [2, 4],
  'fielddata_frequency_filter.min': null,
  'fielddata_frequency_filter.max': null,
  'fielddata_frequency_filter.min_segment_size': [-LARGEST - 1, LARGEST],
  // The form allows 0 to 20 and warns about 0 and 20, as engines accept 1 to 19.
  'index_prefixes.min_chars': [0, 5],
  'index_prefixes.max_chars': [2, 20],
  scaling_factor: null,
  boost: null,
};

/** All numbers in an editor: its bounds, and its options. */
function numbersIn(editor: unknown): readonly (number | bigint)[] {
  if (typeof editor === 'number' || typeof editor === 'bigint') return [editor];
  return typeof editor === 'object' && editor !== null ? Object.values(editor).flatMap(numbersIn) : [];
}

const isNumeric = (editor: Editor) => editor.kind === 'number' || numbersIn(editor).length > 0;

const INPUTS: readonly NumericInput[] = typeNames().flatMap((type) =>
  parametersOf(type)
    .filter(({ editor }) => isNumeric(editor))
    .flatMap((parameter): NumericInput[] => {
      const { defaultValue } = parameter;
      const members = isObject(defaultValue) ? Object.keys(defaultValue) : [null];
      return members.map((member) => ({ type, parameter, member }));
    }),
);

const keyOf = ({ parameter, member }: NumericInput) =>
  member === null ? parameter.name : `${parameter.name}.${member}`;
const valueOf = ({ member }: NumericInput, number: JsonValue): JsonValue =>
  member === null ? number : { [member]: number };
const labelOf = (input: NumericInput) => `${input.type}.${keyOf(input)}`;

const isTaken = (input: NumericInput, number: JsonValue) =>
  acceptsParameter(input.type, input.parameter.name, valueOf(input, number));
const messageOf = (input: NumericInput, number: JsonValue) =>
  validateParameter(input.type, input.parameter.name, valueOf(input, number));

/** Values around every bound of the input, and far from any. */
function probesOf({ parameter: { editor } }: NumericInput): readonly JsonValue[] {
  const beside = numbersIn(editor).flatMap((bound): readonly JsonValue[] =>
    typeof bound === 'bigint' ? [bound - 1n, bound, bound + 1n] : [bound - 1, bound, bound + 1],
  );
  const far = [-5, -1, 0, 1, 2, 1.5, -1e300, 1e300, LARGEST, LARGEST + 1, -LARGEST - 1, -LARGEST - 2];
  return [...beside, ...far, 10n ** 30n, 'x', '5', '-5', true, [], {}];
}

describe('the inputs of numbers in the catalogue', () => {
  it('are found, and of each it is known what engines take', () => {
    expect(INPUTS.length).toBeGreaterThan(40);
    const unknown = INPUTS.filter(
      (input) => input.parameter.name !== 'null_value' && !Object.hasOwn(TAKEN, keyOf(input)),
    );
    expect(unknown.map(labelOf)).toEqual([]);
    expect(Object.keys(TAKEN).filter((key) => !INPUTS.some((input) => keyOf(input) === key))).toEqual([]);
  });

  it.each(INPUTS.map((input) => [labelOf(input), input] as const))(
    '%s is kept within what engines take',
    (_, input) => {
      const { editor } = input.parameter;
      const taken = TAKEN[keyOf(input)];
      const isWhole = taken === undefined ? editor.kind === 'number' && editor.isInteger === true : taken !== null;
      const bounds = editor.kind === 'number' ? [editor.min, editor.max] : [];
      const [least, most] = taken === undefined ? bounds : (taken ?? []);
      for (const [bound, beyond] of [
        [least, -1],
        [most, 1],
      ] as const) {
        if (bound === undefined) continue;
        const outside = typeof bound === 'bigint' ? bound + BigInt(beyond) : bound + beyond;
        expect(isTaken(input, bound), `${bound} on import`).toBe(true);
        if (!isWhole) continue;
        expect(isTaken(input, outside), `${outside} on import`).toBe(false);
        expect(messageOf(input, outside), `${outside} in the form`).not.toBeNull();
      }
      if (!isWhole) return;
      expect(isTaken(input, 1.5), '1.5 on import').toBe(false);
      expect(messageOf(input, 1.5), '1.5 in the form').not.toBeNull();
    },
  );

  it.each(INPUTS.map((input) => [labelOf(input), input] as const))(
    '%s: what its form or the JSON of parameters lets through, import keeps',
    (_, input) => {
      const { type, parameter } = input;
      for (const probe of probesOf(input)) {
        const value = valueOf(input, probe);
        const fault = parametersFault(type, {}, { [parameter.name]: value });
        const { errors } = validateMappings({ properties: { f: { type, [parameter.name]: value } } });
        if (messageOf(input, probe) === null || fault === undefined)
          expect(errors.map(importErrorText), String(probe)).toEqual([]);
        // A value that the form refuses is also refused in the JSON of parameters.
        if (messageOf(input, probe) !== null) expect(fault, String(probe)).toBeDefined();
      }
    },
  );

  it('refuse a length that is negative where engines take it, and a pair that its defaults turn round', () => {
    const filter = (min_segment_size: number) =>
      validateParameter('text', 'fielddata_frequency_filter', { min: 0.01, max: 1, min_segment_size });
    expect(filter(-5)).toBe('The value must be greater or equal to 0.');
    expect(filter(0)).toBeNull();
    for (const [value, message] of [
      [{ max_chars: 1 }, 'The minimum is 2 unless it is set, and must not be greater than the maximum.'],
      [{ min_chars: 6 }, 'The maximum is 5 unless it is set, and must not be less than the minimum.'],
      [{ max_chars: 2 }, null],
      [{ min_chars: 5 }, null],
      [{ min_chars: 1, max_chars: 1 }, null],
      [{}, null],
    ] as const) {
      expect(validateParameter('text', 'index_prefixes', value)).toBe(message);
      expect(acceptsParameter('text', 'index_prefixes', value)).toBe(message === null);
    }
  });
});
