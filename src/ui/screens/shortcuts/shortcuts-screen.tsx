import { Screen } from '../../frame/screen.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import styles from './shortcuts-screen.module.css';

/** The keys, as a page of their own. */
export function ShortcutsScreen() {
  return (
    <Screen title="Keyboard shortcuts" isText>
      <div className={styles['page']}>
        <p className={styles['intro']}>
          Every action has a keyboard path. Shortcuts without Ctrl only work outside text fields.
        </p>
        <ShortcutList level={2} />
      </div>
    </Screen>
  );
}
