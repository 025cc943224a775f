import {
  StorageClosedError,
  StorageFullError,
  type RememberedDrafts,
  type StorageClosure,
  type StorageStatus,
} from '#domain/ports';
import { exactTime } from '../../files/relative-time.ts';
import type { UnsavedDocument } from '../../platform/open-documents.ts';

/** From this part of the quota on it is time to act. */
const NEAR = 0.8;

/** What there is to say about the storage on every screen. */
export interface StorageAlarm {
  readonly title: string;
  readonly text: string;
  /** Whether trying again can help, rather than loading the page again. */
  readonly canRetry: boolean;
}

const CLOSED: Readonly<Record<StorageClosure, { readonly what: string; readonly next: string }>> = {
  closed: { what: 'The storage was closed', next: 'Export what is only in this tab, then load the page again.' },
  outdated: {
    what: 'A newer Mapledger in another tab has changed the storage',
    next: 'What was saved before is kept. Export what is only in this tab, then load the page again: the page that comes is the newer one.',
  },
  deleted: {
    what: 'The storage of this page has been deleted',
    next: 'You can go on, but only in memory. What is open in this tab is still complete: export its log, load the page again, then load the log as a draft.',
  },
  terminated: {
    what: 'The browser has taken the storage of this page away',
    next: 'You can go on, but only in memory. What is open in this tab is still complete: export its log, then load the page again.',
  },
};

function onlyHere(pending: number): string {
  return pending === 1
    ? '1 change is only in this tab'
    : `${pending.toLocaleString('en')} changes are only in this tab`;
}

/** The alarm that the storage and the documents give, or null where all is well. */
export function alarmOf(problem: StorageClosure | null, unsaved: readonly UnsavedDocument[]): StorageAlarm | null {
  const pending = unsaved.reduce((sum, document) => sum + document.pending, 0);
  const errors = unsaved.map(({ error }) => error);
  const closure = problem ?? errors.find((error) => error instanceof StorageClosedError)?.reason ?? null;
  if (closure !== null) {
    const { what, next } = CLOSED[closure];
    return {
      title: `${what}: ${pending === 0 ? 'nothing can be saved here any more' : onlyHere(pending)}`,
      text: next,
      canRetry: false,
    };
  }
  const [first] = errors;
  if (first === undefined) return null;
  if (errors.some((error) => error instanceof StorageFullError)) {
    const text =
      'What was saved before is kept, and you can go on working. Free some room on this device, or delete the data of other sites: saving is tried again by itself, when you come back to this tab and every 30 seconds. Export what is only here before you close it.';
    return { title: `There is no room left on this device: ${onlyHere(pending)}`, text, canRetry: true };
  }
  return {
    title: `The storage does not take what you do: ${onlyHere(pending)}`,
    text: `${sentence(first.message)} You can go on working. Export what is only here before you close the tab.`,
    canRetry: true,
  };
}

/** What is said of drafts that are gone. */
export function lossMessage({ drafts, seenAt }: RememberedDrafts): { readonly title: string; readonly text: string } {
  return {
    title:
      drafts === 1
        ? 'The draft that was stored here is gone'
        : `The ${drafts.toLocaleString('en')} drafts that were stored here are gone`,
    text: `${drafts === 1 ? 'It was' : 'They were'} here on ${exactTime(seenAt)}. Since then the browser has cleared or lost the storage of this page, and began an empty one. Import a backup to get back what is in it: nothing else can bring it back. To be safer from now on, ask the browser to keep what is stored, on the storage screen.`,
  };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** How full the storage is, from 0 to 1; null where the browser does not say. */
export function fillOf(status: StorageStatus | null): number | null {
  if (status === null || status.usageBytes === null || status.quotaBytes === null || status.quotaBytes <= 0)
    return null;
  return Math.min(1, status.usageBytes / status.quotaBytes);
}

export function isNearFull(status: StorageStatus | null): boolean {
  return (fillOf(status) ?? 0) > NEAR;
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** "12.4 MB": units of a thousand, three digits at most. */
function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toLocaleString('en', { maximumSignificantDigits: 3 })} ${UNITS[unit] ?? ''}`;
}

/** One digit below ten; what is used is never nothing. */
function formatPercent(fill: number): string {
  if (fill > 0 && fill < 0.001) return 'less than 0.1';
  return (fill * 100).toLocaleString('en', { maximumFractionDigits: fill < 0.1 ? 1 : 0 });
}

/** "12.4 MB of 2.1 GB are used, 0.6 %". */
export function describeUsage(status: StorageStatus): string {
  const fill = fillOf(status);
  if (status.usageBytes === null) return 'The browser does not say how much is used.';
  if (status.quotaBytes === null || fill === null)
    return `${formatBytes(status.usageBytes)} are used. The browser does not say how much room there is.`;
  return `${formatBytes(status.usageBytes)} of ${formatBytes(status.quotaBytes)} are used, ${formatPercent(fill)} %.`;
}
