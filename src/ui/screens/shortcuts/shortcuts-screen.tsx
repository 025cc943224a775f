import { Screen } from '../../frame/screen.tsx';
import { ScreenTabs } from '../../frame/screen-tabs.tsx';
import { ShortcutList } from './shortcut-list.tsx';
import styles from './shortcuts-screen.module.css';

/** The keyboard shortcuts, as a separate page. */
export function ShortcutsScreen() {
  return (
    <Screen title="Keyboard shortcuts" isText tabs={<ScreenTabs of="help" />}>
      <div className={styles['page']}>
        <p className={styles['intro']}>
          Every action has a keyboard path. Shortcuts without Ctrl only work outside text fields.
        </p>
        <ShortcutList level={2} />
      </div>
    </Screen>
  );
}
