import { countOf } from '../../console/words.ts';
import { existingAt } from '../subject.ts';
import { joinPointer } from '../../json/pointer.ts';
import type { LintRule } from '../rule.ts';
import { fieldLimitOf, LIMIT_PAGES } from './field-limit.ts';

/** Two points are a difference, not a trend. */
export const LEAST_INDICES = 3;
const DOUBTFUL_GROWTH = 1.5;

export const fieldGrowth: LintRule = {
  id: 'field-growth',
  title: 'Fields that grow from index to index',
  reason:
    'Each new index of the pattern has more fields, so that one of the next ones reaches the limit and refuses documents. Find the documents that bring new names, and turn dynamic mapping off.',
  documentation: LIMIT_PAGES,
  severity: 'warning',
  isOnByDefault: true,
  check(subject) {
    const { growth = [], index } = subject;
    const [first, last] = [growth[0], growth.at(-1)];
    if (first === undefined || last === undefined || growth.length < LEAST_INDICES)
      return { noData: `the fields of ${LEAST_INDICES} indices of one pattern` };
    const added = last.fields - first.fields;
    // It is said once, of the newest.
    if (added <= 0 || (index !== undefined && index !== last.name)) return [];
    const { limit } = fieldLimitOf(subject);
    const perIndex = added / (growth.length - 1);
    const left = Math.max(0, Math.floor((limit - last.fields) / perIndex));
    if (last.fields < first.fields * DOUBTFUL_GROWTH && left > growth.length) return [];
    const at = existingAt(subject, joinPointer(subject.mappingsAt, 'properties'));
    return [
      {
        at,
        path: at === subject.mappingsAt ? 'mappings' : 'properties',
        evidence: `${first.name} has ${first.fields.toLocaleString('en')} fields and ${last.name} has ${last.fields.toLocaleString('en')}: at this rate the limit of ${limit.toLocaleString('en')} is reached after ${countOf(left, 'more index', 'more indices')}.`,
        fix: null,
      },
    ];
  },
};
