import type { TemplateStep } from '../../machines/forms/editor-tabs.ts';
import { useServices } from '../platform/services.ts';
import { draftById, type ListedDraft } from '../platform/draft-list.ts';
import { useDocument } from '../platform/use-document.ts';
import { DocumentEditor, type DocumentParts } from './document-editor.tsx';
import { editedDraft, type EditedDocument } from '../editor/fields/edited-document.ts';
import { NoSuchDraft } from '../editor/fields/fault-screens.tsx';

interface EditorScreenProps {
  readonly draftId: string;
  /** The target of the back link; the list of drafts where absent. */
  readonly back?: EditedDocument['back'];
  /** The parts around the mappings, for the kind of the draft. */
  readonly partsOf?: (draft: ListedDraft) => DocumentParts & { readonly firstStep?: TemplateStep };
}

/** The editor of one draft: its fields as a tree or as JSON, and its history. */
export function EditorScreen({ draftId, back, partsOf }: EditorScreenProps) {
  const { drafts } = useServices();
  const draft = draftById(useDocument(drafts).state.body, draftId);
  if (draft === null) return <NoSuchDraft draftId={draftId} />;
  const { firstStep, ...parts } = partsOf?.(draft) ?? {};
  const document = { ...editedDraft(draft), ...(back && { back }), ...(firstStep && { firstStep }) };
  return <DocumentEditor document={document} {...parts} />;
}
