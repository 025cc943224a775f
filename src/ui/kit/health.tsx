import styles from './lists.module.css';

/** Health as a dot and a word; what the engine said where it is none of the three. */
export function Health({ health }: { readonly health: string }) {
  return (
    <span className={styles['health']}>
      <span className={styles['dot']} data-health={health} aria-hidden />
      {health === '' ? 'Unknown' : `${health.slice(0, 1).toUpperCase()}${health.slice(1)}`}
    </span>
  );
}
