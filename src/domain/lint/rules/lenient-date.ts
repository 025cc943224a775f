import { member } from '../../json/value.ts';
import { dateIn, formatNanos, formatOf, formatsIn } from '../../values/index.ts';
import type { LintRule } from '../rule.ts';
import { pathOf, type LintedField } from '../subject.ts';

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

function namesOf({ type, definition }: LintedField): readonly string[] {
  const format = member(definition, 'format');
  return DATES.includes(type) && typeof format === 'string' ? formatsIn(format) : [];
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
  check: ({ fields }) =>
    fields.flatMap((field) => {
      const names = namesOf(field);
      const [evidence] = names.flatMap((name) => lenientIn(name) ?? []);
      if (evidence === undefined) return [];
      const format = names.map((name) => (Object.hasOwn(STRICTER, name) ? STRICTER[name] : name)).join('||');
      const isFixed = !formatsIn(format).some((name) => lenientIn(name) !== null);
      const command = { type: 'field.edit', payload: { field: field.at, set: { format } } } as const;
      const fix = isFixed ? { title: `Set format to ${format}`, command } : null;
      return [{ at: field.at, path: pathOf(field), evidence, fix }];
    }),
};
