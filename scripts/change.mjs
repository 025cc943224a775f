// What a commit changes, by git.
import { spawnSync } from 'node:child_process';
import { fail, root } from './prepare.mjs';

/** The commit that a change is compared with: the one named, or where this branch left origin/main. Undefined where there is none but the present one. */
export function baseOf(named = process.env.CI_BASE) {
  const head = git('rev-parse', 'HEAD');
  const base = named
    ? git('rev-parse', '--verify', '--quiet', `${named}^{commit}`)
    : git('merge-base', 'HEAD', 'origin/main');
  if (named && base === undefined) fail(`${named} names no commit.`);
  return base === head ? undefined : base;
}

/** Paths that differ from a commit, in the working tree too, relative to the root. */
export function changedPaths(base) {
  const changed = git('diff', '--name-only', '--no-renames', base) ?? '';
  const added = git('ls-files', '--others', '--exclude-standard') ?? '';
  return [...new Set(`${changed}\n${added}`.split('\n').filter(Boolean))];
}

/** The hash of the present commit; zeros where this is no checkout. */
export function presentCommit() {
  return git('rev-parse', 'HEAD') ?? '0'.repeat(40);
}

/** What git answers, without its last line end; undefined where it fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
