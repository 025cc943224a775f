import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { LogFaultError } from '#domain/log';
import { InputError, UnavailableError } from './errors.ts';
import { withOwnFolder } from './own-folder.ts';

function failing(error: Error) {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-own-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return withOwnFolder(folder, () => Promise.reject(error));
}

it.each([
  Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }),
  Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
  // A fault of the records in it.
  new LogFaultError(5, 'its hash is that of another record'),
])('says that the folder can’t be used, and why: %s', async (error) => {
  const failed = failing(error);
  await expect(failed).rejects.toBeInstanceOf(UnavailableError);
  await expect(failed).rejects.toThrow(new RegExp(`^The data folder .* can’t be used: ${error.message}$`));
});

it.each([new InputError('a.json', 'it is empty'), new TypeError('undefined is not a function')])(
  'blames no folder for what went wrong in the work on it: %s',
  async (error) => {
    await expect(failing(error)).rejects.toBe(error);
  },
);
