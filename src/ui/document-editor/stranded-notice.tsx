import { formatJson } from '#domain/json';
import type { StrandedContent } from '../../machines/session-commands.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { unappliedLabel } from '../editor/fields/unapplied-labels.ts';
import { StrandedBanner } from '../frame/stranded-banner.tsx';
import styles from './editor-view.module.css';

const REASONS: Readonly<Record<StrandedContent['reason'], string>> = {
  gone: 'What they are about no longer exists.',
  'unknown format': 'Another version of Mapledger wrote them, and this one can’t read them.',
  'unknown version': 'They belong to a version of the mappings that isn’t stored on this device.',
  older: 'Newer changes to the same form were restored.',
};

/** What was typed in the editor and no form of it takes any more. */
export function StrandedNotice() {
  const { editor } = useOpenEditor();
  const { mappingsAt } = useEditorDocument().state;
  const { stranded } = useSession();
  if (stranded.length === 0) return null;
  return (
    <section className={styles['stranded']} aria-label="Changes that can’t be restored">
      {stranded.map((content, index) => (
        <StrandedBanner
          key={`${content.tab} ${content.form} ${content.field}`}
          label={unappliedLabel(content, mappingsAt)}
          reason={REASONS[content.reason]}
          text={formatJson(content.values, 2)}
          onDiscard={() => editor.dispatch({ type: 'unapplied.forget', payload: { stranded: index } })}
        />
      ))}
    </section>
  );
}
