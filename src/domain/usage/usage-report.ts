import { parseJson } from '../json/text.ts';
import { isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import type { UsageReport } from './usage-entities.ts';

/** Of the reports that we write; one of another version is not ours to add to. */
const USAGE_REPORT_VERSION = 3;

type Counter = NonNullable<UsageReport['uiCounter']>[string];
type Agent = NonNullable<UsageReport['userAgent']>[string];
type View = NonNullable<UsageReport['application_usage']>[string];

export const EMPTY_USAGE_REPORT: UsageReport = { reportVersion: USAGE_REPORT_VERSION };

/** A report of one event that happened `total` times. */
export function eventReport(appName: string, type: string, eventName: string, total: number): UsageReport {
  const key = `${appName}-${type}-${eventName}`;
  return { ...EMPTY_USAGE_REPORT, uiCounter: { [key]: { key, appName, eventName, type, total } } };
}

/** A report of the browser that is used. */
export function agentReport(appName: string, userAgent: string): UsageReport {
  const key = `${appName}-user_agent`;
  return { ...EMPTY_USAGE_REPORT, userAgent: { [key]: { key, appName, userAgent } } };
}

/** A report of the time that a view was on the screen, and of the clicks in it. */
export function viewReport(
  appId: string,
  viewId: string,
  minutesOnScreen: number,
  numberOfClicks: number,
): UsageReport {
  return {
    ...EMPTY_USAGE_REPORT,
    application_usage: { [`${appId}-${viewId}`]: { appId, viewId, minutesOnScreen, numberOfClicks } },
  };
}

export function isEmptyReport({ uiCounter = {}, userAgent = {}, application_usage: views = {} }: UsageReport): boolean {
  return [uiCounter, userAgent, views].every((part) => Object.keys(part).length === 0);
}

/** Both added up: associative, with the empty report as its identity. Of two user agents the later stays. */
export function addReports(first: UsageReport, second: UsageReport): UsageReport {
  const uiCounter = joined(first.uiCounter, second.uiCounter, (a, b) => ({ ...b, total: a.total + b.total }));
  const userAgent = joined(first.userAgent, second.userAgent, (_a, b) => b);
  const views = joined(first.application_usage, second.application_usage, (a, b) => ({
    ...b,
    minutesOnScreen: a.minutesOnScreen + b.minutesOnScreen,
    numberOfClicks: a.numberOfClicks + b.numberOfClicks,
  }));
  return {
    ...EMPTY_USAGE_REPORT,
    ...(uiCounter && { uiCounter }),
    ...(userAgent && { userAgent }),
    ...(views && { application_usage: views }),
  };
}

/** A report from its text; null where it has another version, or is none. Entries that do not fit are left out. */
export function readUsageReport(text: string): UsageReport | null {
  const stored = jsonOf(text);
  if (!isObject(stored) || member(stored, 'reportVersion') !== USAGE_REPORT_VERSION) return null;
  const uiCounter = entriesOf<Counter>(stored, 'uiCounter', ['key', 'appName', 'eventName', 'type'], ['total']);
  const userAgent = entriesOf<Agent>(stored, 'userAgent', ['key', 'appName', 'userAgent'], []);
  const views = entriesOf<View>(
    stored,
    'application_usage',
    ['appId', 'viewId'],
    ['minutesOnScreen', 'numberOfClicks'],
  );
  return {
    ...EMPTY_USAGE_REPORT,
    ...(uiCounter && { uiCounter }),
    ...(userAgent && { userAgent }),
    ...(views && { application_usage: views }),
  };
}

function jsonOf(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** Those entries of a part that have the texts and the amounts that they must have, and nothing else of them. */
function entriesOf<Entry>(
  report: JsonObject,
  part: string,
  texts: readonly string[],
  amounts: readonly string[],
): Record<string, Entry> | undefined {
  const stored = member(report, part);
  if (!isObject(stored)) return undefined;
  const entries = Object.entries(stored).flatMap(([key, entry]) => {
    if (!isObject(entry)) return [];
    const fits =
      texts.every((name) => typeof member(entry, name) === 'string') &&
      amounts.every((name) => isAmount(member(entry, name)));
    return fits
      ? [[key, Object.fromEntries([...texts, ...amounts].map((name) => [name, member(entry, name)])) as Entry] as const]
      : [];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function isAmount(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

function joined<Entry>(
  first: Record<string, Entry> | undefined,
  second: Record<string, Entry> | undefined,
  add: (a: Entry, b: Entry) => Entry,
): Record<string, Entry> | undefined {
  if (first === undefined || second === undefined) return first ?? second;
  const both = Object.entries(second).map(([key, entry]) => {
    const before = Object.hasOwn(first, key) ? first[key] : undefined;
    return [key, before === undefined ? entry : add(before, entry)] as const;
  });
  return { ...first, ...Object.fromEntries(both) };
}
