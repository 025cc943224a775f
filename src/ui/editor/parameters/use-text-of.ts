import { useState } from 'react';
import { deepEqual, type JsonValue } from '#domain/json';
import type { InputFault } from './parameter-form.ts';

/** The result of reading a text: a value, no value, or a fault. */
export type ReadText = { readonly value: JsonValue | undefined } | { readonly fault: string };

interface TextOf {
  readonly text: string;
  readonly setText: (text: string) => void;
}

interface TextOfOptions {
  readonly value: JsonValue | undefined;
  /** The text that is not a valid value, if there is one; it is shown in place of the value. */
  readonly fault: InputFault | undefined;
  readonly format: (value: JsonValue) => string;
  readonly read: (text: string) => ReadText;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onFault: (fault: InputFault | null) => void;
}

/** The text of a value that is being typed. It stays as typed until the value is changed from elsewhere. */
export function useTextOf({ value, fault, format, read, onChange, onFault }: TextOfOptions): TextOf {
  const textOf = (shown: JsonValue | undefined) => (shown === undefined ? '' : format(shown));
  const [typed, setTyped] = useState(() => ({ text: textOf(value), value }));
  const isCurrent = deepEqual(typed.value, value);
  if (!isCurrent) setTyped({ text: textOf(value), value });
  return {
    text: fault?.text ?? (isCurrent ? typed.text : textOf(value)),
    setText(text) {
      const result = read(text);
      if ('fault' in result) {
        onFault({ text, message: result.fault });
        return;
      }
      setTyped({ text, value: result.value });
      if (fault !== undefined) onFault(null);
      onChange(result.value);
    },
  };
}
