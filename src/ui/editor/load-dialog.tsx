import { useState } from 'react';
import { undoAction } from '../actions/dispatch-telling.ts';
import { useServices } from '../app/services.ts';
import { describeFault, describeNotices } from '../drafts/describe-fault.ts';
import { assertReadable } from '../drafts/import-draft.ts';
import { Banner } from '../kit/banner.tsx';
import { Button } from '../kit/button.tsx';
import { ChooseFile, type GivenText } from '../kit/file-drop.tsx';
import { JsonEditor } from '../kit/json-editor.tsx';
import { Modal } from '../kit/modal.tsx';
import { showToast } from '../kit/toast.tsx';
import { useOpenEditor } from './editor-context.tsx';
import { countOf } from './field-words.ts';
import styles from './load-dialog.module.css';
import { readMappingsOf } from './load-mappings.ts';

const FILE_TYPES = ['.json', '.ndjson', '.jsonl', '.txt', 'application/json', 'application/x-ndjson'];

export interface RefusedText {
  readonly title: string;
  readonly text: string;
}

/** Puts the mappings of a text in the place of the present ones; says why not, where it can't. */
export function useLoadMappings(): (text: string, fileName: string | null) => RefusedText | null {
  const { editor } = useOpenEditor();
  const { author } = useServices();
  return (text, fileName) => {
    let loaded;
    try {
      loaded = readMappingsOf(text);
    } catch (error) {
      return describeFault(error, fileName);
    }
    const reduced = editor.dispatch({ type: 'editor.replaceMappings', payload: { mappings: loaded.mappings } });
    if ('rejected' in reduced) return { title: 'The mappings were not loaded', text: reduced.rejected.detail.message };
    const event = 'event' in reduced ? reduced.event : null;
    const isTemplate = loaded.kind !== 'mappings';
    const notes = [...(isTemplate ? [`Only the mappings of this ${loaded.kind} were taken.`] : []), ...(loaded.notices.length > 0 ? [describeNotices(loaded.notices)] : [])];
    showToast({
      kind: loaded.notices.length > 0 ? 'warning' : 'success',
      title: event === null ? 'The draft has these mappings already' : `Loaded ${countOf(loaded.fields, 'field')}`,
      ...(notes.length > 0 && { text: notes.join('\n') }),
      ...(event !== null && { action: undoAction(editor.document, author, event) }),
    });
    return null;
  };
}

/** Loads mappings from a pasted text or a file. Nothing is changed where the text is refused. */
export function LoadDialog({ onClose }: { readonly onClose: () => void }) {
  const load = useLoadMappings();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<RefusedText | null>(null);
  const take = (given: string, fileName: string | null) => {
    const fault = load(given, fileName);
    setRefused(fault);
    if (fault === null) onClose();
  };
  const read = async (given: GivenText) => {
    try {
      assertReadable(given.sizeBytes);
      take(await given.read(), given.fileName);
    } catch (error) {
      setRefused(describeFault(error, given.fileName));
    }
  };
  return (
    <Modal
      title="Load JSON"
      size="medium"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isDisabled={text.trim() === ''} onPress={() => take(text, null)}>
            Load and overwrite
          </Button>
        </>
      }
    >
      <div className={styles['body']}>
        <p>
          Paste a mappings object, a template or an exported log, or choose a file. Its mappings take the place of the present ones; undo brings
          those back.
        </p>
        <div className={styles['choose']}>
          <span className={styles['label']}>Mappings object</span>
          <ChooseFile accept={FILE_TYPES} onGiven={(given) => void read(given)}>
            Choose a file
          </ChooseFile>
        </div>
        {refused !== null && (
          <Banner kind="danger" title={refused.title}>
            {refused.text} Nothing was changed.
          </Banner>
        )}
        <JsonEditor ariaLabel="Mappings object" height="min(450px, 48vh)" value={text} onChange={setText} />
      </div>
    </Modal>
  );
}
