import { formatAddress, formatPlan, type CodePlan, type PlanHeader } from '#domain/code';
import { countOf } from '#domain/console';
import { errorText, isObject, member } from '#domain/json';
import { requestOf } from '#domain/ports';
import { objectsIn } from '../../server/console/calls.ts';
import {
  makePlan,
  planChoices,
  withProject,
  type MadePlan,
  type OpenedProject,
  type PlanFlags,
} from '../code/make-plan.ts';
import { countStreams, planInWords, planObstacle } from '../code/plan-text.ts';
import { ALLOW_HELP, ALLOW_OPTION, CLUSTER_OPTIONS, CREDENTIALS_HELP, FOLDER_OPTION } from '../code/project-options.ts';
import { engineOf, type ReachedCluster } from '../code/project-cluster.ts';
import { readProjectFolder } from '../code/project-folder.ts';
import {
  projectServer,
  PRUNE_HELP,
  SERVER_HELP,
  SERVER_OPTION,
  type HeldApply,
  type ProjectServer,
  type StreamChange,
} from '../code/project-server.ts';
import { hasReplacements } from '../code/replacements-folder.ts';
import { sendRequest, sendRollover, sendWriteIndexUpdate, StoppedError } from '../code/send-requests.ts';
import { defineCommand } from '../command.ts';
import { InputError, UnavailableError, UsageError } from '../errors.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { jsonIn, readText } from '../input.ts';
import { printable, type Terminal } from '../terminal.ts';

/** Said before anything is sent: what no read can rule out. */
const WINDOW =
  'Each template and index is read again right before it is sent. Engines have no conditional update of either: a change that another client makes between that read and the request is overwritten, and so is one made by a request that timed out and arrives late.';
const NO_SERVER = 'Without --server nothing is recorded and there is no lock: run one apply of a project at a time.';
const NO_DELETION = 'What has no file is not deleted.';
const DELETION = 'Of templates without a file only those are deleted that the plan shows.';

export const applyCommand = defineCommand({
  usage:
    '[FILE | --undo] [--env NAME] [--server URL] [--prune] [--allow reindex,rollover,write-index] [--yes] [--dir DIR]',
  details: [
    'Plans from the files at hand, shows the plan and asks before it sends anything. With FILE, a plan that "mapledger plan --out" wrote, it refuses unless the plan of now is the same to the byte, and asks as well.',
    WINDOW,
    'A request whose answer is lost is sent again only after a read has shown that it was not carried out. After an interruption, run it again without FILE: what was done is not sent again.',
    `${SERVER_HELP} The lock is taken after the question, and the plan is made again under it; a second apply is refused with who has the lock since when. It ends with the apply, or a minute after the last sign of life.`,
    `${NO_SERVER} ${NO_DELETION}`,
    PRUNE_HELP,
    ...ALLOW_HELP,
    'The folder .mapledger of the project, which Git ignores, has how far a replacement is. One that was interrupted goes on with the next "mapledger apply --allow reindex" of the same folder; --undo takes it back.',
    CREDENTIALS_HELP,
  ],
  options: {
    ...FOLDER_OPTION,
    ...CLUSTER_OPTIONS,
    ...SERVER_OPTION,
    ...ALLOW_OPTION,
    undo: { type: 'boolean', help: 'Take back a replacement that was interrupted or has failed, and do nothing else.' },
    yes: { type: 'boolean', help: 'Don’t ask.' },
  },
  examples: [
    { line: 'mapledger apply --env staging', does: 'Show the plan, ask, send' },
    { line: 'mapledger apply plan.json --env production --yes', does: 'Send exactly what was planned, in a pipeline' },
  ],
  takes: { min: 0, max: 1 },
  async run({ terminal, values, positionals: [file] }) {
    if (values.yes !== true && values.undo !== true && !terminal.isInteractive)
      throw new UsageError('Nobody can be asked here. Add --yes to send without a question.');
    const { prune = false, undo = false } = values;
    if (undo && file !== undefined) throw new UsageError('Choose one of FILE and --undo.');
    const { allowsReindex = false } = planChoices(values);
    const expected = file === undefined ? undefined : await readPlan(terminal, file, values);
    const { dir = '.' } = values;
    if (undo && !hasReplacements(dir)) {
      // A folder without a project is the wrong one.
      await readProjectFolder(terminal, dir);
      return nothingLeft(terminal);
    }
    const server = await projectServer(terminal, values);
    return withProject(terminal, values, async (opened, cluster) => {
      const isOver = await endInterrupted(terminal, opened, cluster, { ...values, file, allowsReindex }, server);
      if (undo && isOver) return nothingLeft(terminal);
      if (undo || !isOver) return EXIT.fine;
      const made = await makePlan(opened, cluster, values, server);
      const { header, plan } = made;
      // What is wrong with the project is shown, and nothing is sent in any case.
      if (file !== undefined && plan.problems.length === 0 && formatPlan(header, plan) !== expected)
        throw new InputError(
          file,
          'the plan of now is another one: the files, the commit or the cluster have changed. Nothing was sent. Make a new plan',
        );
      terminal.out(planInWords(header, plan));
      if (planObstacle(plan) !== undefined) return EXIT.wrong;
      if (countRequests(plan) > 0) {
        const words = [WINDOW, server === undefined ? NO_SERVER : '', prune ? DELETION : NO_DELETION];
        terminal.err(`\n${words.filter(Boolean).join(' ')}\n`);
        if (values.yes !== true && !(await asked(terminal, sendQuestion(plan)))) {
          terminal.err('Nothing was sent.\n');
          return EXIT.fine;
        }
      }
      const sending: Sending = { ...made, terminal, dir, cluster, done: 0 };
      if (server !== undefined) return sendUnderLock(sending, made, server);
      return countRequests(plan) === 0 ? EXIT.fine : send(sending);
    });
  },
});

function nothingLeft(terminal: Terminal): ExitCode {
  terminal.out('Nothing is left of an earlier apply.\n');
  return EXIT.fine;
}

/** @throws InputError for what is no plan */
async function readPlan(
  terminal: Terminal,
  file: string,
  { prune = false, allow }: { readonly prune?: boolean | undefined; readonly allow?: string | undefined },
): Promise<string> {
  const text = await readText(terminal, file);
  const value = jsonIn(file, text);
  if (!isObject(value) || member(value, 'type') !== 'mapledger.plan')
    throw new InputError(file, 'it is not a plan of "mapledger plan --out"');
  const isPruned = member(value, 'prune') === true;
  if (isPruned && !prune) throw new InputError(file, 'the plan was made with --prune: add --prune to apply it');
  if (prune && !isPruned) throw new InputError(file, 'the plan was made without --prune: nothing is deleted by it');
  const { allowsReindex = false, allowsRollover = false, allowsWriteIndex = false } = planChoices({ allow });
  const isReplacing = objectsIn(member(value, 'items')).some((item) => Object.hasOwn(item, 'replacement'));
  const lacking = [
    ...(isReplacing && !allowsReindex ? ['reindex'] : []),
    ...(Object.hasOwn(value, 'rollovers') && !allowsRollover ? ['rollover'] : []),
    ...(Object.hasOwn(value, 'writeIndices') && !allowsWriteIndex ? ['write-index'] : []),
  ];
  const [flag] = lacking;
  if (flag !== undefined)
    throw new InputError(file, `the plan was made with --allow ${flag}: add --allow ${flag} to apply it`);
  return text;
}

/** The items whose indices are replaced. */
function replacementsIn({ items }: CodePlan) {
  return items.flatMap((item) => (item.replacement === undefined ? [] : [{ ...item, replacement: item.replacement }]));
}

/** A replacement counts as one. */
function countRequests(plan: CodePlan): number {
  return plan.requests.length + replacementsIn(plan).length + countStreams(plan);
}

function sendQuestion(plan: CodePlan): string {
  const { rollovers = [], writeIndices = [] } = plan;
  const [requests, replaced, rolled] = [plan.requests.length, replacementsIn(plan).length, rollovers.length];
  const deeds = [
    ...(requests === 0
      ? []
      : [requests === 1 ? 'send this request' : `send these ${requests.toLocaleString('en')} requests`]),
    ...(replaced === 0 ? [] : [`replace ${countOf(replaced, 'index', 'indices')}`]),
    ...(rolled === 0 ? [] : [`roll over ${countOf(rolled, 'data stream')}`]),
    ...(writeIndices.length === 0 ? [] : [`update ${countOf(writeIndices.length, 'write index', 'write indices')}`]),
  ];
  const [first = '', ...more] = deeds;
  const last = more.pop();
  const question = [first, ...more].join(', ') + (last === undefined ? '?' : `, and ${last}?`);
  return `${question[0]?.toUpperCase() ?? ''}${question.slice(1)}`;
}

async function asked(terminal: Terminal, question: string): Promise<boolean> {
  terminal.err(`${question} [y/N] `);
  return /^y(?:es)?$/i.test((await firstLine(terminal)).trim());
}

async function firstLine(terminal: Terminal): Promise<string> {
  let text = '';
  for await (const chunk of terminal.stdin) {
    text += Buffer.from(chunk).toString('utf8');
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

interface ApplyFlags extends PlanFlags {
  readonly file: string | undefined;
  readonly allowsReindex: boolean;
  readonly undo?: boolean | undefined;
  readonly yes?: boolean | undefined;
}

/**
 * Goes on with the replacements that an earlier apply has begun and not ended, or takes them back. Resolves with
 * whether there was nothing to take back, or nothing is left to go on with.
 * @throws UsageError where it is not said which of both
 */
async function endInterrupted(
  terminal: Terminal,
  { header, objects }: OpenedProject,
  cluster: ReachedCluster,
  { dir = '.', file, undo = false, allowsReindex, yes = false }: ApplyFlags,
  server: ProjectServer | undefined,
): Promise<boolean> {
  if (!hasReplacements(dir)) return true;
  const { interruptedBefore, withReplacements } = await replacementsModule();
  let held: HeldApply | undefined;
  const requireLock = () => held?.requireLock();
  return withReplacements({ terminal, dir, header, cluster, requireLock }, async (replacements) => {
    const titles = await replacements.interrupted();
    if (titles.length === 0) return true;
    const what = interruptedBefore(titles);
    if (!undo && !allowsReindex)
      throw new UsageError(`${what} Add --allow reindex to go on, or --undo to take it back.`);
    if (file !== undefined)
      throw new UsageError(
        `${what} Run mapledger apply --allow reindex without a plan file to go on, then make a new plan.`,
      );
    if (!undo && !yes && !(await asked(terminal, `${what} Go on?`))) {
      terminal.err('Nothing was sent.\n');
      return false;
    }
    held = await server?.begin(header, objects);
    const end = (outcome: 'done' | 'stopped') => held?.end({ outcome, sent: 0, requests: 0 });
    try {
      await (undo ? replacements.undo() : replacements.resume());
    } catch (error) {
      await end('stopped')?.catch(() => undefined);
      throw error;
    }
    await end('done');
    if (undo) terminal.out('It is taken back.\n');
    return !undo;
  });
}

interface Sending {
  readonly terminal: Terminal;
  readonly dir: string;
  readonly header: PlanHeader;
  readonly plan: CodePlan;
  readonly cluster: ReachedCluster;
  readonly planAgain: () => Promise<CodePlan>;
  readonly lookAgain: () => Promise<CodePlan>;
  /** Requests that were carried out. */
  done: number;
}

/**
 * Sends a plan while no other apply of the project does, and records it. A plan without requests is recorded as well:
 * it says what the files claim, and at which commit.
 */
async function sendUnderLock(
  sending: Sending,
  { header, plan, objects }: MadePlan,
  server: ProjectServer,
): Promise<ExitCode> {
  const requests = countRequests(plan);
  const held = await server.begin(header, objects);
  let code: ExitCode;
  try {
    // Another apply may have ended since the plan was made.
    const again = requests > 0 || plan.gone.length > 0 ? await sending.planAgain() : plan;
    if (sentText(header, again) !== sentText(header, plan))
      throw new UnavailableError('The cluster has changed since this plan was made. Nothing was sent. Run it again.');
    for (const address of again.gone) await held.noteGone(address);
    code = requests === 0 ? EXIT.fine : await send(sending, held);
  } catch (error) {
    // What went wrong before is what has to be known; the lease ends by itself.
    await held.end({ outcome: 'stopped', sent: sending.done, requests }).catch(() => undefined);
    throw error;
  }
  try {
    await held.end({ outcome: 'done', sent: sending.done, requests });
  } catch (error) {
    throw new UnavailableError(`Everything was sent, but the end of the apply was not recorded: ${errorText(error)}`);
  }
  sending.terminal.out('Recorded on the server.\n');
  return code;
}

/** A plan without what is left: the lock drops from the record what was claimed only. */
function sentText(header: PlanHeader, { left: _, ...plan }: CodePlan): string {
  return formatPlan(header, plan);
}

async function send(sending: Sending, held?: HeldApply): Promise<ExitCode> {
  const { terminal, cluster, lookAgain } = sending;
  const { requests } = sending.plan;
  const target = engineOf(cluster);
  for (const request of requests) {
    try {
      held?.requireLock();
      const outcome = await sendRequest(cluster.gateway, request, target);
      const done = ++sending.done;
      const { method, path } = requestOf(request.call);
      const note = outcome === 'already' ? ': the cluster had it already' : '';
      terminal.out(`${done}/${requests.length} ${method} ${printable(path)}${note}\n`);
      await held?.note(request, outcome);
    } catch (error) {
      if (!(error instanceof StoppedError || error instanceof UnavailableError)) throw error;
      throw new UnavailableError(
        `${error.message} ${sending.done} of ${requests.length} requests were carried out and are kept. Run mapledger apply again to go on.`,
      );
    }
  }
  await replaceIndices(sending, held);
  await followStreams(sending, held);
  const now = await lookAgain();
  const left = [
    ...now.items.filter((item) => item.class !== 'not_applied').map((item) => formatAddress(item)),
    ...[...(now.rollovers ?? []), ...(now.writeIndices ?? [])].map(({ dataStream }) => `data stream ${dataStream}`),
  ];
  if (left.length === 0) {
    terminal.out('The cluster has what the files say.\n');
    return EXIT.fine;
  }
  terminal.err(`Differs after all requests: ${printable(left.join(', '))}. Run mapledger plan to see how.\n`);
  return EXIT.wrong;
}

const DONE: Readonly<Record<StreamChange, string>> = {
  rolled_over: 'rolled over',
  write_index_updated: 'write index updated',
};

/** The data streams whose write indices are changed, or which get a new one, one after another. */
async function followStreams(sending: Sending, held: HeldApply | undefined): Promise<void> {
  const { terminal, cluster, plan } = sending;
  const { gateway } = cluster;
  const works = [
    ...(plan.writeIndices ?? []).map((update) => ({
      stream: update.dataStream,
      did: 'write_index_updated' as const,
      send: () => sendWriteIndexUpdate(gateway, update, engineOf(cluster)),
    })),
    ...(plan.rollovers ?? []).map((rollover) => ({
      stream: rollover.dataStream,
      did: 'rolled_over' as const,
      send: () => sendRollover(gateway, rollover),
    })),
  ];
  let streamsDone = 0;
  for (const { stream, did, send: sendOne } of works) {
    try {
      held?.requireLock();
      const outcome = await sendOne();
      sending.done++;
      streamsDone++;
      terminal.out(`${printable(stream)}: ${DONE[did]}\n`);
      await held?.noteStream(stream, did, outcome);
    } catch (error) {
      if (!(error instanceof StoppedError || error instanceof UnavailableError)) throw error;
      throw new UnavailableError(
        `${error.message} Data streams done: ${streamsDone} of ${works.length}. Run mapledger apply again with the same --allow to go on.`,
      );
    }
  }
}

/** What runs plans is loaded only where there is one. */
const replacementsModule = () => import('../code/index-replacements.ts');

/** The indices that need a new one, one after another. What has begun is in the folder of the project. */
async function replaceIndices(sending: Sending, held: HeldApply | undefined): Promise<void> {
  const { terminal, dir, header, cluster } = sending;
  const items = replacementsIn(sending.plan);
  if (items.length === 0) return;
  const { withReplacements } = await replacementsModule();
  const requireLock = () => held?.requireLock();
  await withReplacements({ terminal, dir, header, cluster, requireLock }, async (replacements) => {
    for (const item of items) {
      terminal.out(`${printable(formatAddress(item))}: ${printable(item.replacement.newIndex)}\n`);
      await replacements.replace(item.replacement);
      sending.done++;
      await held?.noteReplaced(item);
    }
  });
}
