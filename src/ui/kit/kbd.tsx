import { classNames } from './class-names.ts';
import { keyCaps } from './keys.ts';
import styles from './kbd.module.css';

/** The keys of a chord such as `Mod+Z`, as this platform prints them. */
export function Kbd({ keys, className }: { readonly keys: string; readonly className?: string }) {
  return (
    <span className={classNames(styles['chord'], className)}>
      {keyCaps(keys).map((cap) => (
        <kbd className={styles['key']} key={cap}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
