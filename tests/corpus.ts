import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson, type JsonObject } from '#domain/json';
import { isPlainObject, own } from '../src/fuzz/generate/walk.ts';

/** One file of the corpus, as its manifest names it. */
interface Entry {
  readonly file: string;
  readonly kind: string;
  readonly fields: number;
}

export interface CorpusFile extends Entry {
  readonly text: string;
  /** As the engine takes it. */
  readonly body: JsonObject;
}

/** Without the corpus the tests of it are skipped. */
const CORPUS = process.env['MAPLEDGER_CORPUS'] ?? join(import.meta.dirname, '../../shared/corpus');
export const NO_CORPUS =
  'there is no corpus of real mappings in ../shared/corpus; MAPLEDGER_CORPUS names another folder';

/** All real mappings, templates and bodies of tests, or undefined where there is no corpus. */
export function readCorpus(): readonly CorpusFile[] | undefined {
  if (!existsSync(join(CORPUS, 'manifest.json'))) return undefined;
  const { files } = JSON.parse(readFileSync(join(CORPUS, 'manifest.json'), 'utf8')) as {
    readonly files: readonly Entry[];
  };
  return files.map((entry) => {
    const text = readFileSync(join(CORPUS, entry.file), 'utf8');
    const value = parseJson(text);
    // A test of an engine has the body beside the call.
    const body = entry.kind.startsWith('rest-') && isPlainObject(value) ? own(value, 'body') : value;
    if (!isPlainObject(body)) throw new Error(`${entry.file} holds no body`);
    return { ...entry, text, body };
  });
}
