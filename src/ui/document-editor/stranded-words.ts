import { parameterOf } from '#domain/catalogue';
import { bodyAt } from '#domain/history';
import type { DocumentState } from '#domain/document';
import { formatJson, isObject, lastToken, parentPointer, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { parseFieldId, typeOf, type FieldId } from '#domain/mapping';
import { isUnappliedValues, kindOf, type FormContent, type UnappliedValues } from '../../machines/forms/registry.ts';
import type { StrandedContent } from '../../machines/session-commands.ts';
import { OPTION_LABELS } from '../editor/mapping-options/option-labels.ts';
import { parameterOfInput } from '../editor/parameters/parameter-form.ts';
import { pickOf } from '../editor/fields/type-choices.ts';
import { edited } from '../editor/parameters/parameter-edits.ts';
import { parametersIn } from '../editor/parameters/field-parameters.ts';
import { RUNTIME_LABELS } from '../editor/runtime-fields/runtime-labels.ts';
import { shownName } from '../files/shown-name.ts';
import { inputLabel } from './input-labels.ts';

/**
 * Typed content that no form accepts, as text with a line for each input. Content of another version is shown as JSON.
 */
export function strandedText(content: StrandedContent, state: DocumentState): string {
  if (!isUnappliedValues(withoutReason(content))) return formatJson(content.values, 2);
  const known = withoutReason(content) as UnappliedValues;
  switch (known.form) {
    case 'field':
    case 'newField':
      return fieldLines(known.values, typeIn(known, state)).join('\n');
    case 'runtimeField':
      return [
        ...(known.values.name === null ? [] : [`Name: ${shownName(known.values.name)}`]),
        ...Object.entries(known.values.parts).map(
          ([part, text]) => `${RUNTIME_LABELS[part as keyof typeof RUNTIME_LABELS]}: ${text}`,
        ),
      ].join('\n');
    case 'configuration':
      return Object.entries(known.values).flatMap(optionLines).join('\n');
    default:
      return (kindOf(known.form).lines?.(known.values) ?? inputLines(known.form, known.values)).join('\n');
  }
}

/** The inputs of a form, each with its text. */
function inputLines(form: UnappliedValues['form'], values: object): readonly string[] {
  return Object.entries(values).map(([input, text]) => `${inputLabel(form, input)}: ${textOf(text)}`);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : formatJson(value as JsonValue));

/**
 * The inputs of a part of the advanced options, each with its value; an input without a label is labelled with its
 * name.
 */
function optionLines([part, value]: [string, unknown]): readonly string[] {
  // What was in force beside them is no input.
  if (part === 'inherited') return [];
  const labels: Readonly<Record<string, string | Readonly<Record<string, string>>>> = OPTION_LABELS;
  const label = labels[part] ?? part;
  if (typeof label === 'string') return [`${label}: ${textOf(value)}`];
  const members = isObject(value) ? Object.entries(value) : [];
  return members.map(([input, each]) => `${label[input] ?? input}: ${textOf(each)}`);
}

/** The type that a form was about, as far as it is known: it determines the labels of the parameters. */
function typeIn(
  { form, field, baseVersion, values }: Extract<UnappliedValues, { readonly form: 'field' | 'newField' }>,
  state: DocumentState,
): string {
  if (values.pick !== null) return values.pick.name.trim();
  if (form !== 'field' || baseVersion > state.history.version) return '';
  return typeOf(valueAt(bodyAt(state, baseVersion), field));
}

function withoutReason({ form, field, baseVersion, values }: StrandedContent): unknown {
  return { form, field, baseVersion, values };
}

function fieldLines(
  { name, pick, entered }: Exclude<FormContent, { readonly kind: 'runtimeField' }>,
  type: string,
): readonly string[] {
  const labelOf = (input: string) => parameterLabel(type, input);
  const { edits, opened, faults } = entered;
  const empty = opened.filter((each) => !Object.hasOwn(edits.set, each));
  return [
    ...(name === null || name === '' ? [] : [`Name: ${shownName(name)}`]),
    ...(pick === null || pick.name === '' ? [] : [`Type: ${pick.name}`]),
    ...Object.entries(edits.set).map(([each, value]) => `${labelOf(each)}: ${textOf(value)}`),
    ...edits.unset.map((each) => `${labelOf(each)}: removed`),
    ...empty.map((each) => `${labelOf(each)}: no value yet`),
    ...Object.entries(faults).map(([input, { text, message }]) => `${labelOf(input)}: ${text} (${message})`),
  ];
}

/** The label of the input of a parameter, or of a part of one; without an input, the name of the parameter. */
function parameterLabel(type: string, input: string): string {
  if (input === '') return 'Other parameters';
  const name = parameterOfInput(input);
  const { title, label = title } = parameterOf(type, name) ?? { title: name };
  return name === input ? label : `${label} (${input.slice(name.length + 1)})`;
}

/** Content typed about a removed field, as the content of the form for a new field; null where that is not possible. */
export function asNewField(
  content: StrandedContent,
  state: DocumentState,
): Extract<UnappliedValues, { readonly form: 'newField' }> | null {
  const given = withoutReason(content);
  if (content.reason !== 'gone' || !isUnappliedValues(given)) return null;
  const { version } = state.history;
  if (given.form === 'newField') return { ...given, field: null, baseVersion: version };
  if (given.form !== 'field' || given.baseVersion > version) return null;
  const was = valueAt(bodyAt(state, given.baseVersion), given.field);
  const definition: JsonObject = isObject(was) ? was : {};
  const { name, pick, entered } = given.values;
  return {
    form: 'newField',
    field: holderOf(given.field, state),
    baseVersion: version,
    values: {
      kind: 'newField',
      name: name ?? lastToken(given.field) ?? '',
      pick: pick ?? pickOf(typeOf(definition)),
      entered: { ...entered, edits: { set: edited(parametersIn(definition), entered.edits), unset: [] } },
    },
  };
}

/** The field that contained a field, where it still exists; null for the root. */
function holderOf(field: FieldId, { body, mappingsAt }: DocumentState): FieldId | null {
  const holder = parentPointer(parentPointer(field));
  const isThere = parseFieldId(holder, mappingsAt) !== null && valueAt(body, holder) !== undefined;
  return isThere ? holder : null;
}
