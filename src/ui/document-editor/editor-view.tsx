import { Suspense, useRef, type ReactNode } from 'react';
import { isObject, valueAt } from '#domain/json';
import { hasSeveralTypes } from '#domain/mapping';
import { locateMappings } from '#domain/template';
import { RemoveDialog, TypeChangeDialog } from '../editor/fields/confirm-dialogs.tsx';
import { EditFlyout } from '../editor/fields/edit-flyout.tsx';
import { useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { EditorHeading } from '../editor/fields/editor-heading.tsx';
import { useRemovedFieldToast } from '../editor/fields/use-removed-field-toast.ts';
import type { GridHandle } from '../editor/fields/virtual-grid.tsx';
import { PanelBoundary } from '../frame/panel-boundary.tsx';
import { Screen } from '../frame/screen.tsx';
import { Banner } from '../kit/banner.tsx';
import { FileDrop } from '../kit/file-drop.tsx';
import { Flyout } from '../kit/flyout.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { EditorMenu } from './editor-menu.tsx';
import { EditorTabs } from './editor-tabs.tsx';
import styles from './editor-view.module.css';
import { useDroppedText } from './use-dropped-text.ts';
import { useEditorActions } from './use-editor-actions.ts';
import { StrandedNotice } from './stranded-notice.tsx';
import { useStaleToasts } from './use-stale-toasts.ts';
import { useExports } from './use-exports.ts';
import { useReturningFocus } from './use-returning-focus.ts';
import { useStepDetails } from './use-step-details.ts';
import { useUnapplied } from './use-unapplied.ts';
import { VersionPane } from './version-pane.tsx';

const HistoryPanel = lazyPart(async () => (await import('../editor/history/history-panel.tsx')).HistoryPanel);
const LoadDialog = lazyPart(async () => (await import('../editor/fields/load-dialog.tsx')).LoadDialog);

interface EditorViewProps {
  readonly footer?: ReactNode;
  /** In the place of the tabs of the mappings, which it gets. */
  readonly content?: ((mappings: ReactNode) => ReactNode) | undefined;
}

/** The whole editor of a document that is open. */
export function EditorView({ footer, content }: EditorViewProps) {
  const { editor, json, document: edited } = useOpenEditor();
  const { readOnly } = useEditorDocument();
  const { fieldToEdit, runtimeEdit, documentFields, history, isLoadDialogOpen } = useSession();
  const grid = useRef<GridHandle>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const exports = useExports();
  const dropped = useDroppedText();
  const unapplied = useUnapplied();
  const describeStep = useStepDetails();
  useEditorActions(exports, searchInput);
  useRemovedFieldToast(fieldToEdit);
  useStaleToasts();
  useReturningFocus(grid);

  const isReadOnly = readOnly !== null;
  // The form of a runtime field is a part of its tab, which a version takes the place of.
  const hasFlyout = fieldToEdit !== null || (runtimeEdit !== null && history.version === null);
  const canLoad = !isReadOnly && history.version === null;
  const closeForm = () => editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
  return (
    <Screen
      title={edited.name}
      session={editor.document}
      describeStep={describeStep}
      unapplied={unapplied}
      heading={<EditorHeading />}
      actions={<EditorMenu exports={exports} canLoad={canLoad} />}
    >
      <FileDrop
        hint="Drop a mapping or template to load its mappings"
        onGiven={(given) => void dropped.take(given)}
        isDisabled={!canLoad || isLoadDialogOpen}
      >
        <div
          className={styles['editor']}
          {...(hasFlyout && { 'data-form': true })}
          {...(history.isOpen && { 'data-history': true })}
          {...(history.version !== null && { 'data-version': true })}
        >
          <div className={styles['main']}>
            <StrandedNotice />
            {readOnly !== null && (
              <div className={styles['notice']}>
                <Banner kind="info" title={`This ${edited.noun} is read-only`}>
                  {readOnly.reason}
                </Banner>
              </div>
            )}
            {history.version !== null ? (
              <PanelBoundary what="This version" resetKey={history.version}>
                <VersionPane version={history.version} isReadOnly={isReadOnly} />
              </PanelBoundary>
            ) : (
              (content ?? asItIs)(
                <Mappings>
                  <EditorTabs
                    isReadOnly={isReadOnly}
                    hasHistory={content === undefined}
                    grid={grid}
                    searchInput={searchInput}
                  />
                </Mappings>,
              )
            )}
            {footer !== undefined && <PanelBoundary what="The bar below">{footer}</PanelBoundary>}
          </div>
          {history.isOpen && (
            <PanelBoundary
              what="The history"
              frame={(error) => (
                <aside className={styles['failed']} aria-label="History">
                  {error}
                </aside>
              )}
            >
              <Suspense fallback={<aside className={styles['failed']} aria-label="History" aria-busy />}>
                <HistoryPanel
                  at={history.version}
                  onAt={(version) => editor.dispatch({ type: 'version.show', payload: { version } })}
                  onClose={() => editor.dispatch({ type: 'panel.close', payload: {} })}
                  isReadOnly={isReadOnly}
                />
              </Suspense>
            </PanelBoundary>
          )}
        </div>
      </FileDrop>
      {fieldToEdit !== null && (
        <PanelBoundary
          what="The form"
          resetKey={fieldToEdit}
          frame={(error) => (
            <Flyout title="Edit field" onClose={closeForm}>
              {error}
            </Flyout>
          )}
        >
          <EditFlyout
            key={documentFields.status}
            field={fieldToEdit}
            isReadOnly={isReadOnly}
            onClose={closeForm}
            onShowJson={() => {
              closeForm();
              json.show('json');
            }}
          />
        </PanelBoundary>
      )}
      <PanelBoundary what="The dialog" resetKey={isLoadDialogOpen}>
        <RemoveDialog />
        <TypeChangeDialog />
        {isLoadDialogOpen && (
          <Suspense>
            <LoadDialog
              input={dropped.input}
              onClose={() => editor.dispatch({ type: 'loadDialog.close', payload: {} })}
            />
          </Suspense>
        )}
      </PanelBoundary>
    </Screen>
  );
}

const asItIs = (mappings: ReactNode) => mappings;

/** Its children, unless the mappings are of several types, which no editor of ours takes. */
function Mappings({ children }: { readonly children: ReactNode }) {
  const { body, mappingsAt } = useEditorDocument().state;
  const mappings = valueAt(body, mappingsAt);
  const hasTypes =
    locateMappings(body ?? {}).types !== undefined || hasSeveralTypes(isObject(mappings) ? mappings : {});
  if (!hasTypes) return children;
  return (
    <div className={styles['notice']}>
      <Banner kind="warning" title="Multiple mapping types detected">
        The mappings for this template uses multiple types, which are not supported.
      </Banner>
    </div>
  );
}
