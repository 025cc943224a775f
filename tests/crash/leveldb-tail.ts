import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Chromium (156) goes on writing to the log of LevelDB that the last start left ("Reusing old log" in its LOG), also behind
// the beginning of a record that was never finished. One start later it finds that sums do not fit, and deletes all databases of
// the site (https://github.com/google/leveldb/issues/1287). LevelDB writes a record's head and its content apart, and
// a kill between them was seen to leave 7 bytes. So the suite counts such ends and says so beside what is lost; torn-log.crash.ts makes
// one, and shows that ../../src/infra/browser-log-renewal.ts averts it.

const BLOCK = 32 * 1024;
const HEAD = 7;
const FULL = 1;
const LAST = 4;

/** A file of LevelDB that ends in the middle of a record. */
export interface TornFile {
  readonly file: string;
  readonly sizeBytes: number;
  /** Where the last whole record ends. */
  readonly soundBytes: number;
}

/** The torn ones among the logs and manifests of what the origins of a profile keep in IndexedDB. */
export function tornFiles(profile: string): readonly TornFile[] {
  const root = join(profile, 'Default', 'IndexedDB');
  if (!existsSync(root)) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.endsWith('.leveldb'))
    .flatMap(({ name }) => readdirSync(join(root, name)).map((file) => join(root, name, file)))
    .filter((file) => /(\.log|MANIFEST-\d+)$/.test(file))
    .flatMap((file) => {
      const content = readFileSync(file);
      const soundBytes = soundEnd(content);
      return soundBytes < content.length ? [{ file, sizeBytes: content.length, soundBytes }] : [];
    });
}

/** https://github.com/google/leveldb/blob/main/doc/log_format.md; sums are not checked. */
function soundEnd(content: Buffer): number {
  let end = 0;
  for (let at = 0; ;) {
    const left = BLOCK - (at % BLOCK);
    // The rest of a block that has no room for a head is filled with zeros.
    if (left < HEAD) {
      if (end === at) end = Math.min(at + left, content.length);
      at += left;
      continue;
    }
    if (at + HEAD > content.length) return end;
    const next = at + HEAD + content.readUInt16LE(at + 4);
    if (next > content.length) return end;
    const type = content.readUInt8(at + 6);
    if (type === FULL || type === LAST) end = next;
    at = next;
  }
}
