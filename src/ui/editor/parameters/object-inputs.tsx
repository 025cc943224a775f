import { useState } from 'react';
import {
  frequencyBoundError,
  isAbsoluteFilter,
  MESSAGES,
  segmentSizeError,
  type Editor,
  type FrequencyMode,
} from '#domain/catalogue';
import { formatJson, isArray, isObject, member, parseJson, type JsonObject, type JsonValue } from '#domain/json';
import { Button } from '../../kit/button.tsx';
import { IconButton } from '../../kit/icon-button.tsx';
import { Plus, Trash2 } from '../../kit/icons/icons.ts';
import { SegmentedControl } from '../../kit/segmented-control.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { TextList } from '../../kit/text-list.tsx';
import { without } from './parameter-edits.ts';
import type { InputFault, InputProps, PartOf } from './parameter-form.ts';
import common from '../../kit/common.module.css';
import styles from './parameters.module.css';
import { NumberInput } from './text-inputs.tsx';

type EditorOf<Kind extends Editor['kind']> = Extract<Editor, { readonly kind: Kind }>;

/** The object with one member set, or removed; undefined where no member is left. */
function withMember(value: JsonValue | undefined, name: string, part: JsonValue | undefined): JsonObject | undefined {
  const before = isObject(value) ? value : {};
  const after = part === undefined ? without(before, [name]) : { ...before, [name]: part };
  return Object.keys(after).length === 0 ? undefined : after;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) ? member(value, name) : undefined;
}

const FILTER_MODES = [
  { id: 'percentage', label: 'Percentage' },
  { id: 'absolute', label: 'Absolute' },
] as const;

interface PartsProps<Kind extends Editor['kind']> extends InputProps {
  readonly editor: EditorOf<Kind>;
  readonly partOf: PartOf;
}

/** Which terms are loaded, by how many documents contain them: as percentages or as numbers. */
export function FrequencyFilterInput({ editor, value, onChange, partOf, errorMessage }: PartsProps<'frequencyFilter'>) {
  const [mode, setMode] = useState<FrequencyMode>(() => (isAbsoluteFilter(value) ? 'absolute' : 'percentage'));
  const scale = mode === 'percentage' ? 100 : 1;
  const shown = (name: string) => {
    const part = memberOf(value, name);
    // Shares such as 0.07 times 100 are not whole numbers in binary.
    return typeof part === 'number' ? Math.round(part * scale * 1e10) / 1e10 : part;
  };
  const bound = (name: 'min' | 'max', label: string) => (
    <PartInput
      key={`${name} ${mode}`}
      label={`${label}${mode === 'percentage' ? ' (percent)' : ''}`}
      value={shown(name)}
      judge={(next) => frequencyBoundError(mode, next)}
      {...partOf(name)}
      onChange={(next) => onChange(withMember(value, name, typeof next === 'number' ? next / scale : next))}
    />
  );
  return (
    <div className={common['stack2']}>
      <SegmentedControl
        label="How frequencies are given"
        items={FILTER_MODES}
        value={mode}
        onChange={(next) => {
          setMode(next);
          // Text that is not a valid bound is discarded with the mode.
          for (const name of ['min', 'max']) partOf(name).onFault(null);
          onChange({ ...(isObject(value) ? value : {}), ...editor[next] });
        }}
      />
      <div className={styles['pair']}>
        {bound('min', 'Minimum')}
        {bound('max', 'Maximum')}
        <PartInput
          label="Minimum segment size"
          value={memberOf(value, 'min_segment_size')}
          judge={segmentSizeError}
          {...partOf('min_segment_size')}
          onChange={(next) => onChange(withMember(value, 'min_segment_size', next))}
        />
      </div>
      <Fault message={errorMessage} />
    </div>
  );
}

/** Two numbers in one object. */
export function IntervalInput({ editor, value, onChange, partOf, errorMessage }: PartsProps<'interval'>) {
  const bound = (name: string, label: string) => (
    <PartInput
      label={label}
      value={memberOf(value, name)}
      {...partOf(name)}
      onChange={(next) => onChange(withMember(value, name, next))}
    />
  );
  return (
    <div className={common['stack2']}>
      <div className={styles['pair']}>
        {bound(editor.low, 'Minimum')}
        {bound(editor.high, 'Maximum')}
      </div>
      <Fault message={errorMessage} />
    </div>
  );
}

type PartInputProps = Omit<Parameters<typeof NumberInput>[0], 'errorMessage'>;

/** A number in an object; its input shows the fault of the text itself. */
function PartInput(props: PartInputProps) {
  return <NumberInput {...props} errorMessage={props.fault?.message} />;
}

interface Relation {
  readonly key: number;
  readonly parent: string;
  readonly children: readonly string[];
}

/** Parents, each with its children. An incomplete row is not part of the value yet. */
export function RelationsInput({ value, fault, onChange, onFault, errorMessage }: InputProps) {
  const [rows, setRows] = useState<readonly Relation[]>(() => incompleteRows(fault) ?? rowsOf(value));
  const change = (next: readonly Relation[]) => {
    setRows(next);
    const isComplete =
      next.every(({ parent, children }) => parent !== '' && children.length > 0) &&
      new Set(next.map(({ parent }) => parent)).size === next.length;
    onFault(isComplete ? null : { text: textOfRows(next), message: MESSAGES.relationsRequired });
    if (isComplete) onChange(next.length === 0 ? undefined : relationsOf(next, value));
  };
  const changeRow = (key: number, part: Partial<Relation>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  return (
    <div className={common['stack2']}>
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

/** Incomplete rows as text: a list of parents, each with its children. */
function textOfRows(rows: readonly Relation[]): string {
  return formatJson(rows.map(({ parent, children }) => [parent, ...children]));
}

/** The rows of {@link textOfRows}; null where there are none. */
function incompleteRows(fault: InputFault | undefined): readonly Relation[] | null {
  const lists = fault === undefined ? null : parseJson(fault.text);
  if (!isArray(lists)) return null;
  return lists.map((list, key) => {
    const [parent = '', ...children] = [list].flat().filter((name) => typeof name === 'string');
    return { key, parent, children };
  });
}

function rowsOf(value: JsonValue | undefined): readonly Relation[] {
  const entries = isObject(value) ? Object.entries(value) : [];
  return entries.map(([parent, children], key) => ({
    key,
    parent,
    children: [children].flat().filter((child) => typeof child === 'string'),
  }));
}

/** One child is a string, unless the document has a list of one. */
function relationsOf(rows: readonly Relation[], before: JsonValue | undefined): JsonObject {
  return Object.fromEntries(
    rows.map(({ parent, children }) => [
      parent,
      children.length === 1 && !isArray(memberOf(before, parent)) ? (children[0] as string) : children,
    ]),
  );
}

function Fault({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p className={common['error']} role="alert">
      {message}
    </p>
  );
}
