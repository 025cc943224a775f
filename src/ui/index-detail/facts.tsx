import type { ReactNode } from 'react';
import styles from './index-detail.module.css';

/** Something about an index; nothing is shown where its value is not known. */
export type Fact = readonly [name: string, value: ReactNode];

/** Names and values, side by side. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== null && (
            <div key={name} className={styles['fact']}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Bytes in the unit that fits, at powers of 1024 as engines count them. */
export function sizeWords(size: number | string | undefined): string | undefined {
  if (typeof size !== 'number') return size;
  let unit = 0;
  let value = size;
  for (; value >= 1024 && unit < UNITS.length - 1; unit++) value /= 1024;
  return `${value.toLocaleString('en', { maximumFractionDigits: unit === 0 ? 0 : 1 })} ${UNITS[unit] ?? ''}`;
}

/** Milliseconds in words. */
export function timeWords(ms: number): string {
  if (ms < 1_000) return `${ms.toLocaleString('en')} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toLocaleString('en', { maximumFractionDigits: 1 })} s`;
  return `${(ms / 60_000).toLocaleString('en', { maximumFractionDigits: 1 })} min`;
}

export function countWords(count: number | undefined): string | undefined {
  return count?.toLocaleString('en');
}
