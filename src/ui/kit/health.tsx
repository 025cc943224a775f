import styles from './health.module.css';

const WORDS: ReadonlyMap<string, string> = new Map([
  ['', 'Unknown'],
  ['green', 'Green'],
  ['yellow', 'Yellow'],
  ['red', 'Red'],
]);

/** Health as a dot and a word; what the engine said where it is none of the three. */
export function Health({ health }: { readonly health: string }) {
  return (
    <span className={styles['health']}>
      <HealthDot health={health} />
      {WORDS.get(health) ?? health}
    </span>
  );
}

/** The dot alone, for where other words stand beside it. */
export function HealthDot({ health }: { readonly health: string }) {
  return <span className={styles['dot']} data-health={health} aria-hidden />;
}
