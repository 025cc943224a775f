import { parameterOf } from '../../catalogue/catalogue.ts';
import { isFalse, isTrue } from '../../catalogue/values.ts';
import { member } from '../../json/value.ts';
import { modeIn } from '../../template/index-mode.ts';
import { settingIn } from '../../template/setting-value.ts';
import type { LintRule } from '../rule.ts';
import { pathOf, type LintedField } from '../subject.ts';

function isUnlimited({ type, definition }: LintedField): boolean {
  const isStored = !isFalse(member(definition, 'index') ?? true) || !isFalse(member(definition, 'doc_values') ?? true);
  return (
    type === 'keyword' &&
    isStored &&
    member(definition, 'ignore_above') === undefined &&
    !isTrue(member(definition, 'time_series_dimension') ?? false)
  );
}

export const keywordWithoutIgnoreAbove: LintRule = {
  id: 'keyword-without-ignore-above',
  title: 'Keyword without ignore_above',
  reason:
    'A document with a value of more than 32,766 bytes is refused as a whole. With ignore_above the document is taken, and only the long value is not indexed.',
  documentation: {
    elasticsearch: 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/ignore-above',
    opensearch: 'https://docs.opensearch.org/latest/mappings/mapping-parameters/ignore-above/',
  },
  severity: 'warning',
  isOnByDefault: false,
  check({ fields, settings }) {
    // The index may say it for all of its fields.
    if (settingIn(settings, 'mapping.ignore_above') !== undefined || modeIn(settings) === 'logsdb') return [];
    const limit = Number(parameterOf('keyword', 'ignore_above')?.defaultValue);
    return fields.filter(isUnlimited).map((field) => ({
      at: field.at,
      path: pathOf(field),
      evidence: 'It has no limit of length.',
      fix: {
        title: `Set ignore_above to ${limit.toLocaleString('en')}`,
        command: { type: 'field.edit', payload: { field: field.at, set: { ignore_above: limit } } },
      },
    }));
  },
};
