import { fitsPattern } from '../console/wildcard.ts';
import { isArray, isObject, stringsIn, type JsonObject, type JsonValue } from '../json/value.ts';
import { settingIn } from '../template/setting-value.ts';
import { readDate, type DateReading } from '../values/index.ts';
import { indexModeOf } from './index-mode.ts';
import type { TriedIndex } from './trial.ts';

/** What an index of time series asks of its documents, besides its mappings. */
export interface TimeSeries {
  /** Patterns of the paths that a document is routed by; empty where the index does not tell them. */
  readonly routedBy: readonly string[];
  /** The first time that it takes, and the first that it does not. */
  readonly from: TimeBound | undefined;
  readonly until: TimeBound | undefined;
}

interface TimeBound {
  readonly nanos: bigint;
  /** As the setting has it. */
  readonly text: string;
}

const START = 'time_series.start_time';
const END = 'time_series.end_time';
const ROUTING_PATH = 'routing_path';
const NO_SETTINGS: JsonObject = {};

/** Undefined for an index of another mode. */
export function timeSeriesOf({ settings = NO_SETTINGS, engine }: TriedIndex): TimeSeries | undefined {
  if (indexModeOf(settings, engine) !== 'time_series') return undefined;
  const bound = (name: string): TimeBound | undefined => {
    const text = settingIn(settings, name);
    if (typeof text !== 'string') return undefined;
    const reading = readDate(text, { type: 'date', definition: {}, engine });
    return typeof reading === 'string' ? undefined : { nanos: reading.nanos, text };
  };
  return { routedBy: stringsIn(settingIn(settings, ROUTING_PATH)), from: bound(START), until: bound(END) };
}

/** Why an index does not take the time of a document, or null. */
export function timeFault({ from, until }: TimeSeries, reading: DateReading): string | null {
  if (typeof reading === 'string') return null;
  if (from !== undefined && reading.nanos < from.nanos)
    return `The index takes no time before ${from.text} (index.${START}).`;
  if (until !== undefined && reading.nanos >= until.nanos)
    return `The index takes times before ${until.text} only (index.${END}).`;
  return null;
}

/** Why an index can't route a document, or null: it needs a value, and lists of values only, where it routes by. */
export function routingFault({ routedBy }: TimeSeries, document: JsonObject): string | null {
  if (routedBy.length === 0) return null;
  const isRoutedBy = (path: string) => routedBy.some((pattern) => fitsPattern(path, pattern));
  /** Whether there is a value to route by, and the first list that has something else. */
  const found: { hasValue: boolean; list?: string } = { hasValue: false };
  const visit = (value: JsonValue, path: string, isWithin: boolean): void => {
    const isIn = isWithin || isRoutedBy(path);
    if (isArray(value)) visitList(value, path, isIn);
    else if (isObject(value))
      for (const [name, each] of Object.entries(value)) visit(each, path === '' ? name : `${path}.${name}`, isIn);
    else if (isIn && value !== null) found.hasValue = true;
  };
  const visitList = (items: readonly JsonValue[], path: string, isIn: boolean): void => {
    for (const item of items) {
      const isValue = typeof item !== 'object';
      if (isIn && isValue) found.hasValue = true;
      else if (isIn || (!isValue && holdsRouted(item, path))) found.list ??= path;
    }
  };
  /** Whether something in an item of a list would be routed by. */
  const holdsRouted = (value: JsonValue, path: string): boolean => {
    if (isArray(value)) return value.some((item) => holdsRouted(item, path));
    if (!isObject(value)) return isRoutedBy(path);
    return Object.entries(value).some(
      ([name, each]) => isRoutedBy(`${path}.${name}`) || holdsRouted(each, `${path}.${name}`),
    );
  };
  visit(document, '', false);
  if (found.list !== undefined)
    return `The index routes by ${found.list}, so a list there holds nothing but values (index.${ROUTING_PATH}).`;
  return found.hasValue
    ? null
    : `The index routes by ${routedBy.join(', ')}, and the document has no value there (index.${ROUTING_PATH}).`;
}
