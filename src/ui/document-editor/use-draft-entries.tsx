import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState, type ReactNode } from 'react';
import { draftStream } from '#domain/commands';
import { isObject, valueAt } from '#domain/json';
import { useActions } from '../actions/use-actions.tsx';
import { useEditorDocument, useOpenEditor } from '../editor/fields/editor-context.tsx';
import { PanelBoundary } from '../frame/panel-boundary.tsx';
import { Boxes, FlaskConical, GitCompare, LayoutTemplate, ListChecks, TableProperties } from '../kit/icons/icons.ts';
import { lazyPart } from '../kit/lazy-part.tsx';
import type { MenuEntry } from '../kit/menu.tsx';
import { ROUTES } from '../platform/route-table.ts';

const CompareDialog = lazyPart(async () => (await import('./compare-dialog.tsx')).CompareDialog);
const DRAFT_STREAM = draftStream('');

/**
 * The menu entries for the next steps of a draft: create an index or a template from it, apply it to an existing index,
 * or compare it with one. Live documents have no entries.
 */
export function useDraftEntries(): { readonly entries: readonly MenuEntry[]; readonly dialog: ReactNode } {
  const { document: edited } = useOpenEditor();
  const { body, mappingsAt } = useEditorDocument().state;
  const navigate = useNavigate();
  const [isComparing, setIsComparing] = useState(false);
  const isDraft = edited.stream.startsWith(DRAFT_STREAM);
  const draft = edited.stream.slice(DRAFT_STREAM.length);
  const createIndex = () => void navigate({ to: ROUTES.createIndex, search: { draft } });
  const apply = () => void navigate({ to: ROUTES.createPlan, search: { draft } });
  const compare = () => setIsComparing(true);
  useActions(
    isDraft
      ? [
          { id: 'draft.createIndex', run: createIndex },
          { id: 'draft.apply', run: apply },
          { id: 'draft.compare', run: compare },
        ]
      : [],
  );
  const mappings = valueAt(body, mappingsAt);
  const templates: readonly MenuEntry[] = [
    {
      id: 'indexTemplate',
      label: 'Create index template',
      icon: LayoutTemplate,
      onAction: () => void navigate({ to: ROUTES.createTemplate, search: { draft } }),
    },
    {
      id: 'componentTemplate',
      label: 'Create component template',
      icon: Boxes,
      onAction: () => void navigate({ to: ROUTES.createComponentTemplate, search: { draft } }),
    },
  ];
  return {
    entries: isDraft
      ? [
          { id: 'create', label: 'Create index', icon: TableProperties, onAction: createIndex },
          // A draft of a template has its own steps, which create the template.
          ...(edited.firstStep === undefined ? templates : []),
          { id: 'apply', label: 'Apply to an existing index', icon: ListChecks, onAction: apply },
          { id: 'compare', label: 'Compare with index', icon: GitCompare, onAction: compare },
          {
            id: 'fuzz',
            label: 'Fuzz this draft',
            icon: FlaskConical,
            onAction: () => void navigate({ to: ROUTES.fuzzLab, search: { draft } }),
          },
        ]
      : [],
    dialog: isComparing && (
      <PanelBoundary what="The dialog">
        <Suspense>
          <CompareDialog
            name={edited.name}
            mappings={isObject(mappings) ? mappings : {}}
            onClose={() => setIsComparing(false)}
          />
        </Suspense>
      </PanelBoundary>
    ),
  };
}
