import { isFalse, isTrue } from '../../catalogue/values.ts';
import { joinPointer } from '../../json/pointer.ts';
import { isArray, member, stringsIn } from '../../json/value.ts';
import type { LintRule } from '../rule.ts';
import { templateOf, type LintSubject } from '../subject.ts';

/** Whether the whole mapping is in the body, rather than a part that others complete. */
function isWhole(subject: LintSubject): boolean {
  if (subject.kind === 'component template') return false;
  const found = templateOf(subject);
  return found === null || stringsIn(member(found.template, 'composed_of')).length === 0;
}

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
    const { fields, mappings, mappingsAt } = subject;
    const dynamic = member(mappings, 'dynamic');
    const templates = member(mappings, 'dynamic_templates');
    // Who has written dynamic templates wants new fields.
    const isWanted = isArray(templates) && templates.length > 0;
    if (fields.length === 0 || isWanted || isFalse(member(mappings, 'enabled') ?? true) || !isWhole(subject)) return [];
    if (dynamic !== undefined && !isTrue(dynamic)) return [];
    return [
      {
        at: dynamic === undefined ? mappingsAt : joinPointer(mappingsAt, 'dynamic'),
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
