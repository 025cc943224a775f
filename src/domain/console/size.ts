const UNITS = ['kb', 'mb', 'gb', 'tb', 'pb'] as const;
const SIZE = /^\s*([0-9]+(?:\.[0-9]+)?)\s*(b|kb|mb|gb|tb|pb)?\s*$/i;

/** Reads a size as an engine writes it, `1.5gb` say, in bytes; null where it is none. Units are powers of 1024. */
export function readSize(text: string): number | null {
  const [, digits, unit = 'b'] = SIZE.exec(text) ?? [];
  if (digits === undefined) return null;
  const power = UNITS.findIndex((name) => name === unit.toLowerCase()) + 1;
  return Number(digits) * 1024 ** power;
}

/** The bytes of a size; undefined where it is absent, empty or can't be read. */
export function parseSize(size: number | string | undefined): number | undefined {
  if (typeof size === 'number') return Number.isFinite(size) ? size : undefined;
  return readSize(size ?? '') ?? undefined;
}

/** A size for people, `1.5 MB` say: in the largest unit of which there is one, with a decimal below ten. */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 'B';
  for (const larger of UNITS) {
    // What would be rounded to 1,024 of a unit is one of the next.
    if (Math.round(value) < 1024) break;
    value /= 1024;
    unit = larger.toUpperCase();
  }
  const isRounded = unit === 'B' || value >= 9.95;
  return `${isRounded ? Math.round(value) : value.toFixed(1)} ${unit}`;
}
