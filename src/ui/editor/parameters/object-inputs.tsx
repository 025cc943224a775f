import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isAbsoluteFilter, MESSAGES, type Editor } from '#domain/catalogue';
import { isObject, member, type JsonObject, type JsonValue } from '#domain/json';
import { Button } from '../../kit/button.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { TextList } from '../../kit/text-list.tsx';
import { without } from './parameter-edits.ts';
import type { InputProps } from './parameter-form.ts';
import styles from './parameters.module.css';
import { NumberInput } from './text-inputs.tsx';

type EditorOf<Kind extends Editor['kind']> = Extract<Editor, { readonly kind: Kind }>;

/** The object with one member written, or removed; undefined where nothing is left. */
function withMember(value: JsonValue | undefined, name: string, part: JsonValue | undefined): JsonObject | undefined {
  const before = isObject(value) ? value : {};
  const after = part === undefined ? without(before, [name]) : { ...before, [name]: part };
  return Object.keys(after).length === 0 ? undefined : after;
}

function partOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) ? member(value, name) : undefined;
}

const FILTER_MODES = [
  { id: 'percentage', label: 'Percentage' },
  { id: 'absolute', label: 'Absolute' },
] as const;

/** Which terms are loaded, by how many documents have them: in percents or in numbers. */
export function FrequencyFilterInput({
  editor,
  value,
  onChange,
  onFault,
  errorMessage,
}: InputProps & { readonly editor: EditorOf<'frequencyFilter'> }) {
  const [mode, setMode] = useState<'percentage' | 'absolute'>(() =>
    isAbsoluteFilter(value) ? 'absolute' : 'percentage',
  );
  const scale = mode === 'percentage' ? 100 : 1;
  const shown = (name: string) => {
    const part = partOf(value, name);
    // Shares such as 0.07 times 100 are not whole in binary.
    return typeof part === 'number' ? Math.round(part * scale * 1e10) / 1e10 : part;
  };
  const bound = (name: 'min' | 'max', label: string) => (
    <NumberInput
      key={`${name} ${mode}`}
      label={`${label}${mode === 'percentage' ? ' (percent)' : ''}`}
      errorMessage={undefined}
      value={shown(name)}
      onFault={onFault}
      onChange={(next) => onChange(withMember(value, name, typeof next === 'number' ? next / scale : next))}
    />
  );
  return (
    <div className={styles['json']}>
      <SegmentedControl
        label="How frequencies are given"
        items={FILTER_MODES}
        value={mode}
        onChange={(next) => {
          setMode(next);
          onChange({ ...(isObject(value) ? value : {}), ...editor[next] });
        }}
      />
      <div className={styles['pair']}>
        {bound('min', 'Minimum')}
        {bound('max', 'Maximum')}
        <NumberInput
          label="Minimum segment size"
          errorMessage={undefined}
          value={partOf(value, 'min_segment_size')}
          onFault={onFault}
          onChange={(next) => onChange(withMember(value, 'min_segment_size', next))}
        />
      </div>
      <Fault message={errorMessage} />
    </div>
  );
}

/** Two numbers of one object. */
export function IntervalInput({
  editor,
  value,
  onChange,
  onFault,
  errorMessage,
}: InputProps & { readonly editor: EditorOf<'interval'> }) {
  const bound = (name: string, label: string) => (
    <NumberInput
      label={label}
      errorMessage={undefined}
      value={partOf(value, name)}
      onFault={onFault}
      onChange={(next) => onChange(withMember(value, name, next))}
    />
  );
  return (
    <div className={styles['json']}>
      <div className={styles['pair']}>
        {bound(editor.low, 'Minimum')}
        {bound(editor.high, 'Maximum')}
      </div>
      <Fault message={errorMessage} />
    </div>
  );
}

interface Relation {
  readonly key: number;
  readonly parent: string;
  readonly children: readonly string[];
}

/** Parents, each with its children. A row that is not complete is no value yet. */
export function RelationsInput({ value, onChange, onFault, errorMessage }: InputProps) {
  const [rows, setRows] = useState<readonly Relation[]>(() => rowsOf(value));
  const change = (next: readonly Relation[]) => {
    setRows(next);
    const isComplete =
      next.every(({ parent, children }) => parent !== '' && children.length > 0) &&
      new Set(next.map(({ parent }) => parent)).size === next.length;
    onFault(isComplete ? null : MESSAGES.relationsRequired);
    if (isComplete) onChange(next.length === 0 ? undefined : relationsOf(next, value));
  };
  const changeRow = (key: number, part: Partial<Relation>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <div className={styles['json']}>
      {rows.map(({ key, parent, children }) => (
        <div key={key} className={styles['relation']}>
          <TextField label="Parent" isMono value={parent} onChange={(text) => changeRow(key, { parent: text })} />
          <TextList
            label="Children"
            placeholder="Enter a name"
            items={children}
            onChange={(items) => changeRow(key, { children: items })}
          />
          <IconButton
            icon={Trash2}
            label={`Remove relation ${parent}`}
            onPress={() => change(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      <span>
        <Button
          size="small"
          icon={Plus}
          onPress={() =>
            change([...rows, { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, parent: '', children: [] }])
          }
        >
          Add relationship
        </Button>
      </span>
      <Fault message={errorMessage} />
    </div>
  );
}

function rowsOf(value: JsonValue | undefined): readonly Relation[] {
  const entries = isObject(value) ? Object.entries(value) : [];
  return entries.map(([parent, children], key) => ({
    key,
    parent,
    children: [children].flat().filter((child) => typeof child === 'string'),
  }));
}

/** One child is a text, unless the document has a list of one. */
function relationsOf(rows: readonly Relation[], before: JsonValue | undefined): JsonObject {
  return Object.fromEntries(
    rows.map(({ parent, children }) => [
      parent,
      children.length === 1 && !Array.isArray(partOf(before, parent)) ? (children[0] as string) : children,
    ]),
  );
}

function Fault({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p className={styles['error']} role="alert">
      {message}
    </p>
  );
}
