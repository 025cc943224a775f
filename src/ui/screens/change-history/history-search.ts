import { addressText } from '../../lists/list-search.ts';

/** How far back is looked, in hours. */
export const PERIODS = { hour: 1, day: 24, week: 7 * 24, month: 30 * 24 } as const;
export type Period = keyof typeof PERIODS;
export const PERIOD_IDS = ['hour', 'day', 'week', 'month'] as const satisfies readonly Period[];

/** What the address of the history says. */
export interface HistorySearch {
  readonly filter?: string;
  /** The log of one document. */
  readonly document?: string;
  /** The id of an author. */
  readonly author?: string;
  readonly period?: Period;
  /** How many hundreds of changes are shown, where more than one. */
  readonly pages?: number;
}

/** Reads the search part of an address; what does not fit is left out. */
export function readHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const [filter, document, author] = ['filter', 'document', 'author'].map((name) => addressText(search[name]));
  const period = PERIOD_IDS.find((each) => each === search['period']);
  const pages = Number(search['pages']);
  return {
    ...(filter !== undefined && { filter }),
    ...(document !== undefined && { document }),
    ...(author !== undefined && { author }),
    ...(period && { period }),
    ...(Number.isSafeInteger(pages) && pages > 1 && pages <= 10_000 && { pages }),
  };
}
