import { joinPointer } from '../../json/pointer.ts';
import { isObject, member, numberFrom } from '../../json/value.ts';
import { DEFAULT_FIELD_LIMIT, FIELD_LIMIT_SETTING, limitedFieldCount } from '../../mapping/limit-refusals.ts';
import { settingIn } from '../../template/setting-value.ts';
import type { LintRule } from '../rule.ts';
import { existingAt, type LintSubject } from '../subject.ts';

/** From this share of the limit on, a few new fields of documents are enough to reach it. */
const NEAR = 0.8;
const LIMIT_SETTING = FIELD_LIMIT_SETTING.slice('index.'.length);

/** What the engines say about the limit. */
export const LIMIT_PAGES: LintRule['documentation'] = {
  elasticsearch: 'https://www.elastic.co/docs/reference/elasticsearch/index-settings/mapping-limit',
  opensearch: 'https://docs.opensearch.org/latest/mappings/mapping-explosion/',
};

/** The limit of the fields, as the settings say it. */
export function fieldLimitOf({ settings }: LintSubject): { readonly limit: number; readonly isDefault: boolean } {
  const limit = numberFrom(settingIn(settings, LIMIT_SETTING));
  return Number.isFinite(limit) && limit > 0
    ? { limit, isDefault: false }
    : { limit: DEFAULT_FIELD_LIMIT, isDefault: true };
}

export const fieldLimit: LintRule = {
  id: 'field-limit',
  title: 'Fields close to the limit',
  reason:
    'Documents that would add a field beyond the limit are refused. Map fewer fields, use flattened or flat_object for arbitrary keys, or turn dynamic mapping off.',
  documentation: LIMIT_PAGES,
  severity: 'warning',
  isOnByDefault: true,
  check(subject) {
    const { mappings, whole, mappingsAt } = subject;
    const count = limitedFieldCount(whole?.mappings ?? mappings);
    const isComposed = whole !== null && count > limitedFieldCount(mappings);
    const { limit, isDefault } = fieldLimitOf(subject);
    if (count < limit * NEAR) return [];
    const hasProperties = isObject(member(mappings, 'properties'));
    const at = existingAt(subject, hasProperties ? joinPointer(mappingsAt, 'properties') : mappingsAt);
    const of = isDefault
      ? `the default limit of ${limit.toLocaleString('en')}`
      : `the limit of ${limit.toLocaleString('en')}`;
    return [
      {
        at,
        path: hasProperties ? 'properties' : 'mappings',
        evidence: `${count.toLocaleString('en')} fields${isComposed ? ', with those of the component templates,' : ''} are ${count > limit ? 'more than' : `${Math.floor((100 * count) / limit)} % of`} ${of} (${FIELD_LIMIT_SETTING}).`,
        fix: null,
        ...(count > limit && !isDefault && { severity: 'error' }),
      },
    ];
  },
};
