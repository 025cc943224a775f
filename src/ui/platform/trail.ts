import type { Draft } from '#domain/commands';
import { observable, type Observable } from '../kit/observable.ts';
import type { TrailStatus } from '../../machines/trail-sync.ts';

export type { TrailStatus } from '../../machines/trail-sync.ts';

/** A draft that the server has and the list of this device has not. */
export interface ServerDraft {
  readonly stream: string;
  readonly draft: Pick<Draft, 'name' | 'kind' | 'mappingsAt' | 'target'>;
  /** Name of its owner. */
  readonly owner: string;
}

/** Somebody whose drafts the server has, and whom the person here may be. */
export interface ServerAuthor {
  readonly id: string;
  readonly name: string;
  readonly drafts: number;
  /** RFC 3339, of the last change. */
  readonly lastAt: string;
}

/** Who may open a draft on the server. */
export interface Sharing {
  readonly isOwner: boolean;
  readonly isShared: boolean;
}

/** What can be done about the trail. What is done on the server rejects with a TrailError. */
export interface TrailControls {
  /** Whether a stream goes to the server. */
  takes(stream: string): boolean;
  /** Tries again now what failed. */
  retry(): void;
  /** Sends a stream again that the server has lost. */
  sendAgain(stream: string): void;
  /** Reads what the server has of a document that is looked at here. */
  look(stream: string): void;
  /** Tells others which document and field are open here. */
  say(stream: string, field: string | null): void;
  /** Null where the stream is no draft that the server has. */
  readSharing(stream: string): Promise<Sharing | null>;
  share(stream: string, isShared: boolean): Promise<void>;
  /** Drafts of others that are shared and not on the list of this device. */
  listShared(): Promise<readonly ServerDraft[]>;
  /** Stores a shared draft on this device and puts it on its list. Resolves with its id. */
  takeUp(draft: ServerDraft): Promise<string>;
  /** Authors whose drafts can be restored on this device. */
  listAuthors(): Promise<readonly ServerAuthor[]>;
  /** A new recovery code of the author of this device, in place of the one before; the server keeps its digest. */
  makeRecoveryCode(): Promise<string>;
  /** As `restore`, for the author of a recovery code, which is used up. Rejects for a text that is none. */
  restoreByCode(code: string): Promise<void>;
  /** Stores all drafts of an author on this device and goes on as that author, which takes a reload. */
  restore(author: ServerAuthor): Promise<void>;
}

/** The trail of the server as this tab knows it; null until that is known, and where the server keeps none. */
export interface Trail extends Observable<TrailStatus | null> {
  /** Null until the server has answered. */
  controls(): TrailControls | null;
}

export interface TrailHolder {
  readonly trail: Trail;
  /** The code that does it comes after everything else. */
  connect(controls: TrailControls): void;
  set(status: TrailStatus | null): void;
}

export function trailHolder(): TrailHolder {
  const { getSnapshot, subscribe, set } = observable<TrailStatus | null>(null);
  let controls: TrailControls | null = null;
  return {
    trail: { getSnapshot, subscribe, controls: () => controls },
    connect(given) {
      controls = given;
    },
    set,
  };
}
