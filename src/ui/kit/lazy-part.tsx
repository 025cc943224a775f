import { use, type ComponentType } from 'react';
import { fulfilled } from './fulfilled.ts';
import { loadChunk } from './load-chunk.ts';

/** A component whose code is loaded when it is first rendered or preloaded. Suspends meanwhile. */
export type LazyPart<Props extends object> = ComponentType<Props> & {
  /** Resolves when the code is loaded, and also when loading failed: rendering reports the error. */
  readonly preload: () => Promise<void>;
};

/** Functions that reset the failed parts. */
const failures = new Set<() => void>();

/**
 * Like React's `lazy`, but a part that could not be loaded throws only until {@link retryParts}; `lazy` would keep the
 * error for as long as the page is open.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = () => {
    if (loading !== undefined) return loading;
    const promise = loadChunk(load);
    promise.then(
      (component) => fulfilled(promise, component),
      () => {
        failures.add(() => {
          loading = undefined;
        });
      },
    );
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

/** Resets parts that could not be loaded, so that they load again when they are rendered next. */
export function retryParts(): void {
  for (const forget of failures) forget();
  failures.clear();
}
