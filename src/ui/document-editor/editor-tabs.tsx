import type { RefObject } from 'react';
import { joinPointer, valueAt } from '#domain/json';
import { COMPUTED_CONTAINERS, computedFields } from '#domain/mapping';
import { useEditorDocument, useOpenEditor, useSession } from '../editor/fields/editor-context.tsx';
import { showTab } from '../editor/fields/editor-tab.ts';
import { FieldsPane } from '../editor/fields/fields-pane.tsx';
import { JsonPane } from '../editor/fields/json-pane.tsx';
import type { GridHandle } from '../editor/fields/virtual-grid.tsx';
import { AdvancedOptions } from '../editor/mapping-options/advanced-options.tsx';
import { TemplatesPane } from '../editor/mapping-options/templates-pane.tsx';
import { RuntimeFieldsPane } from '../editor/runtime-fields/runtime-fields-pane.tsx';
import { PanelBoundary } from '../frame/panel-boundary.tsx';
import { SegmentedControl } from '../kit/segmented-control.tsx';
import { Tabs } from '../kit/tabs.tsx';
import styles from './editor-view.module.css';
import { VIEWS } from './editor-views.ts';
import { HistoryButton } from './history-button.tsx';

interface EditorTabsProps {
  readonly isReadOnly: boolean;
  /** The button that shows the history stands beside the tabs. */
  readonly hasHistory: boolean;
  readonly grid: RefObject<GridHandle | null>;
  readonly searchInput: RefObject<HTMLInputElement | null>;
}

/** The parts of the mappings, one of them shown. */
export function EditorTabs({ isReadOnly, hasHistory, grid, searchInput }: EditorTabsProps) {
  const { editor, json } = useOpenEditor();
  const { body, mappingsAt } = useEditorDocument().state;
  const { tab, documentFields } = useSession();
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
  ] as const;
  return (
    <Tabs
      label="Mapping sections"
      items={tabs}
      value={tab}
      onChange={(wanted) => showTab(editor, wanted)}
      {...(hasHistory && { end: <HistoryButton /> })}
    >
      <PanelBoundary what="This tab" resetKey={tab}>
        {tab === 'runtime' && <RuntimeFieldsPane isReadOnly={isReadOnly} />}
        {tab === 'templates' && <TemplatesPane isReadOnly={isReadOnly} />}
        {tab === 'advanced' && <AdvancedOptions isReadOnly={isReadOnly} />}
        {tab === 'fields' && (
          <>
            <div className={styles['views']}>
              <p className={styles['about']}>Define the fields of your documents and how they are indexed.</p>
              <SegmentedControl label="View" items={VIEWS} value={documentFields.editor} onChange={json.show} />
            </div>
            <PanelBoundary what="This view" resetKey={documentFields.editor}>
              {documentFields.editor === 'json' ? (
                <JsonPane isReadOnly={isReadOnly} />
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
