import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { errorWords } from '../platform/error-words.ts';
import type { DocumentSession } from '../../machines/document-session.ts';
import { openEditor, type Editor } from '../../machines/editor.ts';
import {
  removeOutdated,
  reopenForm,
  restoreInto,
  takeLeftContent,
  type LeftContent,
} from '../../machines/restore-unapplied.ts';
import { editorSource } from '../../machines/editor-source.ts';
import { closeToast, showToast } from '../kit/toast.tsx';
import type { DraftSearch } from '../platform/draft-search.ts';
import { keepTyped, type TypedKeeper } from '../platform/keep-typed.ts';
import { useConfig } from '../platform/config.tsx';
import { OpeningScreen } from '../frame/opening-screen.tsx';
import { useServices, type Services } from '../platform/services.ts';
import type { EditedDocument } from '../editor/fields/edited-document.ts';
import { openTests } from '../platform/kept-tests.ts';
import { EditorContext, type OpenEditor } from '../editor/fields/editor-context.tsx';
import { saveOptionsWhenLeft } from '../editor/fields/editor-tab.ts';
import { EDITOR_TOASTS } from '../editor/fields/editor-toasts.ts';
import { openJsonView } from '../editor/fields/json-view.ts';
import { openSpotlight } from '../editor/fields/spotlight.ts';
import { EditorView } from './editor-view.tsx';
import { bindSessionToRouter } from './session-address.ts';
import { keepTreePosition } from './tree-position.ts';
import { DocumentUnreadable } from '../editor/fields/fault-screens.tsx';

type Opened = Pick<OpenEditor, 'editor' | 'json' | 'treePosition' | 'spotlight' | 'tests' | 'openedAt'>;

type Opening =
  | { readonly kind: 'opening' }
  | ({ readonly kind: 'open' } & Opened)
  | { readonly kind: 'failed'; readonly error: Error };

const OPENING: Opening = { kind: 'opening' };

/** The parts that a screen adds around the mappings of a document. */
export interface DocumentParts {
  /** Shown below the editor, while it is open. */
  readonly footer?: ReactNode;
  /** Replaces the tabs of the mappings, and receives them. */
  readonly content?: ((mappings: ReactNode) => ReactNode) | undefined;
}

interface DocumentEditorProps extends DocumentParts {
  readonly document: EditedDocument;
}

/** Opens a document and an editor over it, for drafts and for live documents. */
export function DocumentEditor(props: DocumentEditorProps) {
  const { stream, mappingsAt } = props.document;
  return <OneDocument key={`${stream} ${mappingsAt}`} {...props} />;
}

function OneDocument({ document, footer, content }: DocumentEditorProps) {
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
      return <OpenDocumentEditor document={document} footer={footer} content={content} opened={opening} />;
  }
}

interface OpenDocumentEditorProps extends DocumentEditorProps {
  readonly opened: Opened;
}

function OpenDocumentEditor({ document, footer, content, opened }: OpenDocumentEditorProps) {
  const [open, setOpen] = useState<OpenEditor>(() => ({ ...opened, document, target: document.target }));
  if (open.document.name !== document.name || !isSame(open.target, document.target))
    setOpen({ ...opened, document, target: document.target });
  return (
    <EditorContext value={open}>
      <EditorView footer={footer} content={content} />
    </EditorContext>
  );
}

function isSame(a: TargetEngine, b: TargetEngine): boolean {
  return a.distribution === b.distribution && a.version === b.version;
}

const NOTHING_LEFT: LeftContent = { contents: [], stranded: [], open: null, outdated: [] };

/**
 * The content that was left in the document's forms before; where the store can't be read, a notification reports it
 * and the document still opens.
 */
async function leftContent(document: DocumentSession, services: Services): Promise<LeftContent> {
  try {
    return await takeLeftContent(document, services);
  } catch (error) {
    showToast({ kind: 'warning', title: 'Unapplied changes can’t be loaded', text: errorWords(error) });
    return NOTHING_LEFT;
  }
}

/**
 * Removes outdated records once the restored content is stored. A record that could not be removed is checked again on
 * the next visit.
 */
async function tidyUp(keeper: TypedKeeper, left: LeftContent, stream: string, services: Services): Promise<void> {
  try {
    await keeper.flush();
    await removeOutdated(left, stream, services);
  } catch (error) {
    // oxlint-disable-next-line no-console -- nothing is lost and no action is needed, but developers should see it
    console.warn('Outdated records of unapplied changes were left as they are', error);
  }
}

/** Shows the form that was open last, unless the address names another place. */
function reopen(editor: Editor, { open }: LeftContent, { field, add, at, step, tab, view }: DraftSearch): void {
  if (open === null || field !== undefined || add !== undefined || at !== undefined) return;
  const isPlain = step === undefined && tab === undefined && view === undefined;
  if (isPlain || (open.form === 'runtimeField' && tab === 'runtime')) reopenForm(editor, open);
}

/** Opens a document and an editor over it; returns a function that closes both. */
function openInto(
  show: (opening: Opening) => void,
  services: Services,
  router: AnyRouter,
  { stream, mappingsAt, found, readOnlyReason, firstStep }: EditedDocument,
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
      ...(found && { found }),
      ...(readOnlyReason !== undefined && { readOnlyReason }),
    })
    .then(
      async (opened) => {
        const left = isWanted ? await leftContent(opened, services) : NOTHING_LEFT;
        if (!isWanted) {
          documents.release(opened);
          return;
        }
        const editor = openEditor(opened, { ...services, maxDepth, firstStep });
        restoreInto(editor, left);
        const json = openJsonView(editor);
        const treePosition = keepTreePosition(editor);
        const spotlight = openSpotlight(editor, services.timer);
        const tests = openTests(stream, services);
        const keeper = keepTyped(editorSource(editor), services);
        void tidyUp(keeper, left, stream, services);
        // The options are saved before the rest of the content is kept.
        const stops = [
          bindSessionToRouter(editor, json, router, (search) => reopen(editor, left, search)),
          saveOptionsWhenLeft(editor),
          keeper.stop,
          treePosition.close,
          spotlight.close,
          tests.close,
        ];
        close = () => {
          for (const stop of stops) stop();
          EDITOR_TOASTS.forEach(closeToast);
          editor.close();
          documents.release(opened);
        };
        const openedAt = opened.getSnapshot().state.history.version;
        show({ kind: 'open', editor, json, treePosition, spotlight, tests, openedAt });
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
