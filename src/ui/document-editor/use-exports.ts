import { valueAt } from '#domain/json';
import { countOf, capitalized } from '#domain/console';
import { errorWords } from '../platform/error-words.ts';
import { saveOptions } from '../../machines/save-options.ts';
import { unappliedIn } from '../../machines/unapplied-content.ts';
import { showRejection } from '../actions/dispatch-with-feedback.ts';
import { useOpenEditor } from '../editor/fields/editor-context.tsx';
import { unappliedLabel } from '../editor/fields/unapplied-labels.ts';
import { exportBody, exportOpenLog } from '../files/export-files.ts';
import { loadChunk } from '../kit/load-chunk.ts';
import { showToast } from '../kit/toast.tsx';
import { useServices } from '../platform/services.ts';

export interface Exports {
  readonly body: () => void;
  readonly log: () => void;
  readonly replay: () => void;
}

function showReadError(cause: unknown): void {
  showToast({ kind: 'danger', title: 'Couldn’t read the log', text: errorWords(cause) });
}

/** The exports of the open document as files. */
export function useExports(): Exports {
  const { editor, document: edited } = useOpenEditor();
  const services = useServices();
  return {
    body() {
      // Users expect options that are shown and valid to be part of the document.
      for (const rejected of saveOptions(editor)) showRejection({ rejected });
      exportBody(edited.name, valueAt(editor.document.getSnapshot().state.body, edited.exportedAt));
      const leftOut = unappliedIn(editor.getSession()).map((content) => unappliedLabel(content, edited.mappingsAt));
      if (leftOut.length > 0)
        showToast({
          kind: 'warning',
          title: `Exported without ${countOf(leftOut.length, 'change')} not applied`,
          text: `${capitalized(leftOut.join(', '))}. Apply or discard first to export everything you see.`,
        });
    },
    log: () => void exportOpenLog(edited.name, services.store, editor.document).catch(showReadError),
    replay: () =>
      void loadChunk(() => import('../files/export-replay.ts'))
        .then(({ exportReplay }) => exportReplay(edited.name, services, editor.document))
        .catch(showReadError),
  };
}
