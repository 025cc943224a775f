import type { Parameter } from '#domain/catalogue';
import { isObject, type JsonValue } from '#domain/json';
import { FieldTargetPicker } from './field-target-picker.tsx';
import { Switch } from '../../kit/switch.tsx';
import { AnalyzerInput } from './analyzer-input.tsx';
import { CopyToInput, DateFormatInput, ListInput, SelectInput, SliderInput } from './choice-inputs.tsx';
import { FrequencyFilterInput, IntervalInput, RelationsInput } from './object-inputs.tsx';
import { inputKey, type InputProps, type ParameterForm, type PartOf } from './parameter-form.ts';
import { JsonInput, MetadataInput, NumberInput, PointInput, TextInput } from './text-inputs.tsx';

interface ParameterEditorProps {
  readonly parameter: Parameter;
  readonly form: ParameterForm;
  /** The section says what the parameter is about. */
  readonly isDescribed?: boolean;
}

/** The input of one parameter, by the kind that the catalogue gives it. */
export function ParameterEditor({ parameter, form, isDescribed = false }: ParameterEditorProps) {
  const { name, title, label = title, description, help, editor } = parameter;
  const value = Object.hasOwn(form.values, name) ? form.values[name] : undefined;
  const input: InputProps = {
    label,
    isLabelHidden: isDescribed && label === title,
    description: help ?? (isDescribed ? undefined : description),
    // An empty message is one that is shown elsewhere.
    errorMessage: form.errors[name] === '' ? undefined : form.errors[name],
    value,
    fault: form.faults[name],
    onChange: (next) => form.set(name, next),
    onFault: (fault) => form.setFault(name, fault),
  };
  const partOf: PartOf = (part) => {
    const key = inputKey(name, part);
    return { fault: form.faults[key], onFault: (fault) => form.setFault(key, fault) };
  };
  if (!fits(editor.kind, value)) return <JsonInput {...input} />;
  switch (editor.kind) {
    case 'text':
      return <TextInput {...input} />;
    case 'number':
      return <NumberInput {...input} />;
    case 'slider':
      return <SliderInput {...input} {...editor} />;
    case 'toggle':
      return (
        <Switch
          isSelected={isOn(value ?? parameter.defaultValue)}
          onChange={input.onChange}
          description={input.description}
        >
          {label}
        </Switch>
      );
    case 'select':
      return <SelectInput {...input} options={editor.options} target={form.target} />;
    case 'dateFormat':
      return <DateFormatInput {...input} options={editor.options} />;
    case 'analyzer':
      return <AnalyzerInput {...input} editor={editor} form={form} name={name} defaultValue={parameter.defaultValue} />;
    case 'frequencyFilter':
      return <FrequencyFilterInput {...input} editor={editor} partOf={partOf} />;
    case 'interval':
      return <IntervalInput {...input} editor={editor} partOf={partOf} />;
    case 'relations':
      return <RelationsInput {...input} />;
    case 'metadata':
      return <MetadataInput {...input} />;
    case 'point':
      return <PointInput {...input} />;
    case 'fieldTarget':
      return (
        <FieldTargetPicker
          {...input}
          description={description}
          value={typeof value === 'string' ? value : null}
          state={form.state}
          field={form.field}
        />
      );
    case 'copyTo':
      return <CopyToInput {...input} />;
    case 'list':
      return <ListInput {...input} />;
    case 'dynamic':
    case 'json':
      return <JsonInput {...input} />;
  }
}

/** Whether a switch stands on "on" for a value: whatever an engine does not take for off. */
export function isOn(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== false && value !== 'false' && value !== 'no';
}

const isText = (value: JsonValue) => typeof value === 'string';
const isNumeric = (value: JsonValue) =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string';
const isListOfTexts = (value: JsonValue) => Array.isArray(value) && (value as readonly JsonValue[]).every(isText);

const FITS: Readonly<Partial<Record<Parameter['editor']['kind'], (value: JsonValue) => boolean>>> = {
  text: (value) => typeof value !== 'object',
  number: isNumeric,
  slider: isNumeric,
  dateFormat: isText,
  analyzer: isText,
  frequencyFilter: isObject,
  interval: isObject,
  relations: (value) =>
    isObject(value) && Object.values(value).every((children) => isText(children) || isListOfTexts(children)),
  fieldTarget: isText,
  copyTo: (value) => isText(value) || isListOfTexts(value),
  list: isListOfTexts,
};

/** Whether an input of this kind can show a value that a document has. */
function fits(kind: Parameter['editor']['kind'], value: JsonValue | undefined): boolean {
  return value === undefined || FITS[kind]?.(value) !== false;
}
