import { useMemo } from 'react';
import { type Option, type Parameter, type SelectEditor, isAliasTargetType, MESSAGES } from '#domain/catalogue';
import { isArray, isObject, type JsonObject, type JsonValue } from '#domain/json';
import type { DocumentState } from '#domain/document';
import { definedNames } from '#domain/template';
import { dottedPath, parseFieldId, PATH_SEPARATOR, searchEntries, type FieldId } from '#domain/mapping';
import { Switch } from '../../kit/switch.tsx';
import { Banner } from '../../kit/banner.tsx';
import { ComboBox } from '../../kit/combo-box.tsx';
import { AnalyzerInput } from './analyzer-input.tsx';
import { CopyToInput, DateFormatInput, ListInput, SelectInput, SliderInput } from './choice-inputs.tsx';
import { FrequencyFilterInput, IntervalInput, RelationsInput } from './object-inputs.tsx';
import { inputKey, type InputProps, type ParameterForm, type PartOf } from './parameter-form.ts';
import { JsonInput, MetadataInput, NameInput, NumberInput, PointInput, TextInput } from './text-inputs.tsx';

interface ParameterEditorProps {
  readonly parameter: Parameter;
  readonly form: ParameterForm;
  /** Whether the section already describes the parameter. */
  readonly isDescribed?: boolean;
}

/** The input of one parameter, by its editor kind in the catalogue. */
export function ParameterEditor({ parameter, form, isDescribed = false }: ParameterEditorProps) {
  const { name, title, label = title, description, help, editor } = parameter;
  const value = Object.hasOwn(form.values, name) ? form.values[name] : undefined;
  const input: InputProps = {
    label,
    isLabelHidden: isDescribed && label === title,
    description: help ?? (isDescribed ? undefined : description),
    // An empty message means that the message is shown elsewhere.
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
      return editor.definedIn === undefined ? (
        <TextInput {...input} />
      ) : (
        <NameInput {...input} names={definedNames(form.settings, editor.definedIn)} />
      );
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
      return <SelectInput {...input} options={optionsOf(editor, form.settings)} target={form.target} />;
    case 'dateFormat':
      return <DateFormatInput {...input} options={editor.options} target={form.target} />;
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

/** The options of an input, and the names that the settings define besides. */
function optionsOf({ options, definedIn }: SelectEditor, settings: JsonObject | undefined): readonly Option[] {
  const own = definedIn === undefined ? [] : definedNames(settings, definedIn);
  return [...options, ...own.map((name) => ({ value: name, label: name }))];
}

/** Whether a switch is on for a value: it is, for every value that an engine does not read as false. */
export function isOn(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== false && value !== 'false' && value !== 'no';
}

const isText = (value: JsonValue) => typeof value === 'string';
const isNumeric = (value: JsonValue) =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string';
const isListOfTexts = (value: JsonValue) => isArray(value) && value.every(isText);

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

/** Whether an input of this kind can show a value of the document. */
function fits(kind: Parameter['editor']['kind'], value: JsonValue | undefined): boolean {
  return value === undefined || FITS[kind]?.(value) !== false;
}

interface FieldTargetPickerProps {
  readonly label: string;
  readonly description: string;
  readonly errorMessage: string | undefined;
  /** The dotted path of the target. */
  readonly value: string | null;
  readonly onChange: (path: string) => void;
  readonly state: DocumentState;
  /** The field itself can't be its own target. */
  readonly field: FieldId | null;
}

/** Chooses the target field of another one; fields that can't be a target are not offered. */
function FieldTargetPicker({ value, onChange, state: { body, mappingsAt }, field, ...words }: FieldTargetPickerProps) {
  const items = useMemo(() => targetsOf(body, mappingsAt, field), [body, mappingsAt, field]);
  if (items.length === 0) return <Banner kind="warning" title={MESSAGES.noAliasTarget} />;
  const shown =
    value === null || items.some(({ id }) => id === value)
      ? items
      : [{ id: value, label: value, description: 'Not a field of this mapping.' }, ...items];
  return (
    <ComboBox
      {...words}
      placeholder="Select a field"
      items={shown}
      value={value}
      onChange={onChange}
      emptyText="No field of this name."
    />
  );
}

function targetsOf(body: DocumentState['body'], mappingsAt: string, field: FieldId | null) {
  const targets = new Map<string, { readonly id: string; readonly label: string; readonly keywords: string }>();
  for (const { id, type } of searchEntries(body, mappingsAt)) {
    if (id === field || !isAliasTargetType(type)) continue;
    const path = parseFieldId(id, mappingsAt)?.path ?? [];
    const dotted = dottedPath(path);
    targets.set(dotted, { id: dotted, label: path.join(PATH_SEPARATOR), keywords: dotted });
  }
  return [...targets.values()].sort((a, b) => (a.label < b.label ? -1 : 1));
}
