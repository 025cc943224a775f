import { Modal } from '../kit/modal.tsx';
import { ShortcutList } from '../screens/shortcuts/shortcut-list.tsx';

/** The list of keyboard shortcuts above the current screen. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" onClose={onClose} size="medium" isText>
      <ShortcutList level={3} />
    </Modal>
  );
}
