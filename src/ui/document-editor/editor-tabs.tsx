import { Suspense, type RefObject } from 'react';
import { fieldTypesDocs } from '#domain/catalogue';
import { joinPointer, valueAt } from '#domain/json';
import { COMPUTED_CONTAINERS, computedFields } from '#domain/mapping';
import { useKeptTests } from '../editor/documents/use-kept-tests.ts';
import { JsonPane, LintPane, RuntimeFieldsPane, TemplatesPane, TestsOutcome } from '../editor/editor-parts.ts';
import { useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { showTab } from '../editor/fields/editor-tab.ts';
import { FieldsPane } from '../editor/fields/fields-pane.tsx';
import type { GridHandle } from '../editor/fields/virtual-grid.tsx';
import { PanelBoundary } from '../frame/panel-boundary.tsx';
import { Deferred } from '../kit/deferred.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { SegmentedControl } from '../kit/segmented-control.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { useDocsUrl } from '../platform/use-docs-url.ts';
import styles from './editor-view.module.css';
import { VIEWS } from './editor-views.ts';
import { HistoryButton } from './history-button.tsx';

const AdvancedOptions = lazyPart(
  async () => (await import('../editor/mapping-options/advanced-options.tsx')).AdvancedOptions,
);

const DocumentsPane = lazyPart(async () => (await import('../editor/documents/documents-pane.tsx')).DocumentsPane);

interface EditorTabsProps {
  readonly isReadOnly: boolean;
  /** Whether the button that shows the history is beside the tabs. */
  readonly hasHistory: boolean;
  readonly grid: RefObject<GridHandle | null>;
  readonly searchInput: RefObject<HTMLInputElement | null>;
}

/** A link to the engine's documentation of the field types. */
function FieldTypesLink() {
  const { target } = useOpenEditor();
  const url = useDocsUrl()(fieldTypesDocs(target), target);
  if (url === null) return null;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      Field types documentation
    </a>
  );
}

/** The parts of the mappings, one of which is shown. */
export function EditorTabs({ isReadOnly, hasHistory, grid, searchInput }: EditorTabsProps) {
  const { editor, json } = useOpenEditor();
  const { body, mappingsAt } = useEditorDocument().state;
  const { tab, documentFields } = useSession();
  const kept = useKeptTests();
  const mappings = valueAt(body, mappingsAt);
  const templates = valueAt(body, joinPointer(mappingsAt, 'dynamic_templates'));
  const tabs = [
    { id: 'fields', label: 'Mapped fields' },
    {
      id: 'runtime',
      label: 'Runtime fields',
      count: COMPUTED_CONTAINERS.reduce(
        (count, container) => count + Object.keys(computedFields(mappings, container)).length,
        0,
      ),
    },
    { id: 'templates', label: 'Dynamic templates', count: Array.isArray(templates) ? templates.length : 0 },
    { id: 'advanced', label: 'Advanced options' },
    {
      id: 'documents',
      label: 'Try a document',
      state:
        kept.tests.length === 0 ? undefined : (
          <Deferred fallback={null}>
            <TestsOutcome {...kept} />
          </Deferred>
        ),
    },
    { id: 'lint', label: 'Lint' },
  ] as const;
  return (
    <Tabs
      label="Mapping sections"
      isOneLine
      items={tabs}
      value={tab}
      onChange={(wanted) => showTab(editor, wanted)}
      {...(hasHistory && { end: <HistoryButton /> })}
    >
      <PanelBoundary what="This tab" resetKey={tab}>
        <Suspense fallback={<Skeleton height="240px" />}>
          {tab === 'runtime' && <RuntimeFieldsPane isReadOnly={isReadOnly} />}
          {tab === 'templates' && <TemplatesPane isReadOnly={isReadOnly} />}
          {tab === 'advanced' && <AdvancedOptions isReadOnly={isReadOnly} />}
          {tab === 'documents' && <DocumentsPane />}
          {tab === 'lint' && <LintPane isReadOnly={isReadOnly} />}
        </Suspense>
        {tab === 'fields' && (
          <>
            <div className={styles['views']}>
              <p className={styles['about']}>
                <span className={styles['aboutText']}>
                  Define the fields of your documents and how they are indexed.{' '}
                </span>
                <FieldTypesLink />
              </p>
              <SegmentedControl label="View" items={VIEWS} value={documentFields.editor} onChange={json.show} />
            </div>
            <PanelBoundary what="This view" resetKey={documentFields.editor}>
              {documentFields.editor === 'json' ? (
                <Suspense fallback={<Skeleton height="240px" />}>
                  <JsonPane isReadOnly={isReadOnly} />
                </Suspense>
              ) : (
                <FieldsPane isReadOnly={isReadOnly} grid={grid} searchInput={searchInput} />
              )}
            </PanelBoundary>
          </>
        )}
      </PanelBoundary>
    </Tabs>
  );
}
