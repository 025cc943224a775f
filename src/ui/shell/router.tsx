import {
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  retainSearchParams,
  type RouterHistory,
} from '@tanstack/react-router';
import { ApiReferenceScreen } from '../screens/api-reference/api-reference-screen.tsx';
import { readApiReferenceSearch } from '../screens/api-reference/api-reference-search.ts';
import { ChangeHistoryScreen } from '../screens/change-history/change-history-screen.tsx';
import { readHistorySearch } from '../screens/change-history/history-search.ts';
import { CreateIndexRoute } from '../screens/create-index/create-index-route.tsx';
import { readCreateIndexSearch } from '../screens/create-index/create-index-search.ts';
import { DataStreamsScreen } from '../screens/data-streams/data-streams-screen.tsx';
import { readDataStreamsSearch } from '../screens/data-streams/data-streams-search.ts';
import { DraftsScreen } from '../screens/drafts/drafts-screen.tsx';
import { readDraftsSearch } from '../screens/drafts/drafts-search.ts';
import { readIndicesSearch } from '../screens/indices/indices-search.ts';
import { IndexDetailRoute } from '../screens/index-detail/index-detail-route.tsx';
import { readIndexDetailSearch } from '../screens/index-detail/index-detail-search.ts';
import { LiveMappingRoute } from '../screens/index-detail/live-mapping-route.tsx';
import { readLiveMappingSearch } from '../screens/index-detail/live-mapping-search.ts';
import { IndicesScreen } from '../screens/indices/indices-screen.tsx';
import { ReferenceScreen } from '../screens/reference/reference-screen.tsx';
import { readReferenceSearch } from '../screens/reference/reference-search.ts';
import { ReplayScreen } from '../screens/replay/replay-screen.tsx';
import { SettingsScreen } from '../screens/settings/settings-screen.tsx';
import { ShortcutsScreen } from '../screens/shortcuts/shortcuts-screen.tsx';
import { StorageScreen } from '../screens/storage/storage-screen.tsx';
import { ComponentTemplatesScreen } from '../screens/templates/component-templates-screen.tsx';
import { TemplateEditorScreen } from '../screens/templates/template-editor-screen.tsx';
import { readComponentsSearch, readTemplatesSearch } from '../screens/templates/templates-search.ts';
import { TemplatesScreen } from '../screens/templates/templates-screen.tsx';
import { UsageScreen } from '../screens/usage/usage-screen.tsx';
import { APP_BASE } from '../platform/app-base.ts';
import { DraftRoute } from './draft-route.tsx';
import { readDraftSearch } from '../platform/draft-search.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { Shell } from './shell.tsx';

/** What every address may say: the id of a cluster, the first of the configuration where absent. */
export interface RootSearch {
  readonly cluster?: string;
}

const rootRoute = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundScreen,
  validateSearch: ({ cluster }: Record<string, unknown>): RootSearch =>
    typeof cluster === 'string' && cluster !== '' ? { cluster } : {},
  search: { middlewares: [retainSearchParams(['cluster'])] },
});

const toIndices = () => redirect({ to: `${APP_BASE}/indices`, replace: true, throw: true });

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: toIndices }),
  createRoute({ getParentRoute: () => rootRoute, path: APP_BASE, beforeLoad: toIndices }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/indices`,
    component: IndicesScreen,
    validateSearch: readIndicesSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/indices/$name`,
    component: IndexDetailRoute,
    validateSearch: readIndexDetailSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/indices/$name/mapping`,
    component: LiveMappingRoute,
    validateSearch: readLiveMappingSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/create_index`,
    component: CreateIndexRoute,
    validateSearch: readCreateIndexSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/data_streams`,
    component: DataStreamsScreen,
    validateSearch: readDataStreamsSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/data_streams/$name`,
    component: DataStreamsScreen,
    validateSearch: readDataStreamsSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/templates`,
    component: TemplatesScreen,
    validateSearch: readTemplatesSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/templates/$name`,
    component: TemplatesScreen,
    validateSearch: readTemplatesSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/edit_template/$name`,
    component: () => <TemplateEditorScreen />,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/clone_template/$name`,
    component: () => <TemplateEditorScreen isClone />,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/component_templates`,
    component: ComponentTemplatesScreen,
    validateSearch: readComponentsSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/component_templates/$name`,
    component: ComponentTemplatesScreen,
    validateSearch: readComponentsSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/drafts`,
    component: DraftsScreen,
    validateSearch: readDraftsSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/drafts/$draftId`,
    component: DraftRoute,
    validateSearch: readDraftSearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/history`,
    component: ChangeHistoryScreen,
    validateSearch: readHistorySearch,
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/field_types`,
    component: ReferenceScreen,
    validateSearch: readReferenceSearch,
  }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/storage`, component: StorageScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/settings`, component: SettingsScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/usage`, component: UsageScreen }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: `${APP_BASE}/api`,
    component: ApiReferenceScreen,
    validateSearch: readApiReferenceSearch,
  }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/replay`, component: ReplayScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: `${APP_BASE}/shortcuts`, component: ShortcutsScreen }),
]);

interface AppRouterOptions {
  /** Tests give one in memory. */
  readonly history?: RouterHistory;
  /** What a host has before the base of the console in its addresses. */
  readonly basepath?: string;
}

/** The routes of the console. */
export function appRouter(options: AppRouterOptions = {}) {
  return createRouter({ routeTree, scrollRestoration: false, defaultPreload: 'intent', ...options });
}

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof appRouter>;
  }
}
