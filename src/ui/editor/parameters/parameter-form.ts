import type { TargetEngine } from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import type { DefaultInForce } from '#domain/documents';
import type { JsonObject, JsonValue } from '#domain/json';
import type { FieldId } from '#domain/mapping';

/** The text of an input that is not a valid value, and the reason. */
export interface InputFault {
  readonly text: string;
  readonly message: string;
}

/** The state and the functions that the inputs of a form use. */
export interface ParameterForm {
  /** The type whose parameters are shown, by its name in the engine. */
  readonly type: string;
  readonly target: TargetEngine;
  /** The parameters in the document. */
  readonly stored: JsonObject;
  /** The parameters with the entered values. */
  readonly values: JsonObject;
  /** The error messages, by parameter. */
  readonly errors: Readonly<Record<string, string>>;
  /** The texts that are not valid values, by input: see {@link inputKey}. */
  readonly faults: Readonly<Record<string, InputFault>>;
  /** The sections that are on and have no value: they were switched on, or their input was emptied. */
  readonly opened: ReadonlySet<string>;
  /** Why the change of a parameter needs a new index, by parameter. */
  readonly reindexReasons?: Readonly<Record<string, string>>;
  /** What is in force where a parameter is left out, where that is not what the engine assumes, by parameter. */
  readonly inForce?: Readonly<Record<string, DefaultInForce>>;
  /** The settings of the index, as far as they are known. */
  readonly settings?: JsonObject | undefined;
  readonly state: DocumentState;
  /** The edited field; null for a new one. */
  readonly field: FieldId | null;
  /** Sets the value of an input; undefined where it was emptied, which switches no section off. */
  set(name: string, value: JsonValue | undefined): void;
  /** Removes a parameter, and switches its section off. */
  remove(name: string): void;
  setFault(input: string, fault: InputFault | null): void;
  /** Switches a section on without a value. */
  open(name: string): void;
}

const PART = '/';

/** The key of an input: that of the whole parameter, or of one of its parts. */
export function inputKey(parameter: string, part?: string): string {
  return part === undefined ? parameter : `${parameter}${PART}${part}`;
}

/** What is in force of a parameter that the field leaves out, unless that is what the engine assumes. */
export function inForceOf(name: string, { values, inForce }: Pick<ParameterForm, 'values' | 'inForce'>) {
  return inForce === undefined || Object.hasOwn(values, name) || !Object.hasOwn(inForce, name)
    ? undefined
    : inForce[name];
}

/** The parameter that an input belongs to. */
export function parameterOfInput(input: string): string {
  const end = input.indexOf(PART);
  return end === -1 ? input : input.slice(0, end);
}

/** The props of the input of one parameter. */
export interface InputProps {
  readonly label: string;
  /** Whether the heading above already shows the label. */
  readonly isLabelHidden?: boolean;
  readonly description?: string | undefined;
  readonly errorMessage: string | undefined;
  readonly value: JsonValue | undefined;
  readonly fault: InputFault | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onFault: (fault: InputFault | null) => void;
}

/** The props of the input of a part, besides its value. */
export interface PartProps {
  readonly fault: InputFault | undefined;
  readonly onFault: (fault: InputFault | null) => void;
}

/** The parts of a parameter that has several inputs, each with its own fault. */
export type PartOf = (part: string) => PartProps;
