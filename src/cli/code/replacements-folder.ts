import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** In the folder of a project: how far the replacements of its indices are, and what was sent for them. */
export const REPLACEMENTS_FOLDER = '.mapledger';

/** Whether an apply has ever replaced an index from this folder. */
export function hasReplacements(dir: string): boolean {
  return existsSync(join(dir, REPLACEMENTS_FOLDER));
}
