/** How the place where events are kept is doing. */
export interface StorageStatus {
  /** Whether the browser has promised not to clear it by itself; null where it can't be asked. */
  readonly isPersisted: boolean | null;
  /** Of the whole site, in bytes, as far as the browser says; null where it does not. */
  readonly usageBytes: number | null;
  readonly quotaBytes: number | null;
}

export interface StorageMonitor {
  status(): Promise<StorageStatus>;
  /** Asks the browser to keep what is stored; resolves with whether it will. */
  askToPersist(): Promise<boolean>;
}

export interface RememberedDrafts {
  /** How many there were. */
  readonly drafts: number;
  /** When they were last seen, RFC 3339. */
  readonly seenAt: string;
}

export interface RememberedStorage extends RememberedDrafts {
  /** The id of the first event of the list of drafts: where that is another one, the storage was begun anew. */
  readonly list?: string;
  /** What was found to be gone, until a person has seen that. */
  readonly lost?: RememberedDrafts;
}

/**
 * Remembers what is stored, in another place: so a storage that comes back empty is noticed. It forgets rather than
 * throws.
 */
export interface StorageMemory {
  recall(): RememberedStorage | null;
  remember(stored: RememberedStorage): void;
}
