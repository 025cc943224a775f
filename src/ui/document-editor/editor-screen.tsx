import type { TemplateStep } from '../../machines/editor-tabs.ts';
import { useServices } from '../platform/services.ts';
import { draftById, type ListedDraft } from '../platform/draft-list.ts';
import { useDocument } from '../platform/use-document.ts';
import { DocumentEditor, type DocumentParts } from './document-editor.tsx';
import { editedDraft } from '../editor/fields/edited-document.ts';
import { NoSuchDraft } from '../editor/fields/fault-screens.tsx';

interface EditorScreenProps {
  readonly draftId: string;
  /** What a draft of a kind has around its mappings. */
  readonly partsOf?: (draft: ListedDraft) => DocumentParts & { readonly firstStep?: TemplateStep };
}

/** The editor of one draft: its fields as a tree or as JSON, and its history. */
export function EditorScreen({ draftId, partsOf }: EditorScreenProps) {
  const { drafts } = useServices();
  const draft = draftById(useDocument(drafts).state.body, draftId);
  if (draft === null) return <NoSuchDraft draftId={draftId} />;
  const { firstStep, ...parts } = partsOf?.(draft) ?? {};
  return <DocumentEditor document={{ ...editedDraft(draft), ...(firstStep && { firstStep }) }} {...parts} />;
}
