import type { Draft } from '#domain/commands';
import { observable, type Observable } from '../kit/observable.ts';
import type { TrailStatus } from '../../machines/trail-sync.ts';

export type { TrailStatus } from '../../machines/trail-sync.ts';

/** A draft that the server has and that is not on the list of this device. */
export interface ServerDraft {
  readonly stream: string;
  readonly draft: Pick<Draft, 'name' | 'kind' | 'mappingsAt' | 'target'>;
  /** Name of its owner. */
  readonly owner: string;
}

/** An author whose drafts the server has, and who may be the person here. */
export interface ServerAuthor {
  readonly id: string;
  readonly name: string;
  readonly drafts: number;
  /** Time of the last change, RFC 3339. */
  readonly lastAt: string;
}

/** Who may open a draft on the server. */
export interface Sharing {
  readonly isOwner: boolean;
  readonly isShared: boolean;
}

/** The actions on the trail. Those on the server reject with a TrailError. */
export interface TrailControls {
  /** Whether a stream goes to the server. */
  takes(stream: string): boolean;
  /** Retries now what failed. */
  retry(): void;
  /** Sends a stream again that the server has lost. */
  sendAgain(stream: string): void;
  /** Reads what the server has of a document that is open here. */
  look(stream: string): void;
  /** Tells the server which document and field are open here. */
  say(stream: string, field: string | null): void;
  /** Null where the stream is not a draft that the server has. */
  readSharing(stream: string): Promise<Sharing | null>;
  share(stream: string, isShared: boolean): Promise<void>;
  /** Drafts of others that are shared and not on the list of this device. */
  listShared(): Promise<readonly ServerDraft[]>;
  /** Stores a shared draft on this device and puts it on its list. Resolves with its id. */
  takeUp(draft: ServerDraft): Promise<string>;
  /** Authors whose drafts can be restored on this device. */
  listAuthors(): Promise<readonly ServerAuthor[]>;
  /**
   * Creates a new recovery code for the author of this device, in place of the last one; the server keeps its digest.
   */
  makeRecoveryCode(): Promise<string>;
  /** As `restore`, for the author of a recovery code, which is used up. Rejects for an invalid code. */
  restoreByCode(code: string): Promise<void>;
  /** Stores all drafts of an author on this device and goes on as that author, which reloads the page. */
  restore(author: ServerAuthor): Promise<void>;
}

/** The trail of the server as this tab knows it; null until that is known, and where the server keeps none. */
export interface Trail extends Observable<TrailStatus | null> {
  /** Null until the server has answered. */
  controls(): TrailControls | null;
  /** `known` once it was tried to reach the server: a status of null only says that it keeps no trail. */
  readonly reach: Observable<'unknown' | 'known'>;
}

/** Whether the server gets every change of this device: it answers, and refuses nothing. */
export function isRecording({ kind, fault, streamFaults }: TrailStatus): boolean {
  return kind === 'connected' && fault === null && Object.keys(streamFaults).length === 0;
}

/**
 * Whether others can see that a stream is open here: not where the server does not have it, as far as is known, or does
 * not let this author read it.
 */
export function isVisibleToOthers(status: TrailStatus | null, stream: string): boolean {
  return status !== null && (status.recorded[stream] ?? 0) > 0 && status.streamFaults[stream] === undefined;
}

export interface TrailHolder {
  readonly trail: Trail;
  /** Called once the code of the trail is loaded, after everything else. */
  connect(controls: TrailControls): void;
  set(status: TrailStatus | null): void;
  /** Called once the server has answered, or can't be reached. */
  settle(): void;
}

export function trailHolder(): TrailHolder {
  const { getSnapshot, subscribe, set } = observable<TrailStatus | null>(null);
  let controls: TrailControls | null = null;
  const reach = observable<'unknown' | 'known'>('unknown');
  return {
    trail: { getSnapshot, subscribe, controls: () => controls, reach },
    settle: () => reach.set('known'),
    connect(given) {
      controls = given;
    },
    set,
  };
}
