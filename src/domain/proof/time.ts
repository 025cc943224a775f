const FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether a text is a time as events have it: RFC 3339, UTC, milliseconds. It is read by its digits: to make a `Date`
 * of it and format that costs ten times as much.
 */
export function isTime(text: string): boolean {
  if (!FORM.test(text)) return false;
  const month = numberAt(text, 5);
  const isLeapDay = month === 2 && numberAt(text, 8) === 29;
  if (isLeapDay ? !isLeapYear(Number(text.slice(0, 4))) : !isDay(month, numberAt(text, 8))) return false;
  return numberAt(text, 11) < 24 && numberAt(text, 14) < 60 && numberAt(text, 17) < 60;
}

function isDay(month: number, day: number): boolean {
  return day >= 1 && day <= (DAYS[month - 1] ?? 0);
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The number of two digits. */
function numberAt(text: string, at: number): number {
  return text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * ZERO;
}

const ZERO = 48;
