import { useSyncExternalStore } from 'react';
import { Button } from './button.tsx';
import styles from './load-notice.module.css';
import { slowLoads } from './slow-loads.ts';
import { unloadedParts } from './unloaded-parts.ts';

/**
 * Reports above every screen that code is being loaded, and offers a retry for parts that could not be loaded and have
 * no place to report that.
 */
export function LoadNotice() {
  const slow = useSyncExternalStore(slowLoads.subscribe, slowLoads.getSnapshot);
  const unloaded = useSyncExternalStore(unloadedParts.subscribe, unloadedParts.getSnapshot);
  if (slow !== null)
    return (
      <div role="status" className={styles['notice']}>
        Loading a part of the console...
      </div>
    );
  if (unloaded.size === 0) return null;
  return (
    <div role="alert" className={styles['notice']}>
      A part of this screen could not be loaded.
      <Button size="small" onPress={() => unloaded.forEach((retry) => retry())}>
        Retry
      </Button>
    </div>
  );
}
