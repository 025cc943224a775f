import type { ReactNode } from 'react';
import { formatSize, readSize } from '#domain/console';
import styles from './index-detail.module.css';

/** A fact about an index; it is not shown where its value is not known. */
export type Fact = readonly [name: string, value: ReactNode];

/** Names and values, side by side. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles['facts']}>
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== null &&
          value !== false && (
            <div key={name} className={styles['fact']}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Bytes, or a size as an engine writes it, formatted for people; a text that is not a size is unchanged. */
export function displaySize(size: number | string | undefined): string | undefined {
  const bytes = typeof size === 'string' ? readSize(size) : size;
  return bytes === undefined || bytes === null ? (size as string | undefined) : formatSize(bytes);
}

/** Milliseconds in words. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${ms.toLocaleString('en')} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toLocaleString('en', { maximumFractionDigits: 1 })} s`;
  return `${(ms / 60_000).toLocaleString('en', { maximumFractionDigits: 1 })} min`;
}

export function formatCount(count: number | undefined): string | undefined {
  return count?.toLocaleString('en');
}
