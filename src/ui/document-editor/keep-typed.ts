import { errorText } from '#domain/json';
import type { Editor } from '../../machines/editor.ts';
import { keepUnapplied } from '../../machines/unapplied-keeper.ts';
import { showToast } from '../kit/toast.tsx';
import type { Services } from '../platform/services.ts';

/** Keeps what is typed in an editor until the function that it returns is called, and at once when the page goes. */
export function keepTyped(editor: Editor, { unapplied, presence, clock, timer }: Services): () => void {
  let isTold = false;
  const keeper = keepUnapplied(editor, {
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
        text: `Apply them before you close the page. ${errorText(error)}`,
      });
    },
  });
  const flush = () => void keeper.flush();
  const onHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', onHidden);
  return () => {
    window.removeEventListener('pagehide', flush);
    document.removeEventListener('visibilitychange', onHidden);
    void keeper.close();
  };
}
