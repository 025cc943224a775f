import { createRootRoute, createRoute, createRouter, redirect, type RouterHistory } from '@tanstack/react-router';
import { DraftsScreen } from '../drafts/drafts-screen.tsx';
import { readDraftsSearch } from '../drafts/drafts-search.ts';
import { ReferenceScreen } from '../reference/reference-screen.tsx';
import { readReferenceSearch } from '../reference/reference-search.ts';
import { ReplayScreen } from '../replay/replay-screen.tsx';
import { SettingsScreen } from '../settings/settings-screen.tsx';
import { ShortcutsScreen } from '../shortcuts/shortcuts-screen.tsx';
import { StorageScreen } from '../storage/storage-screen.tsx';
import { APP_BASE } from './app-base.ts';
import { DraftRoute } from './draft-route.tsx';
import { readDraftSearch } from './draft-search.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { Shell } from './shell.tsx';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFoundScreen });

const toDrafts = () => redirect({ to: `${APP_BASE}/drafts`, replace: true, throw: true });

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: toDrafts }),
  createRoute({ getParentRoute: () => rootRoute, path: APP_BASE, beforeLoad: toDrafts }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/drafts`, component: DraftsScreen, validateSearch: readDraftsSearch }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/drafts/$draftId`, component: DraftRoute, validateSearch: readDraftSearch }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/field_types`, component: ReferenceScreen, validateSearch: readReferenceSearch }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/storage`, component: StorageScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/settings`, component: SettingsScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/replay`, component: ReplayScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/shortcuts`, component: ShortcutsScreen }),
]);

/** The routes of the console. Tests give a history in memory. */
export function appRouter(options: { readonly history?: RouterHistory } = {}) {
  return createRouter({ routeTree, scrollRestoration: false, defaultPreload: 'intent', ...options });
}

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof appRouter>;
  }
}
