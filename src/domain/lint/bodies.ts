import { valueAt } from '../json/patch.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { isObject, objectMember, type JsonValue } from '../json/value.ts';
import { limitedFieldCount } from '../mapping/limit-refusals.ts';
import { locateMappings, type BodyKind } from '../template/locate.ts';
import type { IndexFields } from './subject.ts';

/** Mappings in what was given, and what they are the mappings of. */
export interface LintedBody {
  readonly kind: BodyKind;
  readonly mappingsAt: Pointer;
  /** The name of the index, where a cluster answered for several. */
  readonly index?: string;
  /** The indices of its pattern with their fields, where there are several. */
  readonly growth?: readonly IndexFields[];
}

/** The mappings in a body; in the response about several indices, those of each. */
export function bodiesIn(body: JsonValue): readonly LintedBody[] {
  const indices = isObject(body) ? Object.entries(body) : [];
  const isAnswer =
    indices.length > 1 &&
    indices.every(([, value]) => isObject(value) && objectMember(value, 'mappings') !== undefined);
  if (!isAnswer) return [locateMappings(body)];
  const series = new Map<string, IndexFields[]>();
  for (const [name] of indices) {
    const mappings = valueAt(body, joinPointer('', name, 'mappings'));
    const each = { name, fields: isObject(mappings) ? limitedFieldCount(mappings) : 0 };
    series.set(patternOf(name), [...(series.get(patternOf(name)) ?? []), each]);
  }
  const ofPattern = new Map([...series].map(([pattern, each]) => [pattern, each.toSorted(byName)]));
  return indices.map(([name]) => ({
    kind: 'mappings',
    mappingsAt: joinPointer('', name, 'mappings'),
    index: name,
    growth: ofPattern.get(patternOf(name)) ?? [],
  }));
}

/** The name of an index without its date or number: all indices of one series have the same. */
function patternOf(name: string): string {
  return name.replaceAll(/[0-9]+/g, '*');
}

function byName({ name: a }: IndexFields, { name: b }: IndexFields): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
