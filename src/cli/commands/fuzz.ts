import { randomInt } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatJson } from '#domain/json';
import { ClusterError } from '#domain/ports';
import { NotTriedError, type Engines, type FuzzTarget, type TargetEntry } from '../../fuzz/case/target.ts';
import type { FailedCase } from '../../fuzz/run/run-cases.ts';
import { clustersFromFlags } from '../../server/settings/cluster-flags.ts';
import { SettingsError, type ClusterSettings } from '../../server/settings/cluster-settings.ts';
import { defineCommand, readCount } from '../command.ts';
import { InputError, UnavailableError, UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { nameOf, readText } from '../input.ts';
import { printable, progressOf, type Terminal } from '../terminal.ts';

/** The seed where none is given is below this. */
const SEEDS = 2 ** 31;
const MAX_JOBS = 64;
/** So many broken laws end a run. */
const MAX_FAILURES = 10;
const DEFAULT_RUNS = 1_000;
const SHOWN_MISSING = 20;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

export const fuzzCommand = defineCommand({
  name: 'fuzz',
  usage: '[--target NAME] [--seed N] [--runs N | --time T]',
  summary: 'Look for edits, mappings and sessions that break a promise',
  details: [
    'Makes cases, and holds each against what Mapledger promises. Targets: "laws" (histories of edits: undo, replay, seals, blame), "import" (mappings with junk in them), "session" (tabs and people on one document, reloads, a full storage), "editor" (what is opened, typed, left, applied and reloaded in forms).',
    'Case K depends on the seed and K only: the same seed gives the same cases on any machine, with any number of jobs. A case that fails is made as small as possible and written to a file, which --replay tries again.',
    'The targets "engine", "sandbox" and "templates" compare with a real cluster: they create and delete indices and templates on it whose names begin with mapledger-fuzz-, and need --cluster and --scratch.',
    '--replay also takes a log that the console exported: each of its commands is decided again, alone and in a session, and must come to the same log.',
  ],
  options: {
    target: {
      type: 'string',
      value: 'NAME',
      help: 'What to try: laws, import, session, editor, engine, sandbox or templates (default: laws).',
    },
    seed: { type: 'string', value: 'N', help: 'What the cases are made from (default: random, and printed).' },
    runs: { type: 'string', value: 'N', help: `How many cases (default: ${DEFAULT_RUNS}).` },
    case: { type: 'string', value: 'K', help: 'Only the case of this number.' },
    time: { type: 'string', value: 'T', help: 'How long, in place of a count: 30s, 5m, 2h.' },
    corpus: { type: 'string', value: 'DIR', help: 'Make cases of the mappings and templates in this folder, too.' },
    jobs: { type: 'string', value: 'N', help: 'Threads (default: 1).' },
    cluster: { type: 'string', value: 'URL', help: 'The cluster to compare with, or MAPLEDGER_CLUSTER.' },
    scratch: { type: 'boolean', help: 'This cluster may be written to.' },
    username: { type: 'string', value: 'NAME', help: 'User of the cluster, or MAPLEDGER_USERNAME.' },
    password: { type: 'string', value: 'TEXT', help: 'Better in MAPLEDGER_PASSWORD or MAPLEDGER_PASSWORD_FILE.' },
    'api-key': { type: 'string', value: 'TEXT', help: 'The same with MAPLEDGER_API_KEY.' },
    'bearer-token': { type: 'string', value: 'TEXT', help: 'The same with MAPLEDGER_BEARER_TOKEN.' },
    'ca-file': { type: 'string', value: 'PATH', help: 'Certificates (PEM) of the authorities to trust.' },
    'tls-verification': { type: 'string', value: 'HOW', help: 'full (default), certificate or none.' },
    'request-timeout': { type: 'string', value: 'SECONDS', help: 'How long an answer may take (default: 30).' },
    output: { type: 'string', value: 'DIR', help: 'Where failed cases are written (default: here).' },
    complete: { type: 'boolean', help: 'Fail, too, where the cases did not reach everything.' },
    replay: { type: 'string', value: 'FILE', help: 'Try a failed case or an exported log again.' },
    json: { type: 'boolean', help: 'Print the result as one line of JSON.' },
  },
  examples: [
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
    const { replay: replayed, json = false } = values;
    if (replayed !== undefined) return replayFile(terminal, replayed, values);
    if (values.runs !== undefined && values.time !== undefined)
      throw new UsageError('Choose one of --runs and --time.');
    const { entryNamed, TARGETS } = await import('../../fuzz/targets/list.ts');
    const { NOTHING_RUN, withReport, reachedOf, acceptanceOf, agreementOf } = await import('../../fuzz/run/summary.ts');
    const { runJobs } = await import('../../server/fuzz/threads.ts');
    const entry = entryNamed(values.target ?? 'laws');
    if (entry === undefined) {
      const names = TARGETS.map(({ name }) => name).join(', ');
      throw new UsageError(`Unknown target: ${values.target ?? ''}. Available: ${names}.`);
    }
    const seed = values.seed === undefined ? randomInt(SEEDS) : readCount(values.seed, 'seed', 0);
    const jobs = values.jobs === undefined ? 1 : readCount(values.jobs, 'jobs', 1);
    if (jobs > MAX_JOBS) throw new UsageError(`--jobs takes a whole number up to ${MAX_JOBS}.`);
    const only = values.case === undefined ? null : readCount(values.case, 'case', 0);
    if (only !== null && (values.seed === undefined || values.runs !== undefined || values.time !== undefined))
      throw new UsageError('--case takes a --seed, and neither --runs nor --time.');
    const timeMs = values.time === undefined ? null : readTime(values.time);
    const runs =
      only !== null
        ? only + 1
        : timeMs === null
          ? readCount(values.runs ?? String(DEFAULT_RUNS), 'runs', 1)
          : Number.MAX_SAFE_INTEGER;
    const corpus =
      values.corpus === undefined
        ? []
        : await (await import('../fuzz/corpus.ts')).readCorpusFolder(terminal, values.corpus);

    const cluster = clusterFor(terminal, entry, values);
    const target = await openForRun(entry, cluster, seed);
    const startedAt = Date.now();
    let summary = NOTHING_RUN;
    const progress = progressOf(terminal, `${target.name}, seed ${seed}`, 'cases');
    const share = {
      target: target.name,
      corpus,
      seed,
      ...(cluster !== undefined && { cluster }),
      from: only ?? 0,
      runs,
      ...(timeMs !== null && { forMs: timeMs }),
    };
    const running = runJobs(share, jobs, (report) => {
      summary = withReport(summary, report);
      progress.at(summary.cases);
      return summary.failures.length < MAX_FAILURES;
    });
    await running.catch(unavailable).finally(() => progress.done());

    const seconds = (Date.now() - startedAt) / 1_000;
    const reached = reachedOf(target, summary.tally);
    const isIncomplete = values.complete === true && reached.some(({ missing }) => missing.length > 0);
    const files = await writeFailures(summary.failures, values.output ?? '.');
    const acceptance = acceptanceOf(summary.tally);
    const agreement = agreementOf(summary.tally);
    if (json) {
      const { cases, failures } = summary;
      const told = failures.map(({ law, message, number }, at) => ({
        law,
        message,
        case: number,
        file: files[at] ?? '',
      }));
      const coverage = reached.map(({ kind, reached: count, all, missing }) => ({
        kind,
        reached: count,
        all,
        missing: [...missing],
      }));
      terminal.out(
        `${formatJson({ target: target.name, seed, cases, seconds, acceptance, ...(agreement !== null && { agreement: { ...agreement, disagreements: Object.fromEntries(agreement.disagreements) } }), coverage, failures: told })}\n`,
      );
    } else {
      const speed = Math.round(summary.cases / Math.max(seconds, 0.001));
      const share100 = acceptance === null ? '' : `, ${Math.round(acceptance * 100)} % accepted`;
      terminal.out(
        `${target.name}: ${summary.cases} cases from seed ${seed} in ${seconds.toFixed(1)} s (${speed} a second)${share100}\n`,
      );
      if (agreement !== null) {
        const { compared, agreed, disagreements } = agreement;
        const percent = ((100 * agreed) / Math.max(compared, 1)).toFixed(1);
        terminal.out(`  ${agreed} of ${compared} comparisons agree (${percent} %)\n`);
        for (const [name, count] of disagreements) terminal.out(`  known to differ: ${name} (${count})\n`);
      }
      for (const { kind, reached: count, all, missing } of reached) {
        const more = missing.length > SHOWN_MISSING ? ' …' : '';
        const names = missing.length === 0 ? '' : `; not reached: ${missing.slice(0, SHOWN_MISSING).join(' ')}${more}`;
        terminal.out(`  ${kind}: ${count} of ${all}${names}\n`);
      }
      const access = cluster === undefined ? '' : ` --cluster ${cluster.url} --scratch`;
      for (const [at, { law, message, number, shrinks }] of summary.failures.entries()) {
        const [first = ''] = message.split('\n');
        terminal.out(`failed: ${law}: ${printable(first)}\n`);
        terminal.out(`  case ${number}, made smaller ${shrinks} times. Again:\n`);
        terminal.out(`  mapledger fuzz --replay ${files[at] ?? ''}${access}\n`);
        terminal.out(`  mapledger fuzz --target ${target.name} --seed ${seed} --case ${number}${access}\n`);
      }
    }
    return summary.failures.length > 0 || isIncomplete ? EXIT.wrong : EXIT.fine;
  },
});

/** In ms. @throws UsageError */
function readTime(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,6})([smh])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? 0);
  if (ms > 0) return ms;
  throw new UsageError(`--time takes a number of seconds, minutes or hours such as 30s, 5m or 2h, not "${text}".`);
}

async function writeFailures(failures: readonly FailedCase[], folder: string): Promise<readonly string[]> {
  if (failures.length === 0) return [];
  const { formatCase } = await import('../../fuzz/run/replay-file.ts');
  await mkdir(folder, { recursive: true });
  return Promise.all(
    failures.map(async (failure) => {
      const file = join(folder, `fuzz-${failure.target}-${failure.seed}-${failure.number}.json`);
      await writeFile(file, formatCase(failure));
      return file;
    }),
  );
}

async function replayFile(terminal: Terminal, file: string, flags: ClusterFlags): Promise<ExitCode> {
  const text = await readText(terminal, file);
  const { looksLikeLog } = await import('#domain/log');
  const found = looksLikeLog(text) ? await replayLog(terminal, file) : await replayCase(terminal, file, text, flags);
  if (found === null) {
    terminal.out(`${nameOf(file)}: everything holds\n`);
    return EXIT.fine;
  }
  terminal.out(`${nameOf(file)}: failed: ${found.law}: ${printable(found.message)}\n`);
  return EXIT.wrong;
}

interface Broken {
  readonly law: string;
  readonly message: string;
}

async function replayCase(terminal: Terminal, file: string, text: string, flags: ClusterFlags): Promise<Broken | null> {
  const [{ parseCase }, { runValue }, { entryNamed }] = await Promise.all([
    import('../../fuzz/run/replay-file.ts'),
    import('../../fuzz/run/run-cases.ts'),
    import('../../fuzz/targets/list.ts'),
  ]);
  let kept;
  try {
    kept = parseCase(text);
  } catch {
    kept = null;
  }
  const entry = kept === null ? undefined : entryNamed(kept.target);
  if (kept === null || entry === undefined)
    throw new InputError(nameOf(file), 'it is neither a failed case of "mapledger fuzz" nor an exported log');
  const { value } = kept;
  const cluster = entry.needsCluster ? clusterFor(terminal, entry, flags) : undefined;
  if (cluster === undefined) return runValue(await entry.open(null), value);
  return withEngines(cluster, randomInt(SEEDS), async (engines) => runValue(await entry.open(engines), value));
}

async function replayLog(terminal: Terminal, file: string): Promise<Broken | null> {
  const { openStream } = await import('../records.ts');
  const { events } = await openStream(terminal, file, undefined);
  const { replaySession } = await import('../../fuzz/targets/replay-session.ts');
  return replaySession(events);
}

type ClusterFlags = Parameters<typeof clustersFromFlags>[0] & { readonly scratch?: boolean };

/** The cluster that a target may write to, as the flags and variables of the server name it. @throws UsageError */
function clusterFor(
  terminal: Terminal,
  { name, needsCluster }: TargetEntry,
  values: ClusterFlags,
): ClusterSettings | undefined {
  if (!needsCluster) {
    if (values.cluster !== undefined || values.scratch === true)
      throw new UsageError(`The target "${name}" takes no --cluster and no --scratch.`);
    return undefined;
  }
  const { scratch = false, ...flags } = values;
  const [cluster] = clustersIn(terminal, flags);
  if (cluster === undefined) throw new UsageError(`The target "${name}" needs --cluster.`);
  if (!scratch)
    throw new UsageError(
      `The target "${name}" creates and deletes indices and templates on ${cluster.url}. Add --scratch if this cluster may be written to.`,
    );
  return cluster;
}

function clustersIn(terminal: Terminal, flags: Parameters<typeof clustersFromFlags>[0]): readonly ClusterSettings[] {
  try {
    const env = { ...process.env, MAPLEDGER_CLUSTERS_FILE: undefined };
    const { clusters, warnings } = clustersFromFlags(flags, env, (path) => readFileSync(path, 'utf8'));
    for (const warning of warnings) terminal.err(`${warning}\n`);
    return clusters;
  } catch (error) {
    if (error instanceof SettingsError) throw new UsageError(error.message);
    throw error;
  }
}

/** The target, to know what it can reach; of a cluster, after what killed runs have left there is removed. @throws UnavailableError */
async function openForRun(entry: TargetEntry, cluster: ClusterSettings | undefined, seed: number): Promise<FuzzTarget> {
  if (cluster === undefined) return entry.open(null);
  return withEngines(cluster, seed, async (engines) => {
    const { removeLeftovers } = await import('../../server/fuzz/leftovers.ts');
    await removeLeftovers(engines.cluster, seed);
    return entry.open(engines);
  });
}

async function withEngines<T>(
  cluster: ClusterSettings,
  seed: number,
  run: (engines: Engines) => Promise<T>,
): Promise<T> {
  const { openEngines } = await import('../../server/fuzz/engines.ts');
  const engines = openEngines(cluster, { seed, worker: 0 });
  try {
    return await run(engines);
  } catch (error) {
    return unavailable(error);
  } finally {
    await engines.close();
  }
}

/** @throws UnavailableError where a cluster is why */
function unavailable(error: unknown): never {
  if (error instanceof NotTriedError || error instanceof ClusterError) throw new UnavailableError(error.message);
  throw error;
}
