import { APP_BASE } from './app-base.ts';

/** The path of each screen below {@link APP_BASE}: the router, the screens' links and the links of hosts are made of it. */
export const PATHS = {
  indices: '/indices',
  index: '/indices/$name',
  indexMapping: '/indices/$name/mapping',
  createIndex: '/create_index',
  dataStreams: '/data_streams',
  dataStream: '/data_streams/$name',
  templates: '/templates',
  template: '/templates/$name',
  editTemplate: '/edit_template/$name',
  cloneTemplate: '/clone_template/$name',
  componentTemplates: '/component_templates',
  componentTemplate: '/component_templates/$name',
  drafts: '/drafts',
  draft: '/drafts/$draftId',
  history: '/history',
  fieldTypes: '/field_types',
  storage: '/storage',
  settings: '/settings',
  usage: '/usage',
  api: '/api',
  replay: '/replay',
  shortcuts: '/shortcuts',
} as const;

/** The route of each screen as `to` of a link, `from` of a hook and id for `getRouteApi`. */
export const ROUTES = {
  indices: `${APP_BASE}${PATHS.indices}`,
  index: `${APP_BASE}${PATHS.index}`,
  indexMapping: `${APP_BASE}${PATHS.indexMapping}`,
  createIndex: `${APP_BASE}${PATHS.createIndex}`,
  dataStreams: `${APP_BASE}${PATHS.dataStreams}`,
  dataStream: `${APP_BASE}${PATHS.dataStream}`,
  templates: `${APP_BASE}${PATHS.templates}`,
  template: `${APP_BASE}${PATHS.template}`,
  componentTemplates: `${APP_BASE}${PATHS.componentTemplates}`,
  componentTemplate: `${APP_BASE}${PATHS.componentTemplate}`,
  drafts: `${APP_BASE}${PATHS.drafts}`,
  draft: `${APP_BASE}${PATHS.draft}`,
  history: `${APP_BASE}${PATHS.history}`,
  fieldTypes: `${APP_BASE}${PATHS.fieldTypes}`,
  storage: `${APP_BASE}${PATHS.storage}`,
  settings: `${APP_BASE}${PATHS.settings}`,
  usage: `${APP_BASE}${PATHS.usage}`,
  api: `${APP_BASE}${PATHS.api}`,
  replay: `${APP_BASE}${PATHS.replay}`,
  shortcuts: `${APP_BASE}${PATHS.shortcuts}`,
} as const;

/** The screens of this device, which are about no cluster: drafts, what is stored here, and settings. */
export const DEVICE_ROUTES: ReadonlySet<string> = new Set([
  ROUTES.drafts,
  ROUTES.draft,
  ROUTES.history,
  ROUTES.storage,
  ROUTES.settings,
  ROUTES.usage,
  ROUTES.replay,
  ROUTES.shortcuts,
]);
