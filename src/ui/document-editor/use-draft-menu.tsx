import { useNavigate } from '@tanstack/react-router';
import { GitCompare, ScrollText, TableProperties, Upload } from 'lucide-react';
import { useState } from 'react';
import { draftStream } from '#domain/commands';
import { isObject, valueAt } from '#domain/json';
import { useActions } from '../actions/use-actions.tsx';
import { useEditorDocument, useOpenEditor } from '../editor/fields/editor-context.tsx';
import { ButtonMenu } from '../kit/menu.tsx';
import { ROUTES } from '../platform/route-table.ts';
import { CompareDialog } from './compare-dialog.tsx';
import type { Exports } from './use-exports.ts';

const DRAFT_STREAM = draftStream('');

/** Where a draft goes from here: into a new index, beside one that exists, or into a file. Nothing for what is live. */
export function UseDraftMenu({ exports }: { readonly exports: Exports }) {
  const { document: edited } = useOpenEditor();
  return edited.stream.startsWith(DRAFT_STREAM) ? (
    <DraftMenu exports={exports} name={edited.name} draftId={edited.stream.slice(DRAFT_STREAM.length)} />
  ) : null;
}

interface DraftMenuProps {
  readonly exports: Exports;
  readonly name: string;
  readonly draftId: string;
}

function DraftMenu({ exports, name, draftId }: DraftMenuProps) {
  const { body, mappingsAt } = useEditorDocument().state;
  const navigate = useNavigate();
  const [isComparing, setIsComparing] = useState(false);
  const createIndex = () => void navigate({ to: ROUTES.createIndex, search: { draft: draftId } });
  const compare = () => setIsComparing(true);
  useActions([
    { id: 'draft.createIndex', run: createIndex },
    { id: 'draft.compare', run: compare },
  ]);
  const mappings = valueAt(body, mappingsAt);
  return (
    <>
      <ButtonMenu
        label="Use draft"
        placement="bottom end"
        items={[
          { id: 'create', label: 'Create index', icon: TableProperties, onAction: createIndex },
          { id: 'compare', label: 'Compare with index', icon: GitCompare, onAction: compare },
          'separator',
          { id: 'body', label: 'Export mapping (JSON)', icon: Upload, onAction: exports.body },
          { id: 'log', label: 'Export log (NDJSON)', icon: ScrollText, onAction: exports.log },
        ]}
      />
      {isComparing && (
        <CompareDialog
          name={name}
          mappings={isObject(mappings) ? mappings : {}}
          onClose={() => setIsComparing(false)}
        />
      )}
    </>
  );
}
