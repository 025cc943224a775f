import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CODE_FOLDERS, OVERLAYS_FOLDER, PROJECT_FILE } from '#domain/code';

const run = promisify(execFile);
const GIT_TIMEOUT_MS = 10_000;

/** The commit that the files of a project are at; null outside of a repository, and without git. */
export async function commitOf(folder: string): Promise<{ readonly commit: string | null; readonly isDirty: boolean }> {
  const git = async (...args: readonly string[]) =>
    (await run('git', ['-C', folder, ...args], { timeout: GIT_TIMEOUT_MS })).stdout.trim();
  try {
    const commit = await git('rev-parse', 'HEAD');
    const changed = await git(
      'status',
      '--porcelain',
      '--',
      ...Object.values(CODE_FOLDERS),
      OVERLAYS_FOLDER,
      PROJECT_FILE,
    );
    return { commit, isDirty: changed !== '' };
  } catch {
    return { commit: null, isDirty: false };
  }
}
