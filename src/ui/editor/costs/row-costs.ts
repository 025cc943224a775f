import { capitalized, countOf, sizeWithShare, structuresInWords } from '#domain/console';
import type { FieldUsage } from '#domain/lint';
import type { RowNote } from '../fields/row-notes.ts';
import type { KnownSizes } from './use-field-estimates.ts';

interface KnownCosts {
  readonly analysis: KnownSizes | undefined;
  readonly usage: FieldUsage | undefined;
}

/**
 * What each field takes up on disk and how often it was used, by its dotted path; an object has the sum of the fields
 * below it, where all of them are known. Undefined for a field of which nothing is known. Cost: all fields of the
 * analysis once, then one lookup for each call.
 */
export function rowCosts({ analysis, usage }: KnownCosts): (path: string, isObject: boolean) => RowNote | undefined {
  const costs = new Map(analysis?.fields.map((cost) => [cost.path, cost]));
  const sums = new Map<string, number>();
  for (const { path, bytes } of costs.values())
    for (let end = path.indexOf('.'); end !== -1; end = path.indexOf('.', end + 1)) {
      const above = path.slice(0, end);
      sums.set(above, (sums.get(above) ?? 0) + bytes);
    }
  const isEstimate = analysis?.fields.some((cost) => 'low' in cost) === true;
  const sizeOf = (path: string, isObject: boolean) => {
    const cost = costs.get(path);
    if (analysis === undefined || (analysis.isPartial === true && (isObject || cost === undefined))) return undefined;
    const bytes = (isObject ? sums : undefined)?.get(path) ?? cost?.bytes ?? 0;
    const share = analysis.storeBytes > 0 ? bytes / analysis.storeBytes : undefined;
    return { words: `${isEstimate ? 'about ' : ''}${sizeWithShare(bytes, share)}`, share };
  };
  return (path, isObject) => {
    const size = sizeOf(path, isObject);
    const uses = usage === undefined || isObject ? undefined : (usage.get(path)?.any ?? 0);
    const used = uses === undefined ? undefined : uses === 0 ? 'not used' : countOf(uses, 'use');
    if (size === undefined && used === undefined) return undefined;
    const parts = isObject ? '' : structuresInWords(costs.get(path)?.structures ?? []);
    const words = [size?.words, used].filter((each) => each !== undefined);
    return {
      line: words.join(' · '),
      ...(parts !== '' && { title: capitalized(parts) }),
      ...(size?.share !== undefined && { share: Math.min(1, size.share) }),
    };
  };
}
