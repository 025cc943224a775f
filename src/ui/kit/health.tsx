import { capitalized } from '#domain/console';
import styles from './health.module.css';

/** A dot in the colour of a health status; in the colour of lines for a status other than the three. */
export function HealthDot({ health }: { readonly health: string }) {
  return <span className={styles['dot']} data-health={health} aria-hidden />;
}

/** Health as a dot and a word; for a status other than the three, the engine's own word. */
export function Health({ health }: { readonly health: string }) {
  return (
    <span className={styles['health']}>
      <HealthDot health={health} />
      {health === '' ? 'Unknown' : capitalized(health)}
    </span>
  );
}
