import { retype } from '../fixes.ts';
import type { LintRule } from '../rule.ts';
import { pathOf, type LintedField } from '../subject.ts';

const TEXTS: readonly string[] = ['text', 'keyword', 'match_only_text'];

const DEEDS =
  'created|updated|modified|deleted|removed|published|indexed|started|finished|ended|expired|expires|sent|received|closed|opened|completed|registered|purchased|ordered|scheduled|processed|ingested';
/** `timestamp`, `@timestamp`, `order_date`, `created_at`, `updated_on`; not `update`, `date_format` or `lat`. */
const DATE = new RegExp(`^(?:.*[_.@-])?(?:timestamp|datetime|date|(?:${DEEDS})[_-]?(?:at|on|date))$`, 'is');
const CAMEL_CASE = /[a-z0-9](?:Timestamp|DateTime|Date)$/;

const isDate = ({ type, name, container }: LintedField) =>
  container === 'properties' && TEXTS.includes(type) && (DATE.test(name) || CAMEL_CASE.test(name));

export const dateAsText: LintRule = {
  id: 'date-as-text',
  title: 'Date as text',
  reason:
    'Text has no order in time: no ranges such as "now-1d", no histograms, no time zones. Map it as a date, with the format of its values where that is not ISO 8601.',
  documentation: {
    elasticsearch: 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/date',
    opensearch: 'https://docs.opensearch.org/latest/mappings/supported-field-types/date/',
  },
  severity: 'warning',
  isOnByDefault: true,
  check: ({ fields, target }) =>
    fields.filter(isDate).map((field) => ({
      at: field.at,
      path: pathOf(field),
      evidence: `It is named like a date, and its type is ${field.type}.`,
      fix: retype(field, 'date', target),
    })),
};
