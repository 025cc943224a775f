import { CatchBoundary } from '@tanstack/react-router';
import { createContext, Suspense, use, type ChangeEvent } from 'react';
import { DEFAULT_HEIGHT, type JsonEditorProps } from './json-editor-props.ts';
import styles from './json-editor.module.css';
import { lazyPart } from './lazy-part.tsx';
import { Skeleton } from './skeleton.tsx';

export type { TextChange, TextFault, TextSnapshot } from './json-editor-props.ts';

// CodeMirror is large, and most screens show no JSON.
const CodeEditor = lazyPart(async () => (await import('./json-code-editor.tsx')).JsonCodeEditor);

const EditorProps = createContext<JsonEditorProps | null>(null);

/** A text editor for JSON, as `JsonCodeEditor`, whose code is loaded when the first is shown. Without that code the text can be edited all the same. */
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

/** The text without colours, folding and search: what is left where CodeMirror could not be loaded. */
function PlainEditor() {
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
      {...(errors.length > 0 && { 'aria-invalid': true })}
      readOnly={isReadOnly}
      spellCheck={false}
      value={value.toString()}
      onChange={change}
      onSelect={({ currentTarget }) => onCursor?.(currentTarget.selectionEnd)}
    />
  );
}
