import type { LintRule } from '../rule.ts';
import { pathOf, type LintedField } from '../subject.ts';

function nestedAbove({ parent }: LintedField): LintedField | null {
  for (let each = parent; each !== null; each = each.parent) if (each.type === 'nested') return each;
  return null;
}

export const nestedInNested: LintRule = {
  id: 'nested-in-nested',
  title: 'Nested object in a nested object',
  reason:
    'Each object is a separate hidden document, so levels multiply: 100 orders of 100 lines are 10,100 of them, and an index allows 10,000 for each document. Flatten one level, or index the inner objects as documents.',
  documentation: {
    elasticsearch: 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/nested',
    opensearch: 'https://docs.opensearch.org/latest/mappings/supported-field-types/nested/',
  },
  severity: 'warning',
  isOnByDefault: true,
  check: ({ fields }) =>
    fields.flatMap((field) => {
      const outer = field.type === 'nested' ? nestedAbove(field) : null;
      return outer === null
        ? []
        : [
            {
              at: field.at,
              path: pathOf(field),
              evidence: `It is inside the nested object ${pathOf(outer)}.`,
              fix: null,
            },
          ];
    }),
};
