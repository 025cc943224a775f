import type { StrandedContent } from '../../machines/session-commands.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { unappliedLabel } from '../editor/fields/unapplied-labels.ts';
import { StrandedBanner } from '../frame/stranded-banner.tsx';
import { unappliedIn } from '../../machines/unapplied-content.ts';
import styles from './editor-view.module.css';
import { asNewField, strandedText } from './stranded-words.ts';
import { showForm } from './show-form.ts';

const REASONS: Readonly<Record<StrandedContent['reason'], string>> = {
  gone: 'Their object no longer exists.',
  'unknown format': 'Another version of Mapledger wrote them, and this one can’t read them.',
  'unknown version': 'They belong to a version of the mappings that isn’t stored on this device.',
  older: 'Newer changes to the same form were restored.',
};

/** Content that was typed in the editor and that none of its forms accepts any more. */
export function StrandedNotice() {
  const { editor, json } = useOpenEditor();
  const { state, readOnly } = useEditorDocument();
  const session = useSession();
  const { stranded } = session;
  const forget = (index: number) => editor.dispatch({ type: 'unapplied.forget', payload: { stranded: index } });
  /**
   * Returns undefined where the form for a new field is in use: content that is being typed there must not be replaced.
   */
  const addNewOf = (content: StrandedContent, index: number) => {
    const made = readOnly === null ? asNewField(content, state) : null;
    const isInUse = unappliedIn(session).some(({ form, field }) => form === 'newField' && field === made?.field);
    if (made === null || isInUse) return undefined;
    return () => {
      editor.dispatch({ type: 'unapplied.restore', payload: { contents: [made], stranded: [] } });
      forget(index);
      showForm(editor, json, made);
    };
  };
  return (
    <section className={styles['stranded']} aria-label="Changes that can’t be restored">
      {stranded.map((content, index) => (
        <StrandedBanner
          key={`${content.tab} ${content.form} ${content.field}`}
          label={unappliedLabel(content, state.mappingsAt)}
          reason={REASONS[content.reason]}
          text={strandedText(content, state)}
          onAddNew={addNewOf(content, index)}
          onDiscard={() => forget(index)}
        />
      ))}
    </section>
  );
}
