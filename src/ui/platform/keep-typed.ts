import { errorWords } from './error-words.ts';
import { keepUnapplied, type UnappliedKeeper, type UnappliedSource } from '../../machines/unapplied-keeper.ts';
import { showToast } from '../kit/toast.tsx';
import type { Services } from './services.ts';

/** A keeper that also stores waiting content when the page is hidden. */
export interface TypedKeeper extends Pick<UnappliedKeeper, 'flush'> {
  /** What is typed and not applied stays in the store. */
  readonly stop: () => void;
}

/** Keeps what is typed in a source until it is stopped, and at once when the page is hidden. */
export function keepTyped(source: UnappliedSource, { unapplied, presence, clock, timer }: Services): TypedKeeper {
  let isTold = false;
  const keeper = keepUnapplied(source, {
    unapplied,
    tab: presence.id,
    clock,
    after(ms, run) {
      const stop = timer.every(ms, () => {
        stop();
        run();
      });
      return stop;
    },
    onFailure(error) {
      if (isTold) return;
      isTold = true;
      showToast({
        kind: 'warning',
        title: 'Unapplied changes aren’t being saved',
        text: `Apply them before you close the page. ${errorWords(error)}`,
      });
    },
  });
  const flush = () => void keeper.flush();
  const onHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', onHidden);
  return {
    flush: () => keeper.flush(),
    stop() {
      window.removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', onHidden);
      void keeper.close();
    },
  };
}
