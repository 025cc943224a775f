import { fitsPattern, type Index } from '#domain/console';

const collator = new Intl.Collator('en', { numeric: true });

/**
 * The open indices that names and patterns with `*`, separated by commas, stand for: of indices, aliases and data
 * streams; the oldest first, where the names count. A hidden index is there by its data stream, by its name, or by a
 * pattern that starts with a dot.
 */
export function matchingIndices(indices: readonly Index[], patterns: string): readonly Index[] {
  const wanted = patterns
    .split(',')
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
  const fits = (pattern: string, { name, hidden, aliases = [], data_stream: stream }: Index): boolean => {
    const isSeen = hidden !== true || !pattern.includes('*') || pattern.startsWith('.');
    return (
      (isSeen && [name, ...aliases].some((each) => fitsPattern(each, pattern))) ||
      (stream !== undefined && fitsPattern(stream, pattern))
    );
  };
  return indices
    .filter((index) => index.status !== 'close' && wanted.some((pattern) => fits(pattern, index)))
    .toSorted((a, b) => collator.compare(a.name, b.name));
}
