import { valueAt } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';
import { isObject } from '../json/value.ts';
import { limitedFieldCount } from '../mapping/limit-refusals.ts';
import type { BodyKind } from '../template/locate.ts';
import type { PastedBody } from '../template/pasted.ts';
import type { IndexFields } from './subject.ts';

/** The mappings of a body, and the kind of the body. */
export interface LintedBody {
  readonly kind: BodyKind;
  readonly mappingsAt: Pointer;
  /** The name of the index, where a cluster answered for several. */
  readonly index?: string;
  /** The indices of its pattern with their fields, where there are several. */
  readonly growth?: readonly IndexFields[];
}

/** The bodies of a text for the rules; of several indices each has those of its pattern. */
export function lintedBodies(bodies: readonly PastedBody[]): readonly LintedBody[] {
  const series = new Map<string, IndexFields[]>();
  const indices = bodies.length < 2 ? [] : bodies.filter(({ place }) => place.kind === 'mappings');
  for (const { name, body, place } of indices) {
    if (name === undefined) continue;
    const mappings = valueAt(body, place.mappingsAt);
    const each = { name, fields: isObject(mappings) ? limitedFieldCount(mappings) : 0 };
    series.set(patternOf(name), [...(series.get(patternOf(name)) ?? []), each]);
  }
  const ofPattern = new Map([...series].map(([pattern, each]) => [pattern, each.toSorted(byName)]));
  return bodies.map(({ name, place: { kind, mappingsAt } }) => {
    const growth = kind === 'mappings' && name !== undefined ? ofPattern.get(patternOf(name)) : undefined;
    return { kind, mappingsAt, ...(growth !== undefined && name !== undefined && { index: name, growth }) };
  });
}

/**
 * The indices of a cluster by series, each from the oldest to the newest, in the order of the newest ones. Those of a
 * data stream are one, in the order in which it rolled over: a shrunk or restored index has another name before that of
 * the backing index.
 */
export function seriesOf(indices: readonly SeriesMember[]): readonly IndexSeries[] {
  const streams = new Map<string, string[]>();
  const series = new Map<string, string[]>();
  for (const { name, stream } of indices) {
    const [groups, key] = stream === undefined ? [series, patternOf(name)] : [streams, stream];
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [name]);
    else known.push(name);
  }
  const ordered = (groups: ReadonlyMap<string, readonly string[]>, order: (a: string, b: string) => number) =>
    [...groups.values()].map((members) => members.toSorted(order));
  return [...ordered(series, byNumbers), ...ordered(streams, byGeneration)]
    .map((members) => ({ newest: members.at(-1) ?? '', members }))
    .toSorted((a, b) => byNumbers(a.newest, b.newest));
}

interface SeriesMember {
  readonly name: string;
  /** The data stream that has the index. */
  readonly stream?: string | undefined;
}

/** Indices whose names differ in numbers only, or those of a data stream. */
export interface IndexSeries {
  readonly newest: string;
  readonly members: readonly string[];
}

/** The name of an index without its date or number: all indices of one series have the same. */
function patternOf(name: string): string {
  return name.replaceAll(/[0-9]+/g, '*');
}

function byName({ name: a }: IndexFields, { name: b }: IndexFields): number {
  return byNumbers(a, b);
}

/** By the number at the end of the names of backing indices, which counts the rollovers. */
function byGeneration(a: string, b: string): number {
  const generationOf = (name: string) => Number(/[0-9]+$/.exec(name)?.[0] ?? 0);
  return generationOf(a) - generationOf(b) || byNumbers(a, b);
}

function byNumbers(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
