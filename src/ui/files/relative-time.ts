const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' });

/** "2 minutes ago": how long before `now` a time was; both RFC 3339. */
export function relativeTime(at: string, now: string): string {
  const seconds = (Date.parse(at) - Date.parse(now)) / 1_000;
  if (Number.isNaN(seconds)) return '';
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  }
  return 'just now';
}

/** The time of day to the second of a time in ms since 1970, in the reader's own time zone: `14:05:10`. */
export function clockTime(at: number): string {
  return clock.format(at);
}

/** The time to the second, in the reader's own time zone. */
export function exactTime(at: string): string {
  const time = Date.parse(at);
  return Number.isNaN(time) ? at : exact.format(time);
}
