import { lazy, Suspense } from 'react';
import { formatJson, type JsonValue } from '#domain/json';
import { Skeleton } from '../kit/skeleton.tsx';

// CodeMirror stays out of the first load.
const JsonEditor = lazy(async () => {
  const { JsonEditor: component } = await import('../kit/json-editor.tsx');
  return { default: component };
});

interface JsonViewProps {
  readonly value: JsonValue;
  /** What it is, for screen readers. */
  readonly label: string;
  readonly height: string;
}

/** JSON to be read. */
export function JsonView({ value, label, height }: JsonViewProps) {
  return (
    <Suspense fallback={<Skeleton height={height} />}>
      <JsonEditor value={formatJson(value, 2)} ariaLabel={label} isReadOnly height={height} />
    </Suspense>
  );
}
