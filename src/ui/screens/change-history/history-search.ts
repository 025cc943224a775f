import {
  oneOf,
  otherThan,
  readSearch,
  text,
  wholeNumber,
  type Parameter,
  type SearchOf,
  type UnreadSearch,
} from '../../platform/search-schema.ts';

/** Periods that the history covers, in hours. */
export const PERIODS = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const;
export type Period = keyof typeof PERIODS;
export const PERIOD_IDS = ['hour', 'day', 'week', 'month'] as const satisfies readonly Period[];

/** The kinds of documents that changes belong to. */
export const KIND_IDS = [
  'draft',
  'shared',
  'index',
  'template',
  'action',
  'deleted',
  'server',
  'sample',
  'tests',
  'lint',
] as const;

/** How an entry is shown. */
export const ENTRY_VIEWS = ['words', 'patch', 'diff'] as const;
export type EntryView = (typeof ENTRY_VIEWS)[number];

/** A change that is open beside the list. */
export interface EntryRef {
  readonly stream: string;
  readonly version: number;
}

/** In words where the address does not set a view. */
const view: Parameter<EntryView> = otherThan('words', ENTRY_VIEWS);

const PARAMETERS = {
  filter: text,
  kind: oneOf(KIND_IDS),
  /** The log of one document. */
  document: text,
  /** The id of an author. */
  author: text,
  /** Id of the cluster of the documents; `cluster` is the one that the console shows. */
  on: text,
  /** The dotted path of a field. */
  field: text,
  period: oneOf(PERIOD_IDS),
  /** Replaces a period: RFC 3339 in UTC, `from` inclusive, `to` exclusive. */
  from: time,
  to: time,
  /** How many hundreds of changes are shown, where more than one. */
  pages: wholeNumber(2, 10_000),
  /** The opened change: its version, a blank and its stream. */
  entry(value: unknown): string | undefined {
    const entry = parseEntry(text(value));
    return entry === null ? undefined : formatEntry(entry);
  },
  view,
  /** The verification panel, shown instead of a change. */
  panel: oneOf(['verify']),
} as const;

/** The search parameters of the history. */
export type HistorySearch = SearchOf<typeof PARAMETERS>;

/** Also leaves out parameters that exclude each other. */
export function readHistorySearch(unread: UnreadSearch): HistorySearch {
  const { period, view: shown, panel, ...search } = readSearch(PARAMETERS, unread);
  const hasTimes = search.from !== undefined || search.to !== undefined;
  const isOpen = search.entry !== undefined;
  return {
    ...search,
    ...(period && !hasTimes && { period }),
    ...(shown && isOpen && { view: shown }),
    ...(panel && !isOpen && { panel }),
  };
}

function time(value: unknown): string | undefined {
  const ms = Date.parse(text(value) ?? '');
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}

export function formatEntry({ stream, version }: EntryRef): string {
  return `${version} ${stream}`;
}

export function parseEntry(text: string | undefined): EntryRef | null {
  const [, digits, stream] = /^([1-9][0-9]{0,14}) (.+)$/s.exec(text ?? '') ?? [];
  return digits === undefined || stream === undefined ? null : { stream, version: Number(digits) };
}
