import { useState } from 'react';
import { formatJson, JsonTextError, parseJson, type DocumentState, type FieldId, type JsonValue, type parametersOf } from '../../domain/index.ts';
import { NumberField } from '../kit/number-field.tsx';
import { Switch } from '../kit/switch.tsx';
import { TextField } from '../kit/text-field.tsx';
import { FieldTargetPicker } from './field-target-picker.tsx';

type Parameter = ReturnType<typeof parametersOf>[number];

interface ParameterInputProps {
  readonly parameter: Parameter;
  /** Undefined while it is not set. */
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly errorMessage: string | undefined;
  readonly state: DocumentState;
  /** The field that has the parameter, where it exists already. */
  readonly field: FieldId | null;
}

/** The editor of one parameter, by the kind that the catalogue gives it. */
export function ParameterInput({ parameter, value, onChange, errorMessage, state, field }: ParameterInputProps) {
  const { title: label, description, editor } = parameter;
  const shared = { label, description, errorMessage };
  switch (editor.kind) {
    case 'number':
      return <NumberField {...shared} value={typeof value === 'number' ? value : null} onChange={(next) => onChange(next ?? undefined)} />;
    case 'fieldTarget':
      return <FieldTargetPicker {...shared} value={typeof value === 'string' ? value : null} onChange={onChange} state={state} field={field} />;
    case 'toggle':
      return (
        <Switch description={description} isSelected={value === true} onChange={onChange}>
          {label}
        </Switch>
      );
    case 'json':
    case 'relations':
    case 'list':
      return <JsonInput {...shared} value={value} onChange={onChange} />;
    default:
      return <TextField {...shared} value={typeof value === 'string' ? value : ''} onChange={(text) => onChange(text === '' ? undefined : text)} />;
  }
}

interface JsonInputProps {
  readonly label: string;
  readonly description: string;
  readonly errorMessage: string | undefined;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
}

function JsonInput({ value, onChange, errorMessage, ...words }: JsonInputProps) {
  const [text, setText] = useState(() => (value === undefined ? '' : formatJson(value)));
  const [fault, setFault] = useState<string>();
  return (
    <TextField
      {...words}
      isMono
      isMultiline
      value={text}
      errorMessage={fault ?? errorMessage}
      onChange={(next) => {
        setText(next);
        try {
          setFault(undefined);
          onChange(next.trim() === '' ? undefined : parseJson(next));
        } catch (error) {
          if (!(error instanceof JsonTextError)) throw error;
          setFault('Invalid JSON.');
        }
      }}
    />
  );
}
