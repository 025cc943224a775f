import type { ReactNode } from 'react';
import styles from './banner.module.css';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { X } from './icons/icons.ts';
import { MessageIcon, type MessageKind } from './message-kind.tsx';

interface BannerProps {
  readonly kind: MessageKind;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** Buttons for the next steps. */
  readonly actions?: ReactNode;
  readonly onDismiss?: () => void;
}

/** A message that stays at the place it is about. An error or a warning is announced when it appears. */
export function Banner({ kind, title, children, actions, onDismiss }: BannerProps) {
  return (
    <div
      className={classNames(styles['banner'], styles[kind])}
      {...((kind === 'danger' || kind === 'warning') && { role: 'alert' })}
    >
      <MessageIcon kind={kind} />
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        {children !== undefined && <div className={styles['text']}>{children}</div>}
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
      {onDismiss && <IconButton icon={X} label="Dismiss" size="small" onPress={onDismiss} />}
    </div>
  );
}
