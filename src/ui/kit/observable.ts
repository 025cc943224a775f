import { createAtom } from '@xstate/store';

/** A value that is read and watched as `useSyncExternalStore` asks for: the same object until it changes. */
export interface Observable<T> {
  getSnapshot(): T;
  /** Returns what ends it. */
  subscribe(listener: () => void): () => void;
}

export interface WritableObservable<T> extends Observable<T> {
  /** Calls the listeners before it returns, and none of them where the value is the same (`Object.is`). */
  set(value: T): void;
}

/** The methods need no `this`: they can be handed on one by one. */
export function observable<T extends object | string | null>(initial: T): WritableObservable<T> {
  const atom = createAtom<T>(initial);
  return {
    getSnapshot: () => atom.get(),
    subscribe(listener) {
      const subscription = atom.subscribe(() => listener());
      return () => subscription.unsubscribe();
    },
    set: (value) => atom.set(value),
  };
}
