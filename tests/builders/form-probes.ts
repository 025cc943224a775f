import {
  FORMAT_SEPARATOR,
  INDEX_DEFAULT,
  LANGUAGE_OPTION,
  offeredOptions,
  validateParameter,
  type Editor,
  type Parameter,
  type TargetEngine,
} from '#domain/catalogue';
import type { JsonValue } from '#domain/json';
import { sampleValues } from '../../src/fuzz/generate/catalogue-samples.ts';

/** What somebody might enter in an input of a form, up to and beyond its bounds. */
function enteredValues(editor: Editor, target: TargetEngine): readonly JsonValue[] {
  switch (editor.kind) {
    case 'text':
      return ['x', 'a b', ' x ', 'é', '0', 'true', 'x'.repeat(300)];
    case 'number':
    case 'slider': {
      const { min, max } = editor;
      const bounds = [min, max].filter((bound) => bound !== undefined);
      const beside = bounds.flatMap((bound): readonly JsonValue[] =>
        typeof bound === 'bigint' ? [bound - 1n, bound, bound + 1n] : [bound - 1, bound, bound + 1],
      );
      return [...new Set([...beside, -1, 0, 0.5, 1, 2, 64, 1000, 2 ** 31 - 1, 2 ** 31])];
    }
    case 'toggle':
      return [false, true];
    case 'dynamic':
      return [false, 'strict', true];
    case 'select':
      return offeredOptions(editor.options, target).map(({ value }) => value);
    case 'dateFormat':
      return ['epoch_millis', 'yyyy-MM-dd', `yyyy${FORMAT_SEPARATOR}epoch_second`, "yyyy-MM-dd'T'HH:mm"];
    case 'analyzer':
      return [...offeredOptions(editor.options, target), ...offeredOptions(editor.languages, target)]
        .map(({ value }) => value)
        .filter((value) => value !== INDEX_DEFAULT && value !== LANGUAGE_OPTION);
    case 'frequencyFilter':
      return [
        { min: 0, max: 1 },
        { min: 0.5, max: 0.5 },
        { min: 0.01 },
        { max: 0.5 },
        { min: 2, max: 2 },
        { min: 1.5, max: 300 },
        { min: 0.5, max: 300 },
        { min_segment_size: 0 },
        { min_segment_size: -5 },
        { min_segment_size: 2 ** 31 },
        { min: 1, max: 0 },
      ];
    case 'interval': {
      const { low, high, min, max } = editor;
      return [
        { [low]: min, [high]: max },
        { [low]: 1, [high]: max - 1 },
        { [low]: 1, [high]: 1 },
        { [low]: 1 },
        { [high]: 3 },
        { [low]: 5, [high]: 2 },
        { [high]: 1 },
        { [low]: 6 },
      ];
    }
    case 'relations':
      return [{ question: 'answer' }, { question: ['answer', 'comment'], answer: ['vote'] }, { 'a b': 'c d' }];
    case 'metadata':
      return [{}, { unit: 'ms' }, { unit: '' }, { unit: 'x'.repeat(51) }, { ['k'.repeat(21)]: 'x' }, manyEntries()];
    case 'point':
      return ['POINT (1 2)', '1,2', { lat: 1, lon: 2 }, { x: 1, y: 2 }, [1, 2], { type: 'Point', coordinates: [1, 2] }];
    case 'copyTo':
      return ['sample_target', ['sample_target'], ['sample_target', 'other']];
    case 'fieldTarget':
      return ['sample_target'];
    case 'list':
      return [['x'], ['x', 'y']];
    case 'json':
      return [];
  }
}

/** One more than engines take. */
function manyEntries(): JsonValue {
  return Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`k${index}`, 'x']));
}

/** What a form lets through of a parameter: of what might be entered and of the samples, that in which it finds nothing wrong. */
export function letThrough(type: string, parameter: Parameter, target: TargetEngine): readonly JsonValue[] {
  const values = [...enteredValues(parameter.editor, target), ...sampleValues(type, parameter, target)];
  return values.filter((value) => validateParameter(type, parameter.name, value) === null);
}
