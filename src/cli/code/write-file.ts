import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorText } from '#domain/json';
import { UnavailableError } from '../errors.ts';

/** Writes a whole file or nothing: a run that is killed leaves the old one. @throws UnavailableError */
export async function replaceFile(file: string, text: string, mode = 0o644): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(beside, text, { mode, flag: 'wx' });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw new UnavailableError(`${file} can’t be written: ${errorText(error)}`);
  }
}
