import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Random } from '../../../src/fuzz/generate/random.ts';
import { openNewDraft, rename } from '../../e2e/steps.ts';
import { startChromium, type StartedChromium } from '../browser.ts';
import type { Fault } from '../ledger.ts';
import { work } from './person.ts';
import { SETTINGS_FORM, TYPED_FORMS, TYPED_MAPPINGS } from './typed-forms.ts';
import { typedLedger } from './typed-ledger.ts';
import { checkTyped, type, type TypedDocument } from './typist.ts';

/** Enough for a slow machine; what takes longer hangs. */
const PATIENCE_MS = 180_000;
/** Of the kills, one in so many comes while the browser starts, opens the tabs or looks what is there. */
const EARLY_KILLS = 5;
const LONGEST_START_MS = 4_000;
/** The others come within this time of the first letter. */
const LONGEST_WORK_MS = 3_000;
/** Of the visits that type, one in so many has the settings of an index in its second tab, and as many somebody who changes the same document. */
const COMPANIES = 3;

export interface TypistOutcome {
  readonly kills: number;
  /** Kills before anything was typed. */
  readonly early: number;
  readonly letters: number;
  /** Texts that were compared. */
  readonly checked: number;
  /** Of the texts that were found short: how old the oldest part that is missing was at the kill. */
  readonly lostMs: readonly number[];
  readonly faults: readonly Fault[];
  /** Where there are faults: the profile. */
  readonly examine: string | null;
}

interface Profile {
  readonly folder: string;
  /** Of the console, without a slash at its end. */
  readonly base: string;
  readonly random: Random;
  readonly settings: TypedDocument;
  drafts: readonly TypedDocument[];
  letters: number;
}

/** Types into forms in two tabs of a fresh profile without applying it, kills the browser and looks what is there, until that is not as it has to be. */
export async function killTypistAgainAndAgain(
  base: string,
  index: string,
  random: Random,
  kills: number,
  onKill: () => void,
): Promise<TypistOutcome> {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-typist-'));
  const profile: Profile = {
    folder,
    base,
    random,
    settings: {
      address: `${base}/indices/${index}?tab=edit_settings`,
      forms: [SETTINGS_FORM],
      ledger: typedLedger(`settings of ${index}`),
    },
    drafts: [],
    letters: 0,
  };
  const faults: Fault[] = [];
  let [early, count] = [0, 0];
  await visit(profile, { kind: 'first' });
  for (; count < kills && faults.length === 0; count++) {
    const { isAtWork, found } = await visit(
      profile,
      random.below(EARLY_KILLS) === 0
        ? { kind: 'early', startMs: random.below(LONGEST_START_MS) }
        : { kind: 'type', workMs: random.below(LONGEST_WORK_MS) },
    );
    faults.push(...found);
    if (!isAtWork) early++;
    onKill();
  }
  if (faults.length === 0) faults.push(...(await visit(profile, { kind: 'last' })).found);
  if (faults.length === 0) rmSync(folder, { recursive: true, force: true });
  const ledgers = [profile.settings, ...profile.drafts].map(({ ledger }) => ledger);
  return {
    kills: count,
    early,
    letters: profile.letters,
    checked: ledgers.reduce((sum, { checked }) => sum + checked, 0),
    lostMs: ledgers.flatMap(({ lostMs }) => lostMs),
    faults,
    examine: faults.length === 0 ? null : folder,
  };
}

type Visit =
  /** Makes the drafts. */
  | { readonly kind: 'first' }
  /** Killed so many milliseconds after its start, wherever it is by then. */
  | { readonly kind: 'early'; readonly startMs: number }
  /** Killed so many milliseconds after the first letter. */
  | { readonly kind: 'type'; readonly workMs: number }
  /** Looks at all there is. */
  | { readonly kind: 'last' };

async function visit(
  profile: Profile,
  what: Visit,
): Promise<{ readonly isAtWork: boolean; readonly found: readonly Fault[] }> {
  const browser = startChromium(profile.folder);
  const life = { isKilled: false };
  const found: Fault[] = [];
  const before = profile.letters;
  const script = play(profile, what, browser, life, found);
  // It goes on beside the kill, and fails when that comes.
  script.catch(() => undefined);
  const patience = new AbortController();
  const tooLong = wait(PATIENCE_MS, undefined, { signal: patience.signal }).then(
    () => Promise.reject(new Error(`The visit has not come to its end within ${PATIENCE_MS} ms.`)),
    () => undefined,
  );
  try {
    await Promise.race([
      what.kind === 'early' ? Promise.race([wait(what.startMs), script.then(() => wait(what.startMs))]) : script,
      tooLong,
    ]);
  } finally {
    life.isKilled = true;
    patience.abort();
    const killedAt = Date.now();
    await browser.kill();
    for (const { ledger } of [...profile.drafts, profile.settings]) ledger.killed(killedAt);
  }
  return { isAtWork: profile.letters > before, found };
}

async function play(
  profile: Profile,
  what: Visit,
  browser: StartedChromium,
  life: { readonly isKilled: boolean },
  found: Fault[],
): Promise<void> {
  const { random } = profile;
  const context = await browser.connect();
  const page = context.pages()[0] ?? (await context.newPage());
  await page.setViewportSize({ width: 1440, height: 900 });
  if (what.kind === 'first') return makeDrafts(profile, page);
  const isOver = () => life.isKilled;
  const check = async (tab: Page, document: TypedDocument) =>
    void found.push(...(await checkTyped(tab, document, isOver)));
  if (what.kind === 'last') {
    for (const document of [...profile.drafts, profile.settings]) await check(page, document);
    return;
  }
  const [one, another] = random.below(2) === 0 ? profile.drafts : profile.drafts.toReversed();
  if (one === undefined || another === undefined) throw new Error('There are no drafts.');
  const company = random.below(COMPANIES);
  await check(page, one);
  const other = await context.newPage();
  await other.setViewportSize({ width: 1440, height: 900 });
  if (company === 0) await other.goto(one.address);
  else await check(other, company === 1 ? another : profile.settings);
  if (found.length > 0) return;
  let startTyping: () => void = () => undefined;
  const typing = new Promise<void>((resolve) => (startTyping = resolve));
  const onTyped = () => {
    profile.letters++;
    startTyping();
  };
  const working = Promise.all([
    type(page, one, random, onTyped, isOver),
    company === 0
      ? work(other, random, 'stepper', 'stepper', { given: 0, done: 0 }, isOver)
      : type(other, company === 1 ? another : profile.settings, random, onTyped, isOver),
  ]);
  // A step that fails before the kill is a failure of the run.
  await Promise.race([typing.then(() => wait(what.kind === 'type' ? what.workMs : 0)), working]);
}

/** Two drafts with something to undo. */
async function makeDrafts(profile: Profile, page: Page): Promise<void> {
  for (const name of ['first', 'second']) {
    await openNewDraft(page, `${profile.base}/drafts`, name, TYPED_MAPPINGS);
    await rename(page, 'other0', 'another0');
    await rename(page, 'other1', 'another1');
    await page.getByText('Saved', { exact: true }).waitFor();
    const document = {
      address: page.url().replace(/\?.*$/, ''),
      forms: TYPED_FORMS,
      ledger: typedLedger(`draft ${name}`),
    };
    profile.drafts = [...profile.drafts, document];
  }
}
