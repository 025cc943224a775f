import type { Author } from '#domain/events';
import { observable, type Observable } from '../kit/observable.ts';

/**
 * The author of the events of this device. The id never changes. The name can, for the events that follow: it is that
 * of the signed-in user, else the name that was given on this device.
 */
export interface Identity extends Observable<Author> {
  /** The name of a person who gave none. */
  readonly unnamed: string;
  /** The name that was given on this device, whoever is signed in. */
  readonly ownName: string;
  /** Keeps another name; a blank one removes it. Rejects where it could not be kept, and then changes nothing. */
  rename(name: string): Promise<void>;
  /** Sets the user that the cluster knows; undefined when nobody is signed in. */
  signIn(user: string | undefined): void;
}

interface IdentityOptions {
  readonly unnamed: string;
  /** Stores the name, and returns the author that has it. */
  readonly keep: (author: Author, name: string) => Promise<Author>;
}

export function identityOf(author: Author, { unnamed, keep }: IdentityOptions): Identity {
  let own = author;
  let user: string | undefined;
  const { getSnapshot, subscribe, set } = observable(author);
  const publish = () => set(user === undefined ? own : { ...own, name: user });
  return {
    unnamed,
    get ownName() {
      return own.name;
    },
    getSnapshot,
    subscribe,
    async rename(name) {
      own = await keep(own, name);
      publish();
    },
    signIn(next) {
      if (user === next) return;
      user = next;
      publish();
    },
  };
}
