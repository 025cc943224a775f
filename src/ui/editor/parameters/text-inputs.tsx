import { MESSAGES } from '#domain/catalogue';
import { formatJson, isObject, JsonTextError, parseJson, type JsonValue } from '#domain/json';
import { JsonEditor } from '../../kit/json-editor.tsx';
import { Select } from '../../kit/select.tsx';
import { TextField } from '../../kit/text-field.tsx';
import common from '../../kit/common.module.css';
import styles from './parameters.module.css';
import type { InputProps } from './parameter-form.ts';
import { useTextOf, type ReadText } from './use-text-of.ts';

const INTEGER = /^[+-]?\d+$/;

/** A whole number that a double can't hold is read with all its digits. */
function readNumber(text: string): ReadText {
  const trimmed = text.trim();
  if (trimmed === '') return { value: undefined };
  const number = Number(trimmed);
  if (Number.isNaN(number) || !Number.isFinite(number)) return { fault: MESSAGES.notANumber };
  return { value: INTEGER.test(trimmed) && !Number.isSafeInteger(number) ? BigInt(trimmed) : number };
}

interface NumberInputProps extends InputProps {
  /** Why this input does not accept a number, or null. */
  readonly judge?: (number: JsonValue) => string | null;
}

export function NumberInput({ value, fault, onChange, onFault, judge, ...words }: NumberInputProps) {
  const read = (text: string): ReadText => {
    const result = readNumber(text);
    const wrong = 'value' in result && result.value !== undefined ? (judge?.(result.value) ?? null) : null;
    return wrong === null ? result : { fault: wrong };
  };
  const { text, setText } = useTextOf({ value, fault, format: String, read, onChange, onFault });
  return <TextField {...words} inputMode="decimal" value={text} onChange={setText} />;
}

export function TextInput({ value, onChange, fault: _fault, onFault: _, ...words }: InputProps) {
  return (
    <TextField
      {...words}
      value={typeof value === 'string' ? value : value === undefined ? '' : formatJson(value)}
      onChange={(text) => onChange(text === '' ? undefined : text)}
    />
  );
}

interface NameInputProps extends InputProps {
  /** The names that the settings of the index define. */
  readonly names: readonly string[];
}

/** A name, typed or one of those in the settings. */
export function NameInput({ names, ...input }: NameInputProps) {
  if (names.length === 0) return <TextInput {...input} />;
  const { label, value, onChange } = input;
  return (
    <div className={styles['pair']}>
      {/* Beside an input with a label, both have one, and stand in a line. */}
      <TextInput {...input} isLabelHidden={false} />
      <Select
        label={`${label} of the index`}
        placeholder="Select an option"
        items={names.map((name) => ({ id: name, label: name }))}
        value={names.find((name) => name === value) ?? null}
        onChange={onChange}
      />
    </div>
  );
}

/** JSON where the text is JSON, else the text itself, as engines accept points. */
function readPoint(text: string): ReadText {
  if (text.trim() === '') return { value: undefined };
  const value = jsonIn(text);
  return { value: value !== null && typeof value === 'object' ? value : text };
}

export function PointInput({ value, fault, onChange, onFault, ...words }: InputProps) {
  const format = (shown: JsonValue) => (typeof shown === 'string' ? shown : formatJson(shown));
  const { text, setText } = useTextOf({ value, fault, format, read: readPoint, onChange, onFault });
  return <TextField {...words} isMono isMultiline value={text} onChange={setText} />;
}

function readAny(text: string): ReadText {
  if (text.trim() === '') return { value: undefined };
  const value = jsonIn(text);
  return value === undefined ? { fault: MESSAGES.invalidJson } : { value };
}

/** An empty object means no metadata. */
function readMetadata(text: string): ReadText {
  const read = readAny(text);
  return 'value' in read && isObject(read.value) && Object.keys(read.value).length === 0 ? { value: undefined } : read;
}

function jsonIn(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}

export function JsonInput(props: InputProps) {
  return <JsonText {...props} height="120px" read={readAny} />;
}

/** An input for metadata, 300 px high. */
export function MetadataInput(props: InputProps) {
  return <JsonText {...props} height="300px" read={readMetadata} />;
}

interface JsonTextProps extends InputProps {
  readonly height: string;
  readonly read: (text: string) => ReadText;
}

function JsonText({
  label,
  isLabelHidden = false,
  description,
  errorMessage,
  value,
  fault,
  onChange,
  onFault,
  height,
  read,
}: JsonTextProps) {
  const { text, setText } = useTextOf({
    value,
    fault,
    format: (shown) => formatJson(shown, 2),
    read,
    onChange,
    onFault,
  });
  return (
    <div className={common['stack2']}>
      {!isLabelHidden && <span className={common['label']}>{label}</span>}
      <JsonEditor
        ariaLabel={label}
        height={height}
        hasTabKey={false}
        value={text}
        onChange={setText}
        isInvalid={errorMessage !== undefined}
      />
      {description !== undefined && <p className={styles['help']}>{description}</p>}
      {errorMessage !== undefined && (
        <p className={common['error']} role="alert">
          {errorMessage}
        </p>
      )}
    </div>
  );
}
