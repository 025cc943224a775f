import { createAtom } from '@xstate/store';

/** A value that is read and watched as `useSyncExternalStore` requires: the same object until it changes. */
export interface Observable<T> {
  getSnapshot(): T;
  /** Returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

export interface WritableObservable<T> extends Observable<T> {
  /** Calls the listeners before it returns, or none of them where the value is the same (`Object.is`). */
  set(value: T): void;
}

/** The methods do not use `this`: they can be passed on separately. */
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
