import { SPECIAL_TYPES } from './special-types.ts';
import { STRUCTURE_TYPES } from './structure-types.ts';
import { TEXT_TYPES } from './text-types.ts';
import type { TypeEntries } from './types.ts';
import { VALUE_TYPES } from './value-types.ts';

/**
 * Every field type, by the name that the engine gives it. `derived` and `star_tree` are none: no field can have them
 * (measured on OpenSearch 3.4); they stand beside the properties, as configuration.ts says.
 */
export const FIELD_TYPES: TypeEntries = { ...TEXT_TYPES, ...VALUE_TYPES, ...STRUCTURE_TYPES, ...SPECIAL_TYPES };
