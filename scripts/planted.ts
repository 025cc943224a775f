/**
 * npm run planted: plants the bugs of tests/planted one by one in a copy of the checkout, and looks for each with what is to find it: the fuzz targets,
 * the unit tests beside the file, the property tests, the unit tests of its area, browser tests where a bug names them, then the property tests that
 * take long, and all unit tests that the file is part of. The first that fails has found it.
 *
 * npm run planted -- --from 10 --count 5    only these
 * npm run planted -- --slice 2/10            only these, of ten slices of all
 * npm run planted -- --only NAME            only this one
 * npm run planted -- --again                also what was found before in the present source
 * npm run planted -- --quick                with those alone that take seconds: fuzz targets, the unit tests beside the file, and browser tests
 * npm run planted -- --gate                 with what `npm test` has alone: no fuzz targets, and as many cases of the laws as there
 * npm run planted -- --types                only whether all of them together pass the type check, which would otherwise be what finds them
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { BUGS_BY_AREA } from '../tests/planted/list.ts';
import { AREAS, type Area, type PlantedBug } from '../tests/planted/planted-bug.ts';

const ROOT = join(import.meta.dirname, '..');
const SEED = 20_261_122;

interface Bug extends PlantedBug {
  readonly area: Area;
}

/** What looks for a bug. */
interface Finder {
  readonly name: string;
  /** It ends after this time: a bug by which it never would is found, too, since it ends on the unchanged copy. */
  readonly limitMs: number;
  /** It takes longer than some seconds. */
  readonly isSlow?: true;
  /** The command in the copy; null where it has nothing that could find the bug. Without a bug: for the unchanged copy. */
  command(bug: Bug | null): Command | null;
}

interface Command {
  readonly words: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where Vitest's report is. */
  readonly report?: string;
}

interface Outcome {
  /** Null where no finder found it. */
  readonly finder: string | null;
  /** The case, or the first test that failed. */
  readonly by: string;
  readonly seconds: number;
}

interface Result extends Outcome {
  readonly name: string;
  readonly area: Area;
  readonly loses: string;
}

/** Seconds for each fuzz target, by area; an area that is absent is not reached by one. */
const FUZZED: Readonly<Partial<Record<Area, readonly string[]>>> = {
  domain: ['laws=5', 'session=3', 'import=1'],
  import: ['import=3', 'laws=4'],
  history: ['laws=7', 'session=3'],
  machines: ['session=6', 'editor=10'],
  stores: ['session=5'],
};
/** Property tests that cost more than all others together; they are asked last. */
const SLOW_LAWS: readonly string[] = ['attacks', 'corpus', 'manipulation', 'torn-end'];
/** Where unit tests of an area are. */
const UNIT_TESTS: Readonly<Record<Area, readonly string[]>> = {
  domain: ['src/domain'],
  import: ['src/domain', 'src/machines'],
  history: ['src/domain', 'src/machines', 'tests/proof'],
  machines: ['src/machines'],
  stores: ['src/infra', 'src/server/sqlite', 'src/server/trail-index', 'src/server/trail'],
  sandbox: ['src/server/embedded', 'src/server/console', 'src/server/plans'],
  templates: ['src/domain', 'src/server/embedded', 'src/server/console'],
  plans: ['src/domain/plan', 'src/server/plans'],
};

const { values: options } = parseArgs({
  options: {
    from: { type: 'string', default: '0' },
    count: { type: 'string' },
    slice: { type: 'string' },
    only: { type: 'string', multiple: true },
    again: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    gate: { type: 'boolean', default: false },
    types: { type: 'boolean', default: false },
  },
});

const RESULTS = join(ROOT, 'node_modules/.cache/mapledger', options.gate ? 'planted-gate.json' : 'planted.json');
/** How many cases the laws try. */
const LAW_CASES: Readonly<Record<string, string>> = options.gate ? {} : { LAW_RUNS: '150' };

const bugs = AREAS.flatMap((area) => BUGS_BY_AREA[area].map((bug): Bug => ({ ...bug, area })));
const chosen = chooseBugs();
const home = mkdtempSync(join(tmpdir(), 'mapledger-planted-'));
const copy = join(home, 'checkout');
const reportFile = join(home, 'report.json');
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
copyCheckout();

const FUZZ = 'fuzz';
const ALL_FINDERS: readonly Finder[] = [
  {
    name: FUZZ,
    limitMs: 45_000,
    command(bug) {
      const shares = bug === null ? FUZZED.domain : FUZZED[bug.area];
      if (shares === undefined || (bug !== null && !/^src\/(?:domain|machines|infra\/memory)/.test(bug.file)))
        return null;
      return { words: ['tsx', 'scripts/planted-fuzz.ts', String(SEED), ...shares] };
    },
  },
  {
    name: 'unit tests beside it',
    limitMs: 120_000,
    command: (bug) => (bug === null ? null : vitest('unit*', null, [`${dirname(bug.file)}/`])),
  },
  {
    name: 'property tests',
    limitMs: 180_000,
    isSlow: true,
    command: (bug) =>
      bug !== null && FUZZED[bug.area] === undefined
        ? null
        : vitest('laws', bug, ['--exclude', `property-tests/{${SLOW_LAWS.join(',')}}.law.test.ts`], LAW_CASES),
  },
  {
    name: 'unit tests of its area',
    limitMs: 180_000,
    isSlow: true,
    command: (bug) =>
      vitest(
        'unit*',
        null,
        bug === null
          ? [...new Set(Object.values(UNIT_TESTS).flat())]
          : UNIT_TESTS[bug.area].map((folder) => `${folder}/`),
      ),
  },
  {
    name: 'browser tests',
    limitMs: 240_000,
    command(bug) {
      const wanted = bug === null ? chosen.flatMap(({ browserTests = [] }) => browserTests) : (bug.browserTests ?? []);
      return wanted.length === 0 ? null : vitest('browser', null, [...new Set(wanted)]);
    },
  },
  {
    name: 'slow property tests',
    limitMs: 240_000,
    isSlow: true,
    command: (bug) =>
      bug !== null && FUZZED[bug.area] === undefined
        ? null
        : vitest('laws', null, [...SLOW_LAWS.map((name) => `property-tests/${name}.law.test.ts`)], LAW_CASES),
  },
  {
    name: 'all unit tests',
    limitMs: 600_000,
    isSlow: true,
    command: (bug) => vitest('unit*', bug, ['--exclude', 'tests/planted/**']),
  },
];
const FINDERS = ALL_FINDERS.filter(
  ({ name, isSlow }) => !(options.quick && isSlow) && !(options.gate && name === FUZZ),
);

if (options.types) process.exit(checkTypes());
const source = hashOfSource();
const kept = readResults();
if (!options.again && chosen.every(({ name }) => kept.results[name]?.finder != null))
  say('All of these were found before.');
else await checkUnchanged();
for (const [at, bug] of chosen.entries()) {
  if (!options.again && kept.results[bug.name]?.finder != null) continue;
  const outcome = await look(bug);
  writeResult({ name: bug.name, area: bug.area, loses: bug.loses, ...outcome });
  say(
    `${at + 1} of ${chosen.length}  ${bug.name}: ${outcome.finder ?? 'NOT FOUND'} after ${outcome.seconds.toFixed(1)} s  ${outcome.by}`,
  );
}
printTable();

function chooseBugs(): readonly Bug[] {
  if (options.only !== undefined) {
    const unknown = options.only.filter((name) => !bugs.some((bug) => bug.name === name));
    if (unknown.length > 0) throw new Error(`There is no planted bug ${unknown.join(', ')}.`);
    return bugs.filter(({ name }) => options.only?.includes(name));
  }
  if (options.slice !== undefined) {
    const [slice = 0, slices = 0] = options.slice.split('/').map(Number);
    if (!(slice >= 1 && slice <= slices))
      throw new Error('--slice takes a slice and how many there are, such as 2/10.');
    return bugs.filter((_, at) => at % slices === slice - 1);
  }
  const from = Number(options.from);
  return bugs.slice(from, options.count === undefined ? undefined : from + Number(options.count));
}

/** A checkout with all that git would commit, and the packages of this one. */
function copyCheckout(): void {
  for (const file of filesOf('.')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
}

function filesOf(folder: string): readonly string[] {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z', folder], { cwd: ROOT });
  return stdout
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(ROOT, file)))
    .sort();
}

function vitest(
  project: string,
  bug: Bug | null,
  more: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Command {
  const what = bug === null ? ['run', ...more] : ['related', '--run', bug.file, ...more];
  const report = ['--reporter', 'json', '--outputFile', reportFile];
  return {
    words: ['vitest', ...what, '--project', project, '--bail', '1', '--passWithNoTests', ...report],
    env,
    report: reportFile,
  };
}

function plant({ file, found, put }: PlantedBug): void {
  const path = join(copy, file);
  // Not as a pattern: a put text may hold "$&".
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(found, () => put),
  );
}

function takeOut({ file }: PlantedBug): void {
  copyFileSync(join(ROOT, file), join(copy, file));
}

async function look(bug: Bug): Promise<Outcome> {
  plant(bug);
  const startedAt = Date.now();
  try {
    for (const finder of FINDERS) {
      const by = await run(finder, bug);
      if (by !== null) return { finder: finder.name, by, seconds: (Date.now() - startedAt) / 1_000 };
    }
    return { finder: null, by: '', seconds: (Date.now() - startedAt) / 1_000 };
  } finally {
    takeOut(bug);
  }
}

/** What a finder says of the copy as it is; null where it finds nothing. */
async function run(finder: Finder, bug: Bug | null): Promise<string | null> {
  const command = finder.command(bug);
  if (command === null) return null;
  rmSync(reportFile, { force: true });
  const [name = '', ...words] = command.words;
  const child = spawn(join(copy, 'node_modules/.bin', name), words, {
    cwd: copy,
    env: {
      ...process.env,
      MAPLEDGER_CORPUS: process.env['MAPLEDGER_CORPUS'] ?? join(ROOT, '../shared/corpus'),
      ...command.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that nothing that it has started outlives it.
    detached: true,
  });
  let [output, hasEnded] = ['', true];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  const limit = setTimeout(() => {
    hasEnded = false;
    endGroup(child.pid);
  }, finder.limitMs);
  const stop = () => endGroup(child.pid);
  process.once('exit', stop);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  process.off('exit', stop);
  clearTimeout(limit);
  if (!hasEnded) return `did not end within ${finder.limitMs / 1_000} s`;
  if (code === 0) return null;
  return (command.report === undefined ? caseIn(output) : failureIn(command.report)) ?? lastLineOf(output);
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function caseIn(output: string): string | undefined {
  const line = output.split('\n').find((each) => each.startsWith('{"by":'));
  return line === undefined ? undefined : (JSON.parse(line) as { readonly by: string }).by;
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

function failureIn(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as VitestReport;
  for (const { name, status, message = '', assertionResults } of testResults) {
    const failed = assertionResults.find((each) => each.status === 'failed');
    const where = name.slice(copy.length + 1);
    if (failed !== undefined) return `${where}: ${failed.fullName}`;
    if (status === 'failed') return `${where}: ${message.split('\n')[0] ?? ''}`;
  }
  return undefined;
}

function lastLineOf(output: string): string {
  return output.trim().split('\n').at(-1) ?? '';
}

/** @throws where a finder finds something in the copy without a bug: then it would find every bug */
async function checkUnchanged(): Promise<void> {
  const browser = chosen.flatMap(({ browserTests = [] }) => browserTests).sort();
  for (const finder of FINDERS) {
    const key = finder.name === 'browser tests' ? `${finder.name} ${[...new Set(browser)].join(' ')}` : finder.name;
    if (kept.sound.includes(key)) continue;
    const startedAt = Date.now();
    const by = await run(finder, null);
    if (by !== null) throw new Error(`The unchanged copy does not pass the ${finder.name}: ${by}`);
    say(`unchanged: nothing is found by the ${finder.name}, ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
    kept.sound.push(key);
    writeKept();
  }
}

/** With all bugs at once: none changes what another one is made of. */
function checkTypes(): number {
  for (const bug of bugs) {
    plant(bug);
    if (!readFileSync(join(copy, bug.file), 'utf8').includes(bug.put)) throw new Error(`${bug.name} can’t be planted`);
  }
  const { status } = spawnSync(join(copy, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], {
    cwd: copy,
    stdio: 'inherit',
  });
  return status ?? 1;
}

/** What the results are about: the product without its tests. A bug that a test was written for is found by it. */
function hashOfSource(): string {
  const hash = createHash('sha256');
  for (const file of filesOf('src').filter((each) => !each.includes('.test.')))
    hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex');
}

interface Kept {
  readonly source: string;
  /** Finders that found nothing in the unchanged copy. */
  readonly sound: string[];
  readonly results: Record<string, Result>;
}

function readResults(): Kept {
  const before = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Kept) : undefined;
  return before?.source === source ? before : { source, sound: [], results: {} };
}

/** Slices may be run beside each other, so what another one has written stays. */
function writeResult(result: Result): void {
  Object.assign(kept.results, readResults().results, { [result.name]: result });
  writeKept();
}

function writeKept(): void {
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify(kept, null, 2)}\n`);
}

function printTable(): void {
  const results = chosen.flatMap(({ name }) => kept.results[name] ?? []);
  const found = results.filter(({ finder }) => finder !== null);
  const names = FINDERS.map(({ name }) => name);
  const row = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`);
  console.log('');
  row(['area', 'bugs', 'found', ...names, 'median s', 'longest s']);
  row(Array.from({ length: names.length + 5 }, () => '---'));
  for (const area of [...AREAS, 'all'] as const) {
    const some = results.filter((result) => area === 'all' || result.area === area);
    if (some.length === 0) continue;
    const seconds = some.flatMap((each) => (each.finder === null ? [] : [each.seconds])).sort((a, b) => a - b);
    row([
      area,
      some.length,
      seconds.length,
      ...names.map((name) => some.filter(({ finder }) => finder === name).length),
      (seconds[Math.floor(seconds.length / 2)] ?? 0).toFixed(1),
      (seconds.at(-1) ?? 0).toFixed(1),
    ]);
  }
  for (const { name, finder, loses } of results) if (finder === null) console.log(`not found: ${name}: ${loses}`);
  console.log(`\nAs JSON: ${RESULTS}`);
  console.log(`${found.length} passed, ${results.length - found.length} failed, 0 skipped`);
  process.exitCode = found.length === results.length ? 0 : 1;
}

function say(text: string): void {
  console.log(text);
}
