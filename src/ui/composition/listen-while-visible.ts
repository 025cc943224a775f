import type { CancelSignal, TrailService } from '#domain/ports';

/**
 * Waits for news only while this page is visible: where tabs can't elect one of them, as on plain HTTP, each would keep
 * a connection open that the others then lack. Edits are still sent.
 */
export function listenWhileVisible(service: TrailService, page: Document = document): TrailService {
  const { follow } = service;
  return {
    ...service,
    async changes(cursor, waitSeconds, signal) {
      if (waitSeconds > 0) await untilVisible(page, signal);
      return service.changes(cursor, waitSeconds, signal);
    },
    ...(follow !== undefined && {
      async follow(cursor, onChanges, signal) {
        await untilVisible(page, signal);
        const hiding = new AbortController();
        const end = () => hiding.abort();
        const endIfHidden = () => {
          if (page.hidden) end();
        };
        signal.addEventListener('abort', end);
        page.addEventListener('visibilitychange', endIfHidden);
        if (signal.aborted) end();
        try {
          return await follow(cursor, onChanges, hiding.signal);
        } catch (error) {
          // It goes on from its cursor when the page is visible again.
          if (hiding.signal.aborted && !signal.aborted) return 'ended';
          throw error;
        } finally {
          signal.removeEventListener('abort', end);
          page.removeEventListener('visibilitychange', endIfHidden);
        }
      },
    }),
  };
}

/** Resolves at once where nobody waits any more. */
function untilVisible(page: Document, signal: CancelSignal | undefined): Promise<void> {
  if (!page.hidden || signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => {
      if (page.hidden && signal?.aborted !== true) return;
      page.removeEventListener('visibilitychange', look);
      signal?.removeEventListener('abort', look);
      resolve();
    };
    page.addEventListener('visibilitychange', look);
    signal?.addEventListener('abort', look);
  });
}
