import type { Ref } from 'react';
import { Button } from 'react-aria-components';
import { HealthDot } from '../kit/health.tsx';
import styles from './cluster-bar.module.css';

interface StatusButtonProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly mark: string;
  readonly label: string;
  /** The name of the cluster, shown where there is no room for it elsewhere. */
  readonly name: string | undefined;
  readonly isOpen?: boolean;
  readonly onPress: () => void;
}

/** The status of the cluster, as a button that opens its details. */
export function StatusButton({ mark, label, name, isOpen = false, ...props }: StatusButtonProps) {
  return (
    <Button
      className={styles['health'] ?? ''}
      aria-label={`${name === undefined ? '' : `${name}: `}${label}, cluster details`}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      {...props}
    >
      <span className={styles['ownName']} data-name={name} aria-hidden />
      <HealthDot health={mark} />
      <span className={styles['healthText']}>{label}</span>
    </Button>
  );
}
