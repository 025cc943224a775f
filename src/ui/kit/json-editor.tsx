import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { createContext, Suspense, use, type ChangeEvent } from 'react';
import { DEFAULT_HEIGHT, type JsonEditorProps } from './json-editor-props.ts';
import styles from './json-editor.module.css';
import { lazyPart } from './lazy-part.tsx';
import { ChunkError } from './load-chunk.ts';
import { Skeleton } from './skeleton.tsx';
import { useUnloadedPart } from './unloaded-parts.ts';

export type { TextChange, TextFault, TextSnapshot } from './json-editor-props.ts';

// CodeMirror is large, and most screens show no JSON.
const CodeEditor = lazyPart(async () => (await import('./json-code-editor.tsx')).JsonCodeEditor);

const EditorProps = createContext<JsonEditorProps | null>(null);

/**
 * A text editor for JSON, as `JsonCodeEditor`, whose code is loaded when the first editor is shown. Without that code
 * the text can still be edited.
 */
export function JsonEditor(props: JsonEditorProps) {
  return (
    <EditorProps value={props}>
      <CatchBoundary getResetKey={() => null} errorComponent={PlainEditor}>
        <Suspense fallback={<Skeleton height={props.height ?? DEFAULT_HEIGHT} />}>
          <CodeEditor {...props} />
        </Suspense>
      </CatchBoundary>
    </EditorProps>
  );
}

/**
 * An editor without colours, folding and search, shown where CodeMirror could not be loaded, until a retry succeeds.
 */
function PlainEditor({ error, reset }: ErrorComponentProps) {
  useUnloadedPart(error instanceof ChunkError, reset);
  const props = use(EditorProps);
  if (props === null) return null;
  const {
    value,
    onChange,
    onEdit,
    onCursor,
    ariaLabel,
    height = DEFAULT_HEIGHT,
    isReadOnly = false,
    errors = [],
    isInvalid = errors.length > 0,
  } = props;
  const change = ({ target }: ChangeEvent<HTMLTextAreaElement>) => {
    onEdit?.(target.value, [{ from: 0, to: value.length, insert: target.value }]);
    onChange?.(target.value);
  };
  return (
    <textarea
      className={styles['plain']}
      style={{ height }}
      aria-label={ariaLabel}
      {...(isInvalid && { 'aria-invalid': true })}
      readOnly={isReadOnly}
      spellCheck={false}
      value={value.toString()}
      onChange={change}
      onSelect={({ currentTarget }) => onCursor?.(currentTarget.selectionEnd)}
    />
  );
}
