import type { ReactNode } from 'react';
import { Dialog, Heading, Modal as AriaModal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { X } from './icons/icons.ts';
import styles from './modal.module.css';

interface ModalProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** Buttons, the main one last. */
  readonly footer?: ReactNode;
  /** Maximum width: 440, 600 or 1080 px. */
  readonly size?: 'small' | 'medium' | 'large';
  readonly isOpen?: boolean;
  /**
   * Called for Escape, the close button and a press outside; the dialog closes when it is no longer rendered or
   * `isOpen` is false.
   */
  readonly onClose: () => void;
  readonly role?: 'dialog' | 'alertdialog';
  /** The content has no controls, so that the keyboard scrolls the content itself. */
  readonly isText?: boolean;
}

/** A modal dialog. It keeps the focus, and returns it when it closes. */
export function Modal({
  title,
  children,
  footer,
  size = 'medium',
  isOpen = true,
  onClose,
  role = 'dialog',
  isText = false,
}: ModalProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={role === 'dialog'}
      className={styles['overlay'] ?? ''}
      data-modal-layer
    >
      <AriaModal className={classNames(styles['modal'], styles[size])}>
        <Dialog role={role} className={styles['dialog'] ?? ''}>
          <header className={styles['header']}>
            <Heading slot="title" level={2} className={styles['title'] ?? ''}>
              {title}
            </Heading>
            {role === 'dialog' && <IconButton icon={X} label="Close" size="small" onPress={onClose} />}
          </header>
          <div className={styles['body']} {...(isText && { tabIndex: 0 })}>
            {children}
          </div>
          {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}

interface ConfirmDialogProps {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string;
  /** Whether the button is red, and the focus is on Cancel. */
  readonly isDanger?: boolean;
  readonly isPending?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks for confirmation before an action. Render it while it is open. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    children,
    confirmLabel,
    cancelLabel = 'Cancel',
    isDanger = false,
    isPending = false,
    onConfirm,
    onCancel,
  } = props;
  return (
    <Modal
      role="alertdialog"
      size="medium"
      title={title}
      onClose={onCancel}
      footer={
        <>
          <Button onPress={onCancel} autoFocus={isDanger}>
            {cancelLabel}
          </Button>
          <Button
            variant={isDanger ? 'danger' : 'primary'}
            onPress={onConfirm}
            isPending={isPending}
            autoFocus={!isDanger}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Modal>
  );
}
