import { isFalse } from '../../catalogue/values.ts';
import { member, objectMember } from '../../json/value.ts';
import { typeOf } from '../../mapping/field.ts';
import { retype } from '../fixes.ts';
import type { LintRule } from '../rule.ts';
import { pathOf, type LintedField } from '../subject.ts';

const WHOLE_NUMBERS: readonly string[] = ['long', 'integer', 'short', 'unsigned_long'];

/** `id`, `user_id`, `userId`, `ISBN`, `zip_code`; not `valid`, `pid` or `bid`. */
const IDENTIFIER =
  /^(?:.*[_.@-])?(?:id|uuid|guid|isbn|issn|ean|gtin|upc|sku|ssn|iban|zip|zip_?code|postal_?code|post_?code|phone|phone_?number|account_?(?:number|no)|order_?(?:number|no)|invoice_?(?:number|no))$/is;
const CAMEL_CASE = /[a-z0-9](?:Id|ID|Uuid|Guid|Zip|ZipCode|PostalCode|PhoneNumber)$/;

function isIdentifier({ type, name, definition }: LintedField): boolean {
  if (!WHOLE_NUMBERS.includes(type) || !(IDENTIFIER.test(name) || CAMEL_CASE.test(name))) return false;
  const isMetric = member(definition, 'time_series_metric') !== undefined;
  const hasKeyword = Object.values(objectMember(definition, 'fields') ?? {}).some((each) => typeOf(each) === 'keyword');
  return !isMetric && !hasKeyword && !isFalse(member(definition, 'index') ?? true);
}

export const numericIdentifier: LintRule = {
  id: 'numeric-identifier',
  title: 'Number that is an identifier',
  reason:
    'Numbers are made for ranges. An identifier is looked up by its exact value, which is faster on a keyword; one with leading zeros or many digits is changed by a number.',
  documentation: {
    elasticsearch: 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/keyword',
    opensearch: 'https://docs.opensearch.org/latest/mappings/supported-field-types/keyword/',
  },
  severity: 'info',
  isOnByDefault: true,
  check: ({ fields, target }) =>
    fields.filter(isIdentifier).map((field) => ({
      at: field.at,
      path: pathOf(field),
      evidence: `It is named like an identifier, and its type is ${field.type}.`,
      fix: retype(field, 'keyword', target),
    })),
};
