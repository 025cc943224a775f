import type { MessageKind } from './message-kind.tsx';

/** Something to tell that asks for no answer. */
export interface ToastMessage {
  readonly title: string;
  readonly text?: string;
  readonly kind: MessageKind;
  readonly action?: { readonly label: string; readonly onAction: () => void };
  /** Takes the place of the toast that has the same tag, and can be taken away by it. */
  readonly tag?: string;
}
