import type { RouteInput } from '#domain/wire';

export type SharedDraft = RouteInput<'trail.share'>['body']['draft'];

/** Whose a stream is. */
export interface StreamEntry {
  readonly stream: string;
  /** Id of the author who began it. */
  readonly author: string;
  /** Key of the user who began it; null where nobody was signed in. */
  readonly user: string | null;
  readonly isShared: boolean;
  /** Description of the draft when it was last shared. */
  readonly draft: SharedDraft | null;
  /** A backup brought it back, which does not say whether it was shared. */
  readonly isRestored?: true;
}

/** Whose a stream is that had no owner. */
export interface StreamOwner extends Pick<StreamEntry, 'author' | 'user'> {
  readonly isRestored?: boolean;
}

export interface AuthorEntry {
  readonly author: string;
  /** Key of the user who has this author's id; null where nobody has used it while signed in. */
  readonly user: string | null;
  /** When the author last recorded something, RFC 3339. */
  readonly lastAt: string;
}

/** By what an author is proved: the secret of a device, or a recovery code that was not used yet. */
export type ProofKind = 'device' | 'recovery';

export interface DeviceDigest {
  /** SHA-256, hexadecimal, of the secret. */
  readonly digest: string;
  readonly kind: ProofKind;
}

/** Whose drafts are whose, and which are shared. Every write is kept when it returns. */
export interface TrailRegister {
  streamEntry(stream: string): StreamEntry | undefined;
  streamEntries(): readonly StreamEntry[];
  /** Sets the owner of a stream that has none. */
  begin(stream: string, owner: StreamOwner): void;
  share(stream: string, isShared: boolean, draft: SharedDraft): void;
  authorEntry(author: string): AuthorEntry | undefined;
  authorEntries(): readonly AuthorEntry[];
  /** Notes that an author has recorded something; `user` stays with an author for good once it is one. */
  noteAuthor(author: string, user: string | null, at: string): void;
  /** By what an author is proved where nobody is signed in, the oldest first. */
  deviceDigests(author: string): readonly DeviceDigest[];
  /** The authors who are proved by the secret of this device. */
  authorsOfDevice(digest: string): readonly string[];
  /** Does nothing where the author has the digest already. `at` is RFC 3339. */
  addDevice(author: string, digest: string, kind: ProofKind, at: string): void;
  removeDevice(author: string, digest: string): void;
}
