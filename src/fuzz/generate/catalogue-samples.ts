import {
  CATALOGUE,
  FORMAT_SEPARATOR,
  INDEX_DEFAULT,
  LANGUAGE_OPTION,
  missingPartOf,
  offeredOptions,
  type Catalogue,
  type Editor,
  type Option,
  type Parameter,
  type TargetEngine,
} from '#domain/catalogue';
import { deepEqual, formatJson, type JsonObject, type JsonValue } from '#domain/json';
import { BESIDE, INSTEAD, LEFT_OUT_OF_MAXIMUM, VALUES } from './sample-exceptions.ts';

/**
 * A definition of a field that an engine takes, where the index has {@link SAMPLE_FIELDS} and {@link sampleSettings}.
 */
export interface FieldSample {
  readonly type: string;
  /** The parameter that it is a sample of; absent from the minimum and the maximum. */
  readonly parameter?: string;
  readonly value?: JsonValue;
  readonly definition: JsonObject;
}

/** What samples name: the target of an alias and of `copy_to`. */
export const SAMPLE_FIELDS: JsonObject = { sample_target: { type: 'text' } };

/** Settings of an index that samples stand in. */
export function sampleSettings(target: TargetEngine): JsonObject {
  return {
    analysis: { normalizer: { sample: { type: 'custom', filter: ['lowercase'] } } },
    ...(target.distribution === 'opensearch' && missingPartOf('knn_vector', target) === null && { knn: true }),
  };
}

/**
 * Values of a parameter that engines or one target accept, ascending: the options of its input, both ends of its
 * bounds, or one sample. Never empty.
 */
export function sampleValues(type: string, parameter: Parameter, target?: TargetEngine): readonly JsonValue[] {
  return exceptionFor(VALUES, type, parameter.name) ?? valuesOf(parameter.editor, parameter.defaultValue, target);
}

/** One of them, the default only where there is no other. */
export function sampleValue(type: string, parameter: Parameter, target?: TargetEngine): JsonValue {
  const values = sampleValues(type, parameter, target);
  return (
    values.find((value) => parameter.defaultValue === undefined || !deepEqual(value, parameter.defaultValue)) ??
    (values[0] as JsonValue)
  );
}

/** The type and what a field of it can't be without. */
export function minimalSample(type: string, catalogue: Catalogue = CATALOGUE): FieldSample {
  const required = catalogue.parametersOf(type).filter(({ isRequired }) => isRequired === true);
  const parameters = required.map((parameter) => [parameter.name, sampleValue(type, parameter)] as const);
  return { type, definition: { type, ...Object.fromEntries(parameters), ...BESIDE[type] } };
}

/** Every parameter that a target knows on the type, with each of its values, beside the least that goes with it. */
export function parameterSamples(
  type: string,
  target?: TargetEngine,
  catalogue: Catalogue = CATALOGUE,
): readonly FieldSample[] {
  return catalogue
    .parametersOf(type, target)
    .flatMap((parameter) =>
      sampleValues(type, parameter, target).map((value) => parameterSample(type, parameter, value, catalogue)),
    );
}

/** One value of a parameter, beside the least that goes with it. */
export function parameterSample(
  type: string,
  parameter: Parameter,
  value: JsonValue,
  catalogue: Catalogue = CATALOGUE,
): FieldSample {
  const { name } = parameter;
  const beside = {
    ...sectionOf(type, parameter, catalogue),
    ...exceptionFor(BESIDE, type, name),
    ...exceptionFor(BESIDE, type, `${name}=${typeof value === 'string' ? value : formatJson(value)}`),
  };
  const whole = exceptionFor(INSTEAD, type, name) ?? { ...minimalSample(type, catalogue).definition, ...beside };
  return { type, parameter: name, value, definition: { ...whole, [name]: value } };
}

/** All parameters at once that a target knows on the type and that go together, each with the most of its values. */
export function maximalSample(type: string, target?: TargetEngine, catalogue: Catalogue = CATALOGUE): FieldSample {
  const leftOut = [...(LEFT_OUT_OF_MAXIMUM['*'] ?? []), ...(LEFT_OUT_OF_MAXIMUM[type] ?? [])];
  const together = catalogue.parametersOf(type, target).filter(({ name }) => !leftOut.includes(name));
  const parameters = together.map(
    (parameter) => [parameter.name, sampleValues(type, parameter, target).at(-1) as JsonValue] as const,
  );
  return { type, definition: { ...minimalSample(type, catalogue).definition, ...Object.fromEntries(parameters) } };
}

/** The parameter in whose section another one stands, switched on. */
function sectionOf(type: string, { section }: Parameter, catalogue: Catalogue): JsonObject {
  const holder = section === undefined ? undefined : catalogue.parameterOf(type, section);
  return holder === undefined ? {} : { [holder.name]: sampleValues(type, holder).at(-1) as JsonValue };
}

function exceptionFor<T>(exceptions: Readonly<Record<string, T>>, type: string, name: string): T | undefined {
  return exceptions[`${type}.${name}`] ?? exceptions[name];
}

function offeredValues(options: readonly Option[], target: TargetEngine | undefined): readonly JsonValue[] {
  return (target === undefined ? options : offeredOptions(options, target)).map(({ value }) => value);
}

function valuesOf(
  editor: Editor,
  defaultValue: JsonValue | undefined,
  target: TargetEngine | undefined,
): readonly JsonValue[] {
  switch (editor.kind) {
    case 'toggle':
      return [false, true];
    case 'dynamic':
      return [false, 'strict', true];
    case 'number':
    case 'slider': {
      const bounds = [editor.min, editor.max].filter((bound) => bound !== undefined);
      return bounds.length > 0 ? bounds : [defaultValue ?? 1];
    }
    case 'select':
      return offeredValues(editor.options, target);
    case 'dateFormat':
      return [
        defaultValue ?? 'epoch_millis',
        editor.options.map(({ value }) => value as string).join(FORMAT_SEPARATOR),
      ];
    case 'analyzer':
      return editor.options
        .map(({ value }) => value)
        .filter((value) => value !== INDEX_DEFAULT && value !== LANGUAGE_OPTION)
        .reverse();
    case 'frequencyFilter':
      return [editor.percentage, editor.absolute].map(({ min, max }) => ({
        min,
        max,
        min_segment_size: editor.minSegmentSize,
      }));
    case 'interval':
      return [defaultValue ?? { [editor.low]: editor.min, [editor.high]: editor.max }];
    case 'relations':
      return [{ question: 'answer' }, { question: ['answer', 'comment'], answer: 'vote' }];
    case 'metadata':
      return [{ unit: 'ms' }];
    case 'point':
      return ['POINT (1 2)'];
    case 'fieldTarget':
      return [onlyName(SAMPLE_FIELDS)];
    case 'copyTo':
      return [onlyName(SAMPLE_FIELDS), [onlyName(SAMPLE_FIELDS)]];
    case 'list':
      return [['sample']];
    case 'text':
      return [defaultValue ?? 'sample'];
    case 'json':
      return [defaultValue ?? {}];
  }
}

function onlyName(fields: JsonObject): string {
  return Object.keys(fields)[0] as string;
}
