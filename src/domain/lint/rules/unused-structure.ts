import type { LintRule } from '../rule.ts';
import { savingsOf } from '../savings.ts';
import { isCounted, pathOf, type LintedField } from '../subject.ts';

/** How the evidence names each parameter, with its purpose. */
const NEEDED_TO = {
  doc_values: 'doc values (to sort and aggregate)',
  index: 'index (to search quickly)',
  norms: 'norms (to rank matches in short values higher)',
} as const;

/** Where it is not used at all, the rule `unused-keyword` removes it. */
function isKeywordOfText({ type, container, parent }: LintedField): boolean {
  return type === 'keyword' && container === 'fields' && parent?.type === 'text';
}

export const unusedStructure: LintRule = {
  id: 'unused-structure',
  title: 'Index, doc values or norms that nobody uses',
  reason:
    'Each of them takes disk space, and time on every write. Switched off, the documents stay as they are; what it is for gets slow or is refused.',
  documentation: {
    elasticsearch: 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/doc-values',
    opensearch: 'https://docs.opensearch.org/latest/mappings/mapping-parameters/doc-values/',
  },
  severity: 'info',
  isOnByDefault: true,
  check(subject) {
    const { fields, usage } = subject;
    if (usage === undefined) return { noData: 'how often each field is used' };
    return fields
      .filter((field) => isCounted(subject, field))
      .flatMap((field) => {
        const path = pathOf(field);
        if (isKeywordOfText(field) && (usage.get(path)?.any ?? 0) === 0) return [];
        const savings = savingsOf(field, usage.get(path), subject);
        if (savings === null) return [];
        const unused = savings.parameters.map((parameter) => NEEDED_TO[parameter]).join(', ');
        const evidence = `It was not used once since its shards were started: ${unused}.`;
        return { at: field.at, path, evidence, fix: savings.fix };
      });
  },
};
