import { aliasesTo } from '../../mapping/references.ts';
import type { LintRule } from '../rule.ts';
import { isCounted, pathOf } from '../subject.ts';

export const unusedKeyword: LintRule = {
  id: 'unused-keyword',
  title: 'Keyword of a text that nobody uses',
  reason:
    'Dynamic mapping adds a keyword to each text. Where nobody sorts, aggregates or filters by it, it only takes disk space and time.',
  documentation: {
    elasticsearch: 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/multi-fields',
    opensearch: 'https://docs.opensearch.org/latest/mappings/mapping-parameters/fields/',
  },
  severity: 'warning',
  isOnByDefault: true,
  check(subject) {
    const { fields, usage, body, mappingsAt } = subject;
    if (usage === undefined) return { noData: 'how often each field is used' };
    return fields
      .filter(
        (field) =>
          field.type === 'keyword' &&
          field.container === 'fields' &&
          field.parent?.type === 'text' &&
          isCounted(subject, field) &&
          aliasesTo(body, mappingsAt, field.at).length === 0,
      )
      .map((field) => ({ field, path: pathOf(field) }))
      .filter(({ path }) => (usage.get(path)?.any ?? 0) === 0)
      .map(({ field, path }) => ({
        at: field.at,
        path,
        evidence: 'It was not used once since its shards were started.',
        fix: { title: 'Remove the multi-field', command: { type: 'field.remove', payload: { field: field.at } } },
      }));
  },
};
