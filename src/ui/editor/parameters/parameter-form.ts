import type { TargetEngine } from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import type { JsonObject, JsonValue } from '#domain/json';
import type { FieldId } from '#domain/mapping';

/** The text of an input that is not a value, and why. */
export interface InputFault {
  readonly text: string;
  readonly message: string;
}

/** What the inputs of a form show and do. */
export interface ParameterForm {
  /** The type whose parameters are shown, as the engine names it. */
  readonly type: string;
  readonly target: TargetEngine;
  /** The parameters that the document has. */
  readonly stored: JsonObject;
  /** The parameters as the form has them. */
  readonly values: JsonObject;
  /** What is wrong, by parameter. */
  readonly errors: Readonly<Record<string, string>>;
  /** Texts that are not a value, by input: see {@link inputKey}. */
  readonly faults: Readonly<Record<string, InputFault>>;
  /** Sections that are on and have no value: they were switched on, or their input was emptied. */
  readonly opened: ReadonlySet<string>;
  /** Why the change of a parameter needs a new index, by parameter. */
  readonly reindexReasons?: Readonly<Record<string, string>>;
  readonly state: DocumentState;
  /** The field that is edited; null for a new one. */
  readonly field: FieldId | null;
  /** The value that an input gives; undefined where it was emptied, which switches no section off. */
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

/** The parameter that an input is of. */
export function parameterOfInput(input: string): string {
  const end = input.indexOf(PART);
  return end === -1 ? input : input.slice(0, end);
}

/** What the input of one parameter works with. */
export interface InputProps {
  readonly label: string;
  /** The heading above says it. */
  readonly isLabelHidden?: boolean;
  readonly description?: string | undefined;
  readonly errorMessage: string | undefined;
  readonly value: JsonValue | undefined;
  readonly fault: InputFault | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onFault: (fault: InputFault | null) => void;
}

/** What the input of a part works with, beside its value. */
export interface PartProps {
  readonly fault: InputFault | undefined;
  readonly onFault: (fault: InputFault | null) => void;
}

/** The parts of a parameter that has several inputs, each with a fault of its own. */
export type PartOf = (part: string) => PartProps;
