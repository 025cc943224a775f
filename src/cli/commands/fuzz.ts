import { randomInt } from 'node:crypto';
import type { TargetEntry } from '../../fuzz/case/target.ts';
import type { Outcome } from '../fuzz/try-target.ts';
import { defineCommand, readCount } from '../command.ts';
import { UsageError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';

/** The seed where none is given is below this. */
const SEEDS = 2 ** 31;
const MAX_JOBS = 64;
/** Shared by all targets that are tried. */
const DEFAULT_TIME = '1m';
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

export const fuzzCommand = defineCommand({
  usage: '[--target NAME] [--seed N] [--runs N | --time T]',
  details: [
    'Makes cases, and holds each against what Mapledger promises. Targets: "laws" (histories of edits: undo, replay, seals, blame), "import" (mappings with junk in them), "session" (tabs and people on one document, reloads, a full storage), "editor" (what is opened, typed, left, applied and reloaded in forms).',
    'Without a target, all that need no cluster are tried, one after another; --time is shared by them, --runs is for each.',
    'Case K depends on the seed and K only: the same seed gives the same cases on any machine, with any number of jobs. A case that fails is made as small as possible and written to a file, which --replay tries again.',
    'The targets "engine", "documents", "sandbox" and "templates" compare with a real cluster: they create and delete indices and templates on it whose names begin with mapledger-fuzz-, and need --cluster and --scratch.',
    '--replay also takes what the console or "mapledger export" wrote: each command of its documents is decided again, alone and in a session, and must give the same log.',
  ],
  options: {
    target: {
      type: 'string',
      value: 'NAME',
      help: 'What to try: laws, import, session, editor, engine, documents, sandbox or templates (default: the first four).',
    },
    seed: { type: 'string', value: 'N', help: 'What the cases are made from (default: random, and printed).' },
    runs: { type: 'string', value: 'N', help: 'How many cases, in place of a time.' },
    case: { type: 'string', value: 'K', help: 'Only the case of this number.' },
    time: { type: 'string', value: 'T', help: `How long: 30s, 5m, 2h (default: ${DEFAULT_TIME}).` },
    corpus: { type: 'string', value: 'DIR', help: 'Make cases of the mappings and templates in this folder, too.' },
    jobs: { type: 'string', value: 'N', help: 'Threads (default: 1).' },
    cluster: { type: 'string', value: 'URL', help: 'The cluster to compare with, or MAPLEDGER_CLUSTER.' },
    scratch: { type: 'boolean', help: 'This cluster may be written to.' },
    sandbox: {
      type: 'boolean',
      help: 'In the place of a cluster, for engine and templates: a sandbox in memory. It tests the sandbox, not an engine.',
    },
    username: { type: 'string', value: 'NAME', help: 'User of the cluster, or MAPLEDGER_USERNAME.' },
    password: { type: 'string', value: 'TEXT', help: 'Better in MAPLEDGER_PASSWORD or MAPLEDGER_PASSWORD_FILE.' },
    'api-key': { type: 'string', value: 'TEXT', help: 'The same with MAPLEDGER_API_KEY.' },
    'bearer-token': { type: 'string', value: 'TEXT', help: 'The same with MAPLEDGER_BEARER_TOKEN.' },
    'ca-file': { type: 'string', value: 'PATH', help: 'Certificates (PEM) of the authorities to trust.' },
    'tls-verification': { type: 'string', value: 'HOW', help: 'full (default), certificate or none.' },
    'request-timeout': { type: 'string', value: 'SECONDS', help: 'How long an answer may take (default: 30).' },
    output: { type: 'string', value: 'DIR', help: 'Where failed cases are written (default: here).' },
    complete: { type: 'boolean', help: 'Fail, too, where the cases did not reach everything.' },
    replay: { type: 'string', value: 'FILE', help: 'Try a failed case, or an exported log or trail, again.' },
    json: { type: 'boolean', help: 'Print the result of each target as one line of JSON.' },
  },
  examples: [
    { line: 'mapledger fuzz', does: 'Try everything that needs no cluster, for a minute' },
    { line: 'mapledger fuzz --target laws --time 5m --jobs 4', does: 'Try histories of edits for five minutes' },
    { line: 'mapledger fuzz --target import --corpus mappings/', does: 'Mutate your own mappings' },
    {
      line: 'mapledger fuzz --target engine --cluster http://127.0.0.1:9200 --scratch',
      does: 'Compare mappings and edits with what a scratch cluster makes of them',
    },
    { line: 'mapledger fuzz --replay fuzz-laws-42-17.json', does: 'Try a failed case again' },
  ],
  takes: { min: 0, max: 0 },
  async run({ terminal, values }) {
    if (values.replay !== undefined) {
      const { replayInput } = await import('../fuzz/replay-input.ts');
      return replayInput(terminal, values.replay, values);
    }
    const { TARGETS } = await import('../../fuzz/targets/list.ts');
    const entries = entriesIn(values, TARGETS);
    const seed = values.seed === undefined ? randomInt(SEEDS) : readCount(values.seed, 'seed', 0);
    const jobs = values.jobs === undefined ? 1 : readCount(values.jobs, 'jobs', 1);
    if (jobs > MAX_JOBS) throw new UsageError(`--jobs takes a whole number up to ${MAX_JOBS}.`);
    const cases = casesIn(values, entries.length);
    const { clusterFor } = await import('../fuzz/clusters.ts');
    const tried = entries.map((entry) => [entry, clusterFor(terminal, entry, values)] as const);
    const corpus =
      values.corpus === undefined
        ? []
        : await (await import('../fuzz/corpus.ts')).readCorpusFolder(terminal, values.corpus);
    const [{ tryTarget }, { outcomeAsJson, outcomeInWords, totalInWords }] = await Promise.all([
      import('../fuzz/try-target.ts'),
      import('../fuzz/outcome-text.ts'),
    ]);
    const outcomes: Outcome[] = [];
    for (const [entry, cluster] of tried) {
      const trial = { seed, jobs, corpus, ...cases, output: values.output ?? '.' };
      const outcome = await tryTarget(terminal, entry, { ...trial, ...(cluster !== undefined && { cluster }) });
      terminal.out(values.json === true ? outcomeAsJson(outcome) : outcomeInWords(outcome));
      outcomes.push(outcome);
    }
    if (outcomes.length > 1 && values.json !== true) terminal.out(totalInWords(outcomes));
    const isWrong = outcomes.some(
      ({ summary, reached }) =>
        summary.failures.length > 0 || (values.complete === true && reached.some(({ missing }) => missing.length > 0)),
    );
    return isWrong ? EXIT.wrong : EXIT.fine;
  },
});

interface FuzzFlags {
  readonly target?: string | undefined;
  readonly seed?: string | undefined;
  readonly runs?: string | undefined;
  readonly case?: string | undefined;
  readonly time?: string | undefined;
  readonly cluster?: string | undefined;
  readonly scratch?: boolean | undefined;
  readonly sandbox?: boolean | undefined;
}

/** The target that is named, or all that need no cluster. @throws UsageError */
function entriesIn(
  { target, cluster, scratch, sandbox }: FuzzFlags,
  all: readonly TargetEntry[],
): readonly TargetEntry[] {
  if (target === undefined) {
    if (cluster !== undefined || scratch === true || sandbox === true)
      throw new UsageError(
        'Without --target, what needs no cluster is tried: choose a target for --cluster or --sandbox.',
      );
    return all.filter(({ needsCluster }) => !needsCluster);
  }
  const entry = all.find(({ name }) => name === target);
  if (entry !== undefined) return [entry];
  throw new UsageError(`Unknown target: ${target}. Available: ${all.map(({ name }) => name).join(', ')}.`);
}

/** Which cases of each target are tried, by so many targets. @throws UsageError */
function casesIn(
  { target, seed, runs, case: only, time }: FuzzFlags,
  targets: number,
): { readonly from: number; readonly to: number; readonly forMs?: number } {
  if (runs !== undefined && time !== undefined) throw new UsageError('Choose one of --runs and --time.');
  if (only !== undefined) {
    if (target === undefined || seed === undefined || runs !== undefined || time !== undefined)
      throw new UsageError('--case takes a --target and a --seed, and neither --runs nor --time.');
    const number = readCount(only, 'case', 0);
    return { from: number, to: number + 1 };
  }
  if (runs !== undefined) return { from: 0, to: readCount(runs, 'runs', 1) };
  return { from: 0, to: Number.MAX_SAFE_INTEGER, forMs: Math.ceil(readTime(time ?? DEFAULT_TIME) / targets) };
}

/** In ms. @throws UsageError */
function readTime(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  if (ms > 0) return ms;
  throw new UsageError(`--time takes a number of seconds, minutes or hours such as 30s, 5m or 2h, not "${text}".`);
}
