import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { draftStream } from '#domain/commands';
import { isObject, valueAt } from '#domain/json';
import { useActions } from '../actions/use-actions.tsx';
import { useEditorDocument, useOpenEditor } from '../editor/fields/editor-context.tsx';
import { Boxes, GitCompare, LayoutTemplate, ListChecks, TableProperties } from '../kit/icons/icons.ts';
import type { MenuEntry } from '../kit/menu.tsx';
import { ROUTES } from '../platform/route-table.ts';
import { CompareDialog } from './compare-dialog.tsx';

const DRAFT_STREAM = draftStream('');

/** Where a draft goes from here: into a new index, or beside one that exists. No entries for what is live. */
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
          // A template is created from its own steps.
          ...(edited.firstStep === undefined ? templates : []),
          { id: 'apply', label: 'Apply to an existing index', icon: ListChecks, onAction: apply },
          { id: 'compare', label: 'Compare with index', icon: GitCompare, onAction: compare },
        ]
      : [],
    dialog: isComparing && (
      <CompareDialog
        name={edited.name}
        mappings={isObject(mappings) ? mappings : {}}
        onClose={() => setIsComparing(false)}
      />
    ),
  };
}
