import { joinPointer } from '../../json/pointer.ts';
import {
  isArray,
  isObject,
  member,
  objectMember,
  stringsIn,
  type JsonObject,
  type JsonValue,
} from '../../json/value.ts';
import { dateIn, formatNanos, formatOf, formatsIn } from '../../values/index.ts';
import type { Finding, Fix, LintRule } from '../rule.ts';
import { pathOf, type LintSubject } from '../subject.ts';

const DATES: readonly string[] = ['date', 'date_nanos', 'date_range'];
/** Days that are none, and forms of time that formats want behind them. */
const MISSING_DAYS = ['', 'T10', 'T10:00'].map((time) => `2021-02-31${time}`);
/** The formats that take any day, with one that takes the same texts and refuses those of days that are none. */
const STRICTER: Readonly<Record<string, string>> = { strict_date: 'strict_year_month_day' };

/** What a format makes of a day that is none; null where it refuses it, as it should. */
function lenientIn(name: string): string | null {
  for (const text of MISSING_DAYS) {
    const reading = dateIn(formatOf(name), text);
    if (typeof reading === 'object') return `${name} takes ${text} and stores ${formatNanos(reading.nanos)}.`;
  }
  return null;
}

/** The formats of dates in a definition, as it has them. */
function formatIn(type: JsonValue | undefined, definition: JsonObject): string | null {
  const format = member(definition, 'format');
  return typeof type === 'string' && DATES.includes(type) && typeof format === 'string' ? format : null;
}

interface LenientFormat {
  readonly evidence: string;
  /** What takes its place; null where there is nothing stricter by name. */
  readonly stricter: string | null;
}

/** What the first lenient one of several formats takes. */
function lenientAmong(format: string): LenientFormat | null {
  const names = formatsIn(format);
  const [evidence] = names.flatMap((name) => lenientIn(name) ?? []);
  if (evidence === undefined) return null;
  const stricter = names.map((name) => (Object.hasOwn(STRICTER, name) ? STRICTER[name] : name)).join('||');
  return { evidence, stricter: formatsIn(stricter).some((name) => lenientIn(name) !== null) ? null : stricter };
}

function inFields({ fields }: LintSubject): readonly Finding[] {
  return fields.flatMap((field) => {
    const format = formatIn(field.type, field.definition);
    const found = format === null ? null : lenientAmong(format);
    if (found === null) return [];
    const { evidence, stricter } = found;
    const fix =
      stricter === null
        ? null
        : setFormat(stricter, { type: 'field.edit', payload: { field: field.at, set: { format: stricter } } });
    return [{ at: field.at, path: pathOf(field), evidence, fix }];
  });
}

/** Of the formats that make a new field a date, which keeps the one that took its first text. */
function inDetection({ mappings, mappingsAt }: LintSubject): readonly Finding[] {
  const name = 'dynamic_date_formats';
  const formats = stringsIn(member(mappings, name));
  const found = formats.map(lenientAmong);
  const [first] = found.filter((each) => each !== null);
  if (first === undefined) return [];
  const stricter = formats.map((format, at) => found[at]?.stricter ?? format);
  const isFixed = stricter.every((format) => lenientAmong(format) === null);
  const fix = isFixed
    ? setFormat(stricter.join(', '), { type: 'configuration.save', payload: { set: { [name]: stricter } } })
    : null;
  return [{ at: joinPointer(mappingsAt, name), path: name, evidence: first.evidence, fix }];
}

interface TemplateFormat {
  readonly index: number;
  readonly name: string;
  readonly template: JsonObject;
  readonly mapping: JsonObject;
  readonly found: LenientFormat;
}

/** The dynamic templates that give new fields such a format. */
function lenientTemplates(templates: readonly JsonValue[]): readonly TemplateFormat[] {
  return templates.flatMap((entry, index) =>
    Object.entries(isObject(entry) ? entry : {}).flatMap(([name, template]): readonly TemplateFormat[] => {
      const mapping = isObject(template) ? objectMember(template, 'mapping') : undefined;
      if (!isObject(template) || mapping === undefined) return [];
      const type = member(mapping, 'type') ?? DYNAMIC_TYPE;
      const format = formatIn(type === DYNAMIC_TYPE ? member(template, 'match_mapping_type') : type, mapping);
      const found = format === null ? null : lenientAmong(format);
      return found === null ? [] : [{ index, name, template, mapping, found }];
    }),
  );
}

const DYNAMIC_TYPE = '{dynamic_type}';

/** Of the definitions that dynamic templates give new fields. The list is set as one, so each fix is that of all. */
function inTemplates({ mappings, mappingsAt }: LintSubject): readonly Finding[] {
  const templates = member(mappings, 'dynamic_templates');
  if (!isArray(templates)) return [];
  const lenient = lenientTemplates(templates);
  const fixed = [...templates];
  for (const { index, name, template, mapping, found } of lenient)
    if (found.stricter !== null)
      fixed[index] = {
        ...(fixed[index] as JsonObject),
        [name]: { ...template, mapping: { ...mapping, format: found.stricter } },
      };
  return lenient.map(({ index, name, found: { evidence, stricter } }) => ({
    at: joinPointer(mappingsAt, 'dynamic_templates', String(index), name, 'mapping'),
    path: `dynamic template ${name}`,
    evidence,
    fix: stricter === null ? null : setFormat(stricter, { type: 'templates.save', payload: { templates: fixed } }),
  }));
}

function setFormat(format: string, command: Fix['command']): Fix {
  return { title: `Set format to ${format}`, command };
}

export const lenientDate: LintRule = {
  id: 'lenient-date',
  title: 'Date format that takes days that are none',
  reason:
    'Engines store another day for a date such as 2021-02-31, without an error and without ignoring it. The format strict_year_month_day refuses such documents.',
  documentation: {
    elasticsearch: 'https://www.elastic.co/docs/reference/elasticsearch/mapping-reference/mapping-date-format',
    opensearch: 'https://docs.opensearch.org/latest/mappings/supported-field-types/date/',
  },
  severity: 'warning',
  isOnByDefault: true,
  check: (subject) => [...inFields(subject), ...inDetection(subject), ...inTemplates(subject)],
};
