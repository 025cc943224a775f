import { looksLikeTrail, NO_LINE_END, otherForm, parseTrailLine, TrailFileError, type TrailLine } from '#domain/proof';
import { DamagedLineError, InputError } from './errors.ts';
import { nameOf, readLines, type Line } from './input.ts';
import { progressOf, type Terminal } from './terminal.ts';

/** All lines of one file together, in characters: a trail is verified as a whole. */
const MAX_TRAIL_LENGTH = 2 * 1024 * 1024 * 1024;
/** Lines of a backup that say which stream follows. */
const BACKUP_LINE = /^\{"(?:mapledgerBackup|stream)":/;

/** What a line holds; null for a line of a backup that holds no event. @throws InputError */
export function entryOf({ text, number, isLast }: Line, name: string): TrailLine | null {
  if (BACKUP_LINE.test(text)) return null;
  try {
    return { ...parseTrailLine(text, number), line: number };
  } catch (error) {
    if (!(error instanceof TrailFileError)) throw error;
    const reason = isLast ? `the file ends in the middle of it (${error.reason})` : error.reason;
    if (number === 1 && !looksLikeTrail(text))
      throw new InputError(name, `it is not an exported log, a trail or a backup: ${reason}`, number);
    throw new DamagedLineError(name, reason, number);
  }
}

/** Whether a file is an exported log, a trail or a backup by its first line, also where it is damaged. */
export function beginsLikeTrail({ text }: Line): boolean {
  return BACKUP_LINE.test(text) || looksLikeTrail(text);
}

/** @throws InputError */
function refuseOtherForm({ number, isLast, extra }: Line, name: string): void {
  if (extra !== null) throw new DamagedLineError(name, otherForm(extra), number);
  if (isLast) throw new DamagedLineError(name, NO_LINE_END, number);
}

interface ReadTrailOptions {
  /** Line ends and a byte order mark may be those of another program. */
  readonly isAnyForm?: boolean;
}

/**
 * Every entry of a log, a backup or a trail. A file has exactly one form, so that no byte of it can change unnoticed.
 * @throws InputError
 */
export async function readTrail(
  terminal: Terminal,
  file: string,
  { isAnyForm = false }: ReadTrailOptions = {},
): Promise<readonly TrailLine[]> {
  const entries: TrailLine[] = [];
  const progress = progressOf(terminal, `Reading ${nameOf(file)}`, 'lines');
  let length = 0;
  for await (const line of readLines(terminal, file)) {
    length += line.text.length;
    if (length > MAX_TRAIL_LENGTH)
      throw new InputError(
        nameOf(file),
        `it is longer than ${MAX_TRAIL_LENGTH} characters; verify it stream by stream`,
      );
    const entry = entryOf(line, nameOf(file));
    if (!isAnyForm) refuseOtherForm(line, nameOf(file));
    if (entry !== null) entries.push(entry);
    progress.at(line.number);
  }
  progress.done();
  return entries;
}
