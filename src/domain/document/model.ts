import { rootContainer } from '../mapping/field.ts';
import { carryFolds, summaryOf } from '../mapping/folds.ts';
import { carryEntries } from '../mapping/search-entries.ts';
import { documentModel, type Carrier } from '../state/evolve.ts';

/** Counts the fields of a document when it is opened, so that the first edit need not. */
const folds: Carrier = {
  prepare(body, mappingsAt) {
    const root = rootContainer(body, mappingsAt);
    if (root !== undefined) summaryOf(root);
  },
  carry: carryFolds,
};

/** Documents of this product, with every read model that is carried from one version to the next. */
export const { createState, applyToBody, evolve, openState } = documentModel([folds, { carry: carryEntries }]);
