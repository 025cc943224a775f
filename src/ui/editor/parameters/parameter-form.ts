import type { TargetEngine } from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import type { JsonObject, JsonValue } from '#domain/json';
import type { FieldId } from '#domain/mapping';

/** What the inputs of a form show and do. */
export interface ParameterForm {
  /** The type whose parameters are shown, as the engine names it. */
  readonly type: string;
  readonly target: TargetEngine;
  /** The parameters that the document has. */
  readonly stored: JsonObject;
  /** The parameters as they stand in the form. */
  readonly values: JsonObject;
  /** What is wrong, by parameter. */
  readonly errors: Readonly<Record<string, string>>;
  /** Sections that were switched on and have no value yet. */
  readonly opened: ReadonlySet<string>;
  readonly state: DocumentState;
  /** The field that is edited; null for a new one. */
  readonly field: FieldId | null;
  set(name: string, value: JsonValue | undefined): void;
  /** What was typed is not a value; null once it is. */
  setFault(name: string, message: string | null): void;
  /** Switches a section on without a value, or off. */
  setOpened(name: string, isOpened: boolean): void;
}

/** What the input of one parameter works with. */
export interface InputProps {
  readonly label: string;
  /** The heading above says it. */
  readonly isLabelHidden?: boolean;
  readonly description?: string | undefined;
  readonly errorMessage: string | undefined;
  readonly value: JsonValue | undefined;
  readonly onChange: (value: JsonValue | undefined) => void;
  readonly onFault: (message: string | null) => void;
}
