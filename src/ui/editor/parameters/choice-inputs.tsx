import {
  dateFormatRefusal,
  FORMAT_SEPARATOR,
  offeredOptions,
  type OfferedOption,
  type Option,
  type TargetEngine,
} from '#domain/catalogue';
import { deepEqual, formatJson, stringsIn } from '#domain/json';
import { engineTitle } from '../../platform/target-engines.ts';
import { Checkbox } from '../../kit/checkbox.tsx';
import { Select } from '../../kit/select.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { TextList } from '../../kit/text-list.tsx';
import common from '../../kit/common.module.css';
import hidden from '../../kit/visually-hidden.module.css';
import styles from './parameters.module.css';
import type { InputProps } from './parameter-form.ts';

interface SelectInputProps extends InputProps {
  readonly options: readonly Option[];
  readonly target: TargetEngine;
}

/** Selects one of the options that the engine accepts; any other value in the document is offered too, and marked. */
export function SelectInput({
  options,
  target,
  value,
  onChange,
  fault: _fault,
  onFault: _,
  ...words
}: SelectInputProps) {
  const offered = offeredOptions(options, target, value);
  const isForeign = value !== undefined && !offered.some((option) => deepEqual(option.value, value));
  const shown = isForeign ? [...offered, { value, label: formatJson(value), isUnknown: false }] : offered;
  const chosen = shown.findIndex((option) => deepEqual(option.value, value));
  const isUnknown = shown[chosen]?.isUnknown === true;
  return (
    <Select
      {...words}
      description={isUnknown ? unknownTo(target) : words.description}
      placeholder="Select an option"
      items={shown.map((option, index) => optionItem(option, String(index), target))}
      value={chosen === -1 ? null : String(chosen)}
      onChange={(id) => onChange(shown[Number(id)]?.value)}
    />
  );
}

/** The note on a value that the document has and the engine does not accept. */
export function unknownTo(target: TargetEngine): string {
  return `Not known to ${engineTitle(target)}.`;
}

/** An option as an item of a list, marked where the engine does not accept it. */
export function optionItem(
  { label, isUnknown }: Pick<OfferedOption, 'label' | 'isUnknown'>,
  id: string,
  target: TargetEngine,
) {
  return { id, label, ...(isUnknown && { description: unknownTo(target) }) };
}

/** Several formats in one text. */
export function DateFormatInput({
  options,
  target,
  value,
  onChange,
  fault: _fault,
  onFault,
  ...words
}: SelectInputProps) {
  const items = typeof value === 'string' && value !== '' ? value.split(FORMAT_SEPARATOR) : [];
  const change = (text: string) => {
    const message = text === '' ? null : dateFormatRefusal(text, target);
    onChange(text === '' ? undefined : text);
    onFault(message === null ? null : { text, message });
  };
  return (
    <TextList
      {...words}
      placeholder="Choose or enter a format"
      suggestions={options.map(({ label }) => label)}
      items={items}
      onChange={(next) => change(next.join(FORMAT_SEPARATOR))}
    />
  );
}

/** A text for one target, a list where the document has a list. */
export function CopyToInput({ value, onChange, fault: _fault, onFault: _, ...words }: InputProps) {
  if (Array.isArray(value))
    return <TextList {...words} items={stringsIn(value)} onChange={onChange} placeholder="Enter a field name" />;
  return (
    <TextField
      {...words}
      label="Group field name"
      isLabelHidden={false}
      isMono
      value={typeof value === 'string' ? value : ''}
      onChange={(text) => onChange(text === '' ? undefined : text)}
    />
  );
}

export function ListInput({ value, onChange, fault: _fault, onFault: _, ...words }: InputProps) {
  return (
    <TextList
      {...words}
      items={stringsIn(value)}
      onChange={(items) => onChange(items.length === 0 ? undefined : items)}
    />
  );
}

interface SliderInputProps extends InputProps {
  readonly min: number;
  readonly max: number;
  readonly step?: number | undefined;
}

/** A number on a scale; a number outside the scale can be typed. */
export function SliderInput({
  label,
  isLabelHidden = false,
  description,
  errorMessage,
  value,
  onChange,
  min,
  max,
  step = 1,
}: SliderInputProps) {
  const number = Number(value ?? min);
  return (
    <label className={common['stack2']}>
      <span className={isLabelHidden ? hidden['text'] : common['label']}>{label}</span>
      <span className={styles['slider']}>
        <input
          type="range"
          min={min}
          max={max}
          step={step}
          value={number}
          onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
        <output>{number}</output>
      </span>
      {description !== undefined && <span className={styles['help']}>{description}</span>}
      {errorMessage !== undefined && <span className={common['error']}>{errorMessage}</span>}
    </label>
  );
}

/** Shown while the switch of the section is off: whether an unknown property is an error. */
export function StrictInput({ value, onChange }: Pick<InputProps, 'value' | 'onChange'>) {
  return (
    <Checkbox
      isSelected={value === 'strict'}
      onChange={(isStrict) => onChange(isStrict ? 'strict' : false)}
      description="Otherwise new properties stay in _source and are not indexed."
    >
      Throw an error when a document has a new property
    </Checkbox>
  );
}
