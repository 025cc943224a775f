import { useState } from 'react';
import { Checkbox } from '../checkbox.tsx';
import { ComboBox } from '../combo-box.tsx';
import { FileDrop } from '../file-drop.tsx';
import { Braces, ListTree } from '../icons/icons.ts';
import { NumberField } from '../number-field.tsx';
import { SearchField } from '../search-field.tsx';
import { SegmentedControl } from '../segmented-control.tsx';
import { Select } from '../select.tsx';
import { Switch } from '../switch.tsx';
import { TextField } from '../text-field.tsx';
import { TextList } from '../text-list.tsx';
import styles from './gallery.module.css';

const TYPES = [
  { id: 'keyword', label: 'Keyword', description: 'Exact text' },
  { id: 'text', label: 'Text' },
  { id: 'long', label: 'Long', keywords: 'number' },
] as const;
type TypeId = (typeof TYPES)[number]['id'];
const VIEWS = [
  { id: 'tree', label: 'Tree', icon: ListTree },
  { id: 'json', label: 'JSON', icon: Braces },
] as const;

/** The inputs: in their normal state, with a description, invalid and disabled. */
export function Fields() {
  const [text, setText] = useState('host.name');
  const [number, setNumber] = useState<number | null>(256);
  const [type, setType] = useState<TypeId>('keyword');
  const [items, setItems] = useState<readonly string[]>(['host', 'source']);
  const [isOn, setIsOn] = useState(true);
  const [view, setView] = useState<'tree' | 'json'>('tree');
  return (
    <>
      <div className={styles['fields']}>
        <TextField label="Text" description="A description" value={text} onChange={setText} />
        <TextField label="Invalid text" errorMessage="Not this one." value={text} onChange={setText} />
        <TextField label="Disabled text" isDisabled value={text} onChange={setText} />
        <TextField label="Several lines" isMultiline isMono value={text} onChange={setText} />
        <NumberField label="Number" value={number} onChange={setNumber} minValue={0} />
        <SearchField label="Search fields" keys="/" />
        <Select label="Select" items={TYPES} value={type} onChange={setType} />
        <ComboBox label="Combo box" items={TYPES} value={type} onChange={setType} />
        <TextList label="List of strings" items={items} onChange={setItems} />
      </div>
      <div className={styles['row']}>
        <Checkbox isSelected={isOn} onChange={setIsOn} description="A description">
          Checkbox
        </Checkbox>
        <Switch isSelected={isOn} onChange={setIsOn}>
          Switch
        </Switch>
        <SegmentedControl label="View" items={VIEWS} value={view} onChange={setView} />
      </div>
      <FileDrop hint="Drop a file to see its name" onGiven={({ fileName }) => setText(fileName ?? 'pasted text')}>
        <p>Files can be dropped here.</p>
      </FileDrop>
    </>
  );
}
