import { formatJson, literalIn, setLiteral, type JsonObject, type JsonValue } from '#domain/json';
import { randomFrom, type Random } from './random.ts';
import { objectOf } from './values.ts';

/** One of so many values has all its numbers written as they would be without anything known of them. */
const PLAIN_ONES = 4;

/**
 * A copy of a value in which about half of the numbers are written otherwise, such as `1.0`, `10E-1` or `-0.0`; the
 * same seed writes them alike for ever.
 */
export function spelled<T extends JsonValue>(value: T, seed: number): T {
  return seed % PLAIN_ONES === 0 ? value : (copyOf(value, randomFrom(seed)) as T);
}

function copyOf(value: JsonValue, random: Random): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  const copy = Array.isArray(value)
    ? value.map((item: JsonValue) => copyOf(item, random))
    : objectOf(Object.entries(value).map(([name, item]: [string, JsonValue]) => [name, copyOf(item, random)] as const));
  for (const [key, item] of Object.entries<JsonValue>(value as JsonObject)) {
    if (typeof item !== 'number') continue;
    const isSpelled = random.below(2) === 0;
    setLiteral(copy, key, isSpelled ? random.pick(spellingsOf(item)) : literalIn(value, key));
  }
  return copy;
}

/** Other literals of the same value. */
function spellingsOf(number: number): readonly string[] {
  const plain = formatJson(number);
  const [mantissa = '', exponent] = plain.split('e');
  const fraction = mantissa.includes('.') ? mantissa : `${mantissa}.0`;
  if (exponent !== undefined) return [`${mantissa}E${exponent}`, `${fraction}0e${exponent}`];
  return [
    mantissa.includes('.') ? `${fraction}0` : fraction,
    `${fraction}00`,
    `${plain}e0`,
    `${plain}E+0`,
    `${fraction}0e-0`,
    `${fraction}${'0'.repeat(30)}`,
  ];
}
