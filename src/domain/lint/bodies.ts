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

/** Names of indices by series, each from the oldest to the newest, in the order of the newest ones. */
export function seriesOf(names: readonly string[]): readonly IndexSeries[] {
  const series = new Map<string, string[]>();
  for (const name of names) {
    const known = series.get(patternOf(name));
    if (known === undefined) series.set(patternOf(name), [name]);
    else known.push(name);
  }
  return [...series.values()]
    .map((members) => members.toSorted(byNumbers))
    .map((members) => ({ newest: members.at(-1) ?? '', members }))
    .toSorted((a, b) => byNumbers(a.newest, b.newest));
}

/** Indices whose names differ in numbers only. */
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

function byNumbers(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
