import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { maxNestedDepth, rootContainer, summaryOf } from '#domain/mapping';
import type { DocumentSession } from '../../machines/document-session.ts';
import { openEditor, type Editor } from '../../machines/editor.ts';
import { useConfig } from '../platform/config.tsx';
import { OpeningScreen } from '../frame/opening-screen.tsx';
import { useServices, type Services } from '../platform/services.ts';
import type { EditedDocument } from '../editor/fields/edited-document.ts';
import { EditorContext, type OpenEditor } from '../editor/fields/editor-context.tsx';
import { EditorView } from './editor-view.tsx';
import { DocumentUnreadable } from '../editor/fields/fault-screens.tsx';

type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly editor: Editor; readonly openedAt: number }
  | { readonly kind: 'failed'; readonly error: Error };

const OPENING: Opening = { kind: 'opening' };

interface DocumentEditorProps {
  readonly document: EditedDocument;
  /** Below the editor, while it is open. */
  readonly footer?: ReactNode;
}

/** Opens a document and an editor over it; the same for drafts and for what is live. */
export function DocumentEditor(props: DocumentEditorProps) {
  const { stream, mappingsAt } = props.document;
  return <OneDocument key={`${stream} ${mappingsAt}`} {...props} />;
}

function OneDocument({ document, footer }: DocumentEditorProps) {
  const services = useServices();
  const { maxDepth } = useConfig();
  const { stream } = document;
  const [attempt, setAttempt] = useState(0);
  const [opening, setOpening] = useState(OPENING);
  const open = useEffectEvent(() => openInto(setOpening, services, document, maxDepth));
  useEffect(() => open(), [services, stream, maxDepth, attempt]);
  switch (opening.kind) {
    case 'opening':
      return <OpeningScreen title={document.name} what={`the ${document.noun}`} />;
    case 'failed':
      return <DocumentUnreadable document={document} error={opening.error} onRetry={() => setAttempt(attempt + 1)} />;
    case 'open':
      return (
        <OpenDocumentEditor document={document} footer={footer} editor={opening.editor} openedAt={opening.openedAt} />
      );
  }
}

interface OpenDocumentEditorProps extends DocumentEditorProps {
  readonly editor: Editor;
  readonly openedAt: number;
}

function OpenDocumentEditor({ document, footer, editor, openedAt }: OpenDocumentEditorProps) {
  const [open, setOpen] = useState<OpenEditor>(() => ({ editor, document, openedAt, target: document.target }));
  if (open.document.name !== document.name || !isSame(open.target, document.target))
    setOpen({ editor, document, openedAt, target: document.target });
  return (
    <EditorContext value={open}>
      <EditorView footer={footer} />
    </EditorContext>
  );
}

function isSame(a: TargetEngine, b: TargetEngine): boolean {
  return a.distribution === b.distribution && a.version === b.version;
}

/** Opens a document and an editor over it; returns the way to let both go. */
function openInto(
  show: (opening: Opening) => void,
  services: Services,
  { stream, mappingsAt, startWith, readOnlyReason }: EditedDocument,
  maxDepth: number,
): () => void {
  let isWanted = true;
  let document: DocumentSession | null = null;
  let editor: Editor | null = null;
  show(OPENING);
  const { documents } = services;
  documents
    .open({
      stream,
      mappingsAt,
      ...(startWith && { startWith }),
      ...(readOnlyReason !== undefined && { readOnlyReason }),
    })
    .then(
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
