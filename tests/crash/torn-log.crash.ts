import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAll } from './browser.ts';
import { ledger, type Fault } from './ledger.ts';
import { tornFiles } from './leveldb-tail.ts';
import { runBrowser } from './profile.ts';
import { serveSite, type Site } from './site.ts';

/** As a kill has left it: the sum, the length and the kind of a record of 94 bytes, and nothing of it. */
const HEAD = Buffer.from([0x3d, 0xb4, 0x44, 0xbe, 0x5e, 0x00, 0x01]);
const RECORD_BYTES = HEAD.length + 94;
/** LevelDB lays its logs out in blocks of this size, and a record that does not fit in the rest of one is damaged in another way. */
const BLOCK_BYTES = 32 * 1024;

describe('a log of Chromium’s own that ends in the beginning of a record', () => {
  let site: Site;
  beforeAll(async () => {
    site = await serveSite();
  });
  afterAll(async () => {
    await killAll();
    site.close();
  });

  /**
   * What visits find, each killed, when the ones before the tear leave such a log. How much a visit writes before it is killed depends on the machine:
   * there are as many visits as it takes.
   */
  async function visitsAround(
    isRenewing: boolean,
  ): Promise<{ readonly faults: readonly Fault[]; readonly said: readonly string[] }> {
    const profile = mkdtempSync(join(tmpdir(), 'mapledger-torn-'));
    const book = ledger();
    const faults: Fault[] = [];
    const said: string[] = [];
    const visit = () => {
      book.started();
      return runBrowser(profile, {
        said,
        addresses: [
          `${site.address}?${new URLSearchParams({ stream: 'draft/0', tab: '0', seed: '1', renew: isRenewing ? '1' : '0' })}`,
        ],
        killAfter: { workMs: 300 },
        onOpened: (report) => faults.push(...book.check('draft/0', report)),
        onSaved: (report) => book.saved('draft/0', report.events),
        onEnd: () => undefined,
      });
    };
    while (book.acknowledged <= 10 || !hasRoom(newestLog(profile))) await visit();
    const log = newestLog(profile);
    const tornBytes = statSync(log).size;
    appendFileSync(log, HEAD);
    expect(tornFiles(profile)).toHaveLength(1);
    await visit();
    // With less behind it, Chromium takes the head for the end of the log.
    while (!isRenewing && statSync(log).size < tornBytes + RECORD_BYTES) await visit();
    expect(faults).toEqual([]);
    await visit();
    rmSync(profile, { recursive: true, force: true });
    expect(book.acknowledged).toBeGreaterThan(10);
    return { faults, said };
  }

  it('is put away by the next visit, and nothing is lost', async () => {
    expect((await visitsAround(true)).faults).toEqual([]);
  });

  it('costs all databases of the site where it is not put away', async () => {
    const { faults, said } = await visitsAround(false);
    // Where a later Chromium has mended that, the renewal can go, and this says so.
    expect(faults[0]?.text).toContain('the database was begun anew');
    expect(said.join('\n')).toContain('checksum mismatch');
  });
});

function hasRoom(log: string): boolean {
  return (statSync(log).size % BLOCK_BYTES) + RECORD_BYTES <= BLOCK_BYTES;
}

function newestLog(profile: string): string {
  const root = join(profile, 'Default', 'IndexedDB');
  const folder = readdirSync(root).find((name) => name.endsWith('.leveldb')) ?? '';
  const logs = readdirSync(join(root, folder)).filter((name) => name.endsWith('.log'));
  return join(root, folder, logs.sort().at(-1) ?? '');
}
