import { Suspense } from 'react';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import { JsonEditor, type TextFault } from '../../kit/json-editor.tsx';
import { lazyPart } from '../../kit/lazy-part.tsx';
import styles from './json-pane.module.css';
import { useOpenEditor, useSession } from './editor-context.tsx';
import { useJsonDraft, useJsonView } from './use-json-draft.ts';

const TextConflictDialog = lazyPart(async () => (await import('./text-conflict-dialog.tsx')).TextConflictDialog);

const NO_FAULTS: readonly TextFault[] = [];

/** The mappings as text. */
export function JsonPane({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const { json } = useOpenEditor();
  const { cursor, conflict } = useJsonView();
  const { editorError: error } = useSession();
  const { text, isChanged, isOvertaken, fault } = useJsonDraft();
  return (
    <section className={styles['pane']} aria-label="Mappings as JSON">
      {error !== null && (
        <Banner kind="danger" title={error}>
          {fault === null
            ? 'Change the text, or stay in this view.'
            : `Line ${fault.line}, column ${fault.column}: ${fault.reason}.`}{' '}
          Nothing was changed.
        </Banner>
      )}
      {isOvertaken && (
        <Banner
          kind="warning"
          title="The mappings were changed elsewhere since you began"
          actions={<Button onPress={json.discard}>Discard my text</Button>}
        >
          Applying your text merges it with what was changed there. If both changed the same, you choose.
        </Banner>
      )}
      <div className={styles['editor']}>
        <JsonEditor
          ariaLabel="Mappings object"
          height="100%"
          value={text}
          isReadOnly={isReadOnly}
          autoFocus
          errors={fault === null ? NO_FAULTS : [fault]}
          onEdit={json.setText}
          onCursor={json.moveCursor}
          {...(cursor !== undefined && { initialCursor: cursor })}
        />
      </div>
      {conflict !== null && (
        <PanelBoundary what="The dialog" resetKey={conflict}>
          <Suspense>
            <TextConflictDialog key={conflict.version} conflict={conflict} />
          </Suspense>
        </PanelBoundary>
      )}
      {!isReadOnly && (
        <footer className={styles['footer']}>
          {isChanged && <Chip tone="warning">Not applied</Chip>}
          <p className={styles['note']} role="status">
            {fault !== null && isChanged
              ? `Line ${fault.line}, column ${fault.column}: ${fault.reason}`
              : isChanged
                ? 'Unapplied changes'
                : 'No changes'}
          </p>
          <Button onPress={json.discard} isDisabled={!isChanged}>
            Discard
          </Button>
          <Button variant="primary" onPress={() => json.apply()} isDisabled={!isChanged || fault !== null}>
            Apply
          </Button>
        </footer>
      )}
    </section>
  );
}
