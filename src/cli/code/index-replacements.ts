import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monotonicFactory } from 'ulid';
import { hasStepsOf, type IndexReplacement, type PlanHeader } from '#domain/code';
import { countOf } from '#domain/console';
import { errorText } from '#domain/json';
import { canUndo, isFinished, type Plan } from '#domain/plan';
import { eventActionLog } from '../../server/actions/event-action-log.ts';
import { redaction } from '../../server/actions/redaction.ts';
import { openClusters } from '../../server/clusters/clusters.ts';
import { timerDelay } from '../../server/cluster/retry.ts';
import { localCaller } from '../../server/console/caller.ts';
import type { ConsoleContext } from '../../server/console/context.ts';
import { RequestError } from '../../server/console/errors.ts';
import type { PlanAction, PlanView } from '../../server/console/plans.ts';
import { planService, type OwnedPlanService } from '../../server/plans/plan-service.ts';
import { openDatabase, type ServerDatabase } from '../../server/sqlite/database.ts';
import { DataError } from '../../server/sqlite/open-file.ts';
import { sqliteActionIndex } from '../../server/sqlite/sqlite-action-index.ts';
import { sqliteEventStore } from '../../server/sqlite/sqlite-event-store.ts';
import { UnavailableError } from '../errors.ts';
import { DATABASE_FILE, withOwnFolder } from '../own-folder.ts';
import { printable, type Terminal } from '../terminal.ts';
import type { ReachedCluster } from './project-cluster.ts';
import { REPLACEMENTS_FOLDER } from './replacements-folder.ts';

/** How often a running plan is looked at. */
const LOOK_MS = 200;
/** How often the progress of a step is printed. */
const PROGRESS_MS = 10_000;

/** Replaces indices by the plans of the console, whose record is in the folder of the project. */
export interface IndexReplacements {
  /** What an apply has begun on this cluster and not ended, by the titles of the plans. */
  interrupted(): Promise<readonly string[]>;
  /** Goes on with it. @throws UnavailableError where it has stopped again */
  resume(): Promise<void>;
  /** @throws UnavailableError where it has stopped, or is no longer what was planned */
  replace(replacement: IndexReplacement): Promise<void>;
  /** Takes back what an apply has begun on this cluster and not ended. @throws UnavailableError where it has stopped */
  undo(): Promise<void>;
}

export type NoticeOptions = Omit<ReplacementsOptions, 'requireLock'>;

interface ReplacementsOptions {
  readonly terminal: Terminal;
  /** The folder of the project. */
  readonly dir: string;
  readonly header: PlanHeader;
  readonly cluster: ReachedCluster;
  /** @throws Error where this apply must not send anything more */
  readonly requireLock: () => void;
}

/**
 * That an apply has begun replacements and not ended them, as a sentence; undefined where there are none. It locks
 * nothing, so that it disturbs no apply: one that is at work reads as one that was interrupted. Where the record can't
 * be read it says that: a plan sends nothing.
 */
export async function replacementNotice(options: NoticeOptions): Promise<string | undefined> {
  const file = join(options.dir, REPLACEMENTS_FOLDER, DATABASE_FILE);
  if (!existsSync(file)) return undefined;
  let database: ServerDatabase | undefined;
  try {
    database = openDatabase(file);
    const titles = await replacementsBy(plansIn(database), { ...options, requireLock: () => {} }).interrupted();
    if (titles.length === 0) return undefined;
    return `An apply has not ended: ${quoted(titles)}. Where it does not run any more, ${ADVICE}`;
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    return `Whether an earlier apply has ended is unknown, because ${file} can’t be read: ${errorText(error.cause ?? error)}`;
  } finally {
    database?.close();
  }
}

/** That an apply has begun replacements, which have these titles, and not ended them. */
export function interruptedBefore(titles: readonly string[]): string {
  return `An earlier apply was interrupted: ${quoted(titles)}.`;
}

function quoted(titles: readonly string[]): string {
  return titles.map((title) => `“${printable(title)}”`).join(', ');
}

/** @throws UnavailableError where the folder can't be used, or another apply uses it */
export async function withReplacements<Result>(
  options: ReplacementsOptions,
  work: (replacements: IndexReplacements) => Promise<Result>,
): Promise<Result> {
  const folder = join(options.dir, REPLACEMENTS_FOLDER);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const ignored = join(folder, '.gitignore');
    if (!existsSync(ignored)) await writeFile(ignored, '*\n');
  } catch (error) {
    throw new UnavailableError(`${folder} can’t be written: ${errorText(error)}`);
  }
  return withOwnFolder(
    folder,
    async (database) => {
      const plans = plansIn(database);
      // What ran when an apply was killed is paused.
      await plans.recover();
      try {
        return await work(replacementsBy(plans, options));
      } finally {
        await plans.close();
      }
    },
    {
      takenBy: `Another apply replaces indices from ${options.dir}. Wait until it has ended.`,
      unreadable: (reason) =>
        `${join(folder, DATABASE_FILE)} can’t be read (${reason}). It has how far replacements of indices are: restore it from a backup, or move ${folder} away where none was interrupted.`,
    },
  );
}

function plansIn(database: ServerDatabase): OwnedPlanService {
  const clock = { now: () => new Date().toISOString() };
  const newId = monotonicFactory();
  const store = sqliteEventStore(database, { ...clock, newSalt: () => randomBytes(16).toString('hex') });
  const common = { store, clock, ids: { next: () => newId() } };
  return planService({
    ...common,
    actionLog: eventActionLog({
      ...common,
      ...{ index: sqliteActionIndex(database), redaction: redaction(), names: store.names },
    }),
    delay: timerDelay,
    onFailure: (error) => {
      throw error;
    },
    whyPaused: 'The apply was stopped meanwhile.',
  });
}

function replacementsBy(
  plans: OwnedPlanService,
  { terminal, header, cluster, requireLock }: ReplacementsOptions,
): IndexReplacements {
  const id = header.cluster.uuid ?? 'cluster';
  const opened = openClusters([
    {
      entry: { id, label: header.environment ?? id, kind: 'remote' },
      remote: { connect: () => cluster.gateway, close: async () => {} },
    },
  ]).open();
  const context: ConsoleContext = {
    cluster: opened,
    openCluster: () => opened,
    caller: localCaller(opened),
    isReadOnly: false,
    signal: new AbortController().signal,
  };

  /** Prints each step as it ends, until nothing is at work any more. */
  async function follow(planId: string): Promise<PlanView> {
    const said = new Map<number, string>();
    let progressSaid = 0;
    for (;;) {
      const view = await plans.get(planId, context);
      const { plan, progress } = view;
      for (const [at, { title, state }] of plan.steps.entries()) {
        const isNew = said.get(at) !== state;
        said.set(at, state);
        if (isNew && ENDED.has(state)) terminal.out(`${at + 1}/${plan.steps.length} ${printable(title)}: ${state}\n`);
      }
      if (progress !== undefined && Date.now() - progressSaid > PROGRESS_MS) {
        progressSaid = Date.now();
        terminal.err(`${progress.done.toLocaleString('en')} of ${progress.total.toLocaleString('en')} documents\n`);
      }
      if (!view.isAtWork) return view;
      try {
        requireLock();
      } catch (error) {
        await plans.close();
        throw error;
      }
      await timerDelay(LOOK_MS, context.signal);
    }
  }

  async function act(planId: string, action: PlanAction): Promise<Plan> {
    requireLock();
    try {
      await plans.act(planId, action, context);
      return (await follow(planId)).plan;
    } catch (error) {
      if (error instanceof RequestError) throw new UnavailableError(error.message);
      throw error;
    }
  }

  /** @throws UnavailableError where it is not done */
  async function runToEnd(planId: string, action: 'approve' | 'resume'): Promise<void> {
    const plan = await act(planId, action);
    if (plan.state !== 'done') throw new UnavailableError(`${stopReason(plan)} ${ADVICE}`);
    const { left } = plan;
    if (left === undefined) return;
    throw new UnavailableError(
      `${plan.title} is done, but ${countOf(left.writes, 'write')} came to ${left.index} that the new index does not have. Copy them yourself.`,
    );
  }

  /**
   * What has begun and not ended. One that was not approved has not begun: nothing was sent for it, and nobody has seen
   * that it is what was planned, so that the next apply plans anew.
   */
  async function begun(): Promise<readonly { readonly id: string; readonly plan: Plan }[]> {
    const found: { readonly id: string; readonly plan: Plan }[] = [];
    for (const { id: planId, state } of await plans.list(context))
      if (state !== 'proposed' && !isFinished({ state }))
        found.push({ id: planId, plan: (await plans.get(planId, context)).plan });
    return found;
  }

  return {
    interrupted: async () => (await begun()).map(({ plan }) => plan.title),
    async resume() {
      for (const { id: planId, plan } of await begun()) {
        if (plan.state === 'undoing' || plan.state === 'undo_stopped') requireUndone(await act(planId, 'undo'));
        else await runToEnd(planId, 'resume');
      }
    },
    async replace({ index, newIndex, mappings, settings, ...planned }) {
      let view: PlanView;
      try {
        const replaceIndex = { newIndex, mappings, settings, takesWrites: false };
        view = await plans.propose({ name: index, replaceIndex }, context);
      } catch (error) {
        if (error instanceof RequestError) throw new UnavailableError(error.message);
        throw error;
      }
      if (!hasStepsOf(planned, view.plan.steps)) {
        await plans.act(view.id, 'cancel', context);
        throw new UnavailableError(
          `${index} was changed by another client since it was read. Nothing was sent for it.`,
        );
      }
      await runToEnd(view.id, 'approve');
    },
    async undo() {
      for (const { id: planId, plan } of await begun())
        requireUndone(await act(planId, canUndo(plan) ? 'undo' : 'cancel'));
    },
  };
}

const ENDED: ReadonlySet<string> = new Set(['done', 'failed', 'unknown', 'undone']);
const ADVICE = '"mapledger apply --allow reindex" goes on, and "mapledger apply --undo" takes back what was done.';

function requireUndone(plan: Plan): void {
  if (!isFinished(plan)) throw new UnavailableError(`${stopReason(plan)} Run it again to go on.`);
}

/** Why a plan stands still, in a sentence. */
function stopReason({ title, steps, reason }: Plan): string {
  const failed = steps.find(({ error }) => error !== undefined);
  const why =
    failed?.error === undefined ? (reason ?? 'It was interrupted.') : `${failed.title}: ${failed.error.message}`;
  return `${title} has stopped. ${why}`;
}
