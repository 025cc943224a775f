import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { monotonicFactory } from 'ulid';
import { ERASED_NAME } from '#domain/events';
import { errorText } from '#domain/json';
import type { AppOptions } from './app.ts';
import { actionRights } from './actions/action-rights.ts';
import { actionHandlers } from './actions/action-service.ts';
import { eventActionLog } from './actions/event-action-log.ts';
import { importOldActions } from './actions/import-old-actions.ts';
import { actionSettler } from './actions/settle-actions.ts';
import { redaction } from './actions/redaction.ts';
import { readClusterStatus } from './console/cluster-status.ts';
import type { Clusters } from './clusters/clusters.ts';
import { clustersOf } from './clusters/configured.ts';
import { timerDelay } from './cluster/retry.ts';
import { codeHandlers } from './code/code-service.ts';
import { takingTurns } from './clusters/taking-turns.ts';
import { isDiskFull } from './console/disk-full.ts';
import { consoleDispatcher, type DispatcherOptions } from './console/dispatch.ts';
import { isServerGiven, localCaller, verifiedAuthorsOf } from './console/caller.ts';
import type { ConsoleContext, OpenCluster } from './console/context.ts';
import { consoleHandlers } from './console/handlers.ts';
import { scratchIndices } from './console/scratch.ts';
import { embeddedEngine, type EmbeddedEngine } from './embedded/embedded-engine.ts';
import { sampleData, storedSampleLogs } from './embedded/sample-data.ts';
import { sqliteEngineStorage } from './embedded/sqlite-storage.ts';
import type { Settings } from './flags.ts';
import { addDataMetrics } from './metrics/process-metrics.ts';
import { metricsRegistry, type MetricsRegistry } from './metrics/registry.ts';
import { addStoreSize, countedEventStore } from './metrics/store-metrics.ts';
import { retention } from './keeping/retention.ts';
import { localErasures, sharedErasures } from './keeping/erasure-home.ts';
import { storageLog } from './keeping/storage-log.ts';
import { storageHandlers } from './keeping/storage-service.ts';
import { trailEraser, type TrailEraser } from './keeping/trail-eraser.ts';
import { labRunner, type LabRunner } from './lab/lab-runner.ts';
import { labService } from './lab/lab-service.ts';
import { recordRun } from './lab/record-run.ts';
import { replayer } from './lab/replay-thread.ts';
import { sqliteLabStore } from './lab/sqlite-lab-store.ts';
import { checkpoints } from './proof/checkpoints.ts';
import { contradictionsOf } from './proof/own-checkpoints.ts';
import { checkpointPublisher } from './proof/publish.ts';
import { OPERATOR_SECRET_FILE, openOperatorSecret, type OperatorSecret } from './operator-secret.ts';
import { openSigningKey } from './proof/signing-key.ts';
import { openTrail, ownStreams } from './open-trail.ts';
import { planService } from './plans/plan-service.ts';
import { callerOf, openClusterFor } from './session-routes.ts';
import { memorySessions } from './sessions.ts';
import { signInLimit } from './sign-in-limit.ts';
import { openDatabase } from './sqlite/database.ts';
import { lockFolder } from './sqlite/folder-lock.ts';
import { DataError } from './sqlite/open-file.ts';
import { sqliteActionIndex } from './sqlite/sqlite-action-index.ts';
import { sqliteOldActions } from './sqlite/sqlite-old-actions.ts';
import { sqliteStreamCounts } from './sqlite/sqlite-stream-counts.ts';
import { sqliteScratchStore } from './sqlite/sqlite-scratch-store.ts';
import { sqliteStorageFacts } from './sqlite/sqlite-storage-facts.ts';
import { sqliteTree } from './sqlite/sqlite-tree.ts';
import { sqliteUsageStore } from './sqlite/sqlite-usage-store.ts';
import { trailService, type OwnedTrailService } from './trail/trail-service.ts';
import { proxyUsers } from './trusted-proxy.ts';
import { folderCheck, type StorageCheck } from './storage-check.ts';

export interface Composed {
  readonly clusters: Clusters;
  readonly api: NonNullable<AppOptions['api']>;
  readonly checkStorage: StorageCheck;
  /** Of the parts behind the routes; requests and the process are counted by whoever serves them. */
  readonly metrics: MetricsRegistry;
  /** Ends the ways to the clusters and closes the files; nothing may be asked any more. */
  close(): Promise<void>;
}

export interface ComposeListeners extends Pick<DispatcherOptions, 'onFailure' | 'onInvalidResponse'> {
  /** Called with a warning about the data folder that does not keep the server from running. */
  readonly warn?: (line: string) => void;
  /** What carries out fuzz runs; threads of this process where absent. */
  readonly fuzz?: LabRunner;
}

/**
 * Everything behind the routes, as the settings ask for it.
 * @throws DataError where another server has the data folder, it can't be written to, or holds what is no data of this
 * server
 */
export async function composeApi(
  settings: Settings,
  { warn, fuzz = labRunner(), ...listeners }: ComposeListeners,
): Promise<Composed> {
  const { dataDir, isReadOnly, secureCookies } = settings;
  const now = () => new Date().toISOString();
  makeFolder(dataDir);
  const closings: (() => void)[] = [];
  const opened = <File extends { close(): void }>(file: File): File => {
    closings.unshift(() => file.close());
    return file;
  };
  let closingTrail: (() => Promise<void>) | undefined;
  const closeFiles = () => closings.splice(0).forEach((close) => close());
  try {
    opened(lockFolder(dataDir));
    const database = opened(openDatabase(join(dataDir, 'server.db'), warn));
    // A history of samples belongs to nobody's work: it comes only with a new folder, and beside no real cluster.
    const isNew = settings.clusters.length === 0 && sqliteStreamCounts(database)().streams === 0;
    const sandbox = settings.hasSandbox
      ? opened(await openSandbox(join(dataDir, 'sandbox.db'), { now, warn, hasHistory: isNew }))
      : undefined;
    const clusters = clustersOf(settings.clusters, sandbox && takingTurns(sandbox));
    const sessions = memorySessions(Date.now);
    const metrics = metricsRegistry();
    addStoreSize(metrics, sqliteStreamCounts(database));
    addDataMetrics(metrics, dataDir);
    const proxyUserOf = proxyUsers(settings);
    const nextId = monotonicFactory();
    const newSalt = () => randomBytes(16).toString('hex');
    const key = openSigningKey(join(dataDir, 'signing-key.pem'));
    const tree = sqliteTree(database);
    const disk = { isFull: false };
    /**
     * A full disk keeps nobody from reading: what has to be written at the start waits for the next one, and nothing is
     * recorded before it.
     */
    const unlessFull = async (run: () => Promise<void> | void) => {
      if (disk.isFull) return;
      try {
        await run();
      } catch (error) {
        if (!isDiskFull(error)) throw error;
        disk.isFull = true;
        warn?.(
          `The disk with the data folder ${dataDir} is full. What is there can be read, and nothing is recorded. Free up space and start the server again.`,
        );
      }
    };
    let operator: OperatorSecret | undefined;
    await unlessFull(() => {
      operator = opened(openOperatorSecret(join(dataDir, OPERATOR_SECRET_FILE)));
    });
    let contradictions: ReturnType<typeof contradictionsOf> = [];
    await unlessFull(() => {
      const isShared = typeof settings.trailIndex === 'object';
      contradictions = contradictionsOf({ tree, key, file: settings.checkpointFile, isShared });
    });
    if (contradictions.length > 0 && !settings.acceptsTrail) throw new DataError(contradictionWords(contradictions));
    for (const each of contradictions) warn?.(`${each} It was accepted.`);
    const late: { keeper?: TrailEraser; trail?: OwnedTrailService } = {};
    const onKeepingFailure = (error: unknown) => warn?.(`Erased logs still have content here: ${errorText(error)}`);
    const openedTrail = await openTrail(settings, {
      ...{ database, clusters, metrics, now, newSalt, warn, signer: key },
      onErased: () => void late.keeper?.resume().catch(onKeepingFailure),
    });
    closingTrail = openedTrail.close;
    const { isOthers } = openedTrail;
    const events = countedEventStore(openedTrail.store, metrics);
    const redact = redaction(settings.redact);
    let left = 0;
    await unlessFull(async () => {
      ({ left } = await importOldActions(sqliteOldActions(database), events, redact));
    });
    if (left > 0)
      warn?.(`${left} actions of an earlier version can’t be read. They stay in the table "action" of ${dataDir}.`);
    const actionIndex = sqliteActionIndex(database);
    const actionLog = eventActionLog({
      store: events,
      index: actionIndex,
      clock: { now },
      ids: { next: () => nextId() },
      redaction: redact,
      names: events.names,
      isOthers,
    });
    await unlessFull(() => actionLog.recover());
    events.subscribe(({ stream }) => {
      if (isOthers(stream))
        actionLog.note(stream).catch((error: unknown) => listeners.onFailure(error, 'actions of others'));
    });
    const plans = planService({
      store: ownStreams(events, isOthers),
      actionLog,
      unrecordedActions: settings.unrecordedActions,
      clock: { now },
      ids: { next: () => nextId() },
      delay: timerDelay,
      versionWith: async (stream, body) => late.trail?.versionWith(stream, body) ?? null,
      recordMade: async (made) => late.trail?.recordMade(made),
      onFailure: listeners.onFailure,
    });
    await unlessFull(() => plans.recover());
    metrics.gauge({ name: 'mapledger_plans_at_work', help: 'Plans that are being carried out.' }, plans.countAtWork);
    const scratch = scratchIndices({ store: sqliteScratchStore(database), now, newId: () => nextId() });
    const removeLeftovers = (cluster: OpenCluster) => {
      if (!isReadOnly) void scratch.removeLeftovers(cluster);
    };
    const clock = { now };
    const log = storageLog({ store: events, clock, ids: { next: () => nextId() } });
    const home =
      openedTrail.shared === undefined
        ? localErasures({ store: events, log })
        : sharedErasures({ ...openedTrail.shared, names: events.names, log });
    const keeper = (late.keeper = trailEraser({ store: events, home, signer: key, clock, log }));
    await unlessFull(() => keeper.resume());
    const later = (run: () => void, ms: number) => closings.push(stopTimer(setTimeout(run, ms).unref()));
    const days = settings.keepActionsDays;
    const kept =
      days === undefined
        ? undefined
        : retention({
            ...{ days, index: actionIndex, store: events, eraser: keeper, clock, later },
            onFailure: (error) => warn?.(`Old actions were not erased: ${errorText(error)}`),
          });
    if (!isReadOnly && !disk.isFull) kept?.start();
    const rights = actionRights(Date.now);
    const trail = (late.trail = trailService({
      entries: clusters.entries,
      maySeeAction: rights.maySee,
      records: events,
      register: openedTrail.register,
      keeper,
      plans,
      async noteRestored(author, by, caller, others) {
        const command = { type: 'author.restore', payload: { restored: { author, by } } } as const;
        // Who does it has just proved to be the author, by a sign-in or without one.
        const proved = { id: author, name: events.names.nameOf(author) ?? ERASED_NAME, verified: false };
        await log.record(command, verifiedAuthorsOf(caller)[0] ?? proved, { others });
      },
      nowMs: Date.now,
      ids: { next: () => nextId() },
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
    }));
    const proof = checkpoints({
      tree,
      key,
      now,
      publish: checkpointPublisher(settings, (line) => warn?.(line)),
      ...(settings.checkpointMinutes > 0 && !disk.isFull && { intervalMs: settings.checkpointMinutes * 60_000 }),
      onFailure: (error) => warn?.(`No checkpoint was made: ${errorText(error)}`),
    });
    opened(proof);
    // From now on the newest one says what this trail is.
    if (contradictions.length > 0) await proof.makeNew();
    const lab = labService({
      store: sqliteLabStore(database),
      runner: fuzz,
      replay: replayer(),
      clusters: settings.clusters,
      // One is left for everybody else.
      maxThreads: Math.max(1, availableParallelism() - 1),
      clock,
      ids: { next: () => nextId() },
      nowMs: () => performance.now(),
      record: recordRun({
        actionLog,
        unrecordedActions: settings.unrecordedActions,
        reasons: settings.reasons,
        onFailure: listeners.onFailure,
      }),
      onFailure: listeners.onFailure,
    });
    await unlessFull(lab.recover);
    metrics.gauge(
      { name: 'mapledger_fuzz_runs_at_work', help: 'Fuzz runs that are being carried out.' },
      lab.countAtWork,
    );
    metrics.gauge(
      { name: 'mapledger_fuzz_cases_total', help: 'Cases of fuzz runs that were tried.', type: 'counter' },
      lab.countCases,
    );
    const handlers = consoleHandlers({
      entries: clusters.entries,
      readStatus: readClusterStatus,
      usage: sqliteUsageStore(database, now),
      plans,
      actions: actionHandlers(actionLog, rights),
      reasons: settings.reasons,
      hasSharedTrail: settings.hasSharedTrail,
      hasDocuments: settings.hasDocuments,
      scratch,
      trail: trail.handlers,
      code: codeHandlers({
        ...{ store: events, names: events.names, clock, ids: { next: () => nextId() }, maySee: rights.maySee },
        noteAuthor({ id }) {
          const { register } = openedTrail;
          if (!isServerGiven(id) && register.authorEntry(id) === undefined) register.noteAuthor(id, null, now());
        },
      }),
      ...(sandbox !== undefined && { sampleLogs: () => storedSampleLogs(sandbox) }),
      proof,
      lab,
      storage: storageHandlers({
        ...{ dataDir, store: events, log, tree, key, clock },
        facts: sqliteStorageFacts(database),
        checkpoints: proof.list,
        checkpointMinutes: settings.checkpointMinutes,
        hasSharedTrail: settings.hasSharedTrail,
        ...(kept !== undefined && { retention: kept }),
      }),
    });
    const settler = actionSettler({
      log: actionLog,
      nowMs: Date.now,
      later,
      read: (id, input, cluster) => {
        const handler = handlers[id] as (...given: [typeof input, ConsoleContext]) => Promise<unknown>;
        const { signal } = new AbortController();
        return handler(input, {
          isReadOnly,
          caller: localCaller(cluster),
          openCluster: clusters.open,
          signal,
          cluster,
        });
      },
      recordSave: trail.recordSave,
      onFailure: listeners.onFailure,
    });
    const dispatch = consoleDispatcher({
      handlers,
      actionLog,
      checkChanges: trail.checkChanges,
      recordSave: trail.recordSave,
      recordMade: trail.recordMade,
      noteReading: trail.noteReading,
      onUnsure: (cluster) => void settler.settle(cluster),
      settleBefore: settler.settleBefore,
      vouched: trail.vouched,
      unrecordedActions: settings.unrecordedActions,
      reasons: settings.reasons,
      isReadOnly,
      isFull: disk.isFull,
      ...listeners,
    });
    const onReached = (cluster: OpenCluster) => {
      removeLeftovers(cluster);
      void settler.settle(cluster);
    };
    for (const { id } of clusters.entries) onReached(clusters.open(id));
    return {
      clusters,
      checkStorage: folderCheck(dataDir, Date.now),
      metrics,
      api: {
        dispatch,
        openCluster: (request, id) => openClusterFor(request, id, { clusters, sessions }),
        callerOf: (request) => callerOf(request, { clusters, sessions, proxyUserOf, ...(operator && { operator }) }),
        endWaiting: trail.endWaiting,
        session: { clusters, sessions, limit: signInLimit(Date.now), secureCookies, onSignedIn: onReached },
      },
      async close() {
        trail.close();
        await lab.close();
        await plans.close();
        await keeper.close();
        await openedTrail.close();
        await clusters.close();
        closeFiles();
      },
    };
  } catch (error) {
    await closingTrail?.();
    closeFiles();
    throw error;
  }
}

/** Opening the folder may have made a key and hashed leaves; no event and no checkpoint was added. */
function contradictionWords(contradictions: readonly string[]): string {
  return `${contradictions.join(' ')} Nothing was recorded. Put back the newest copy of server.db and signing-key.pem, or start once with --accept-trail to go on with these.`;
}

function stopTimer(timer: NodeJS.Timeout): () => void {
  return () => clearTimeout(timer);
}

/** What was done to clusters, and how, is for the user of this server alone. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new DataError(
      `The data folder ${folder} can’t be created: ${errorText(error)}. Choose another with --data-dir.`,
      { cause: error },
    );
  }
}

interface SandboxOptions {
  readonly now: () => string;
  readonly warn: ((line: string) => void) | undefined;
  /** Whether sample data comes with a history. */
  readonly hasHistory: boolean;
}

async function openSandbox(file: string, { now, warn, hasHistory }: SandboxOptions): Promise<EmbeddedEngine> {
  const nextId = monotonicFactory();
  const engine = embeddedEngine({
    storage: sqliteEngineStorage(file, warn),
    clock: { now },
    ids: { next: () => nextId() },
  });
  await sampleData(engine, { hasHistory });
  return engine;
}
