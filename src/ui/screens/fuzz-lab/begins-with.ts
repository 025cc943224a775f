import { formatJson } from '#domain/json';
import { readGiven } from '../../files/import-draft.ts';

/** A mapping or template that the cases of a run begin with: its name, and its text as JSON. */
export interface BeginsWith {
  readonly name: string;
  readonly text: string;
}

/**
 * The content of a file; for a log, its last version.
 * @throws the errors of `readGiven`
 */
export function beginsWithFile(name: string, text: string): BeginsWith {
  return { name, text: formatJson(readGiven(text).body) };
}
