import { errorText, valueAt } from '#domain/json';
import { useEditorDocument, useOpenEditor } from '../editor/fields/editor-context.tsx';
import { exportBody, exportOpenLog, exportReplay } from '../files/export-files.ts';
import { showToast } from '../kit/toast.tsx';
import { useServices } from '../platform/services.ts';

export interface Exports {
  readonly body: () => void;
  readonly log: () => void;
  readonly replay: () => void;
}

function showReadError(cause: unknown): void {
  showToast({ kind: 'danger', title: 'Couldn’t read the log', text: errorText(cause) });
}

/** What can be saved of the open document as a file. */
export function useExports(): Exports {
  const { editor, document: edited } = useOpenEditor();
  const services = useServices();
  const { body } = useEditorDocument().state;
  return {
    body: () => exportBody(edited.name, valueAt(body, edited.exportedAt)),
    log: () => void exportOpenLog(edited.name, services.store, editor.document).catch(showReadError),
    replay: () => void exportReplay(edited.name, services, editor.document).catch(showReadError),
  };
}
