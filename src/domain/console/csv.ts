/** A spreadsheet takes a text that begins so for a formula, and would run it. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** What a cell holds; a text is made harmless, a number is written as it is. */
export type CsvCell = string | number | boolean | undefined;

/**
 * A table as CSV (RFC 4180): lines end with CRLF, and a text that a spreadsheet would take for a formula begins with an
 * apostrophe.
 */
export function formatCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(cell: CsvCell): string {
  if (cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const harmless = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
