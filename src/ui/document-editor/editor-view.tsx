import { Braces, Clapperboard, Download, FileInput, History, ListTree, ScrollText, Upload } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { errorText, isObject, joinPointer, valueAt, type Body, type JsonObject, type Pointer } from '#domain/json';
import { hasSeveralTypes } from '#domain/mapping';
import { locateMappings } from '#domain/template';
import { checkMappings, choosingValid, type LoadFault, type LoadJsonInput } from '../../machines/load-json-machine.ts';
import { keysOf } from '../actions/action-list.ts';
import { useActions } from '../actions/use-actions.tsx';
import { Screen } from '../frame/screen.tsx';
import { OTHER_TABS } from '../platform/draft-search.ts';
import { useServices } from '../platform/services.ts';
import { describeFault } from '../files/describe-fault.ts';
import { assertReadable } from '../files/import-draft.ts';
import { HistoryPanel } from '../editor/history/history-panel.tsx';
import { VersionView } from '../editor/history/version-view.tsx';
import { Banner } from '../kit/banner.tsx';
import { FileDrop, type GivenText } from '../kit/file-drop.tsx';
import { IconButton } from '../kit/icon-button.tsx';
import { IconMenu } from '../kit/menu.tsx';
import { SegmentedControl } from '../kit/segmented-control.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { showToast } from '../kit/toast.tsx';
import { AdvancedOptions } from '../editor/mapping-options/advanced-options.tsx';
import { TemplatesPane } from '../editor/mapping-options/templates-pane.tsx';
import { RuntimeFieldsPane } from '../editor/runtime-fields/runtime-fields-pane.tsx';
import { RemoveDialog, TypeChangeDialog } from '../editor/fields/confirm-dialogs.tsx';
import { EditFlyout } from '../editor/fields/edit-flyout.tsx';
import { useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { EditorHeading } from '../editor/fields/editor-heading.tsx';
import styles from './editor-view.module.css';
import { exportBody, exportOpenLog, exportReplay } from '../files/export-files.ts';
import { FieldsPane, type RevealRequest } from '../editor/fields/fields-pane.tsx';
import { JsonPane } from '../editor/fields/json-pane.tsx';
import { fieldAtOffset, offsetOfField } from '../editor/fields/json-places.ts';
import { LoadDialog } from '../editor/fields/load-dialog.tsx';
import { readMappingsOf } from '../editor/fields/load-mappings.ts';
import { useActiveField } from '../editor/fields/use-active-field.ts';
import { useEditorTab } from '../editor/fields/use-editor-tab.ts';
import { useGoneNotice } from '../editor/fields/use-gone-notice.ts';
import { useJsonDraft } from '../editor/fields/use-json-draft.ts';
import { useLoadMappings } from '../editor/fields/use-load-mappings.ts';
import { usePlace, usePlaceOfSession } from '../editor/fields/use-place.ts';
import type { GridHandle } from '../editor/fields/virtual-grid.tsx';

type View = 'default' | 'json';

const VIEWS = [
  { id: 'default', label: 'Tree', icon: ListTree },
  { id: 'json', label: 'JSON', icon: Braces },
] as const satisfies readonly { readonly id: View; readonly label: string; readonly icon: typeof Braces }[];

const TAB_IDS = ['fields', ...OTHER_TABS] as const;

/** The whole editor of a document that is open. */
export function EditorView({ footer }: { readonly footer?: ReactNode }) {
  const { editor, target, document: edited } = useOpenEditor();
  const services = useServices();
  const { store } = services;
  const { state, readOnly } = useEditorDocument();
  const session = useSession();
  const place = usePlace();
  const [tab, askForTab] = useEditorTab(editor, place);
  const json = useJsonDraft();
  const load = useLoadMappings();
  const [activeId, setActiveId] = useActiveField(editor);
  const [reveal, setReveal] = useState<RevealRequest | null>(null);
  const [isHistoryOpen, setIsHistoryOpen] = useState(place.search.at !== undefined);
  const [loading, setLoading] = useState<LoadJsonInput | null>(null);
  const [cursor, setCursor] = useState<number>();
  // How a version is looked at; a text in the JSON view that is not applied stays there meanwhile.
  const [versionView, setVersionView] = useState<View | null>(null);
  const grid = useRef<GridHandle>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const lastCursor = useRef<number | null>(null);

  const isReadOnly = readOnly !== null;
  const { body, mappingsAt, history } = state;
  const { fieldToEdit, documentFields } = session;
  const view = documentFields.editor;
  const at =
    place.search.at !== undefined && place.search.at <= history.version && isHistoryOpen ? place.search.at : null;
  const hasTypes = locateMappings(body ?? {}).types !== undefined || hasSeveralTypes(objectAt(body, mappingsAt));

  const changeView = (wanted: View) => {
    if (wanted === 'json') {
      setCursor(activeId === null ? 0 : (offsetOfField(json.text, activeId, mappingsAt) ?? 0));
      lastCursor.current = null;
      editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'json' } });
      return;
    }
    const id = lastCursor.current === null ? activeId : fieldAtOffset(json.text, lastCursor.current, mappingsAt);
    json.report();
    editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'default' } });
    if (editor.getSession().documentFields.editor === 'json') return;
    if (!json.apply()) {
      editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'json' } });
      return;
    }
    if (id !== null && valueAt(editor.document.getSnapshot().state.body, id) !== undefined) {
      setActiveId(id);
      setReveal({ id });
    }
  };
  const shownView = at === null ? view : (versionView ?? view);
  if (at === null && versionView !== null) setVersionView(null);
  const changeShownView = (wanted: View) => {
    if (at !== null) setVersionView(wanted);
    if (wanted !== view && (at === null || !json.isChanged)) changeView(wanted);
  };
  usePlaceOfSession(editor, session, place, changeView);
  useGoneNotice(fieldToEdit);

  // What opened a form or a dialog may be gone when it closes, and the focus with it.
  const hasForm = fieldToEdit !== null;
  useEffect(() => {
    if (!hasForm && document.activeElement === document.body) grid.current?.focus();
  }, [hasForm]);
  const isAsking = session.fieldToRemove !== null;
  useEffect(() => {
    if (isAsking) return;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) grid.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isAsking]);

  const sayUnread = (cause: unknown) =>
    showToast({ kind: 'danger', title: 'The log could not be read', text: errorText(cause) });
  const saveLog = () => void exportOpenLog(edited.name, store, editor.document).catch(sayUnread);
  const saveReplay = () => void exportReplay(edited.name, services, editor.document).catch(sayUnread);
  const toggleHistory = () => {
    if (isHistoryOpen) place.go({ at: undefined }, 'replace');
    setIsHistoryOpen(!isHistoryOpen);
  };
  const canLoad = !isReadOnly && at === null;
  const isTreeShown = view === 'default' && at === null && tab === 'fields';
  useActions([
    {
      id: 'editor.search',
      isEnabled: isTreeShown,
      run: () => {
        searchInput.current?.focus();
        searchInput.current?.select();
      },
    },
    {
      id: 'editor.addField',
      isEnabled: !isReadOnly && isTreeShown && documentFields.status === 'idle',
      run: () => editor.dispatch({ type: 'documentField.createField', payload: { parent: null } }),
    },
    {
      id: 'editor.toggleView',
      isEnabled: at !== null || tab === 'fields',
      run: () => changeShownView(shownView === 'json' ? 'default' : 'json'),
    },
    ...TAB_IDS.map((id) => ({
      id: `editor.${id}` as const,
      isEnabled: at === null && tab !== id,
      run: () => askForTab(id),
    })),
    { id: 'editor.toggleHistory', run: toggleHistory },
    { id: 'editor.exportBody', run: () => exportBody(edited.name, valueAt(body, edited.exportedAt)) },
    { id: 'editor.exportLog', run: saveLog },
    { id: 'editor.exportReplay', run: saveReplay },
  ]);

  const sayRefused = ({ title, text }: LoadFault) =>
    showToast({ kind: 'danger', title, text: `${text} Nothing was changed.` });
  const take = async (given: GivenText) => {
    try {
      assertReadable(given.sizeBytes);
      const text = await given.read();
      const checked = checkMappings(readMappingsOf(text));
      if (checked.errors.length > 0) return setLoading({ text, checked });
      const fault = load(choosingValid(checked));
      if (fault !== null) sayRefused(fault);
    } catch (error) {
      sayRefused(describeFault(error, given.fileName));
    }
  };
  const runtimeFields = objectAt(body, joinPointer(mappingsAt, 'runtime'));
  const templates = valueAt(body, joinPointer(mappingsAt, 'dynamic_templates'));
  const tabs = [
    { id: 'fields', label: 'Mapped fields' },
    { id: 'runtime', label: 'Runtime fields', count: Object.keys(runtimeFields).length },
    { id: 'templates', label: 'Dynamic templates', count: Array.isArray(templates) ? templates.length : 0 },
    { id: 'advanced', label: 'Advanced options' },
  ] as const;
  const historyButton = (
    <IconButton
      icon={History}
      label={isHistoryOpen ? 'Hide history' : 'Show history'}
      keys={keysOf('editor.toggleHistory')}
      onPress={toggleHistory}
      {...(isHistoryOpen && { variant: 'secondary' })}
    />
  );
  const closeForm = () => editor.dispatch({ type: 'documentField.changeStatus', payload: { status: 'idle' } });

  return (
    <Screen
      title={edited.name}
      session={editor.document}
      heading={<EditorHeading />}
      actions={
        <>
          {canLoad && <IconButton icon={FileInput} label="Load JSON" onPress={() => setLoading({})} />}
          <IconMenu
            icon={Download}
            label="Export"
            items={[
              {
                id: 'body',
                label: 'Export mapping (JSON)',
                icon: Upload,
                onAction: () => exportBody(edited.name, valueAt(body, edited.exportedAt)),
              },
              { id: 'log', label: 'Export log (NDJSON)', icon: ScrollText, onAction: saveLog },
              { id: 'replay', label: 'Export replay (log and session)', icon: Clapperboard, onAction: saveReplay },
            ]}
          />
        </>
      }
    >
      <FileDrop
        hint="Drop a mapping or a template to load its mappings"
        onGiven={(given) => void take(given)}
        isDisabled={!canLoad || loading !== null}
      >
        <div
          className={styles['editor']}
          {...(hasForm && { 'data-form': true })}
          {...(isHistoryOpen && { 'data-history': true })}
        >
          <div className={styles['main']}>
            {readOnly !== null && (
              <div className={styles['notice']}>
                <Banner kind="info" title={`This ${edited.noun} is read-only`}>
                  {readOnly.reason}
                </Banner>
              </div>
            )}
            {at !== null ? (
              <>
                <div className={styles['views']}>
                  <SegmentedControl label="View" items={VIEWS} value={shownView} onChange={changeShownView} />
                  <span className={styles['spring']} />
                  {historyButton}
                </div>
                <VersionView
                  key={at}
                  version={at}
                  isJson={shownView === 'json'}
                  target={target}
                  isReadOnly={isReadOnly}
                  onClose={() => place.go({ at: undefined }, 'replace')}
                />
              </>
            ) : hasTypes ? (
              <div className={styles['notice']}>
                <Banner kind="warning" title="Multiple mapping types detected">
                  The mappings for this template uses multiple types, which are not supported.
                </Banner>
              </div>
            ) : (
              <Tabs label="Parts of the mappings" items={tabs} value={tab} onChange={askForTab} end={historyButton}>
                {tab === 'runtime' && <RuntimeFieldsPane isReadOnly={isReadOnly} />}
                {tab === 'templates' && <TemplatesPane isReadOnly={isReadOnly} />}
                {tab === 'advanced' && <AdvancedOptions isReadOnly={isReadOnly} />}
                {tab === 'fields' && (
                  <>
                    <div className={styles['views']}>
                      <p className={styles['about']}>The fields of documents, and how each is indexed.</p>
                      <SegmentedControl label="View" items={VIEWS} value={view} onChange={changeView} />
                    </div>
                    {view === 'json' ? (
                      <JsonPane
                        draft={json}
                        isReadOnly={isReadOnly}
                        error={session.editorError}
                        initialCursor={cursor}
                        onCursor={(offset) => {
                          lastCursor.current = offset;
                        }}
                      />
                    ) : (
                      <FieldsPane
                        isReadOnly={isReadOnly}
                        activeId={activeId}
                        onActiveId={setActiveId}
                        reveal={reveal}
                        grid={grid}
                        searchInput={searchInput}
                        onLoad={() => setLoading({})}
                      />
                    )}
                  </>
                )}
              </Tabs>
            )}
            {footer}
          </div>
          {isHistoryOpen && (
            <HistoryPanel
              at={at}
              onAt={(version) => place.go({ at: version ?? undefined }, 'replace')}
              onClose={toggleHistory}
              isReadOnly={isReadOnly}
            />
          )}
        </div>
      </FileDrop>
      {fieldToEdit !== null && (
        <EditFlyout
          key={documentFields.status}
          field={fieldToEdit}
          isReadOnly={isReadOnly}
          onClose={closeForm}
          onShowJson={() => {
            closeForm();
            changeView('json');
          }}
        />
      )}
      <RemoveDialog />
      <TypeChangeDialog />
      {loading !== null && <LoadDialog input={loading} onClose={() => setLoading(null)} />}
    </Screen>
  );
}

function objectAt(body: Body, at: Pointer): JsonObject {
  const value = valueAt(body, at);
  return isObject(value) ? value : {};
}
