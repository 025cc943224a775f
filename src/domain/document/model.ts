import { MAPPING_CARRIERS } from '../mapping/carriers.ts';
import { documentModel } from '../state/evolve.ts';

/** Documents of this product. Every read model that is carried from version to version is in this list. */
export const { createState, applyToBody, evolve, openState } = documentModel(MAPPING_CARRIERS);
