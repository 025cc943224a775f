import { useState } from 'react';
import { checkMappings, choosingValid, type LoadFault, type LoadJsonInput } from '../../machines/load-json-machine.ts';
import { useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { readMappingsOf } from '../editor/fields/load-mappings.ts';
import { useLoadMappings } from '../editor/fields/use-load-mappings.ts';
import { describeFault } from '../files/describe-fault.ts';
import { assertReadable } from '../files/import-draft.ts';
import type { GivenText } from '../kit/file-drop.tsx';
import { showToast } from '../kit/toast.tsx';

function showRefusal({ title, text }: LoadFault): void {
  showToast({ kind: 'danger', title, text: `${text} Nothing was changed.` });
}

interface DroppedText {
  readonly take: (given: GivenText) => Promise<void>;
  /** What the open dialog begins with. The text stays here: the session only knows that the dialog is open. */
  readonly input: LoadJsonInput;
}

/** Loads a text that was dropped or pasted: at once where all of it is valid, through the dialog where it is not. */
export function useDroppedText(): DroppedText {
  const { editor } = useOpenEditor();
  const load = useLoadMappings();
  const { isLoadDialogOpen } = useSession();
  const [input, setInput] = useState<LoadJsonInput>({});
  const take = async (given: GivenText) => {
    try {
      assertReadable(given.sizeBytes);
      const text = await given.read();
      const checked = checkMappings(readMappingsOf(text));
      if (checked.errors.length > 0) {
        setInput({ text, checked });
        editor.dispatch({ type: 'loadDialog.open', payload: {} });
        return;
      }
      const fault = load(choosingValid(checked));
      if (fault !== null) showRefusal(fault);
    } catch (error) {
      showRefusal(describeFault(error, given.fileName));
    }
  };
  // The next dialog begins with nothing.
  const [wasOpen, setWasOpen] = useState(isLoadDialogOpen);
  if (wasOpen !== isLoadDialogOpen) {
    setWasOpen(isLoadDialogOpen);
    if (!isLoadDialogOpen) setInput({});
  }
  return { take, input };
}
