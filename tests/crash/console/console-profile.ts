import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';
import type { Random } from '../../../src/fuzz/generate/random.ts';
import { drop } from '../../e2e/steps.ts';
import { startChromium, type StartedChromium } from '../browser.ts';
import { keepAside } from '../keep-aside.ts';
import type { Fault } from '../ledger.ts';
import { consoleLedger, type ConsoleLedger } from './console-ledger.ts';
import { longLog } from './long-log.ts';
import { work, type Done, type Habit } from './person.ts';
import { readStoredStreams } from './stored-streams.ts';
import { BINDING, installWitness, type Seen } from './witness.ts';

const TABS = 2;
/** Enough for a slow machine; what takes longer hangs. */
const PATIENCE_MS = 120_000;
/** Of the kills, one in so many comes while the browser starts or the tabs open, within this time of its start. */
const EARLY_KILLS = 3;
const LONGEST_START_MS = 2_500;
/** The others come within this time of the first change that is said to be saved: a busy machine needs longer until there is one. */
const LONGEST_WORK_MS = 2_500;
const LONGEST_UNTIL_SAVED_MS = 60_000;
/** After so many visits one more long log is dropped, which gives compaction work beside the two tabs. */
const VISITS_FOR_EACH_LOG = 8;
/** Of the later visits, one in so many goes to the tabs at once: what opens the database first is the console. */
const UNREAD_VISITS = 3;

export interface ConsoleOutcome {
  readonly kills: number;
  /** Kills before both tabs were at work. */
  readonly early: number;
  /** Kills after a change that the header says is saved. */
  readonly worked: number;
  readonly acknowledged: number;
  readonly found: number;
  readonly pages: number;
  readonly done: Done;
  readonly faults: readonly Fault[];
  /** Where there are faults: the profile, the databases as the last kills have left them, and what Chromium said. */
  readonly examine: {
    readonly profile: string;
    readonly aside: readonly string[];
    readonly said: readonly string[];
  } | null;
}

interface Profile {
  readonly folder: string;
  /** Of the console, without a slash at its end. */
  readonly base: string;
  readonly random: Random;
  readonly book: ConsoleLedger;
  readonly done: Done;
  readonly draftIds: string[];
  visits: number;
}

/** Works at the console in two tabs of a fresh profile, kills the browser and looks what is left, until that is not as it has to be. */
export async function killConsoleAgainAndAgain(
  base: string,
  random: Random,
  kills: number,
  onKill: (kill: number) => void,
): Promise<ConsoleOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-console-'));
  const profile: Profile = {
    folder,
    base,
    random,
    book: consoleLedger(),
    done: { given: 0, done: 0 },
    draftIds: [],
    visits: 0,
  };
  const faults: Fault[] = [];
  const said: string[] = [];
  const aside: string[] = [];
  let [early, worked, count] = [0, 0, 0];

  async function run(visit: Visit): Promise<void> {
    const outcome = await runVisit(profile, visit);
    said.push(...outcome.said);
    faults.push(...outcome.faults);
    if (outcome.hasSeenChange) worked++;
    if (visit.kind === 'early' && !outcome.isAtWork) early++;
    if (faults.length === 0) keepAside(folder, aside);
  }

  await run({ kind: 'first' });
  for (; count < kills && faults.length === 0; count++) {
    onKill(count);
    await run(
      random.below(EARLY_KILLS) === 0
        ? { kind: 'early', startMs: random.below(LONGEST_START_MS) }
        : { kind: 'work', workMs: random.below(LONGEST_WORK_MS) },
    );
  }
  if (faults.length === 0) await run({ kind: 'last' });
  if (faults.length === 0) for (const old of [folder, ...aside]) rmSync(old, { recursive: true, force: true });
  const { book, done } = profile;
  return {
    kills: count,
    early,
    worked,
    acknowledged: book.acknowledged,
    found: book.found,
    pages: book.pages,
    done,
    faults,
    examine: faults.length === 0 ? null : { profile: folder, aside, said },
  };
}

type Visit =
  /** Brings two long logs, so that all later visits have two drafts to edit. */
  | { readonly kind: 'first' }
  /** Killed while the browser starts or the tabs open, so many milliseconds after the start. */
  | { readonly kind: 'early'; readonly startMs: number }
  | { readonly kind: 'work'; readonly workMs: number }
  /** Reads all there is. */
  | { readonly kind: 'last' };

interface VisitOutcome {
  readonly isAtWork: boolean;
  /** Whether the header said of a change in it that it is saved. */
  readonly hasSeenChange: boolean;
  readonly faults: readonly Fault[];
  readonly said: readonly string[];
}

async function runVisit(profile: Profile, visit: Visit): Promise<VisitOutcome> {
  profile.visits++;
  const browser = startChromium(profile.folder);
  const life = { isKilled: false, isAtWork: false };
  const { acknowledged } = profile.book;
  const faults: Fault[] = [];
  const script = play(profile, visit, browser, life, faults);
  // It goes on beside the kill, and fails when that comes.
  script.catch(() => undefined);
  const patience = new AbortController();
  const tooLong = wait(PATIENCE_MS, undefined, { signal: patience.signal }).then(
    () => Promise.reject(new Error(`The tabs were not at work within ${PATIENCE_MS} ms.`)),
    () => undefined,
  );
  try {
    // A script that fails before the kill is a failure of the run.
    await Promise.race([
      visit.kind === 'early' ? Promise.race([wait(visit.startMs), script.then(() => wait(visit.startMs))]) : script,
      tooLong,
    ]);
  } finally {
    life.isKilled = true;
    patience.abort();
    await browser.kill();
  }
  const { said } = browser;
  if (said.some((line) => /corrupt|recover|recreat/i.test(line)))
    faults.push({ kind: 'corrupt', text: `Chromium said: ${said.join('\n')}` });
  return { isAtWork: life.isAtWork, hasSeenChange: profile.book.acknowledged > acknowledged, faults, said };
}

interface Life {
  isKilled: boolean;
  isAtWork: boolean;
}

async function play(
  profile: Profile,
  visit: Visit,
  browser: StartedChromium,
  life: Life,
  faults: Fault[],
): Promise<void> {
  const { random, book, visits } = profile;
  const context = await browser.connect();
  const isRead = visit.kind === 'last' || (visit.kind === 'work' && random.below(UNREAD_VISITS) > 0);
  if (isRead) {
    faults.push(...(await read(profile, context, visit.kind === 'last')));
    if (faults.length > 0 || visit.kind === 'last') return;
  }
  const seenBy = new Map<Page, (seen: Seen) => void>();
  await context.exposeBinding(BINDING, ({ page }, text: string) => seenBy.get(page)?.(JSON.parse(text) as Seen));
  await context.addInitScript(`(${installWitness.toString()})(${JSON.stringify(BINDING)})`);
  const pages = [context.pages()[0] ?? (await context.newPage())];
  while (pages.length < TABS) pages.push(await context.newPage());
  if (visit.kind === 'first') {
    for (const page of pages) await bringLog(profile, page);
    return;
  }
  const isBringing = visit.kind === 'work' && visits % VISITS_FOR_EACH_LOG === 0;
  const drafts = chooseDrafts(profile);
  await Promise.all(
    pages.map(async (page, tab) => {
      if (isBringing && tab === 0) await bringLog(profile, page);
      const draftId = isBringing && tab === 0 ? (profile.draftIds.at(-1) ?? '') : (drafts[tab] ?? '');
      const seen = book.visit(draftId);
      seenBy.set(page, (what) => {
        if (what.draftId === draftId) seen.saw(what);
      });
      await page.goto(`${profile.base}/drafts/${draftId}`);
      const gone = page.getByRole('heading', { name: 'There is no such draft on this device' });
      await page.getByRole('treegrid', { name: 'Fields' }).or(gone).waitFor({ timeout: PATIENCE_MS });
      if (await gone.isVisible())
        faults.push({ kind: 'lost', text: `There is no such draft on this device: ${draftId}` });
    }),
  );
  if (faults.length > 0) return;
  life.isAtWork = true;
  const acknowledged = book.acknowledged;
  const habits: readonly (readonly Habit[])[] = [
    ['editor', 'editor'],
    ['editor', 'reader'],
    ['reader', 'editor'],
  ];
  const [habit] = [random.pick(habits)];
  const working = Promise.all(
    pages.map((page, tab) =>
      work(page, random, habit[tab] ?? 'editor', `v${visits}t${tab}`, profile.done, () => life.isKilled),
    ),
  );
  working.catch(() => undefined);
  if (visit.kind !== 'work') return;
  const end = performance.now() + LONGEST_UNTIL_SAVED_MS;
  while (book.acknowledged === acknowledged && performance.now() < end) await wait(10);
  await wait(visit.workMs);
}

/** Both tabs on one draft, or each on its own, as it comes; most of the time among the newest two. */
function chooseDrafts({ random, draftIds }: Profile): readonly string[] {
  const newest = draftIds.slice(-2);
  const one = random.pick(newest);
  const other = newest.find((id) => id !== one) ?? one;
  return [one, random.below(2) === 0 ? one : other];
}

/** Drops a long log on the list of drafts, and waits until that is saved. */
async function bringLog({ base, book, draftIds }: Profile, page: Page): Promise<void> {
  const log = longLog(draftIds.length);
  await page.goto(`${base}/drafts`);
  await page.getByRole('heading', { name: 'Drafts', level: 1 }).waitFor({ timeout: PATIENCE_MS });
  await drop(page, `${log.name}.ndjson`, log.file);
  // A file that is loaded as a draft is opened; that the list of drafts is saved is said by the list.
  await page.waitForURL(/\/drafts\/./, { timeout: PATIENCE_MS });
  // Somebody else's log becomes a draft of its own.
  const draftId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('navigation').getByRole('link', { name: 'Drafts', exact: true }).click();
  await page.getByRole('link', { name: log.name, exact: true }).waitFor({ timeout: PATIENCE_MS });
  await page.getByText('Saved', { exact: true }).waitFor({ timeout: PATIENCE_MS });
  draftIds.push(draftId);
  book.imported({ ...log, stream: `draft/${draftId}` });
}

/** Before any tab of the console is open. */
async function read({ base, book }: Profile, context: BrowserContext, isWhole: boolean): Promise<readonly Fault[]> {
  const page = context.pages()[0] ?? (await context.newPage());
  const bare = `${new URL(base).origin}/bare`;
  await page.route(bare, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,"><title>Bare</title>' }),
  );
  await page.goto(bare);
  const faults = [...book.check(await readStoredStreams(page, book.from(), false))];
  if (isWhole) faults.push(...book.checkWhole(await readStoredStreams(page, {}, true)));
  await page.unroute(bare);
  return faults;
}
