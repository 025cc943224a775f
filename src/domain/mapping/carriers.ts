import type { Carrier } from '../state/carrier.ts';
import { rootContainer } from './field.ts';
import { carryFolds, summaryOf } from './folds.ts';
import { carryEntries } from './search-entries.ts';

/** Counts the fields of a document when it is opened, so that the first edit need not. */
const folds: Carrier = {
  prepare(body, mappingsAt) {
    const root = rootContainer(body, mappingsAt);
    if (root !== undefined) summaryOf(root);
  },
  carry: carryFolds,
};

/** The read models of mappings that are carried from one version to the next. */
export const MAPPING_CARRIERS: readonly Carrier[] = [folds, { carry: carryEntries }];
