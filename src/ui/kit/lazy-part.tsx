import { use, type ComponentType } from 'react';
import { loadChunk } from './load-chunk.ts';

/** A component whose code is loaded when it is first rendered or preloaded. Suspends meanwhile. */
export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Resolves when the code is there, and also when it could not be loaded: rendering says so. */
  readonly preload: () => Promise<void>;
};

/** Forgets of each part that could not be loaded that it failed. */
const failures = new Set<() => void>();

/**
 * As React's `lazy`, but a part that could not be loaded throws only until {@link retryParts}, where `lazy` would keep the error for as
 * long as the page is open.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = () => {
    if (loading !== undefined) return loading;
    const promise = loadChunk(load);
    promise.catch(() => {
      failures.add(() => {
        loading = undefined;
      });
    });
    loading = promise;
    return promise;
  };
  function Part(props: Props) {
    const Component = use(start());
    return <Component {...props} />;
  }
  const preload = () =>
    start().then(
      () => undefined,
      () => undefined,
    );
  return Object.assign(Part, { preload });
}

/** Lets parts that could not be loaded try again when they are rendered next. */
export function retryParts(): void {
  for (const forget of failures) forget();
  failures.clear();
}
