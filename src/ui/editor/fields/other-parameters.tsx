import { isObject, type JsonObject, type JsonValue } from '#domain/json';
import type { InputFault } from '../parameters/parameter-form.ts';
import { useTextOf } from '../parameters/use-text-of.ts';
import { formatParameters, parseParameters } from '../parameters/field-parameters.ts';
import { JsonField } from './json-field.tsx';

interface OtherParametersProps {
  readonly label: string;
  readonly help?: string;
  readonly value: JsonObject;
  /** Names of parameters that have an input. */
  readonly taken: ReadonlySet<string>;
  readonly isReadOnly?: boolean;
  readonly height: string;
  readonly onChange: (value: JsonObject) => void;
  /** The text that is not a valid value, if there is one. */
  readonly fault: InputFault | undefined;
  readonly onFault: (fault: InputFault | null) => void;
  /** The problem with the value. */
  readonly problem: string | undefined;
}

/**
 * Parameters as JSON: all parameters of a type that is only known by its name, and those that have no input in a form.
 */
export function OtherParameters({
  label,
  help,
  value,
  taken,
  isReadOnly = false,
  height,
  onChange,
  fault: typedFault,
  onFault,
  problem,
}: OtherParametersProps) {
  const read = (text: string) => {
    const parsed = parseParameters(text);
    if ('error' in parsed) return { fault: parsed.error };
    const double = Object.keys(parsed.value).find((name) => taken.has(name));
    return double === undefined ? { value: parsed.value } : { fault: `"${double}" has its own input in this form.` };
  };
  const format = (shown: JsonValue) =>
    isObject(shown) && Object.keys(shown).length > 0 ? formatParameters(shown) : '';
  const { text, setText } = useTextOf({
    value,
    fault: typedFault,
    format,
    read,
    onChange: (next) => onChange(isObject(next) ? next : {}),
    onFault,
  });
  const result = read(text);
  const wrong = 'fault' in result ? result.fault : problem;
  const parsed = parseParameters(text);
  const fault = 'fault' in parsed ? parsed.fault : undefined;
  return (
    <JsonField
      label={label}
      help={help}
      height={height}
      value={text}
      isReadOnly={isReadOnly}
      onChange={setText}
      {...(wrong !== undefined && {
        fault: `${wrong}${fault === undefined ? '' : ` Line ${fault.line}, column ${fault.column}: ${fault.reason}.`}`,
      })}
      {...(fault !== undefined && { errors: [fault] })}
    />
  );
}
