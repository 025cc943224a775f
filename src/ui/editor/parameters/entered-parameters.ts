import { acceptsParameter, typeEntry, type Parameter, type TargetEngine } from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import { member, type JsonObject } from '#domain/json';
import type { FieldId } from '#domain/mapping';
import { edited, NO_EDITS, withEdit, without, type ParameterEdits } from './parameter-edits.ts';
import type { ParameterForm } from './parameter-form.ts';
import { openParameters } from './parameter-sections.tsx';

/** What a person has entered about parameters and not sent yet. */
export interface EnteredParameters {
  readonly edits: ParameterEdits;
  /** Sections that were switched on and have no value yet. */
  readonly opened: readonly string[];
  /** Inputs whose text is not a value. */
  readonly faults: Readonly<Record<string, string>>;
}

export const NOTHING_ENTERED: EnteredParameters = { edits: NO_EDITS, opened: [], faults: {} };

export function isNothingEntered({ edits, opened, faults }: EnteredParameters): boolean {
  const counts = [Object.keys(edits.set), edits.unset, opened, Object.keys(faults)];
  return counts.every(({ length }) => length === 0);
}

/** The parameters that a field loses with a change of type: those that the new type does not take. */
export function lostParameters(current: JsonObject, type: string): readonly string[] {
  if (typeEntry(type) === undefined) return [];
  return Object.keys(current).filter((name) => !acceptsParameter(type, name, member(current, name) ?? null));
}

interface Subject {
  readonly type: string;
  readonly target: TargetEngine;
  readonly state: DocumentState;
  readonly field: FieldId | null;
  /** The parameters in the document, without those that go with a change of type. */
  readonly current: JsonObject;
}

type Update = (entered: EnteredParameters) => EnteredParameters;

/** The form over a field's parameters, as its inputs have it. */
export function parameterFormOf(
  { current, ...subject }: Subject,
  entered: EnteredParameters,
  errors: ParameterForm['errors'],
  update: (update: Update) => void,
): ParameterForm {
  return {
    ...subject,
    stored: current,
    values: edited(current, entered.edits),
    opened: new Set(entered.opened),
    errors,
    set: (name, value) => update((before) => ({ ...before, edits: withEdit(before.edits, current, name, value) })),
    setFault: (name, message) =>
      update((before) => ({
        ...before,
        faults: {
          ...without(before.faults, [name]),
          ...(message !== null && { [name]: message }),
        } as EnteredParameters['faults'],
      })),
    setOpened: (name, isOpened) =>
      update((before) => ({
        ...before,
        opened: before.opened.filter((other) => other !== name).concat(isOpened ? [name] : []),
      })),
  };
}

/** Messages by parameter. What was not touched is not judged: a document may hold what no form would make. */
export function parameterProblems(
  form: Pick<ParameterForm, 'type' | 'target' | 'values' | 'opened'>,
  { edits, faults }: EnteredParameters,
  isRequiredNow: (parameter: Parameter) => boolean,
): Readonly<Record<string, string>> {
  const context = { type: form.type, parameters: form.values };
  const problems = openParameters(form).flatMap((parameter): (readonly [string, string])[] => {
    const { name, switching, validate, obstacle } = parameter;
    const isTouched = Object.hasOwn(edits.set, name) || edits.unset.includes(name) || form.opened.has(name);
    if (!isTouched && !isRequiredNow(parameter) && !Object.hasOwn(faults, name)) return [];
    const value = member(form.values, name);
    const isLeftOut = value === undefined && switching === 'always' && parameter.isRequired !== true;
    // An obstacle is shown by the section itself.
    const message =
      faults[name] ?? (isLeftOut ? null : (validate?.(value, context) ?? (obstacle?.(context) == null ? null : '')));
    return message === null ? [] : [[name, message]];
  });
  return Object.fromEntries(problems);
}
