import { formatJson, type JsonValue } from '#domain/json';
import { JsonEditor } from '../kit/json-editor.tsx';

interface JsonViewProps {
  readonly value: JsonValue;
  /** Its label for screen readers. */
  readonly label: string;
  readonly height: string;
}

/** Read-only JSON. */
export function JsonView({ value, label, height }: JsonViewProps) {
  return <JsonEditor value={formatJson(value, 2)} ariaLabel={label} isReadOnly height={height} />;
}
