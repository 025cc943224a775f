import { Clapperboard, Download, FileInput, ScrollText, Upload } from 'lucide-react';
import { useOpenEditor } from '../editor/fields/editor-context.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { IconMenu } from '../kit/menu.tsx';
import { UseDraftMenu } from './use-draft-menu.tsx';
import type { Exports } from './use-exports.ts';

interface EditorMenuProps {
  readonly exports: Exports;
  readonly canLoad: boolean;
}

/** The buttons of the title bar: what comes in, and what goes out. */
export function EditorMenu({ exports, canLoad }: EditorMenuProps) {
  const { editor } = useOpenEditor();
  return (
    <>
      <UseDraftMenu exports={exports} />
      {canLoad && (
        <IconButton
          icon={FileInput}
          label="Load JSON"
          onPress={() => editor.dispatch({ type: 'loadDialog.open', payload: {} })}
        />
      )}
      <IconMenu
        icon={Download}
        label="Export"
        items={[
          { id: 'body', label: 'Export mapping (JSON)', icon: Upload, onAction: exports.body },
          { id: 'log', label: 'Export log (NDJSON)', icon: ScrollText, onAction: exports.log },
          { id: 'replay', label: 'Export replay (log and session)', icon: Clapperboard, onAction: exports.replay },
        ]}
      />
    </>
  );
}
