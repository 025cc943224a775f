import styles from './health.module.css';

/** The colour of a health; a line's colour where it is none of the three. */
export function HealthDot({ health }: { readonly health: string }) {
  return <span className={styles['dot']} data-health={health} aria-hidden />;
}

/** Health as a dot and a word; what the engine said where it is none of the three. */
export function Health({ health }: { readonly health: string }) {
  return (
    <span className={styles['health']}>
      <HealthDot health={health} />
      {health === '' ? 'Unknown' : `${health.slice(0, 1).toUpperCase()}${health.slice(1)}`}
    </span>
  );
}
