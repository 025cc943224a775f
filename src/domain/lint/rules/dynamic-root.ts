import { isFalse, isTrue } from '../../catalogue/values.ts';
import { joinPointer } from '../../json/pointer.ts';
import { isArray, member } from '../../json/value.ts';
import type { LintRule } from '../rule.ts';
import { existingAt } from '../subject.ts';

export const dynamicRoot: LintRule = {
  id: 'dynamic-root',
  title: 'Dynamic mapping at the root',
  reason:
    'Every new name in a document becomes a field for good, with a guessed type. With dynamic set to false documents are still accepted, and only mapped fields are indexed.',
  documentation: {
    elasticsearch: 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/dynamic',
    opensearch: 'https://docs.opensearch.org/latest/mappings/mapping-parameters/dynamic/',
  },
  severity: 'warning',
  isOnByDefault: false,
  check(subject) {
    const { whole, mappingsAt } = subject;
    // Other templates complete a part.
    if (whole === null) return [];
    const { fields } = whole;
    const dynamic = member(whole.mappings, 'dynamic');
    const templates = member(whole.mappings, 'dynamic_templates');
    // Who has written dynamic templates wants new fields.
    const isWanted = isArray(templates) && templates.length > 0;
    if (fields.length === 0 || isWanted || isFalse(member(whole.mappings, 'enabled') ?? true)) return [];
    if (dynamic !== undefined && !isTrue(dynamic)) return [];
    return [
      {
        at: existingAt(subject, joinPointer(mappingsAt, 'dynamic')),
        path: 'dynamic',
        evidence:
          dynamic === undefined
            ? `dynamic is not set, and new fields are added beside the ${fields.length.toLocaleString('en')} that are mapped.`
            : `dynamic is true, and new fields are added beside the ${fields.length.toLocaleString('en')} that are mapped.`,
        fix: {
          title: 'Set dynamic to false',
          command: { type: 'configuration.save', payload: { set: { dynamic: false } } },
        },
      },
    ];
  },
};
