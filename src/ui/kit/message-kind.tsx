import { CircleCheck, Info, OctagonAlert, TriangleAlert, type Icon } from './icons/icons.ts';

/** The meaning of a message for its reader. */
export type MessageKind = 'success' | 'warning' | 'danger' | 'info';

const KINDS: Readonly<Record<MessageKind, { readonly icon: Icon; readonly word: string }>> = {
  success: { icon: CircleCheck, word: 'Success' },
  warning: { icon: TriangleAlert, word: 'Warning' },
  danger: { icon: OctagonAlert, word: 'Error' },
  info: { icon: Info, word: 'Note' },
};

/** The icon for a kind of message, with its name for screen readers. */
export function MessageIcon({ kind }: { readonly kind: MessageKind }) {
  const { icon: Icon, word } = KINDS[kind];
  return <Icon size={16} role="img" aria-label={word} />;
}
