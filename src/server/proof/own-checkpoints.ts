import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { errorText } from '#domain/json';
import { parseCheckpoint, parseTrailLine, TrailFileError, type Checkpoint, type SignedCheckpoint } from '#domain/proof';
import { DataError } from '../sqlite/open-file.ts';
import type { TrailTree } from '../trail/trail-tree.ts';
import { isSignedByKey, type SigningKey } from './signing-key.ts';

/** Bytes at the end of a file in which its newest checkpoints are looked for: some hundred of them. */
const READ_BYTES = 256 * 1024;

export interface OwnCheckpointsOptions {
  readonly tree: TrailTree;
  readonly key: Pick<SigningKey, 'id'>;
  /** Where checkpoints were published, if that is a file. */
  readonly file?: string | undefined;
  /** Several servers have the trail, and may publish to one file: only checkpoints of this server's key count there. */
  readonly isShared: boolean;
}

/**
 * What the newest checkpoints that this server has signed, in its database and in the file where it publishes them, say
 * against its key or its trail, in a sentence each: that of an older copy of the database, say. Empty where they agree.
 * Cost: the end of the file, and what the tree has not taken in.
 * @throws DataError where the file can't be read
 */
export function contradictionsOf({ tree, key, file, isShared }: OwnCheckpointsOptions): readonly string[] {
  const [kept] = tree.checkpoints(1);
  const found: string[] = [];
  const size = tree.grow();
  const check = (place: string, checkpoints: readonly Checkpoint[]) => {
    const newest = checkpoints.findLast((each) => each.key === key.id) ?? checkpoints.at(-1);
    const reason = newest === undefined ? null : contradiction(newest, { tree, key, size });
    if (newest !== undefined && reason !== null) found.push(`The checkpoint of ${newest.at} in ${place} ${reason}.`);
  };
  check('the database', kept === undefined ? [] : signedOnes([kept]));
  if (file !== undefined)
    check(
      file,
      signedOnes(newestIn(file)).filter((each) => !isShared || each.key === key.id),
    );
  return found;
}

function contradiction(
  checkpoint: Checkpoint,
  { tree, key, size }: Pick<OwnCheckpointsOptions, 'tree' | 'key'> & { readonly size: number },
): string | null {
  if (checkpoint.key !== key.id) return `is signed with key ${checkpoint.key}, and this server has key ${key.id}`;
  if (checkpoint.size > size) return `is over ${checkpoint.size} events, and this trail has ${size}`;
  if (tree.root(checkpoint.size) === checkpoint.root) return null;
  return `is over ${checkpoint.size} events, and the first ${checkpoint.size} of this trail are others`;
}

function signedOnes(signed: readonly SignedCheckpoint[]): readonly Checkpoint[] {
  return signed.flatMap((each) => {
    const parsed = isSignedByKey(each) ? parseCheckpoint(each.text) : null;
    return parsed === null ? [] : [parsed];
  });
}

/** The checkpoints at the end of a file, oldest first. Other lines there are not the server's. */
function newestIn(file: string): readonly SignedCheckpoint[] {
  return endOf(file)
    .split('\n')
    .flatMap((line) => {
      try {
        const entry = parseTrailLine(line, 1);
        return entry.kind === 'checkpoint' ? [entry.checkpoint] : [];
      } catch (error) {
        if (error instanceof TrailFileError) return [];
        throw error;
      }
    });
}

function endOf(path: string): string {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const { size } = fstatSync(descriptor);
      const from = Math.max(0, size - READ_BYTES);
      const bytes = Buffer.alloc(size - from);
      return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, from));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    // Nothing was published yet.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw new DataError(`The checkpoint file ${path} can’t be read: ${errorText(error)}.`, { cause: error });
  }
}
