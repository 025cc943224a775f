import { Screen } from '../../frame/screen.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import styles from './shortcuts-screen.module.css';

/** The keys, as a page of their own. */
export function ShortcutsScreen() {
  return (
    <Screen title="Keyboard shortcuts" isText>
      <div className={styles['page']}>
        <p className={styles['intro']}>
          Everything can be done from the keyboard. Keys without Ctrl work outside text fields.
        </p>
        <ShortcutList level={2} />
      </div>
    </Screen>
  );
}
