import { MAX_CHANGES, type SentChanges } from '#domain/action';
import { parseIndexStream } from '#domain/document';
import { unsentEvents } from '#domain/history';
import type { Pointer } from '#domain/json';
import type { TrailFault } from '#domain/ports';
import type { DocumentSession, DocumentSnapshot } from '../../machines/document-session.ts';
import type { Services } from './services.ts';
import type { TrailStatus } from './trail.ts';

/** The changes that a request is made of, before it is sent. */
export interface GatheredChanges {
  /** Undefined where there are none, or the stream does not name its cluster, as older streams. */
  readonly changes: SentChanges | undefined;
  /** The server has not recorded all of them yet, but will. */
  readonly isUnrecorded: boolean;
}

/** A document as far as its changes are gathered. */
interface GatheredDocument extends Pick<DocumentSession, 'stream'> {
  getSnapshot(): Pick<DocumentSnapshot, 'state' | 'readings'>;
}

interface GatherOptions {
  /** Places in the document whose changes are not sent. */
  readonly leftOut?: readonly Pointer[];
  /** Called when it begins to wait, so that this can be shown. */
  readonly onWait?: () => void;
}

/** Faults of a stream that the person here may not read on the server. */
const UNREADABLE: readonly TrailFault[] = ['forbidden', 'signed_out', 'unproved'];
/** How long a save waits for its changes to be recorded, in ms. */
const LONGEST_WAIT_MS = 10_000;

/**
 * The changes of a document for a request that sends its present state. Waits until the server has recorded them, as
 * long as that can be soon; changes that can't be recorded now are still sent.
 */
export async function gatherChanges(
  { trail, timer }: Pick<Services, 'trail' | 'timer'>,
  document: GatheredDocument,
  { leftOut = [], onWait }: GatherOptions = {},
): Promise<GatheredChanges> {
  const { stream } = document;
  const { state, readings } = document.getSnapshot();
  const events = unsentEvents(state, { leftOut }).slice(-MAX_CHANGES);
  const isUnnamed = stream.startsWith('index/') && parseIndexStream(stream)?.cluster === undefined;
  if (events.length === 0 || isUnnamed) return { changes: undefined, isUnrecorded: false };
  // A person who can't read the stream on the server may not refer to it there either.
  const fault = trail.getSnapshot()?.streamFaults[stream];
  if (fault !== undefined && UNREADABLE.includes(fault)) return { changes: undefined, isUnrecorded: true };
  // Readings that are held are not recorded before the next change.
  const version = state.history.version - readings;
  const standing = () => standingOf(trail.getSnapshot(), stream, version);
  const isShared = trail.controls()?.takes(stream) !== false;
  if (isShared && standing() === 'coming') {
    onWait?.();
    await new Promise<void>((resolve) => {
      const endings: (() => void)[] = [];
      const end = () => {
        for (const ending of endings) ending();
        resolve();
      };
      endings.push(trail.subscribe(() => standing() !== 'coming' && end()));
      endings.push(timer.every(LONGEST_WAIT_MS, end));
    });
  }
  const isUnrecorded = isShared && ['coming', 'stuck'].includes(standing());
  return { changes: { stream, events: [...events] }, isUnrecorded };
}

/**
 * Whether a version of a stream is recorded, will be soon, can't be now, or never will be: the server keeps no trail.
 */
function standingOf(
  status: TrailStatus | null,
  stream: string,
  version: number,
): 'recorded' | 'coming' | 'stuck' | 'unshared' {
  if (status === null || status.kind === 'absent') return 'unshared';
  if ((status.recorded[stream] ?? 0) >= version) return 'recorded';
  const isStuck = status.kind === 'waiting' || status.fault !== null || status.streamFaults[stream] !== undefined;
  return isStuck ? 'stuck' : 'coming';
}
