import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { errorText, isObject, JsonTextError, parseJson } from '#domain/json';
import type { CorpusEntry } from '../../fuzz/case/target.ts';
import { InputError } from '../errors.ts';
import { readText } from '../input.ts';
import type { Terminal } from '../terminal.ts';

/** More files than this are not read: the cases would hardly meet one of them twice. */
const MAX_FILES = 10_000;

/**
 * The mappings and templates in the JSON files of a folder and its folders, in the order of their names; others are
 * reported and left out.
 * @throws InputError
 */
export async function readCorpusFolder(terminal: Terminal, folder: string): Promise<readonly CorpusEntry[]> {
  const entries: CorpusEntry[] = [];
  for (const file of await jsonFiles(folder)) {
    try {
      const value = parseJson(await readText(terminal, file));
      if (isObject(value)) entries.push({ name: relative(folder, file), body: value });
      else terminal.err(`${file}: left out: it is no JSON object\n`);
    } catch (error) {
      if (!(error instanceof JsonTextError || error instanceof InputError)) throw error;
      terminal.err(`${file}: left out: ${error.message}\n`);
    }
  }
  if (entries.length === 0) throw new InputError(folder, 'it has no JSON file of a mapping or a template');
  return entries;
}

async function jsonFiles(folder: string): Promise<readonly string[]> {
  try {
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = found.filter((entry) => entry.isFile() && entry.name.endsWith('.json'));
    if (files.length > MAX_FILES) throw new InputError(folder, `it has more than ${MAX_FILES} JSON files`);
    return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(folder, `it can’t be read: ${errorText(error)}`);
  }
}
