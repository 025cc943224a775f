import type { Ref } from 'react';
import { Button } from 'react-aria-components';
import { HealthDot } from '../kit/health.tsx';
import styles from './cluster-bar.module.css';

interface StatusButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly mark: string;
  readonly label: string;
  readonly isOpen?: boolean;
  readonly onPress: () => void;
}

/** The status of the cluster, as a button that opens its details. */
export function StatusButton({ mark, label, isOpen = false, ...props }: StatusButtonProps) {
  return (
    <Button
      className={styles['health'] ?? ''}
      aria-label={`${label}, cluster details`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      {...props}
    >
      <HealthDot health={mark} />
      <span className={styles['healthText']}>{label}</span>
    </Button>
  );
}
