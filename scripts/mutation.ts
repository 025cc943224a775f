/**
 * npm run mutation: the mutation score of src/domain and src/machines by Stryker, on a sample that depends on the seed and the size alone.
 *
 * npm run mutation -- --seed 7 --blocks 20      twenty blocks of lines of each of the two folders
 * npm run mutation -- --folder machines         only of one of them
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const REPORT = join(ROOT, 'node_modules/.cache/mapledger/mutation.json');
const BLOCK_LINES = 30;
/** The least score of a folder, in percent. */
const LEAST: Readonly<Record<string, number>> = { domain: 85, machines: 75 };
/** Outcomes by which a mutant was found, and those by which it was not; others, as of mutants that are ignored, count for nothing. */
const DETECTED: readonly string[] = ['Killed', 'Timeout'];
const UNDETECTED: readonly string[] = ['Survived', 'NoCoverage'];

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261122' },
    blocks: { type: 'string', default: '12' },
    folder: { type: 'string', multiple: true },
  },
});

let isEnough = true;
for (const folder of options.folder ?? Object.keys(LEAST)) isEnough = runOn(folder) && isEnough;
process.exitCode = isEnough ? 0 : 1;

function runOn(folder: string): boolean {
  const blocks = shuffled(blocksOf(`src/${folder}`), Number(options.seed)).slice(0, Number(options.blocks));
  console.log(`src/${folder}, seed ${options.seed}: ${blocks.length} blocks of ${BLOCK_LINES} lines`);
  rmSync(REPORT, { force: true });
  spawnSync(join(ROOT, 'node_modules/.bin/stryker'), ['run', '--mutate', blocks.join(',')], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (!existsSync(REPORT)) throw new Error('Stryker made no report; what it says stands above.');
  const report = JSON.parse(readFileSync(REPORT, 'utf8')) as MutationReport;
  const statuses = Object.values(report.files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (names: readonly string[]) => statuses.filter((status) => names.includes(status)).length;
  const [detected, undetected] = [count(DETECTED), count(UNDETECTED)];
  const score = (100 * detected) / Math.max(1, detected + undetected);
  const others = statuses.length - detected - undetected;
  console.log(
    `src/${folder}: ${score.toFixed(1)} % of ${detected + undetected} mutants detected (at least ${LEAST[folder] ?? 0} %), ${others} not counted`,
  );
  return score >= (LEAST[folder] ?? 0);
}

interface MutationReport {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

/** Ranges of lines as Stryker takes them, of all files in their order. */
function blocksOf(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('index.ts'))
    .sort()
    .flatMap((name) => {
      const file = `${folder}/${name}`;
      const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1;
      return Array.from({ length: Math.ceil(lines / BLOCK_LINES) }, (_, at) => {
        const from = at * BLOCK_LINES + 1;
        return `${file}:${from}-${Math.min(lines, from + BLOCK_LINES - 1)}`;
      });
    });
}

/** By Fisher and Yates, with the random numbers of mulberry32. */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  let state = seed | 0;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const order = [...items];
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] as T, order[at] as T];
  }
  return order;
}
