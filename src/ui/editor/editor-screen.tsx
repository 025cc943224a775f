import { useEffect, useState } from 'react';
import { draftStream, maxNestedDepth, rootContainer, summaryOf, type TargetEngine } from '../../domain/index.ts';
import type { DocumentSession } from '../../machines/document-session.ts';
import { openEditor, type Editor } from '../../machines/editor.ts';
import { useConfig } from '../app/config.tsx';
import { DraftLoading } from '../app/draft-loading.tsx';
import { useServices, type Services } from '../app/services.ts';
import { draftById, type ListedDraft } from '../drafts/draft-list.ts';
import { useDocument } from '../hooks/use-document.ts';
import { EditorContext, type OpenEditor } from './editor-context.tsx';
import { EditorView } from './editor-view.tsx';
import { DraftUnreadable, NoSuchDraft } from './fault-screens.tsx';

type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly editor: Editor; readonly openedAt: number }
  | { readonly kind: 'failed'; readonly error: Error };

const OPENING: Opening = { kind: 'opening' };

/** The editor of one draft: its fields as a tree or as JSON, and its history. */
export function EditorScreen({ draftId }: { readonly draftId: string }) {
  const { drafts } = useServices();
  const draft = draftById(useDocument(drafts).state.body, draftId);
  if (draft === null) return <NoSuchDraft draftId={draftId} />;
  return <DraftEditor key={`${draftId} ${draft.mappingsAt}`} draft={draft} />;
}

function DraftEditor({ draft }: { readonly draft: ListedDraft }) {
  const services = useServices();
  const { maxDepth } = useConfig();
  const { id, mappingsAt } = draft;
  const [attempt, setAttempt] = useState(0);
  const [opening, setOpening] = useState(OPENING);
  useEffect(() => openInto(setOpening, services, { draftId: id, mappingsAt, maxDepth }), [services, id, mappingsAt, maxDepth, attempt]);
  switch (opening.kind) {
    case 'opening':
      return <DraftLoading />;
    case 'failed':
      return <DraftUnreadable draft={draft} error={opening.error} onRetry={() => setAttempt(attempt + 1)} />;
    case 'open':
      return <OpenDraftEditor draft={draft} editor={opening.editor} openedAt={opening.openedAt} />;
  }
}

interface OpenDraftEditorProps {
  readonly draft: ListedDraft;
  readonly editor: Editor;
  readonly openedAt: number;
}

function OpenDraftEditor({ draft, editor, openedAt }: OpenDraftEditorProps) {
  const { distribution, version } = draft.target;
  const [open, setOpen] = useState<OpenEditor>(() => ({ editor, openedAt, target: draft.target }));
  if (!isSame(open.target, draft.target)) setOpen({ editor, openedAt, target: { distribution, version } });
  return (
    <EditorContext value={open}>
      <EditorView draft={draft} />
    </EditorContext>
  );
}

function isSame(a: TargetEngine, b: TargetEngine): boolean {
  return a.distribution === b.distribution && a.version === b.version;
}

interface DraftPlace {
  readonly draftId: string;
  readonly mappingsAt: string;
  readonly maxDepth: number;
}

/** Opens a draft's document and an editor over it; returns the way to let both go. */
function openInto(show: (opening: Opening) => void, services: Services, { draftId, mappingsAt, maxDepth }: DraftPlace): () => void {
  let isWanted = true;
  let document: DocumentSession | null = null;
  let editor: Editor | null = null;
  show(OPENING);
  const { documents } = services;
  documents.open({ stream: draftStream(draftId), mappingsAt }).then(
    (opened) => {
      if (!isWanted) {
        documents.release(opened);
        return;
      }
      document = opened;
      editor = openEditor(opened, { ...services, maxDepth });
      showDeepAsJson(editor, maxDepth);
      show({ kind: 'open', editor, openedAt: opened.getSnapshot().state.history.version });
    },
    (cause: unknown) => {
      if (isWanted) show({ kind: 'failed', error: cause instanceof Error ? cause : new Error(String(cause)) });
    },
  );
  return () => {
    isWanted = false;
    editor?.close();
    if (document !== null) documents.release(document);
  };
}

/** Mappings that nest too deep for a tree open as JSON, with the reason. */
function showDeepAsJson(editor: Editor, maxDepth: number): void {
  const { body, mappingsAt } = editor.document.getSnapshot().state;
  const root = rootContainer(body, mappingsAt);
  const depth = root === undefined ? 0 : maxNestedDepth(summaryOf(root));
  if (depth < maxDepth) return;
  editor.dispatch({ type: 'fieldsJsonEditor.update', payload: { json: '', isValid: true, maxNestedDepth: depth } });
  editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'json' } });
  editor.dispatch({ type: 'documentField.changeEditor', payload: { editor: 'default' } });
}
