import { useState } from 'react';
import {
  CUSTOM_OPTION,
  INDEX_DEFAULT,
  LANGUAGE_OPTION,
  NOTES,
  parameterOf,
  type AnalyzerEditor,
  type Option,
} from '#domain/catalogue';
import type { JsonValue } from '#domain/json';
import { customAnalyzers } from '#domain/template';
import { Button } from '../../kit/button.tsx';
import { Checkbox } from '../../kit/checkbox.tsx';
import { Select } from '../../kit/select.tsx';
import { TextField } from '../../kit/text-field.tsx';
import type { InputProps, ParameterForm } from './parameter-form.ts';
import styles from './parameters.module.css';

interface AnalyzerInputProps extends InputProps {
  readonly editor: AnalyzerEditor;
  readonly form: ParameterForm;
}

/** A built-in analyzer from a list, with a second list for languages and the index's own, or the name of any other. */
export function AnalyzerInput({
  editor,
  form,
  value,
  onChange,
  onFault: _,
  errorMessage,
  ...words
}: AnalyzerInputProps) {
  const own = customAnalyzers(form.state).map((name) => ({ value: name, label: name }));
  const options = own.length === 0 ? editor.options : [...editor.options, CUSTOM_OPTION];
  const [isNamed, setIsNamed] = useState(() => value !== undefined && groupOf(value, editor, own) === null);
  // A type that is not searched by texts has no second analyzer.
  const sameFor =
    editor.sameFor !== undefined && parameterOf(form.type, editor.sameFor) !== undefined ? editor.sameFor : undefined;
  const isSame = sameFor === undefined || (!Object.hasOwn(form.values, sameFor) && !form.opened.has(sameFor));
  const label = sameFor !== undefined && isSame ? (editor.labelOfBoth ?? words.label) : words.label;
  const group = value === undefined ? INDEX_DEFAULT : groupOf(value, editor, own);
  const subOptions = group === LANGUAGE_OPTION ? editor.languages : group === CUSTOM_OPTION.value ? own : [];

  const choose = (chosen: JsonValue) => {
    if (chosen === INDEX_DEFAULT) onChange(undefined);
    else if (chosen === LANGUAGE_OPTION) onChange(editor.languages[0]?.value);
    else if (chosen === CUSTOM_OPTION.value) onChange(own[0]?.value);
    else onChange(chosen);
  };
  return (
    <div className={styles['analyzer']}>
      {sameFor !== undefined && (
        <Checkbox
          isSelected={isSame}
          onChange={(same) => {
            form.setOpened(sameFor, !same);
            if (same) form.set(sameFor, undefined);
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
            onChange={onChange}
            errorMessage={errorMessage}
          />
        ) : (
          <>
            <OptionSelect
              {...words}
              label={label}
              options={options}
              value={group}
              onChange={choose}
              errorMessage={errorMessage}
            />
            {subOptions.length > 0 && (
              <OptionSelect
                label={group === LANGUAGE_OPTION ? 'Language' : 'Analyzer of the index'}
                options={subOptions}
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
          setIsNamed(!isNamed);
          onChange(isNamed ? undefined : '');
        }}
      >
        {isNamed ? 'Use built-in analyzer' : 'Use custom analyzer'}
      </Button>
    </div>
  );
}

/** The option of the first list that stands for a name; null for one that is in no list. */
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
  readonly value: JsonValue | null;
  readonly onChange: (value: JsonValue) => void;
}

function OptionSelect({ options, value, onChange, ...words }: OptionSelectProps) {
  return (
    <Select
      {...words}
      items={options.map((option) => ({ id: String(option.value), label: option.label }))}
      value={value === null ? null : String(value)}
      onChange={onChange}
    />
  );
}
