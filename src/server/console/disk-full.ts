import { StorageFullError } from '#domain/ports';

/** How SQLite and the system call a disk that has no room. */
const FULL = /^(?:SQLITE_FULL|ENOSPC|EDQUOT)/;
/** How many errors deep the reason is looked for. */
const MAX_CAUSES = 5;

/** The message for callers: which disk is full, and that nothing is lost. It must not contain paths of the server. */
export const DISK_FULL =
  'The disk of the server is full, the one with its data folder. Nothing was recorded. What is there can be read. Free up space on it, then try again.';

export const DISK_WAS_FULL =
  'The disk of the server is full, or was when it started. Nothing was sent or recorded. What is there can be read. Free up space on it, then start the server again.';

/** Whether something failed since the disk has no room. */
export function isDiskFull(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++, cause = cause.cause) {
    if (cause instanceof StorageFullError || ('code' in cause && FULL.test(String(cause.code)))) return true;
  }
  return false;
}
