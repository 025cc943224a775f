import { createActor, fromPromise } from 'xstate';
import { LogFaultError } from '#domain/log';
import { TrailError, type CancelSignal, type ReplicaStream, type TrailFault, type TrailPerson } from '#domain/ports';
import { trailSyncMachine } from './trail-sync-machine.ts';
import { proveAuthor, type AuthorProofPorts } from './author-proof.ts';
import { trailUploader, type TrailUploaderPorts } from './trail-uploader.ts';

/** How long the server may wait with news, in s. */
const LISTEN_SECONDS = 25;

/** What is known of the trail; a plain value, which tabs send one another. */
export interface TrailStatus {
  /** `absent` where the server keeps no trail: everything stays on this device. */
  readonly kind: 'connecting' | 'connected' | 'waiting' | 'absent';
  /** Why nothing can be recorded now, or null. */
  readonly fault: TrailFault | null;
  /** The last version of each stream that is recorded, 0 where none is. A document that is ahead of it has more to record. */
  readonly recorded: Readonly<Record<string, number>>;
  /** How many events of a stream were not recorded when they were counted last; a stream that is not here had none. */
  readonly unrecorded: Readonly<Record<string, number>>;
  /** Why events of a stream can't be recorded, though the server answers. */
  readonly streamFaults: Readonly<Record<string, TrailFault>>;
  /** Who has the console open elsewhere. */
  readonly people: readonly TrailPerson[];
}

export interface TrailSyncPorts extends TrailUploaderPorts, Pick<AuthorProofPorts, 'authorNow'> {
  readonly onStatus: (status: TrailStatus) => void;
  readonly random: () => number;
  /** Told of faults of our own, which nobody can do anything about. */
  readonly onFailure: (error: unknown) => void;
  /** Which streams of this device go to the server. */
  readonly isShared: (stream: string) => boolean;
  /** Whether somebody can open a stream here. What is left of a draft that was removed, or of another author, is not looked for on the server. */
  readonly isInUse: (stream: string) => boolean;
}

export interface TrailSync {
  /** Tries again now what failed. */
  retry(): void;
  /** Sends a stream again that the server has lost. */
  sendAgain(stream: string): Promise<void>;
  /** Reads what the server has of a stream of which this device may have nothing, since nobody has changed it here. */
  look(stream: string): void;
  close(): void;
}

/** Faults of one stream: the others are recorded all the same. */
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
/** Those that stay until somebody has decided what becomes of the stream. Of the others, nothing is sent again until there is a reason to. */
const DECIDED_BY_A_PERSON: readonly TrailFault[] = ['lost', 'diverged', 'erased'];

/** Keeps the streams of this device and the trail of the server the same, until it is closed. One tab does it at a time. */
export function startTrailSync(ports: TrailSyncPorts): TrailSync {
  const { store, replica, service, onStatus, isShared, isInUse, onFailure } = ports;
  const uploader = trailUploader(ports);
  const streamFaults = new Map<string, TrailFault>();
  let unrecorded: Readonly<Record<string, number>> = {};
  let recordedVersions: Readonly<Record<string, number>> = {};
  let people: readonly TrailPerson[] = [];
  let cursor: string | null = null;
  const lookedAt = new Set<string>();
  /** Of this connection. */
  let isProved = false;
  /** Counts what is not recorded. Answers with the streams that have more here or on the server: also those of which an end was cut here. */
  async function count(): Promise<readonly string[]> {
    const all = (await replica.list()).filter(({ stream }) => isShared(stream));
    const here = new Set(all.map(({ stream }) => stream));
    const behind = all.filter((each) => each.version > settledVersion(each));
    unrecorded = Object.fromEntries(behind.map((each) => [each.stream, each.version - each.recordedVersion]));
    recordedVersions = Object.fromEntries(all.map((each) => [each.stream, settledVersion(each)]));
    const due = all.filter(
      (each) => each.version > settledVersion(each) || uploader.knowsMore(each.stream, each.recordedVersion),
    );
    const looked = [...lookedAt].filter((stream) => !here.has(stream) && uploader.knowsMore(stream, 0));
    return [...due.map(({ stream }) => stream), ...looked];
  }

  /** Up to which version nothing has to be recorded now: readings of a cluster wait for the next change of a person. */
  function settledVersion({ stream, version, recordedVersion }: ReplicaStream): number {
    return uploader.heldVersion(stream) === version ? version : recordedVersion;
  }

  async function connect(signal: CancelSignal): Promise<undefined> {
    const changes = await service.changes(null, 0, signal);
    ({ cursor, people } = changes);
    isProved = await proveAuthor(ports, signal);
    const recorded = new Map((await service.streams('', signal)).map(({ stream, version }) => [stream, version]));
    for (const { stream, recordedVersion } of await replica.list()) {
      const version = recorded.get(stream) ?? 0;
      streamFaults.delete(stream);
      if (!isShared(stream)) continue;
      uploader.noteVersion(stream, version);
      // It is not there, or not for this caller: reading it says which.
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

  async function record(signal: CancelSignal): Promise<undefined> {
    const due = await count();
    publish();
    const left = due.filter((stream) => !streamFaults.has(stream));
    // Somebody may have restored the author here, or signed in.
    if (left.length > 0 && !isProved) isProved = await proveAuthor(ports, signal);
    for (const stream of left) {
      await onStream(stream, async () => {
        // What is not recorded stays as it is, in its order.
        if (!isProved && (unrecorded[stream] ?? 0) > 0)
          throw new TrailError('unproved', 'The author of this device is proved by another one');
        await uploader.sync(stream, signal);
      });
      await count();
      publish();
    }
    return undefined;
  }

  async function onStream(stream: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      streamFaults.delete(stream);
    } catch (error) {
      const fault = error instanceof LogFaultError ? 'damaged' : error instanceof TrailError ? error.fault : null;
      if (fault === null || !OF_ONE_STREAM.includes(fault)) throw error;
      // Nothing that is private to the author is for a device that can't prove it.
      streamFaults.set(stream, fault === 'forbidden' && !isProved ? 'unproved' : fault);
    }
  }

  async function listen(signal: CancelSignal): Promise<undefined> {
    const changes = await service.changes(cursor, LISTEN_SECONDS, signal);
    ({ cursor, people } = changes);
    const local = new Set((await replica.list()).map(({ stream }) => stream));
    for (const { stream, version } of changes.streams) {
      if ((local.has(stream) || lookedAt.has(stream)) && isShared(stream)) uploader.noteVersion(stream, version);
    }
    publish();
    return undefined;
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
    // A round that was under way as it was closed ends by itself.
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

  const unsubscribe = store.subscribe(({ stream, isCut }) => {
    if (!isShared(stream)) return;
    if (isCut === true) streamFaults.delete(stream);
    actor.send({ type: 'CHANGED' });
  });
  let before: unknown = null;
  actor.subscribe(({ value }) => {
    const kind = typeof value === 'object' ? 'connected' : value;
    if (kind === before) return;
    before = kind;
    // What is not recorded is counted while the server is away, too.
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
      // To read it tells whether the server has it.
      uploader.noteVersion(stream, 1);
      actor.send({ type: 'CHANGED' });
    },
    close() {
      unsubscribe();
      actor.stop();
    },
  };
}
