import { useState } from 'react';
import {
  CUSTOM_OPTION,
  INDEX_DEFAULT,
  LANGUAGE_OPTION,
  NOTES,
  offeredOptions,
  parameterOf,
  type AnalyzerEditor,
  type Option,
  type Parameter,
  type TargetEngine,
} from '#domain/catalogue';
import { formatJson, type JsonValue } from '#domain/json';
import { definedNames } from '#domain/template';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { Select } from '../../kit/select.tsx';
import { TextField } from '../../kit/text-field.tsx';
import { optionItem, unknownTo } from './choice-inputs.tsx';
import type { InputProps, ParameterForm } from './parameter-form.ts';
import styles from './parameters.module.css';

interface AnalyzerInputProps extends InputProps {
  readonly editor: AnalyzerEditor;
  readonly form: ParameterForm;
  /** The name of the parameter. */
  readonly name: string;
  /** The analyzer that is used where none is named; undefined where one is required. */
  readonly defaultValue: JsonValue | undefined;
}

/** The parameter of the analyzer that may differ from this one; undefined for a type without a search analyzer. */
function secondAnalyzer({ sameFor }: AnalyzerEditor, type: string): Parameter | undefined {
  return sameFor === undefined ? undefined : parameterOf(type, sameFor);
}

/**
 * A built-in analyzer from a list, with a second list for languages and the custom analyzers of the index, or the name
 * of any other analyzer.
 */
export function AnalyzerInput({
  editor,
  form,
  name,
  defaultValue,
  value,
  onChange,
  fault: _fault,
  onFault: _,
  errorMessage,
  ...words
}: AnalyzerInputProps) {
  const own = definedNames(form.settings, 'analysis.analyzer').map((analyzer) => ({
    value: analyzer,
    label: analyzer,
  }));
  const options = own.length === 0 ? editor.options : [...editor.options, CUSTOM_OPTION];
  const [naming, setNaming] = useState<boolean | null>(null);
  // The settings of an index, which have its analyzers, may come later than its mappings.
  const isNamed = naming ?? (value !== undefined && groupOf(value, editor, own) === null);
  const sameFor = secondAnalyzer(editor, form.type);
  const isSame = sameFor === undefined || (!Object.hasOwn(form.values, sameFor.name) && !form.opened.has(sameFor.name));
  const label = sameFor !== undefined && isSame ? (editor.labelOfBoth ?? words.label) : words.label;
  const shown = value ?? defaultValue;
  const group = shown === undefined ? null : groupOf(shown, editor, own);
  const subOptions = group === LANGUAGE_OPTION ? editor.languages : group === CUSTOM_OPTION.value ? own : [];

  const choose = (chosen: JsonValue) => {
    // The default is not written where the document does not contain it.
    if (chosen === INDEX_DEFAULT || (chosen === defaultValue && !Object.hasOwn(form.stored, name))) onChange(undefined);
    else if (chosen === LANGUAGE_OPTION) onChange(offeredOptions(editor.languages, form.target)[0]?.value);
    else if (chosen === CUSTOM_OPTION.value) onChange(own[0]?.value);
    else onChange(chosen);
  };
  return (
    <div className={styles['analyzer']}>
      {sameFor !== undefined && (
        <Checkbox
          isSelected={isSame}
          onChange={(same) => {
            if (same) form.remove(sameFor.name);
            else if (sameFor.defaultValue === undefined || sameFor.defaultValue === INDEX_DEFAULT)
              form.open(sameFor.name);
            else form.set(sameFor.name, sameFor.defaultValue);
          }}
        >
          {NOTES.sameAnalyzer}
        </Checkbox>
      )}
      <div className={styles['pair']}>
        {isNamed ? (
          <TextField
            {...words}
            label={label}
            isMono
            placeholder="Custom analyzer name"
            value={typeof value === 'string' ? value : ''}
            onChange={(name) => {
              setNaming(true);
              onChange(name);
            }}
            errorMessage={errorMessage}
          />
        ) : (
          <>
            <OptionSelect
              {...words}
              label={label}
              options={options}
              target={form.target}
              value={group}
              onChange={choose}
              errorMessage={errorMessage}
            />
            {subOptions.length > 0 && (
              <OptionSelect
                label={group === LANGUAGE_OPTION ? 'Language' : 'Analyzer of the index'}
                options={subOptions}
                target={form.target}
                value={value ?? null}
                onChange={onChange}
              />
            )}
          </>
        )}
      </div>
      <Button
        size="small"
        variant="quiet"
        onPress={() => {
          setNaming(!isNamed);
          onChange(isNamed ? undefined : '');
        }}
      >
        {isNamed ? 'Use built-in analyzer' : 'Use custom analyzer'}
      </Button>
    </div>
  );
}

/** The option of the first list that a name belongs to; null for a name that is in no list. */
function groupOf(value: JsonValue, { options, languages }: AnalyzerEditor, own: readonly Option[]): JsonValue | null {
  const has = (list: readonly Option[]) => list.some((option) => option.value === value);
  if (has(options)) return value;
  if (has(languages)) return LANGUAGE_OPTION;
  return has(own) ? CUSTOM_OPTION.value : null;
}

interface OptionSelectProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly errorMessage?: string | undefined;
  readonly options: readonly Option[];
  readonly target: TargetEngine;
  readonly value: JsonValue | null;
  readonly onChange: (value: JsonValue) => void;
}

function idOf(value: JsonValue): string {
  return typeof value === 'string' ? value : formatJson(value);
}

function OptionSelect({ options, target, value, onChange, ...words }: OptionSelectProps) {
  const offered = offeredOptions(options, target, value ?? undefined);
  const isUnknown = offered.some((option) => option.isUnknown);
  return (
    <Select
      {...words}
      description={isUnknown ? unknownTo(target) : words.description}
      placeholder="Select an option"
      items={offered.map((option) => optionItem(option, idOf(option.value), target))}
      value={value === null ? null : idOf(value)}
      onChange={onChange}
    />
  );
}
