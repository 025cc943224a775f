import { SaveState } from '../frame/document-parts.ts';
import { JsonEditor } from '../kit/json-editor.tsx';
import { onChunkError } from '../kit/load-chunk.ts';
import { preloadMenus } from '../kit/menu.tsx';
import { preloadSelects } from '../kit/select.tsx';
import { ROUTES } from '../platform/route-table.ts';
import type { appRouter } from './router.tsx';
import { CommandPalette, NameDialog } from './shell-parts.ts';

/** How long the first screen has the connection to itself, in ms. */
const START_AFTER_MS = 2_000;
/** How long after a failure the rest is tried again, in ms. */
const RETRY_AFTER_MS = 60_000;

/** Drafts can be edited without a server: their code comes first. */
const FIRST: readonly string[] = [ROUTES.draft, ROUTES.drafts, ROUTES.indexMapping];

/** What documents need beside their screens. */
const EDITOR_PARTS = [
  SaveState.preload,
  preloadMenus,
  preloadSelects,
  JsonEditor.preload,
  CommandPalette.preload,
  NameDialog.preload,
];

/** Runs while the page is idle; returns what calls it off. */
function whenIdle(run: () => void): () => void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback !== 'function') {
    const timeout = setTimeout(run);
    return () => clearTimeout(timeout);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}

/**
 * Fetches the code of every screen and of the editor while the page is idle, one after the other, so that each can be used when the server
 * is gone. What could not be fetched is tried again later. Returns what ends it.
 */
export function prefetchCode(router: ReturnType<typeof appRouter>): () => void {
  let hasFailed = false;
  let cancel: () => void = () => undefined;
  const stopWatching = onChunkError(() => {
    hasFailed = true;
  });
  const after = (ms: number) => {
    const timeout = setTimeout(start, ms);
    cancel = () => clearTimeout(timeout);
  };
  const next = ([first, ...rest]: readonly (() => Promise<void> | undefined)[]) => {
    cancel = whenIdle(() => {
      if (first === undefined) {
        if (hasFailed) after(RETRY_AFTER_MS);
        return;
      }
      let isWanted = true;
      cancel = () => {
        isWanted = false;
      };
      // Code that could not be loaded says so where it is shown.
      void Promise.resolve(first()).finally(() => {
        if (isWanted) next(rest);
      });
    });
  };
  function start(): void {
    hasFailed = false;
    const routes = Object.values(router.routesById);
    const isFirst = ({ id }: { readonly id: string }) => FIRST.includes(id);
    const inOrder = [...routes.filter(isFirst), ...routes.filter((route) => !isFirst(route))];
    next([
      ...inOrder.slice(0, FIRST.length).map((route) => () => router.loadRouteChunk(route)),
      ...EDITOR_PARTS,
      ...inOrder.slice(FIRST.length).map((route) => () => router.loadRouteChunk(route)),
    ]);
  }
  after(START_AFTER_MS);
  return () => {
    stopWatching();
    cancel();
  };
}
