import type { JsonValue } from '../json/value.ts';
import type { Engines } from './engines.ts';

/** One choice of a list. */
export interface Option {
  readonly value: JsonValue;
  readonly label: string;
  /** The engines that take it, where they are fewer than those of its parameter. */
  readonly engines?: Engines;
}

/** Where the settings of an index define names that a parameter may have. */
export type DefinedInSettings = 'analysis.analyzer' | 'analysis.normalizer' | 'similarity';

interface TextEditor {
  readonly kind: 'text';
  readonly definedIn?: DefinedInSettings;
}

export interface SelectEditor {
  readonly kind: 'select';
  readonly options: readonly Option[];
  /** Names that are options besides. */
  readonly definedIn?: DefinedInSettings;
}

/**
 * How a value is edited; the set is closed, one component for each kind. What a kind gives is the parameter's JSON
 * value; undefined where the input is empty or not yet a value.
 *
 * | kind | value |
 * |---|---|
 * | `text` | a string |
 * | `number`, `slider` | a number; a `bigint` where a double can't hold it |
 * | `toggle` | true or false |
 * | `select` | the `value` of one of the options |
 * | `dateFormat` | several formats, joined by `\|\|` to one string |
 * | `analyzer` | the name of an analyzer; undefined for `index_default` |
 * | `frequencyFilter` | `{ min?, max?, min_segment_size? }`: shares from 0 to 1 shown as percents, or counts above 1 |
 * | `interval` | an object of two numbers, under the names `low` and `high` |
 * | `relations` | an object from each parent to a child's name, or a list of several |
 * | `dynamic` | true, false or `'strict'`; others that a body has are shown and stay |
 * | `metadata` | an object of strings; undefined for an empty one |
 * | `point` | an object, array or text: JSON where the text is JSON, else the text itself |
 * | `fieldTarget` | the dotted path of a field |
 * | `copyTo` | a string for one target, a list for several |
 * | `list` | a list of strings |
 * | `json` | any value |
 */
export type Editor =
  | TextEditor
  | NumberEditor
  | { readonly kind: 'slider'; readonly min: number; readonly max: number; readonly step?: number }
  | { readonly kind: 'toggle' }
  | SelectEditor
  | { readonly kind: 'dateFormat'; readonly options: readonly Option[] }
  | AnalyzerEditor
  | {
      readonly kind: 'frequencyFilter';
      readonly percentage: FrequencyBounds;
      readonly absolute: FrequencyBounds;
      readonly minSegmentSize: number;
    }
  | {
      readonly kind: 'interval';
      readonly min: number;
      readonly max: number;
      readonly low: string;
      readonly high: string;
    }
  | { readonly kind: 'relations' }
  | { readonly kind: 'dynamic' }
  | { readonly kind: 'metadata' }
  | { readonly kind: 'point' }
  | { readonly kind: 'fieldTarget' }
  | { readonly kind: 'copyTo' }
  | { readonly kind: 'list' }
  | { readonly kind: 'json' };

export interface NumberEditor {
  readonly kind: 'number';
  /** A `bigint` where a double can't hold the bound. */
  readonly min?: number | bigint;
  readonly max?: number | bigint;
  readonly step?: number;
  readonly isInteger?: boolean;
}

/**
 * A choice among built-in analyzers, with the languages and the index's own in a second list, or a name as free text.
 */
export interface AnalyzerEditor {
  readonly kind: 'analyzer';
  readonly options: readonly Option[];
  /** What the second list offers while the first stands on {@link LANGUAGE_OPTION}. */
  readonly languages: readonly Option[];
  /** The parameter that is hidden, and absent, while "use the same analyzer for searching" is checked. */
  readonly sameFor?: string;
  /** The label of the input while it stands for both. */
  readonly labelOfBoth?: string;
}

/** What the two bounds of a frequency filter are when its mode is switched to. */
interface FrequencyBounds {
  readonly min: number;
  readonly max: number;
}
