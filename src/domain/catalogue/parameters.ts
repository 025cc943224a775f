import type { JsonValue } from '../json/value.ts';
import type { Engines, ParameterEntry } from './types.ts';

const EVERYWHERE: Engines = { elasticsearch: {}, opensearch: {} };

const required = (message: string) => (value: JsonValue | undefined) => (value === undefined || value === '' ? message : null);

function scalingFactor(value: JsonValue | undefined): string | null {
  if (value === undefined || value === '') return 'A scaling factor is required.';
  return Number(value) > 0 ? null : 'The scaling factor must be greater than 0.';
}

/** The parameters that a field can't be created without; an entry here and a use in a type are all that a parameter needs. */
export const PARAMETERS = {
  path: {
    title: 'Alias target',
    description: 'The field that this alias points to.',
    editor: 'fieldTarget',
    liveChange: 'updatable',
    engines: EVERYWHERE,
    docs: 'field-alias',
    validate: required('Select a field to point the alias to.'),
  },
  scaling_factor: {
    title: 'Scaling factor',
    description: 'Values are multiplied by this factor and rounded to the closest long when indexed.',
    editor: 'number',
    liveChange: 'reindex',
    engines: EVERYWHERE,
    docs: 'number',
    validate: scalingFactor,
  },
  dims: {
    title: 'Dimensions',
    description: 'How many dimensions each vector has. A vector takes 4 * dimensions + 4 bytes.',
    editor: 'number',
    liveChange: 'reindex',
    engines: { elasticsearch: { from: '7.3' } },
    docs: 'dense-vector',
    validate: required('Specify a dimension.'),
  },
} as const satisfies Readonly<Record<string, ParameterEntry>>;
