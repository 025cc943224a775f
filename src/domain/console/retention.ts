/** What a time that data is kept for is counted in, as the engines write it. */
export const RETENTION_UNITS = ['d', 'h', 'm', 's'] as const;
export type RetentionUnit = (typeof RETENTION_UNITS)[number];

/** A retention as engines write it, in any of their units; the form has some of them. */
export const RETENTION_PATTERN = '^(-1|[0-9]+(d|h|m|s|ms|micros|nanos))$';

export interface Retention {
  readonly amount: number;
  readonly unit: RetentionUnit;
}

const WORDS: Readonly<Record<RetentionUnit, string>> = { d: 'day', h: 'hour', m: 'minute', s: 'second' };

/** Reads `7d`; null for what this form can't hold, such as `1.5h` or `100ms`. */
export function parseRetention(text: string): Retention | null {
  const [, digits = '', letter] = /^([0-9]+)([dhms])$/.exec(text) ?? [];
  const unit = RETENTION_UNITS.find((each) => each === letter);
  const amount = Number(digits);
  return unit === undefined || !Number.isSafeInteger(amount) ? null : { amount, unit };
}

/** The form that {@link parseRetention} reads. */
export function formatRetention({ amount, unit }: Retention): string {
  return `${amount}${unit}`;
}

/** "7 days"; what can't be read stays as the engine wrote it. */
export function describeRetention(text: string): string {
  const retention = parseRetention(text);
  return retention === null
    ? text
    : `${retention.amount.toLocaleString('en')} ${WORDS[retention.unit]}${retention.amount === 1 ? '' : 's'}`;
}
