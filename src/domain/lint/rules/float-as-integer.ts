import { member, stringsIn } from '../../json/value.ts';
import { READ_AS_DOUBLE, READ_AS_SINGLE, READ_AS_WHOLE } from '../../documents/read-decimals.ts';
import { trialSettings } from '../../documents/trial-settings.ts';
import { leavesOutAnything } from '../../documents/walk-parts.ts';
import { containerOf } from '../../mapping/field.ts';
import type { LintRule } from '../rule.ts';
import { pathOf, type LintedField } from '../subject.ts';

export const floatAsInteger: LintRule = {
  id: 'float-as-integer',
  title: 'Float that is also read as an integer',
  reason:
    'Engines read a decimal as a float first, and then fail to read it as a whole number for a multi-field or a copy: they refuse every document with one. With double in place of float they take it.',
  documentation: {
    elasticsearch: 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/number',
    opensearch: 'https://docs.opensearch.org/latest/mappings/supported-field-types/numeric/',
  },
  severity: 'warning',
  isOnByDefault: true,
  check: ({ fields, mappings, whole, settings, target }) => {
    const index = { engine: target, settings: trialSettings(settings, target, whole?.mappings ?? mappings) };
    const byPath = new Map((whole?.fields ?? fields).map((field) => [pathOf(field), field]));
    return fields.flatMap((field) => {
      if (!READ_AS_SINGLE.has(field.type) || field.container === 'fields') return [];
      const readers = [...multiFieldsOf(field), ...copyTargetsOf(field)].flatMap((path) => byPath.get(path) ?? []);
      const reader = readers.find(({ type }) => READ_AS_WHOLE.has(type) || READ_AS_DOUBLE.has(type));
      // Once it was read as a double, it is read as a whole number too.
      if (reader === undefined || READ_AS_DOUBLE.has(reader.type) || leavesOutAnything(reader.definition, index))
        return [];
      const evidence = `${pathOf(field)} is ${field.type} and ${pathOf(reader)} is ${reader.type}: 1.5 is refused.`;
      return [{ at: field.at, path: pathOf(field), evidence, fix: null }];
    });
  },
};

function multiFieldsOf(field: LintedField): readonly string[] {
  return Object.keys(containerOf(field.definition, 'fields') ?? {}).map((name) => `${pathOf(field)}.${name}`);
}

function copyTargetsOf({ definition }: LintedField): readonly string[] {
  const copyTo = member(definition, 'copy_to');
  return typeof copyTo === 'string' ? [copyTo] : stringsIn(copyTo);
}
