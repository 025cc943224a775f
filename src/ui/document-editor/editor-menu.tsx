import { useOpenEditor } from '../editor/fields/editor-context.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { Clapperboard, Download, EllipsisVertical, FileInput, ScrollText, Upload } from '../kit/icons/icons.ts';
import { ButtonMenu, IconMenu } from '../kit/menu.tsx';
import { useMediaQuery } from '../kit/use-media-query.ts';
import { useDraftEntries } from './use-draft-entries.tsx';
import type { Exports } from './use-exports.ts';

interface EditorMenuProps {
  readonly exports: Exports;
  readonly canLoad: boolean;
}

/**
 * The buttons of the title bar for import, export and other actions. On a phone one menu has all of them, so that the
 * name has room.
 */
export function EditorMenu({ exports, canLoad }: EditorMenuProps) {
  const { editor } = useOpenEditor();
  const { entries, dialog } = useDraftEntries();
  const isNarrow = useMediaQuery('(max-width: 720px)');
  const load = () => editor.dispatch({ type: 'loadDialog.open', payload: {} });
  const body = { id: 'body', label: 'Export mapping (JSON)', icon: Upload, onAction: exports.body };
  const log = { id: 'log', label: 'Export log (NDJSON)', icon: ScrollText, onAction: exports.log };
  const replay = {
    id: 'replay',
    label: 'Export replay (log and session)',
    icon: Clapperboard,
    onAction: exports.replay,
  };
  if (isNarrow)
    return (
      <>
        <IconMenu
          icon={EllipsisVertical}
          label="More actions"
          items={[
            ...entries,
            ...(canLoad ? [{ id: 'load', label: 'Load JSON', icon: FileInput, onAction: load }] : []),
            ...(canLoad || entries.length > 0 ? (['separator'] as const) : []),
            body,
            log,
            replay,
          ]}
        />
        {dialog}
      </>
    );
  return (
    <>
      {entries.length > 0 && (
        <ButtonMenu label="Use draft" placement="bottom end" items={[...entries, 'separator', body, log]} />
      )}
      {canLoad && <IconButton icon={FileInput} label="Load JSON" onPress={load} />}
      <IconMenu icon={Download} label="Export" items={[body, log, replay]} />
      {dialog}
    </>
  );
}
