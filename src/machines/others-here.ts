import type { OthersChange, TrailPerson } from '#domain/ports';

/** The people and what they have open after some changes; the same array where there are none. */
export function withChanges(
  people: readonly TrailPerson[],
  changes: readonly OthersChange[] = [],
): readonly TrailPerson[] {
  return changes.reduce((before, { stream, isWhole, here, left }) => {
    const gone = new Set([...left, ...here.map(({ author }) => author)]);
    const kept = before.filter((each) => each.stream !== stream || (!isWhole && !gone.has(each.author)));
    return [...kept, ...here.map((each) => ({ ...each, stream }))];
  }, people);
}
