import { useState } from 'react';
import { errorWords } from '../platform/error-words.ts';
import type { LoadFault, LoadJsonInput } from '../../machines/load-json-machine.ts';
import { useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { useLoadMappings } from '../editor/fields/use-load-mappings.ts';
import type { GivenText } from '../kit/file-drop.tsx';
import { loadChunk } from '../kit/load-chunk.ts';
import { showToast } from '../kit/toast.tsx';

function showRefusal({ title, text }: LoadFault): void {
  showToast({ kind: 'danger', title, text: `${text} Nothing was changed.` });
}

interface DroppedText {
  readonly take: (given: GivenText) => Promise<void>;
  /** The input of the open dialog. The text is kept here: the session only knows that the dialog is open. */
  readonly input: LoadJsonInput;
}

/** Loads a dropped or pasted text: at once where all of it is valid, else through the dialog. */
export function useDroppedText(): DroppedText {
  const { editor } = useOpenEditor();
  const load = useLoadMappings();
  const { isLoadDialogOpen } = useSession();
  const [input, setInput] = useState<LoadJsonInput>({});
  const take = async (given: GivenText) => {
    try {
      const { readDropped } = await loadChunk(() => import('./read-dropped.ts'));
      const read = await readDropped(given, editor.document);
      if (read.kind === 'doubtful') {
        setInput(read.input);
        editor.dispatch({ type: 'loadDialog.open', payload: {} });
        return;
      }
      const fault = read.kind === 'valid' ? load(read.chosen) : read.fault;
      if (fault !== null) showRefusal(fault);
    } catch (error) {
      showRefusal({ title: 'The text was not read', text: errorWords(error) });
    }
  };
  // The next dialog starts empty.
  const [wasOpen, setWasOpen] = useState(isLoadDialogOpen);
  if (wasOpen !== isLoadDialogOpen) {
    setWasOpen(isLoadDialogOpen);
    if (!isLoadDialogOpen) setInput({});
  }
  return { take, input };
}
