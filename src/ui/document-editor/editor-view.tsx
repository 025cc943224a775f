import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { lateEvents } from '#domain/history';
import { isObject, valueAt } from '#domain/json';
import { hasSeveralTypes } from '#domain/mapping';
import { locateMappings } from '#domain/template';
import { useKeptTests } from '../editor/documents/use-kept-tests.ts';
import { BesideSteps, EditFlyout, HistoryPanel, loadEditorParts } from '../editor/editor-parts.ts';
import { UnsentContext, useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { EditorHeading } from '../editor/fields/editor-heading.tsx';
import { useRemovedFieldToast } from '../editor/fields/use-removed-field-toast.ts';
import type { GridHandle } from '../editor/fields/virtual-grid.tsx';
import { PanelBoundary } from '../frame/panel-boundary.tsx';
import { Screen } from '../frame/screen.tsx';
import { Banner } from '../kit/banner.tsx';
import { FileDrop } from '../kit/file-drop.tsx';
import { Flyout } from '../kit/flyout.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { whenIdle } from '../kit/when-idle.ts';
import { EditorMenu } from './editor-menu.tsx';
import { EditorTabs } from './editor-tabs.tsx';
import styles from './editor-view.module.css';
import { useDroppedText } from './use-dropped-text.ts';
import { useEditorActions } from './use-editor-actions.ts';
import { useStaleToasts } from './use-stale-toasts.ts';
import { useExports } from './use-exports.ts';
import { useReturningFocus } from './use-returning-focus.ts';
import { useStepDetails } from './use-step-details.ts';
import { useUnapplied } from './use-unapplied.ts';

const OverrideNotice = lazyPart(async () => (await import('./override-notice.tsx')).OverrideNotice);
const RemoveDialog = lazyPart(async () => (await import('../editor/fields/confirm-dialogs.tsx')).RemoveDialog);
const TypeChangeDialog = lazyPart(async () => (await import('../editor/fields/confirm-dialogs.tsx')).TypeChangeDialog);
const TestChecks = lazyPart(async () => (await import('../editor/documents/test-checks.tsx')).TestChecks);
const VersionPane = lazyPart(async () => (await import('./version-pane.tsx')).VersionPane);
const StrandedNotice = lazyPart(async () => (await import('./stranded-notice.tsx')).StrandedNotice);
const LoadDialog = lazyPart(async () => (await import('../editor/fields/load-dialog.tsx')).LoadDialog);

interface EditorViewProps {
  readonly footer?: ReactNode;
  /** Replaces the tabs of the mappings, and receives them. */
  readonly content?: ((mappings: ReactNode) => ReactNode) | undefined;
}

/** The whole editor of an open document. */
export function EditorView({ footer, content }: EditorViewProps) {
  const { editor, json, document: edited } = useOpenEditor();
  const { readOnly, state } = useEditorDocument();
  const { fieldToEdit, runtimeEdit, documentFields, history, isLoadDialogOpen, stranded, fieldToRemove, pendingEdit } =
    useSession();
  const grid = useRef<GridHandle>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const exports = useExports();
  const dropped = useDroppedText();
  const unapplied = useUnapplied();
  const [unsent, setUnsent] = useState(0);
  const describeStep = useStepDetails();
  useEditorActions(exports, searchInput);
  useRemovedFieldToast(fieldToEdit);
  useStaleToasts();
  useReturningFocus(grid);
  const kept = useKeptTests();
  useEffect(() => whenIdle(() => void loadEditorParts()), []);

  const isReadOnly = readOnly !== null;
  // The form of a runtime field is a part of its tab, which is not shown while a version is.
  const hasFlyout = fieldToEdit !== null || (runtimeEdit !== null && history.version === null);
  const canLoad = !isReadOnly && history.version === null;
  // A panel that the address opened leaves the focus where it is.
  const [isFromAddress, setIsFromAddress] = useState(history.isOpen);
  if (isFromAddress && !history.isOpen) setIsFromAddress(false);
  const closeForm = () => editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });
  return (
    <Screen
      title={edited.name}
      session={editor.document}
      describeStep={describeStep}
      unapplied={unapplied}
      unsent={unsent}
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
            {stranded.length > 0 && (
              <PanelBoundary what="What can’t be restored">
                <Suspense>
                  <StrandedNotice />
                </Suspense>
              </PanelBoundary>
            )}
            {lateEvents(state.history).length > 0 && (
              <PanelBoundary what="What two people have changed">
                <Suspense>
                  <OverrideNotice />
                </Suspense>
              </PanelBoundary>
            )}
            {readOnly !== null && (
              <div className={styles['notice']}>
                <Banner kind="info" title={`This ${edited.noun} is read-only`}>
                  {readOnly.reason}
                </Banner>
              </div>
            )}
            {history.version !== null ? (
              <PanelBoundary what="This version" resetKey={history.version}>
                <Suspense>
                  <VersionPane version={history.version} isReadOnly={isReadOnly} />
                </Suspense>
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
            {footer !== undefined && (
              <PanelBoundary what="The bar below">
                <UnsentContext value={setUnsent}>{footer}</UnsentContext>
              </PanelBoundary>
            )}
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
                  takesFocus={!isFromAddress}
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
          <Suspense
            fallback={
              <Flyout title="Edit field" onClose={closeForm}>
                <Skeleton height="240px" />
              </Flyout>
            }
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
          </Suspense>
        </PanelBoundary>
      )}
      <PanelBoundary what="The steps beside the mappings">
        <Suspense>
          <BesideSteps />
        </Suspense>
      </PanelBoundary>
      {kept.tests.length > 0 && (
        <PanelBoundary what="The document tests">
          <Suspense>
            <TestChecks />
          </Suspense>
        </PanelBoundary>
      )}
      <PanelBoundary what="The dialog" resetKey={`${isLoadDialogOpen} ${fieldToRemove} ${pendingEdit !== null}`}>
        <Suspense>
          {fieldToRemove !== null && <RemoveDialog />}
          {pendingEdit !== null && <TypeChangeDialog />}
        </Suspense>
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

/** Renders the children, unless the mappings have several types, which no editor supports. */
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
