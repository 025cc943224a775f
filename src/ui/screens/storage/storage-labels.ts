import { formatSize, countOf } from '#domain/console';
import {
  StorageClosedError,
  StorageFullError,
  type RememberedDrafts,
  type StorageClosure,
  type StorageStatus,
} from '#domain/ports';
import { exactTime } from '../../files/relative-time.ts';
import { errorWords } from '../../platform/error-words.ts';
import type { UnsavedDocument } from '../../platform/open-documents.ts';

/** Share of the quota from which the storage counts as nearly full. */
const NEAR = 0.8;

/** An alarm about the storage, shown on every screen. */
export interface StorageAlarm {
  readonly title: string;
  readonly text: string;
  /** Whether trying again can help, rather than loading the page again. */
  readonly canRetry: boolean;
}

const CLOSED: Readonly<
  Record<Exclude<StorageClosure, 'interrupted'>, { readonly what: string; readonly next: string }>
> = {
  closed: { what: 'The storage was closed', next: 'Export unsaved changes, then reload the page.' },
  outdated: {
    what: 'A newer version of Mapledger in another tab has updated the storage',
    next: 'Saved data is kept. Export unsaved changes, then reload the page to use the newer version.',
  },
  deleted: {
    what: 'The storage was deleted',
    next: 'You can keep working, but changes are only in memory. Open documents are still complete: export their logs, reload the page, then import them as drafts.',
  },
  terminated: {
    what: 'The browser revoked access to the storage',
    next: 'You can keep working, but changes are only in memory. Open documents are still complete: export their logs, then reload the page.',
  },
};

function onlyHere(pending: number): string {
  return countOf(pending, 'unsaved change');
}

/** The alarm for the state of the storage and of the documents; null where there is none. */
export function alarmOf(problem: StorageClosure | null, unsaved: readonly UnsavedDocument[]): StorageAlarm | null {
  const pending = unsaved.reduce((sum, document) => sum + document.pending, 0);
  const errors = unsaved.map(({ error }) => error);
  const reasons = errors.flatMap((error) => (error instanceof StorageClosedError ? error.reason : []));
  const closure = problem ?? reasons.find((reason) => reason !== 'interrupted') ?? null;
  if (closure !== null && closure !== 'interrupted') {
    const { what, next } = CLOSED[closure];
    return {
      title: `${what}: ${pending === 0 ? 'changes can’t be saved' : onlyHere(pending)}`,
      text: next,
      canRetry: false,
    };
  }
  const [first] = errors;
  if (first === undefined) return null;
  if (errors.some((error) => error instanceof StorageFullError)) {
    const text =
      'Saved data is kept and you can keep working. Free up disk space or delete the data of other sites; saving is retried every 30 seconds and when you return to this tab. Export unsaved changes before you close it.';
    return { title: `No disk space left: ${onlyHere(pending)}`, text, canRetry: true };
  }
  if (reasons.length > 0)
    return {
      title: `The browser interrupted saving: ${onlyHere(pending)}`,
      text: 'This happens when the disk is full. Saved data is kept and you can keep working. Free up disk space; saving is retried every 30 seconds and when you return to this tab. Export unsaved changes before you close it.',
      canRetry: true,
    };
  return {
    title: `Saving failed: ${onlyHere(pending)}`,
    text: `${sentence(errorWords(first))} You can keep working. Export unsaved changes before you close the tab.`,
    canRetry: true,
  };
}

/**
 * Whether a server has drafts: `listed` where it lists some, `unproved` where it lists none, because it lists only
 * drafts whose author is proved; null where that is not known, such as where the server records nothing.
 */
export type OnServer = 'listed' | 'unproved' | null;

/** The message about drafts that are gone. */
export function lossMessage(
  { drafts, seenAt }: RememberedDrafts,
  onServer: OnServer,
): { readonly title: string; readonly text: string } {
  const it = drafts === 1 ? 'it' : 'them';
  const next =
    onServer === 'listed'
      ? 'The server still has drafts: restore them on the Drafts screen, or import a backup.'
      : onServer === 'unproved'
        ? `The server may have recorded ${it}: restore ${it} with your recovery code in Settings, or import a backup.`
        : `Import a backup to restore ${it}. If a server records your changes, the Drafts screen offers to restore ${it} once it can be reached.`;
  return {
    title:
      drafts === 1
        ? 'The draft on this device is gone'
        : `The ${drafts.toLocaleString('en')} drafts on this device are gone`,
    text: `${drafts === 1 ? 'It was' : 'They were'} last seen on ${exactTime(seenAt)}. Since then, the browser has deleted or lost this site’s storage. ${next} To prevent this, request persistent storage on the Storage screen.`,
  };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** How full the storage is, from 0 to 1; null where the browser does not report it. */
export function fillOf(status: StorageStatus | null): number | null {
  if (status === null || status.usageBytes === null || status.quotaBytes === null || status.quotaBytes <= 0)
    return null;
  return Math.min(1, status.usageBytes / status.quotaBytes);
}

export function isNearFull(status: StorageStatus | null): boolean {
  return (fillOf(status) ?? 0) > NEAR;
}

/** A percentage with one decimal below ten; usage above 0 is never shown as 0. */
function formatPercent(fill: number): string {
  if (fill > 0 && fill < 0.001) return 'less than 0.1';
  return (fill * 100).toLocaleString('en', { maximumFractionDigits: fill < 0.1 ? 1 : 0 });
}

/** "12 MB of 2.0 GB used (0.6%)." */
export function describeUsage(status: StorageStatus): string {
  const fill = fillOf(status);
  if (status.usageBytes === null) return 'The browser doesn’t report disk usage.';
  if (status.quotaBytes === null || fill === null)
    return `${formatSize(status.usageBytes)} used. The browser doesn’t report the available space.`;
  return `${formatSize(status.usageBytes)} of ${formatSize(status.quotaBytes)} used (${formatPercent(fill)}%).`;
}
