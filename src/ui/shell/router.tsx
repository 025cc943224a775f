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
import { readAliasesSearch } from '../screens/aliases/aliases-search.ts';
import { readApiReferenceSearch } from '../screens/api-reference/api-reference-search.ts';
import { readHistorySearch } from '../screens/change-history/history-search.ts';
import { readCodeSearch } from '../screens/code/code-search.ts';
import { readIndexFieldsSearch } from '../screens/index-fields/index-fields-search.ts';
import { readCreateIndexSearch } from '../screens/create-index/create-index-search.ts';
import { readDataStreamsSearch } from '../screens/data-streams/data-streams-search.ts';
import { readDraftsSearch } from '../screens/drafts/drafts-search.ts';
import type { UnreadSearch } from '../platform/search-schema.ts';
import { readIndexDetailSearch, readLiveMappingSearch } from '../screens/index-detail/index-detail-search.ts';
import { readIndicesSearch } from '../screens/indices/indices-search.ts';
import { readInferSearch } from '../screens/infer/infer-search.ts';
import { readPoliciesSearch } from '../screens/lifecycle-policies/policies-search.ts';
import { readLintSearch } from '../screens/lint/lint-list-search.ts';
import { readFuzzLabSearch } from '../screens/fuzz-lab/fuzz-lab-search.ts';
import { readCreatePlanSearch, readPlansSearch } from '../screens/plans/plans-search.ts';
import { readReferenceSearch } from '../screens/reference/reference-search.ts';
import { readTasksSearch } from '../screens/tasks/tasks-search.ts';
import { readCreateTemplateSearch, readEditTemplateSearch } from '../screens/template-editor/template-editor-search.ts';
import { readComponentsSearch, readTemplatesSearch } from '../screens/templates/templates-search.ts';
import { startQuery, type RouterContext } from './loaders.ts';
import { NotFoundScreen } from './not-found-screen.tsx';
import { RootError } from './page-error.tsx';
import { ScreenError } from './screen-error.tsx';
import { Shell } from './shell.tsx';

/** Search parameters of every address: the id of a cluster, the first of the configuration where absent. */
export interface RootSearch {
  readonly cluster?: string;
}

/** The parameters of every address. */
const ROOT_PARAMETERS = ['cluster'] as const satisfies readonly (keyof RootSearch)[];

function readRootSearch({ cluster }: UnreadSearch): RootSearch {
  return typeof cluster === 'string' && cluster !== '' ? { cluster } : {};
}

/**
 * A reader as a route takes it. The router merges what is read over the whole address: an invalid or unknown parameter
 * would stay if it were only left out, so that it becomes undefined. The root has read its own.
 */
function validated<Search extends object>(read: (search: UnreadSearch) => Search): (search: UnreadSearch) => Search {
  const kept: readonly string[] = ROOT_PARAMETERS;
  return (search) => {
    const valid = read(search);
    const left = Object.keys(search).filter((name) => !(name in valid) && !kept.includes(name));
    return { ...Object.fromEntries(left.map((name) => [name, undefined])), ...valid };
  };
}

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  errorComponent: RootError,
  validateSearch: readRootSearch,
  search: { middlewares: [retainSearchParams([...ROOT_PARAMETERS])] },
});

function toIndices(): void {
  redirect({ to: ROUTES.indices, replace: true, throw: true });
}

// The return types are declared, because the types of the routes would otherwise be circular.
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
 * A screen whose code is loaded when the screen is opened. A `ChunkError` hides from the router that a module is
 * missing: for a missing module it would reload the page, and without a server nothing of the page would be left.
 */
function screen(load: () => Promise<ComponentType>) {
  return lazyRouteComponent(() => loadChunk(async () => ({ Screen: await load() })), 'Screen');
}

const indices = createRoute({
  getParentRoute: under,
  path: PATHS.indices,
  validateSearch: validated(readIndicesSearch),
  loader: (args) => startQuery(entering(args), 'indices.list', {}),
  component: screen(async () => (await import('../screens/indices/indices-screen.tsx')).IndicesScreen),
});
const index = createRoute({
  getParentRoute: under,
  path: PATHS.index,
  validateSearch: validated(readIndexDetailSearch),
  loader: ({ params: { name }, ...args }) =>
    startQuery(entering(args), 'indices.reload', { body: { indexNames: [name] } }),
  component: screen(async () => (await import('../screens/index-detail/index-detail-screen.tsx')).IndexDetailScreen),
  pendingComponent: OpeningIndex,
});
const indexMapping = createRoute({
  getParentRoute: under,
  path: PATHS.indexMapping,
  validateSearch: validated(readLiveMappingSearch),
  component: screen(async () => (await import('../screens/index-detail/live-mapping-screen.tsx')).LiveMappingRoute),
  pendingComponent: OpeningMapping,
});
const indexFields = createRoute({
  getParentRoute: under,
  path: PATHS.indexFields,
  validateSearch: validated(readIndexFieldsSearch),
  component: screen(async () => (await import('../screens/index-fields/index-fields-screen.tsx')).IndexFieldsScreen),
});
const createIndex = createRoute({
  getParentRoute: under,
  path: PATHS.createIndex,
  validateSearch: validated(readCreateIndexSearch),
  component: screen(async () => (await import('../screens/create-index/create-index-screen.tsx')).CreateIndexScreen),
  pendingComponent: () => <OpeningScreen title="Create index" what="the form" />,
});

// A detail is a flyout over its list: the child route only names it.
const dataStreams = createRoute({
  getParentRoute: under,
  path: PATHS.dataStreams,
  validateSearch: validated(readDataStreamsSearch),
  component: screen(async () => (await import('../screens/data-streams/data-streams-screen.tsx')).DataStreamsScreen),
});
const dataStream = createRoute({
  getParentRoute: () => dataStreams,
  path: '$name',
  loader: ({ params: { name }, ...args }) => startQuery(entering(args), 'data_streams.get', { params: { name } }),
});
const aliases = createRoute({
  getParentRoute: under,
  path: PATHS.aliases,
  validateSearch: validated(readAliasesSearch),
  loader: (args) => startQuery(entering(args), 'all_aliases.list', {}),
  component: screen(async () => (await import('../screens/aliases/aliases-screen.tsx')).AliasesScreen),
});
const lifecyclePolicies = createRoute({
  getParentRoute: under,
  path: PATHS.lifecyclePolicies,
  validateSearch: validated(readPoliciesSearch),
  component: screen(
    async () => (await import('../screens/lifecycle-policies/lifecycle-policies-screen.tsx')).LifecyclePoliciesScreen,
  ),
});
const code = createRoute({
  getParentRoute: under,
  path: PATHS.code,
  validateSearch: validated(readCodeSearch),
  component: screen(async () => (await import('../screens/code/code-screen.tsx')).CodeScreen),
});
const lint = createRoute({
  getParentRoute: under,
  path: PATHS.lint,
  validateSearch: validated(readLintSearch),
  component: screen(async () => (await import('../screens/lint/lint-screen.tsx')).LintScreen),
});
const lifecyclePolicy = createRoute({ getParentRoute: () => lifecyclePolicies, path: '$name' });
const templates = createRoute({
  getParentRoute: under,
  path: PATHS.templates,
  validateSearch: validated(readTemplatesSearch),
  loader: (args) => startQuery(entering(args), 'index_templates.list', {}),
  component: screen(async () => (await import('../screens/templates/templates-screen.tsx')).TemplatesScreen),
});
const template = createRoute({ getParentRoute: () => templates, path: '$name' });
const componentTemplates = createRoute({
  getParentRoute: under,
  path: PATHS.componentTemplates,
  validateSearch: validated(readComponentsSearch),
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
// The return types are declared, for the same reason.
function OpeningTemplate(): ReactNode {
  return <OpeningScreen title={getRouteApi(ROUTES.editTemplate).useParams().name} what="the template" />;
}

function OpeningComponent(): ReactNode {
  return <OpeningScreen title={getRouteApi(ROUTES.editComponentTemplate).useParams().name} what="the template" />;
}

const templateRoutes = () => import('../screens/template-editor/template-routes.tsx');
const editTemplate = createRoute({
  getParentRoute: under,
  path: PATHS.editTemplate,
  validateSearch: validated(readEditTemplateSearch),
  component: screen(async () => (await templateRoutes()).EditTemplateRoute),
  pendingComponent: OpeningTemplate,
});
const cloneTemplate = createRoute({
  getParentRoute: under,
  path: PATHS.cloneTemplate,
  validateSearch: validated(readEditTemplateSearch),
  component: screen(async () => (await templateRoutes()).CloneTemplateRoute),
});
const createTemplate = createRoute({
  getParentRoute: under,
  path: PATHS.createTemplate,
  validateSearch: validated(readCreateTemplateSearch),
  component: screen(async () => (await templateRoutes()).CreateTemplateRoute),
});
const editComponentTemplate = createRoute({
  getParentRoute: under,
  path: PATHS.editComponentTemplate,
  validateSearch: validated(readDraftSearch),
  component: screen(async () => (await templateRoutes()).EditComponentTemplateRoute),
  pendingComponent: OpeningComponent,
});
const cloneComponentTemplate = createRoute({
  getParentRoute: under,
  path: PATHS.cloneComponentTemplate,
  component: screen(async () => (await templateRoutes()).CloneComponentTemplateRoute),
});
const createComponentTemplate = createRoute({
  getParentRoute: under,
  path: PATHS.createComponentTemplate,
  validateSearch: validated(readCreateTemplateSearch),
  component: screen(async () => (await templateRoutes()).CreateComponentTemplateRoute),
});

const plans = createRoute({
  getParentRoute: under,
  path: PATHS.plans,
  validateSearch: validated(readPlansSearch),
  loader: (args) => startQuery(entering(args), 'plans.list', {}),
  component: screen(async () => (await import('../screens/plans/plans-screen.tsx')).PlansScreen),
});
const plan = createRoute({
  getParentRoute: under,
  path: PATHS.plan,
  loader: ({ params: { planId }, ...args }) => startQuery(entering(args), 'plans.get', { params: { name: planId } }),
  component: screen(async () => (await import('../screens/plans/plan-screen.tsx')).PlanScreen),
  pendingComponent: () => <OpeningScreen title="Plan" what="the plan" />,
});
const createPlan = createRoute({
  getParentRoute: under,
  path: PATHS.createPlan,
  validateSearch: validated(readCreatePlanSearch),
  component: screen(async () => (await import('../screens/plans/create-plan-screen.tsx')).CreatePlanScreen),
  pendingComponent: () => <OpeningScreen title="New plan" what="the form" />,
});

const tasks = createRoute({
  getParentRoute: under,
  path: PATHS.tasks,
  validateSearch: validated(readTasksSearch),
  loader: (args) => startQuery(entering(args), 'tasks.list', {}),
  component: screen(async () => (await import('../screens/tasks/tasks-screen.tsx')).TasksScreen),
});
const task = createRoute({
  getParentRoute: () => tasks,
  path: '$name',
  loader: ({ params: { name }, ...args }) => startQuery(entering(args), 'tasks.get', { params: { name } }),
});

const drafts = createRoute({
  getParentRoute: under,
  path: PATHS.drafts,
  validateSearch: validated(readDraftsSearch),
  component: screen(async () => (await import('../screens/drafts/drafts-screen.tsx')).DraftsScreen),
});
const infer = createRoute({
  getParentRoute: under,
  path: PATHS.infer,
  validateSearch: validated(readInferSearch),
  component: screen(async () => (await import('../screens/infer/infer-screen.tsx')).InferScreen),
});
const draft = createRoute({
  getParentRoute: under,
  path: PATHS.draft,
  validateSearch: validated(readDraftSearch),
  component: screen(async () => (await import('./draft-route.tsx')).DraftRoute),
  pendingComponent: () => <OpeningScreen title="Draft" what="the draft" />,
});
const history = createRoute({
  getParentRoute: under,
  path: PATHS.history,
  validateSearch: validated(readHistorySearch),
  component: screen(
    async () => (await import('../screens/change-history/change-history-screen.tsx')).ChangeHistoryScreen,
  ),
});
const fuzzLab = createRoute({
  getParentRoute: under,
  path: PATHS.fuzzLab,
  validateSearch: validated(readFuzzLabSearch),
  loader: (args) => startQuery(entering(args), 'lab.runs', {}),
  component: screen(async () => (await import('../screens/fuzz-lab/fuzz-lab-screen.tsx')).FuzzLabScreen),
});
const fuzzRun = createRoute({
  getParentRoute: under,
  path: PATHS.fuzzRun,
  loader: ({ params: { runId }, ...args }) => startQuery(entering(args), 'lab.run', { params: { name: runId } }),
  component: screen(async () => (await import('../screens/fuzz-lab/fuzz-run-screen.tsx')).FuzzRunScreen),
  pendingComponent: () => <OpeningScreen title="Fuzz run" what="the run" />,
});

const help = createRoute({
  getParentRoute: under,
  path: PATHS.help,
  component: screen(async () => (await import('../screens/help/help-screen.tsx')).HelpScreen),
});
const fieldTypes = createRoute({
  getParentRoute: under,
  path: PATHS.fieldTypes,
  validateSearch: validated(readReferenceSearch),
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
  validateSearch: validated(readApiReferenceSearch),
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

// Declared outside the tree: inside it their types would be lost, and with them those of all routes.
const site = createRoute({ getParentRoute: () => rootRoute, path: '/', beforeLoad: toIndices });
const base = createRoute({ getParentRoute: under, path: '/', beforeLoad: toIndices });

const routeTree = rootRoute.addChildren([
  site,
  consoleRoute.addChildren([
    base,
    indices,
    index,
    indexMapping,
    indexFields,
    createIndex,
    dataStreams.addChildren([dataStream]),
    aliases,
    lifecyclePolicies.addChildren([lifecyclePolicy]),
    code,
    lint,
    templates.addChildren([template]),
    componentTemplates.addChildren([componentTemplate]),
    editTemplate,
    cloneTemplate,
    createTemplate,
    editComponentTemplate,
    cloneComponentTemplate,
    createComponentTemplate,
    plans,
    plan,
    createPlan,
    tasks.addChildren([task]),
    drafts,
    infer,
    draft,
    history,
    fuzzLab,
    fuzzRun,
    help,
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
  /** Tests pass a history in memory. */
  readonly history?: RouterHistory;
  /** The part of a host's addresses before the base of the console. */
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
    // Preloading reads nothing, so entering has to read; the queries know which data is out of date.
    defaultPreloadStaleTime: 0,
    ...options,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    readonly router: ReturnType<typeof appRouter>;
  }
}
