import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { InputError, UnavailableError } from './errors.ts';
import { withOwnFolder } from './own-folder.ts';

function failing(error: Error) {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-own-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return withOwnFolder(folder, () => Promise.reject(error));
}

it.each(['SQLITE_FULL', 'ENOSPC'])('says that the folder can’t be used where it failed with %s', async (code) => {
  const failed = failing(Object.assign(new Error('no room'), { code }));
  await expect(failed).rejects.toBeInstanceOf(UnavailableError);
  await expect(failed).rejects.toThrow(/^The data folder .* can’t be used: no room$/);
});

it.each([new InputError('a.json', 'it is empty'), new TypeError('undefined is not a function')])(
  'blames no folder for what went wrong in the work on it: %s',
  async (error) => {
    await expect(failing(error)).rejects.toBe(error);
  },
);
