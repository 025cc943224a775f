import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { openEditor, type Editor } from '../../machines/editor.ts';
import { useConfig } from '../platform/config.tsx';
import { OpeningScreen } from '../frame/opening-screen.tsx';
import { useServices, type Services } from '../platform/services.ts';
import type { EditedDocument } from '../editor/fields/edited-document.ts';
import { EditorContext, type OpenEditor } from '../editor/fields/editor-context.tsx';
import { saveOptionsWhenLeft } from '../editor/fields/editor-tab.ts';
import { openJsonView, type JsonView } from '../editor/fields/json-view.ts';
import { EditorView } from './editor-view.tsx';
import { keepTyped } from './keep-typed.ts';
import { bindSessionToRouter } from './session-address.ts';
import { DocumentUnreadable } from '../editor/fields/fault-screens.tsx';

type Opening =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly editor: Editor; readonly json: JsonView; readonly openedAt: number }
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
  const router = useRouter();
  const { maxDepth } = useConfig();
  const { stream } = document;
  const [attempt, setAttempt] = useState(0);
  const [opening, setOpening] = useState(OPENING);
  const open = useEffectEvent(() => openInto(setOpening, services, router, document, maxDepth));
  useEffect(() => open(), [services, stream, maxDepth, attempt]);
  switch (opening.kind) {
    case 'opening':
      return <OpeningScreen title={document.name} what={`the ${document.noun}`} />;
    case 'failed':
      return <DocumentUnreadable document={document} error={opening.error} onRetry={() => setAttempt(attempt + 1)} />;
    case 'open':
      return (
        <OpenDocumentEditor
          document={document}
          footer={footer}
          editor={opening.editor}
          json={opening.json}
          openedAt={opening.openedAt}
        />
      );
  }
}

interface OpenDocumentEditorProps extends DocumentEditorProps {
  readonly editor: Editor;
  readonly json: JsonView;
  readonly openedAt: number;
}

function OpenDocumentEditor({ document, footer, editor, json, openedAt }: OpenDocumentEditorProps) {
  const [open, setOpen] = useState<OpenEditor>(() => ({ editor, json, document, openedAt, target: document.target }));
  if (open.document.name !== document.name || !isSame(open.target, document.target))
    setOpen({ editor, json, document, openedAt, target: document.target });
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
  router: AnyRouter,
  { stream, mappingsAt, startWith, readOnlyReason }: EditedDocument,
  maxDepth: number,
): () => void {
  let isWanted = true;
  let close: () => void = () => undefined;
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
        const editor = openEditor(opened, { ...services, maxDepth });
        const json = openJsonView(editor);
        // The options are saved before what is left of them is kept.
        const stops = [
          bindSessionToRouter(editor, json, router),
          saveOptionsWhenLeft(editor),
          keepTyped(editor, services),
        ];
        close = () => {
          for (const stop of stops) stop();
          editor.close();
          documents.release(opened);
        };
        show({ kind: 'open', editor, json, openedAt: opened.getSnapshot().state.history.version });
      },
      (cause: unknown) => {
        if (isWanted) show({ kind: 'failed', error: cause instanceof Error ? cause : new Error(String(cause)) });
      },
    );
  return () => {
    isWanted = false;
    close();
  };
}
