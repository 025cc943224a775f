import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  getRouteApi,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
  type RouterHistory,
} from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { OpeningScreen } from '../frame/opening-screen.tsx';
import { loadChunk } from '../kit/load-chunk.ts';
import { formatAddressSearch, parseAddressSearch } from '../platform/address-search.ts';
import { APP_BASE } from '../platform/app-base.ts';
import { readDraftSearch } from '../platform/draft-search.ts';
import { PATHS, ROUTES } from '../platform/route-table.ts';
import { readApiReferenceSearch } from '../screens/api-reference/api-reference-search.ts';
import { readHistorySearch } from '../screens/change-history/history-search.ts';
import { readCreateIndexSearch } from '../screens/create-index/create-index-search.ts';
import { readDataStreamsSearch } from '../screens/data-streams/data-streams-search.ts';
import { readDraftsSearch } from '../screens/drafts/drafts-search.ts';
import { readIndexDetailSearch } from '../screens/index-detail/index-detail-search.ts';
import { readLiveMappingSearch } from '../screens/index-detail/live-mapping-search.ts';
import { readIndicesSearch } from '../screens/indices/indices-search.ts';
import { readReferenceSearch } from '../screens/reference/reference-search.ts';
import { readComponentsSearch, readTemplatesSearch } from '../screens/templates/templates-search.ts';
import { startQuery, type RouterContext } from './loaders.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { RootError } from './page-error.tsx';
import { ScreenError } from './screen-error.tsx';
import { Shell } from './shell.tsx';

/** What every address may say: the id of a cluster, the first of the configuration where absent. */
export interface RootSearch {
  readonly cluster?: string;
}

function readRootSearch({ cluster }: Record<string, unknown>): RootSearch {
  return typeof cluster === 'string' && cluster !== '' ? { cluster } : {};
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  errorComponent: RootError,
  validateSearch: readRootSearch,
  search: { middlewares: [retainSearchParams(['cluster'])] },
});

function toIndices(): void {
  redirect({ to: ROUTES.indices, replace: true, throw: true });
}

// What these return is said, or the types of the routes would be circular.
function OpeningIndex(): ReactNode {
  return <OpeningScreen title={getRouteApi(ROUTES.index).useParams().name} what="the index" />;
}

function OpeningMapping(): ReactNode {
  return <OpeningScreen title={getRouteApi(ROUTES.indexMapping).useParams().name} what="the mapping" />;
}

/** Everything below the base of the console. */
const consoleRoute = createRoute({ getParentRoute: () => rootRoute, path: APP_BASE });
const under = () => consoleRoute;

interface Loading {
  readonly context: RouterContext;
  readonly cause: 'preload' | 'enter' | 'stay';
  readonly preload: boolean;
  readonly location: { readonly search: object };
}

const entering = ({ context, cause, preload, location }: Loading) => ({
  context,
  cause,
  preload,
  clusterId: readRootSearch({ ...location.search }).cluster ?? null,
});

/**
 * A screen whose code is loaded when it is gone to. A `ChunkError` tells the router nothing of modules: for a module that it does not find it would
 * reload the page, and without a server nothing of the page would be left.
 */
function screen(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(() => loadChunk(async () => ({ Screen: await load() })), 'Screen');
}

const indices = createRoute({
  getParentRoute: under,
  path: PATHS.indices,
  validateSearch: readIndicesSearch,
  loader: (args) => startQuery(entering(args), 'indices.list', {}),
  component: screen(async () => (await import('../screens/indices/indices-screen.tsx')).IndicesScreen),
});
const index = createRoute({
  getParentRoute: under,
  path: PATHS.index,
  validateSearch: readIndexDetailSearch,
  loader: ({ params: { name }, ...args }) =>
    startQuery(entering(args), 'indices.reload', { body: { indexNames: [name] } }),
  component: screen(async () => (await import('../screens/index-detail/index-detail-screen.tsx')).IndexDetailScreen),
  pendingComponent: OpeningIndex,
});
const indexMapping = createRoute({
  getParentRoute: under,
  path: PATHS.indexMapping,
  validateSearch: readLiveMappingSearch,
  component: screen(async () => (await import('../screens/index-detail/live-mapping-route.tsx')).LiveMappingRoute),
  pendingComponent: OpeningMapping,
});
const createIndex = createRoute({
  getParentRoute: under,
  path: PATHS.createIndex,
  validateSearch: readCreateIndexSearch,
  component: screen(async () => (await import('../screens/create-index/create-index-screen.tsx')).CreateIndexScreen),
  pendingComponent: () => <OpeningScreen title="Create index" what="the form" />,
});

// A detail is a flyout over its list: the child route only names it.
const dataStreams = createRoute({
  getParentRoute: under,
  path: PATHS.dataStreams,
  validateSearch: readDataStreamsSearch,
  component: screen(async () => (await import('../screens/data-streams/data-streams-screen.tsx')).DataStreamsScreen),
});
const dataStream = createRoute({
  getParentRoute: () => dataStreams,
  path: '$name',
  loader: ({ params: { name }, ...args }) => startQuery(entering(args), 'data_streams.get', { params: { name } }),
});
const templates = createRoute({
  getParentRoute: under,
  path: PATHS.templates,
  validateSearch: readTemplatesSearch,
  loader: (args) => startQuery(entering(args), 'index_templates.list', {}),
  component: screen(async () => (await import('../screens/templates/templates-screen.tsx')).TemplatesScreen),
});
const template = createRoute({ getParentRoute: () => templates, path: '$name' });
const componentTemplates = createRoute({
  getParentRoute: under,
  path: PATHS.componentTemplates,
  validateSearch: readComponentsSearch,
  loader: (args) => startQuery(entering(args), 'component_templates.list', {}),
  component: screen(
    async () => (await import('../screens/templates/component-templates-screen.tsx')).ComponentTemplatesScreen,
  ),
});
const componentTemplate = createRoute({
  getParentRoute: () => componentTemplates,
  path: '$name',
  loader: ({ params: { name }, ...args }) =>
    startQuery(entering(args), 'component_templates.get', { params: { name } }),
});
const editTemplate = createRoute({
  getParentRoute: under,
  path: PATHS.editTemplate,
  component: screen(async () => (await import('../screens/templates/template-editor-screen.tsx')).TemplateEditorScreen),
});
const cloneTemplate = createRoute({
  getParentRoute: under,
  path: PATHS.cloneTemplate,
  component: screen(async () => {
    const { TemplateEditorScreen } = await import('../screens/templates/template-editor-screen.tsx');
    return () => <TemplateEditorScreen isClone />;
  }),
});

const drafts = createRoute({
  getParentRoute: under,
  path: PATHS.drafts,
  validateSearch: readDraftsSearch,
  component: screen(async () => (await import('../screens/drafts/drafts-screen.tsx')).DraftsScreen),
});
const draft = createRoute({
  getParentRoute: under,
  path: PATHS.draft,
  validateSearch: readDraftSearch,
  component: screen(async () => (await import('./draft-route.tsx')).DraftRoute),
  pendingComponent: () => <OpeningScreen title="Draft" what="the draft" />,
});
const history = createRoute({
  getParentRoute: under,
  path: PATHS.history,
  validateSearch: readHistorySearch,
  component: screen(
    async () => (await import('../screens/change-history/change-history-screen.tsx')).ChangeHistoryScreen,
  ),
});

const fieldTypes = createRoute({
  getParentRoute: under,
  path: PATHS.fieldTypes,
  validateSearch: readReferenceSearch,
  component: screen(async () => (await import('../screens/reference/reference-screen.tsx')).ReferenceScreen),
});
const storage = createRoute({
  getParentRoute: under,
  path: PATHS.storage,
  component: screen(async () => (await import('../screens/storage/storage-screen.tsx')).StorageScreen),
});
const settings = createRoute({
  getParentRoute: under,
  path: PATHS.settings,
  component: screen(async () => (await import('../screens/settings/settings-screen.tsx')).SettingsScreen),
});
const usage = createRoute({
  getParentRoute: under,
  path: PATHS.usage,
  loader: (args) => startQuery(entering(args), 'usage.get', {}),
  component: screen(async () => (await import('../screens/usage/usage-screen.tsx')).UsageScreen),
});
const api = createRoute({
  getParentRoute: under,
  path: PATHS.api,
  validateSearch: readApiReferenceSearch,
  component: screen(async () => (await import('../screens/api-reference/api-reference-screen.tsx')).ApiReferenceScreen),
});
const replay = createRoute({
  getParentRoute: under,
  path: PATHS.replay,
  component: screen(async () => (await import('../screens/replay/replay-screen.tsx')).ReplayScreen),
});
const shortcuts = createRoute({
  getParentRoute: under,
  path: PATHS.shortcuts,
  component: screen(async () => (await import('../screens/shortcuts/shortcuts-screen.tsx')).ShortcutsScreen),
});

// Not written into the tree: there their types would be lost, and with them those of all routes.
const site = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: toIndices });
const base = createRoute({ getParentRoute: under, path: '/', beforeLoad: toIndices });

const routeTree = rootRoute.addChildren([
  site,
  consoleRoute.addChildren([
    base,
    indices,
    index,
    indexMapping,
    createIndex,
    dataStreams.addChildren([dataStream]),
    templates.addChildren([template]),
    componentTemplates.addChildren([componentTemplate]),
    editTemplate,
    cloneTemplate,
    drafts,
    draft,
    history,
    fieldTypes,
    storage,
    settings,
    usage,
    api,
    replay,
    shortcuts,
  ]),
]);

interface AppRouterOptions {
  /** Tests give one in memory. */
  readonly history?: RouterHistory;
  /** What a host has before the base of the console in its addresses. */
  readonly basepath?: string;
  readonly context?: RouterContext;
}

/** The routes of the console. */
export function appRouter(options: AppRouterOptions = {}) {
  return createRouter({
    routeTree,
    context: { server: null },
    parseSearch: parseAddressSearch,
    stringifySearch: formatAddressSearch,
    scrollRestoration: false,
    defaultPreload: 'intent',
    defaultErrorComponent: ScreenError,
    defaultNotFoundComponent: NotFoundScreen,
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    // Preloading reads nothing, so entering has to; the queries know what is out of date.
    defaultPreloadStaleTime: 0,
    ...options,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof appRouter>;
  }
}
