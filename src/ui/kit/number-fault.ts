/** What is wrong with a whole number from `least` to `most`; undefined where nothing is, or nothing is entered. */
export function numberFault(value: number | null, least: number, most = Number.MAX_SAFE_INTEGER): string | undefined {
  if (value === null || (Number.isInteger(value) && value >= least && value <= most)) return undefined;
  return most === Number.MAX_SAFE_INTEGER
    ? `Enter a whole number of ${least} or more.`
    : `Enter a whole number from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}.`;
}
