import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../src/fuzz/generate/random.ts';
import { startChromium } from './browser.ts';
import { keepAside } from './keep-aside.ts';
import { ledger, type Fault } from './ledger.ts';
import { tornFiles, type TornFile } from './leveldb-tail.ts';
import { BINDING, type OpenedReport, type SavedReport, type TabReport } from './protocol.ts';

/** Enough for a slow machine; what takes longer hangs. */
const PATIENCE_MS = 90_000;
/** Kills while there is work come within this time of its beginning, most of them early. */
const LONGEST_WORK_MS = 1_500;
/** Of the kills, one in so many comes while the browser starts or the tabs open, within this time of its start. */
const EARLY_KILLS = 8;
const LONGEST_START_MS = 1_500;
/** `CRASH_RENEW=0` leaves Chromium's own log as a kill has left it. */
const RENEW = process.env['CRASH_RENEW'] ?? '1';
/** Then two new streams are begun, so that opening stays fast; the old ones must stay as they are. */
const KILLS_FOR_EACH_STREAM = 6;

export interface Outcome {
  readonly kills: number;
  /** Kills before both tabs were at work. */
  readonly early: number;
  /** Kills that tore a log of Chromium's own. */
  readonly torn: number;
  readonly acknowledged: number;
  readonly found: number;
  readonly given: number;
  readonly accepted: number;
  readonly parked: number;
  readonly visits: { readonly later: number; readonly remembered: number };
  readonly faults: readonly Fault[];
  /**
   * Where there are faults: the profile, the files of Chromium's own that kills have torn in it, what the databases were after the
   * last kills, before anything opened them again, and what Chromium said.
   */
  readonly examine: {
    readonly profile: string;
    readonly torn: readonly TornFile[];
    readonly aside: readonly string[];
    readonly said: readonly string[];
  } | null;
}

/** Works in two tabs of a fresh profile, kills the browser and looks what is left, again and again. */
export async function killAgainAndAgain(site: string, random: Random, kills: number): Promise<Outcome> {
  const profile = mkdtempSync(join(tmpdir(), 'mapledger-crash-'));
  const book = ledger();
  const faults: Fault[] = [];
  const torn: TornFile[] = [];
  const aside: string[] = [];
  const said: string[] = [];
  const sums = { early: 0, torn: 0, given: 0, accepted: 0, parked: 0 };
  const pairs = Array.from(
    { length: Math.ceil(kills / KILLS_FOR_EACH_STREAM) },
    (_, index) => [`draft/${index}`, `draft/${index}b`] as const,
  );

  /** With a stream for each tab, which may be the same one. */
  async function killOnce(streams: readonly string[], killAfter: KillAfter): Promise<void> {
    book.started();
    const atWork = await runBrowser(profile, {
      said,
      addresses: streams.map(
        (stream, tab) =>
          `${site}?${new URLSearchParams({ stream, tab: String(tab), seed: String(random.below(2 ** 31)), renew: RENEW, busy: '1' })}`,
      ),
      killAfter,
      onOpened: (report) => faults.push(...book.check(streams[report.tab] ?? '', report)),
      onSaved: (report) => book.saved(streams[report.tab] ?? '', report.events),
      onEnd(last) {
        for (const { given, accepted, parked } of last) {
          sums.given += given;
          sums.accepted += accepted;
          sums.parked += parked;
        }
      },
    });
    if (!atWork) sums.early++;
    const files = tornFiles(profile);
    if (files.length > 0) sums.torn++;
    torn.push(...files);
    if (faults.length === 0) keepAside(profile, aside);
  }

  for (let kill = 0; kill < kills && faults.length === 0; kill++) {
    const isEarly = random.below(EARLY_KILLS) === 0;
    const pair = pairs[Math.floor(kill / KILLS_FOR_EACH_STREAM)] ?? ['', ''];
    await killOnce(
      [pair[0], random.pick(pair)],
      isEarly
        ? { startMs: random.below(LONGEST_START_MS) }
        : { workMs: Math.floor(random.next() ** 2 * LONGEST_WORK_MS) },
    );
  }
  const { early, ...work } = sums;
  // Once more, all that was ever written.
  for (const pair of faults.length === 0 ? pairs : []) await killOnce(pair, { workMs: 0 });
  // A profile that shows a fault is kept, to be looked at.
  if (faults.length === 0) for (const folder of [profile, ...aside]) rmSync(folder, { recursive: true, force: true });
  return {
    kills,
    early,
    ...work,
    visits: book.visits,
    acknowledged: book.acknowledged,
    found: book.found,
    faults,
    examine: faults.length === 0 ? null : { profile, torn, aside, said },
  };
}

type KillAfter = { readonly startMs: number } | { readonly workMs: number };

interface Run {
  /** Takes what Chromium says of its storage. */
  readonly said: string[];
  readonly addresses: readonly string[];
  readonly killAfter: KillAfter;
  readonly onOpened: (report: OpenedReport) => void;
  readonly onSaved: (report: SavedReport) => void;
  /** With what each tab said last. */
  readonly onEnd: (last: readonly SavedReport[]) => void;
}

/** Runs the browser from its start until it is killed; resolves with whether the tabs were at work by then. */
export async function runBrowser(
  profile: string,
  { said, addresses, killAfter, onOpened, onSaved, onEnd }: Run,
): Promise<boolean> {
  const browser = startChromium(profile);
  const failure = deferred<never>();
  const allOpened = deferred<undefined>();
  const disconnected = deferred<undefined>();
  const last = new Map<number, SavedReport>();
  let [opened, isKilled, isConnected] = [0, false, false];

  async function receive(report: TabReport): Promise<void> {
    if (report.kind === 'saved') {
      last.set(report.tab, report);
      onSaved(report);
      return;
    }
    // What a tab says while everything around it is dying is no news.
    if (isKilled) return;
    if (report.kind === 'problem') {
      failure.reject(new Error(`Tab ${report.tab}: ${report.text}`));
      return;
    }
    onOpened(report);
    opened++;
    if (opened === addresses.length) allOpened.resolve(undefined);
    await allOpened.promise;
  }

  async function open(): Promise<void> {
    const context = await browser.connect();
    isConnected = true;
    context.once('close', () => disconnected.resolve(undefined));
    await context.exposeBinding(BINDING, (_source, text: string) => receive(JSON.parse(text) as TabReport));
    const pages = [context.pages()[0] ?? (await context.newPage())];
    while (pages.length < addresses.length) pages.push(await context.newPage());
    await Promise.all(pages.map((page, tab) => page.goto(addresses[tab] ?? '')));
  }

  open().catch((error: unknown) => {
    if (!isKilled) failure.reject(error);
  });
  const patience = new AbortController();
  const moment =
    'startMs' in killAfter ? wait(killAfter.startMs) : allOpened.promise.then(() => wait(killAfter.workMs));
  const tooLong = wait(PATIENCE_MS, undefined, { signal: patience.signal }).then(
    () => Promise.reject(new Error(`The tabs have not opened within ${PATIENCE_MS} ms.`)),
    () => undefined,
  );
  try {
    await Promise.race([moment, failure.promise, tooLong]);
  } finally {
    isKilled = true;
    patience.abort();
    await browser.kill();
    said.push(...browser.said);
  }
  // What was said before the end is still being read.
  if (isConnected) await disconnected.promise;
  onEnd([...last.values()]);
  return opened === addresses.length;
}

interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** `Promise.withResolvers`, which Node 20 lacks. */
function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((...functions) => {
    [resolve, reject] = functions;
  });
  return { promise, resolve, reject };
}
