import { useServices } from '../app/services.ts';
import { draftById } from '../drafts/draft-list.ts';
import { useDocument } from '../hooks/use-document.ts';
import { DocumentEditor } from './document-editor.tsx';
import { editedDraft } from './edited-document.ts';
import { NoSuchDraft } from './fault-screens.tsx';

/** The editor of one draft: its fields as a tree or as JSON, and its history. */
export function EditorScreen({ draftId }: { readonly draftId: string }) {
  const { drafts } = useServices();
  const draft = draftById(useDocument(drafts).state.body, draftId);
  return draft === null ? <NoSuchDraft draftId={draftId} /> : <DocumentEditor document={editedDraft(draft)} />;
}
