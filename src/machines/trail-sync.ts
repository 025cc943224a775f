import { createActor, fromPromise } from 'xstate';
import { LogFaultError } from '#domain/log';
import {
  TrailError,
  type CancelSignal,
  type ReplicaStream,
  type TrailChanges,
  type TrailFault,
  type TrailPerson,
  type TrailService,
} from '#domain/ports';
import { withChanges } from './others-here.ts';
import { trailSyncMachine } from './trail-sync-machine.ts';
import { proveAuthor, type AuthorProofPorts } from './author-proof.ts';
import { trailUploader, type TrailUploaderPorts } from './trail-uploader.ts';

/** How long the server may wait with news, in s. */
const LISTEN_SECONDS = 25;

/** That a change has something to record is reported where recording takes longer than this, in ms. */
const SAID_AFTER_MS = 50;

/** The state of the trail, as a plain value that tabs send to each other. */
export interface TrailStatus {
  /** `absent` where the server keeps no trail: everything stays on this device. */
  readonly kind: 'connecting' | 'connected' | 'waiting' | 'absent';
  /** Why nothing can be recorded now, or null. */
  readonly fault: TrailFault | null;
  /** The last recorded version of each stream, 0 where none is. A document that is ahead of it has more to record. */
  readonly recorded: Readonly<Record<string, number>>;
  /** How many events of a stream were not recorded at the last count; a stream that is absent had none. */
  readonly unrecorded: Readonly<Record<string, number>>;
  /** Why events of a stream can't be recorded, though the server answers. */
  readonly streamFaults: Readonly<Record<string, TrailFault>>;
  /** The people elsewhere who have documents open that are open here. */
  readonly people: readonly TrailPerson[];
}

export interface TrailSyncPorts extends TrailUploaderPorts, Pick<AuthorProofPorts, 'authorNow'> {
  readonly onStatus: (status: TrailStatus) => void;
  readonly random: () => number;
  /** Called with faults of our own, which nobody can do anything about. */
  readonly onFailure: (error: unknown) => void;
  /** Which streams of this device go to the server. */
  readonly isShared: (stream: string) => boolean;
  /**
   * Whether somebody can open a stream here. The rest of a removed draft, or of another author, is not looked for on
   * the server.
   */
  readonly isInUse: (stream: string) => boolean;
}

export interface TrailSync {
  /** Retries now what failed. */
  retry(): void;
  /** Sends a stream again that the server has lost. */
  sendAgain(stream: string): Promise<void>;
  /** Reads what the server has of a stream of which this device may have nothing, since nobody has changed it here. */
  look(stream: string): void;
  close(): void;
}

/** Faults of one stream: the others are still recorded. */
const OF_ONE_STREAM: readonly TrailFault[] = [
  'forbidden',
  'unproved',
  'signed_out',
  'too_large',
  'refused',
  'other_rules',
  'damaged',
  'lost',
  'diverged',
  'erased',
];
/**
 * Faults that stay until somebody has decided about the stream. After the others, nothing is sent again until there is
 * a reason to.
 */
const DECIDED_BY_A_PERSON: readonly TrailFault[] = ['lost', 'diverged', 'erased'];

/**
 * Keeps the streams of this device and the trail of the server in sync, until it is closed. One tab does it at a time.
 */
export function startTrailSync(ports: TrailSyncPorts): TrailSync {
  const { store, replica, service, onStatus, isShared, isInUse, onFailure } = ports;
  const uploader = trailUploader(ports);
  const streamFaults = new Map<string, TrailFault>();
  let unrecorded: Readonly<Record<string, number>> = {};
  let recordedVersions: Readonly<Record<string, number>> = {};
  let people: readonly TrailPerson[] = [];
  let cursor: string | null = null;
  /** Whether parts of an answer come before it has ended, as far as that is known. */
  let canFollow = true;
  const lookedAt = new Set<string>();
  /** Streams of this device at the last count. */
  let here: ReadonlySet<string> = new Set();
  /** Streams that have changed here or on the server since the last round began. */
  let changed = new Set<string>();
  /** Whether this connection has proved the author. */
  let isProved = false;
  /**
   * Counts unrecorded events. Resolves with the streams that have more here or on the server, also those whose end was
   * cut here.
   */
  async function count(): Promise<readonly string[]> {
    const all = (await replica.list()).filter(({ stream }) => isShared(stream));
    here = new Set(all.map(({ stream }) => stream));
    const behind = all.filter((each) => each.version > settledVersion(each));
    unrecorded = Object.fromEntries(behind.map((each) => [each.stream, each.version - each.recordedVersion]));
    recordedVersions = Object.fromEntries(all.map((each) => [each.stream, settledVersion(each)]));
    const due = all.filter(
      (each) => each.version > settledVersion(each) || uploader.knowsMore(each.stream, each.recordedVersion),
    );
    const looked = [...lookedAt].filter((stream) => !here.has(stream) && uploader.knowsMore(stream, 0));
    return [...due.map(({ stream }) => stream), ...looked];
  }

  /**
   * The version up to which nothing has to be recorded now: readings of a cluster wait for the next change of a person.
   */
  function settledVersion({ stream, version, recordedVersion }: ReplicaStream): number {
    return uploader.heldVersion(stream) === version ? version : recordedVersion;
  }

  async function connect(signal: CancelSignal): Promise<undefined> {
    const changes = await service.changes(null, 0, signal);
    cursor = changes.cursor;
    people = withChanges([], changes.others);
    isProved = await proveAuthor(ports, signal);
    const recorded = new Map((await service.streams('', signal)).map(({ stream, version }) => [stream, version]));
    for (const { stream, recordedVersion } of await replica.list()) {
      const version = recorded.get(stream) ?? 0;
      streamFaults.delete(stream);
      if (!isShared(stream)) continue;
      uploader.noteVersion(stream, version);
      // The stream does not exist, or not for this caller: reading it shows which.
      if (version < recordedVersion && isInUse(stream))
        await onStream(stream, async () => looksLost(stream, recordedVersion, signal));
    }
    await count();
    return undefined;
  }

  async function looksLost(stream: string, recordedVersion: number, signal: CancelSignal): Promise<void> {
    const { version } = await service.read(stream, recordedVersion, signal);
    if (version < recordedVersion)
      throw new TrailError('lost', `The server has ${version} of ${recordedVersion} events that it had recorded`);
  }

  /** Records the streams with known changes first: somebody waits for them, and nobody for the count of all streams. */
  async function recordChanged(signal: CancelSignal): Promise<void> {
    const streams = changed;
    changed = new Set();
    if (!isProved) return;
    const late = setTimeout(publish, SAID_AFTER_MS);
    try {
      for (const stream of streams) {
        const isDue = (unrecorded[stream] ?? 0) > 0 || uploader.knowsMore(stream, recordedVersions[stream] ?? 0);
        if (isDue && !streamFaults.has(stream)) await onStream(stream, () => uploader.sync(stream, signal));
      }
    } finally {
      clearTimeout(late);
    }
  }

  async function record(signal: CancelSignal): Promise<undefined> {
    await recordChanged(signal);
    const due = await count();
    publish();
    const left = due.filter((stream) => !streamFaults.has(stream));
    // Somebody may have restored the author here, or signed in.
    if (left.length > 0 && !isProved) isProved = await proveAuthor(ports, signal);
    for (const stream of left) {
      await onStream(stream, async () => {
        // Unrecorded events stay as they are, in their order.
        if (!isProved && (unrecorded[stream] ?? 0) > 0)
          throw new TrailError('unproved', 'The author of this device is proved by another one');
        await uploader.sync(stream, signal);
      });
      await count();
      publish();
    }
    return undefined;
  }

  /** Counts at once the unrecorded events of a stream: all streams are counted when they are recorded. */
  function noteChange(stream: string, version: number): void {
    changed.add(stream);
    const recorded = recordedVersions[stream] ?? 0;
    if (version > recorded) unrecorded = { ...unrecorded, [stream]: version - recorded };
  }

  async function onStream(stream: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      streamFaults.delete(stream);
    } catch (error) {
      const fault = error instanceof LogFaultError ? 'damaged' : error instanceof TrailError ? error.fault : null;
      if (fault === null || !OF_ONE_STREAM.includes(fault)) throw error;
      // A device that can't prove its author gets nothing that is private to that author.
      streamFaults.set(stream, fault === 'forbidden' && !isProved ? 'unproved' : fault);
    }
  }

  async function listen(signal: CancelSignal): Promise<undefined> {
    if (cursor === null || service.follow === undefined || !canFollow) {
      await takeNews(await service.changes(cursor, LISTEN_SECONDS, signal));
      return undefined;
    }
    canFollow = (await followNews(cursor, service.follow, signal)) === 'ended';
    return undefined;
  }

  /** Handles news one by one, in their order. The first failure ends the loop. */
  async function followNews(from: string, follow: NonNullable<TrailService['follow']>, signal: CancelSignal) {
    const following = new AbortController();
    const end = () => following.abort();
    signal.addEventListener('abort', end);
    let taken = Promise.resolve();
    const take = (changes: TrailChanges) => {
      taken = taken.then(() => takeNews(changes)).then(() => actor.send({ type: 'CHANGED' }));
      taken.catch(end);
    };
    try {
      const outcome = await follow(from, take, following.signal);
      await taken;
      return outcome;
    } catch (error) {
      await taken;
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  async function takeNews(changes: TrailChanges): Promise<void> {
    cursor = changes.cursor;
    const before = people;
    people = withChanges(people, changes.others);
    const isHere = (stream: string) => here.has(stream) || lookedAt.has(stream);
    const shared = changes.streams.filter(({ stream }) => isShared(stream));
    if (!shared.every(({ stream }) => isHere(stream)))
      here = new Set((await replica.list()).map(({ stream }) => stream));
    for (const { stream, version, tail } of shared) {
      if (!isHere(stream)) continue;
      uploader.noteVersion(stream, version);
      if (tail !== undefined) uploader.offer(stream, tail);
      changed.add(stream);
    }
    if (people !== before) publish();
  }

  const actor = createActor(
    trailSyncMachine.provide({
      actors: {
        connect: fromPromise(({ signal }) => connect(signal)),
        record: fromPromise(({ signal }) => record(signal)),
        listen: fromPromise(({ signal }) => listen(signal)),
      },
      actions: {
        tellFailure: (_, { error }) => {
          if (!(error instanceof TrailError)) onFailure(error);
        },
      },
    }),
    { input: { random: ports.random } },
  );

  function publish(): void {
    const { value, context, status } = actor.getSnapshot();
    // A round that was under way at closing ends by itself.
    if (status !== 'active') return;
    const kind = typeof value === 'object' ? 'connected' : value;
    onStatus({
      kind,
      fault: kind === 'connected' ? null : context.fault,
      recorded: recordedVersions,
      unrecorded,
      streamFaults: Object.fromEntries(streamFaults),
      people,
    });
  }

  const unsubscribe = store.subscribe(({ stream, version, isCut }) => {
    if (!isShared(stream)) return;
    if (isCut === true) streamFaults.delete(stream);
    noteChange(stream, version);
    actor.send({ type: 'CHANGED' });
  });
  let before: unknown = null;
  actor.subscribe(({ value }) => {
    const kind = typeof value === 'object' ? 'connected' : value;
    if (kind === before) return;
    before = kind;
    // Unrecorded events are counted while the server is away, too.
    if (kind === 'waiting') count().then(publish, onFailure);
    publish();
  });
  actor.start();

  return {
    retry() {
      for (const [stream, fault] of streamFaults) if (!DECIDED_BY_A_PERSON.includes(fault)) streamFaults.delete(stream);
      actor.send({ type: 'RETRY' });
    },
    async sendAgain(stream) {
      await replica.forget(stream);
      streamFaults.delete(stream);
      actor.send({ type: 'CHANGED' });
    },
    look(stream) {
      if (lookedAt.has(stream) || !isShared(stream)) return;
      lookedAt.add(stream);
      // Reading it shows whether the server has it.
      uploader.noteVersion(stream, 1);
      actor.send({ type: 'CHANGED' });
    },
    close() {
      unsubscribe();
      actor.stop();
    },
  };
}
