import { addressText } from '../../lists/list-search.ts';

/** How far back is looked, in hours. */
export const PERIODS = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const;
export type Period = keyof typeof PERIODS;
export const PERIOD_IDS = ['hour', 'day', 'week', 'month'] as const satisfies readonly Period[];

/** What changes are of. */
export const KIND_IDS = ['draft', 'shared', 'index', 'template', 'action', 'deleted', 'server'] as const;
export type Kind = (typeof KIND_IDS)[number];

/** How an entry is shown; in words unless the address says otherwise. */
export const ENTRY_VIEWS = ['words', 'patch', 'diff'] as const;
export type EntryView = (typeof ENTRY_VIEWS)[number];

/** A change that is opened beside the list. */
export interface EntryRef {
  readonly stream: string;
  readonly version: number;
}

/** What the address of the history says. */
export interface HistorySearch {
  readonly filter?: string;
  readonly kind?: Kind;
  /** The log of one document. */
  readonly document?: string;
  /** The id of an author. */
  readonly author?: string;
  /** Id of the cluster that documents are on; `cluster` is the one that the console shows. */
  readonly on?: string;
  /** The dotted path of a field. */
  readonly field?: string;
  readonly period?: Period;
  /** In place of a period: RFC 3339 in UTC, the first included, the second not. */
  readonly from?: string;
  readonly to?: string;
  /** How many hundreds of changes are shown, where more than one. */
  readonly pages?: number;
  /** The opened change: its version, a blank and its stream. */
  readonly entry?: string;
  readonly view?: EntryView;
  /** The panel that verifies, in place of a change. */
  readonly panel?: 'verify';
}

/** Reads the search part of an address; what does not fit is left out. */
export function readHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const [filter, document, author, on, field] = ['filter', 'document', 'author', 'on', 'field'].map((name) =>
    addressText(search[name]),
  );
  const [from, to] = ['from', 'to'].map((name) => timeOf(search[name]));
  const kind = KIND_IDS.find((each) => each === search['kind']);
  const period = PERIOD_IDS.find((each) => each === search['period']);
  const pages = Number(search['pages']);
  const entry = parseEntry(addressText(search['entry']));
  const view = ENTRY_VIEWS.find((each) => each === search['view'] && each !== 'words');
  return {
    ...(filter !== undefined && { filter }),
    ...(kind && { kind }),
    ...(document !== undefined && { document }),
    ...(author !== undefined && { author }),
    ...(on !== undefined && { on }),
    ...(field !== undefined && { field }),
    ...(period && from === undefined && to === undefined && { period }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(Number.isSafeInteger(pages) && pages > 1 && pages <= 10_000 && { pages }),
    ...(entry !== null && { entry: formatEntry(entry) }),
    ...(view && entry !== null && { view }),
    ...(search['panel'] === 'verify' && entry === null && { panel: 'verify' as const }),
  };
}

function timeOf(value: unknown): string | undefined {
  const time = Date.parse(addressText(value) ?? '');
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

export function formatEntry({ stream, version }: EntryRef): string {
  return `${version} ${stream}`;
}

export function parseEntry(text: string | undefined): EntryRef | null {
  const [, digits, stream] = /^([1-9][0-9]{0,14}) (.+)$/s.exec(text ?? '') ?? [];
  return digits === undefined || stream === undefined ? null : { stream, version: Number(digits) };
}
