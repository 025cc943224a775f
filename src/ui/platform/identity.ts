import type { Author } from '#domain/events';
import { observable, type Observable } from '../kit/observable.ts';

/** Who writes the events of this device. The id never changes; the name can, and then stands in the events that follow. */
export interface Identity extends Observable<Author> {
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
  const { getSnapshot, subscribe, set } = observable(author);
  return {
    unnamed,
    getSnapshot,
    subscribe,
    async rename(name) {
      set(await keep(getSnapshot(), name));
    },
  };
}
