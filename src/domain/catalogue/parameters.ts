import { STRUCTURE_PARAMETERS } from './structure-parameters.ts';
import { TEXT_PARAMETERS } from './text-parameters.ts';
import type { ParameterEntries } from './types.ts';
import { VALUE_PARAMETERS } from './value-parameters.ts';
import { VECTOR_PARAMETERS } from './vector-parameters.ts';

/** Every parameter; an entry here and a use in a type are all that a parameter needs. */
export const PARAMETERS: ParameterEntries = {
  ...TEXT_PARAMETERS,
  ...VALUE_PARAMETERS,
  ...STRUCTURE_PARAMETERS,
  ...VECTOR_PARAMETERS,
};
