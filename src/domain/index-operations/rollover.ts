import { isDateMath } from '../console/date-math.ts';

const NUMBERED = /^(.*)-(\d+)$/;
const NUMBER_WIDTH = 6;

/**
 * The name that a rollover gives the index after one: its number plus one, six digits; null where its name ends without
 * a number.
 */
export function nextIndexName(name: string): string | null {
  const [, stem, number] = NUMBERED.exec(name) ?? [];
  if (stem === undefined || number === undefined) return null;
  return `${stem}-${(BigInt(number) + 1n).toString().padStart(NUMBER_WIDTH, '0')}`;
}

/** As {@link nextIndexName}, of the name that an index was created by, which may have date math. */
export function nextProvidedName(provided: string): string | null {
  const isExpression = isDateMath(provided);
  const next = nextIndexName(isExpression ? provided.slice(0, -1) : provided);
  return next !== null && isExpression ? `${next}>` : next;
}

/** Conditions of a rollover, as engines call them; the last two are of Elasticsearch. */
export const ROLLOVER_CONDITIONS = [
  'max_age',
  'max_docs',
  'max_size',
  'max_primary_shard_size',
  'max_primary_shard_docs',
] as const;
