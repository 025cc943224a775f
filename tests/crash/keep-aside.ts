import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Of how many kills what was left is kept aside. */
const KEPT_ASIDE = 3;

/** Copies the databases of a profile as a kill has left them: whatever opens them next changes them. */
export function keepAside(profile: string, aside: string[]): void {
  const databases = join(profile, 'Default', 'IndexedDB');
  if (!existsSync(databases)) return;
  const copy = mkdtempSync(`${profile}-aside-`);
  cpSync(databases, copy, { recursive: true });
  aside.push(copy);
  for (const old of aside.splice(0, aside.length - KEPT_ASIDE)) rmSync(old, { recursive: true, force: true });
}
