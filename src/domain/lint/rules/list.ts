import type { LintRule } from '../rule.ts';
import { dateAsText } from './date-as-text.ts';
import { dynamicRoot } from './dynamic-root.ts';
import { fieldGrowth } from './field-growth.ts';
import { fieldLimit } from './field-limit.ts';
import { floatAsInteger } from './float-as-integer.ts';
import { keywordWithoutIgnoreAbove } from './keyword-without-ignore-above.ts';
import { lenientDate } from './lenient-date.ts';
import { nestedInNested } from './nested-in-nested.ts';
import { numericIdentifier } from './numeric-identifier.ts';
import { overlappingTemplates } from './overlapping-templates.ts';
import { unusedKeyword } from './unused-keyword.ts';
import { unusedStructure } from './unused-structure.ts';
import { upgrade } from './upgrade.ts';
import { vectorNotQuantized } from './vector-not-quantized.ts';

/** Every rule, in the order of the documentation. */
export const LINT_RULES: readonly LintRule[] = [
  upgrade,
  overlappingTemplates,
  fieldLimit,
  fieldGrowth,
  dynamicRoot,
  unusedKeyword,
  unusedStructure,
  keywordWithoutIgnoreAbove,
  numericIdentifier,
  dateAsText,
  lenientDate,
  floatAsInteger,
  nestedInNested,
  vectorNotQuantized,
];

export const RULE_IDS: readonly string[] = LINT_RULES.map(({ id }) => id);
