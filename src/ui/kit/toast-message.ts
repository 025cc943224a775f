import type { MessageKind } from './message-kind.tsx';

/** A message that requires no response. */
export interface ToastMessage {
  readonly title: string;
  readonly text?: string;
  readonly kind: MessageKind;
  readonly action?: { readonly label: string; readonly onAction: () => void };
  /** Replaces the toast with the same tag, and closes it by the tag. */
  readonly tag?: string;
}
