import {
  acceptsParameter,
  MESSAGES,
  parameterOf,
  parametersOf,
  typeEntry,
  type Parameter,
  type TargetEngine,
} from '#domain/catalogue';
import type { DocumentState } from '#domain/document';
import { member, type JsonObject } from '#domain/json';
import type { FieldId } from '#domain/mapping';
import { edited, NO_EDITS, withEdit, type ParameterEdits } from './parameter-edits.ts';
import { parameterOfInput, type InputFault, type ParameterForm } from './parameter-form.ts';
import { openParameters } from './parameter-sections.tsx';

/** The parameters that a person has entered and not applied yet. */
export interface EnteredParameters {
  readonly edits: ParameterEdits;
  /** The sections that are on and have no value. */
  readonly opened: readonly string[];
  /** The texts that are not valid values, by input. */
  readonly faults: Readonly<Record<string, InputFault>>;
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
  /** The parameters in the document, without those that are removed by a change of type. */
  readonly current: JsonObject;
}

type Update = (entered: EnteredParameters) => EnteredParameters;

/** The form for a field's parameters, with the entered values. */
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
    faults: entered.faults,
    errors,
    set: (name, value) =>
      update((before) => ({
        ...before,
        edits: withEdit(before.edits, current, name, value),
        opened: openedWith(before.opened, name, value === undefined && hasSwitch(subject.type, name)),
      })),
    remove: (name) =>
      update((before) => ({
        edits: withEdit(before.edits, current, name, undefined),
        opened: openedWith(before.opened, name, false),
        faults: faultsWithout(before.faults, (input) => parameterOfInput(input) === name),
      })),
    setFault: (input, fault) =>
      update((before) => ({
        ...before,
        faults: {
          ...faultsWithout(before.faults, (other) => other === input),
          ...(fault !== null && { [input]: fault }),
        },
      })),
    open: (name) => update((before) => ({ ...before, opened: openedWith(before.opened, name, true) })),
  };
}

/** Whether the section of a parameter has a switch: as an optional parameter, or as the second of two analyzers. */
function hasSwitch(type: string, name: string): boolean {
  return (
    parameterOf(type, name)?.switching === 'optional' ||
    parametersOf(type).some(({ editor }) => editor.kind === 'analyzer' && editor.sameFor === name)
  );
}

function openedWith(opened: readonly string[], name: string, isOpened: boolean): readonly string[] {
  return opened.filter((other) => other !== name).concat(isOpened ? [name] : []);
}

function faultsWithout(
  faults: EnteredParameters['faults'],
  isGone: (input: string) => boolean,
): EnteredParameters['faults'] {
  return Object.fromEntries(Object.entries(faults).filter(([input]) => !isGone(input)));
}

/**
 * The messages by parameter; an empty one where the message is shown elsewhere, at an input of a part or by the
 * section. Parameters that were not changed are not validated: a document may contain values that no form would make.
 */
export function parameterProblems(
  form: Pick<ParameterForm, 'type' | 'target' | 'stored' | 'values' | 'opened'>,
  { edits, faults }: EnteredParameters,
  isRequiredNow: (parameter: Parameter) => boolean,
): Readonly<Record<string, string>> {
  const context = { type: form.type, parameters: form.values };
  const faulty = new Set(Object.keys(faults).map(parameterOfInput));
  const isTouched = (name: string) =>
    Object.hasOwn(edits.set, name) || edits.unset.includes(name) || form.opened.has(name);
  const open = openParameters(form);
  const problems = open.flatMap((parameter): (readonly [string, string])[] => {
    const { name, switching, validate, obstacle } = parameter;
    if (faulty.has(name)) return [[name, faults[name]?.message ?? '']];
    const isJudged =
      isTouched(name) ||
      isRequiredNow(parameter) ||
      (parameter.isRequired === true && open.some((other) => other.insteadOf === name && isTouched(other.name)));
    if (!isJudged) return [];
    const value = member(form.values, name);
    if (value === undefined && switching === 'always' && parameter.isRequired !== true) return [];
    const message = validate?.(value, context) ?? null;
    if (message !== null) return [[name, message]];
    if (value === undefined && switching === 'optional') return [[name, MESSAGES.valueRequired]];
    return obstacle?.(context) == null ? [] : [[name, '']];
  });
  return Object.fromEntries(problems);
}

/** The problems to show: missing values once the form was submitted, invalid values at once. */
export function visibleProblems(
  problems: Readonly<Record<string, string>>,
  { values }: Pick<ParameterForm, 'values'>,
  { faults }: EnteredParameters,
  isSubmitted: boolean,
): Readonly<Record<string, string>> {
  if (isSubmitted) return problems;
  return Object.fromEntries(
    Object.entries(problems).filter(([name]) => Object.hasOwn(values, name) || Object.hasOwn(faults, name)),
  );
}
