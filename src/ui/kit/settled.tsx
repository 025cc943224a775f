import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { observable } from './observable.ts';

const pointer = observable<'up' | 'down'>('up');
let watchers = 0;
let presses = 0;

function onDown(): void {
  presses += 1;
  pointer.set('down');
}

/** The click follows the release, and is over two frames later. */
function onUp(): void {
  const press = presses;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      if (press === presses) pointer.set('up');
    }),
  );
}

function subscribe(listener: () => void): () => void {
  const stop = pointer.subscribe(listener);
  if (watchers++ === 0) {
    window.addEventListener('pointerdown', onDown, true);
    window.addEventListener('pointerup', onUp, true);
    window.addEventListener('pointercancel', onUp, true);
    // Of the window alone: those of elements do not bubble.
    window.addEventListener('blur', onUp);
  }
  return () => {
    stop();
    if (--watchers > 0) return;
    window.removeEventListener('pointerdown', onDown, true);
    window.removeEventListener('pointerup', onUp, true);
    window.removeEventListener('pointercancel', onUp, true);
    window.removeEventListener('blur', onUp);
    pointer.set('up');
  };
}

interface SettledProps {
  /** Names what is shown; null for nothing. Only a change of it waits. */
  readonly what: string | null;
  readonly children: ReactNode;
}

/**
 * Shows a banner, or takes it away, only while no pointer is down: content below it would move between the press and
 * the release, and the click would be lost.
 */
export function Settled({ what, children }: SettledProps) {
  const isDown = useSyncExternalStore(subscribe, pointer.getSnapshot) === 'down';
  const [shown, setShown] = useState({ what, children });
  if (!isDown && shown.what !== what) setShown({ what, children });
  return isDown && shown.what !== what ? shown.children : children;
}
