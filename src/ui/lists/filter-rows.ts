/** The rows with a text that contains each word of a filter; letter case does not matter. */
export function filterRows<Row>(
  rows: readonly Row[],
  filter: string,
  textsOf: (row: Row) => readonly (string | undefined)[],
): readonly Row[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const texts = textsOf(row).map((text) => text?.toLowerCase() ?? '');
    return words.every((word) => texts.some((text) => text.includes(word)));
  });
}
