import { useServices } from '../platform/services.ts';
import { draftById } from '../platform/draft-list.ts';
import { useDocument } from '../platform/use-document.ts';
import { DocumentEditor } from './document-editor.tsx';
import { editedDraft } from '../editor/fields/edited-document.ts';
import { NoSuchDraft } from '../editor/fields/fault-screens.tsx';

/** The editor of one draft: its fields as a tree or as JSON, and its history. */
export function EditorScreen({ draftId }: { readonly draftId: string }) {
  const { drafts } = useServices();
  const draft = draftById(useDocument(drafts).state.body, draftId);
  return draft === null ? <NoSuchDraft draftId={draftId} /> : <DocumentEditor document={editedDraft(draft)} />;
}
