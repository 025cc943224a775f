import type { Author } from '#domain/events';

/** Who writes the events of this device. The id never changes; the name can, and then stands in the events that follow. */
export interface Identity {
  getSnapshot(): Author;
  subscribe(listener: () => void): () => void;
  /** The name of somebody who gave none. */
  readonly unnamed: string;
  /** Keeps another name; a blank one is none. Rejects where it could not be kept, and changes nothing then. */
  rename(name: string): Promise<void>;
}

interface IdentityOptions {
  readonly unnamed: string;
  /** Stores the name, and returns the author that has it. */
  readonly keep: (author: Author, name: string) => Promise<Author>;
}

export function identityOf(author: Author, { unnamed, keep }: IdentityOptions): Identity {
  let current = author;
  const listeners = new Set<() => void>();
  return {
    unnamed,
    getSnapshot: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async rename(name) {
      current = await keep(current, name);
      for (const listener of listeners) listener();
    },
  };
}
