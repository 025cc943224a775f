import {
  Activity,
  AtSign,
  BookOpen,
  Boxes,
  Braces,
  CircleCheck,
  ChartNoAxesColumn,
  CircleHelp,
  Clapperboard,
  Database,
  FilePen,
  FlaskConical,
  History,
  Keyboard,
  LayoutTemplate,
  ListChecks,
  ListTree,
  PlugZap,
  Recycle,
  Settings,
  TableProperties,
  type Icon,
} from '../kit/icons/icons.ts';
import { APP_BASE } from './app-base.ts';
import type { TourAnchor } from './tour.ts';

/** The groups of the rail from the top, with their headings; the last one lies below the others and has none. */
export const RAIL_GROUPS = {
  data: 'Data',
  templates: 'Templates',
  work: 'Work',
  audit: 'Audit',
  lab: 'Lab',
  console: null,
} as const;

export type RailGroup = keyof typeof RAIL_GROUPS;

/** Where a screen without a name in its address is found: in the palette, and in the rail or as a tab. */
export interface Place {
  readonly icon: Icon;
  /** The group in the rail; absent for a tab of the screen that this one is `within`. */
  readonly group?: RailGroup;
  /** The label in the rail, where that is not the label of the screen. */
  readonly railLabel?: string;
  /** In the bar of a phone, which has room for four; the others are in the menu beside it. */
  readonly isInBar?: true;
  /** A step of the tour points at it. */
  readonly tour?: TourAnchor;
  /** Its command in the palette, where that is not "Go to" and the label. */
  readonly command?: string;
  /** Other words by which the palette finds it. */
  readonly words?: string;
}

interface ScreenEntry {
  /** Below {@link APP_BASE}, with `$name` for the item that is shown. */
  readonly path: `/${string}`;
  readonly label: string;
  readonly place?: Place;
  /**
   * The screen whose place is marked while this one is shown, where this one is not below its address; a screen with
   * its own place, but no group, is a tab of it.
   */
  readonly within?: string;
  /** Independent of a cluster: drafts, what is stored on this device, settings. */
  readonly isOfDevice?: true;
  /** Keeps edits on this device, or shows what is kept there. */
  readonly keeps?: true;
}

/**
 * Every screen. Router, links of screens and hosts, rail, tabs, palette, usage and sweep tests are derived from it, in
 * this order.
 */
export const SCREENS = {
  indices: {
    path: '/indices',
    label: 'Indices',
    place: { icon: TableProperties, group: 'data', isInBar: true, tour: 'indices', words: 'list health size' },
  },
  index: { path: '/indices/$name', label: 'Index' },
  indexMapping: { path: '/indices/$name/mapping', label: 'Index mapping', keeps: true },
  indexFields: {
    path: '/index_fields',
    label: 'Fields of indices',
    within: 'indices',
    place: { icon: ListTree, words: 'disk usage size unused data stream pattern' },
  },
  createIndex: { path: '/create_index', label: 'Create index', within: 'indices' },
  dataStreams: {
    path: '/data_streams',
    label: 'Data streams',
    place: { icon: ListTree, group: 'data', words: 'time series backing indices' },
  },
  dataStream: { path: '/data_streams/$name', label: 'Data stream' },
  aliases: { path: '/aliases', label: 'Aliases', place: { icon: AtSign, group: 'data' } },
  templates: {
    path: '/templates',
    label: 'Index templates',
    place: {
      icon: LayoutTemplate,
      group: 'templates',
      railLabel: 'Templates',
      isInBar: true,
      words: 'composable index patterns',
    },
  },
  template: { path: '/templates/$name', label: 'Index template' },
  editTemplate: { path: '/edit_template/$name', label: 'Edit template', keeps: true, within: 'templates' },
  cloneTemplate: { path: '/clone_template/$name', label: 'Clone template', keeps: true, within: 'templates' },
  createTemplate: { path: '/create_template', label: 'Create index template', keeps: true, within: 'templates' },
  componentTemplates: {
    path: '/component_templates',
    label: 'Component templates',
    within: 'templates',
    place: { icon: Boxes, words: 'building blocks' },
  },
  componentTemplate: { path: '/component_templates/$name', label: 'Component template' },
  editComponentTemplate: {
    path: '/edit_component_template/$name',
    label: 'Edit component template',
    keeps: true,
    within: 'componentTemplates',
  },
  cloneComponentTemplate: {
    path: '/clone_component_template/$name',
    label: 'Clone component template',
    keeps: true,
    within: 'componentTemplates',
  },
  createComponentTemplate: {
    path: '/create_component_template',
    label: 'Create component template',
    keeps: true,
    within: 'componentTemplates',
  },
  lifecyclePolicies: {
    path: '/lifecycle_policies',
    label: 'Lifecycle policies',
    place: { icon: Recycle, group: 'templates', words: 'ILM ISM retention' },
  },
  lifecyclePolicy: { path: '/lifecycle_policies/$name', label: 'Lifecycle policy' },
  code: {
    path: '/code',
    label: 'Code',
    place: { icon: Braces, group: 'templates', words: 'mappings as code drift git files projects' },
  },
  drafts: {
    path: '/drafts',
    label: 'Drafts',
    keeps: true,
    isOfDevice: true,
    place: { icon: FilePen, group: 'work', isInBar: true, tour: 'drafts', words: 'mappings editor fields' },
  },
  infer: {
    path: '/drafts/infer',
    label: 'Infer mapping',
    isOfDevice: true,
    place: { icon: FilePen, command: 'Infer a mapping from documents', words: 'NDJSON CSV' },
  },
  draft: { path: '/drafts/$draftId', label: 'Draft', keeps: true, isOfDevice: true },
  plans: {
    path: '/plans',
    label: 'Plans',
    place: { icon: ListChecks, group: 'work', words: 'reindex migrate' },
  },
  plan: { path: '/plans/$planId', label: 'Plan' },
  createPlan: { path: '/create_plan', label: 'New plan', within: 'plans' },
  tasks: {
    path: '/tasks',
    label: 'Tasks',
    place: { icon: Activity, group: 'work', words: 'running jobs progress cancel reindex force merge snapshot search' },
  },
  task: { path: '/tasks/$name', label: 'Task' },
  history: {
    path: '/history',
    label: 'History',
    keeps: true,
    isOfDevice: true,
    place: {
      icon: History,
      group: 'audit',
      isInBar: true,
      tour: 'history',
      words: 'who changed this what when why audit log trail',
    },
  },
  lint: {
    path: '/lint',
    label: 'Lint',
    place: { icon: CircleCheck, group: 'templates', words: 'check rules upgrade breaking overlap advice templates' },
  },
  fuzzLab: {
    path: '/fuzz_lab',
    label: 'Fuzz lab',
    place: { icon: FlaskConical, group: 'lab', words: 'test random cases QA' },
  },
  fuzzRun: { path: '/fuzz_lab/$runId', label: 'Fuzz run' },
  settings: {
    path: '/settings',
    label: 'Settings',
    isOfDevice: true,
    place: { icon: Settings, group: 'console', words: 'preferences options theme' },
  },
  storage: {
    path: '/storage',
    label: 'Storage',
    keeps: true,
    isOfDevice: true,
    within: 'settings',
    place: { icon: Database, command: 'Go to storage and backups', words: 'disk usage restore deleted drafts' },
  },
  usage: {
    path: '/usage',
    label: 'Usage',
    isOfDevice: true,
    within: 'settings',
    place: { icon: ChartNoAxesColumn, words: 'telemetry statistics privacy' },
  },
  help: {
    path: '/help',
    label: 'Help',
    isOfDevice: true,
    place: { icon: CircleHelp, group: 'console', words: 'documentation support' },
  },
  fieldTypes: {
    path: '/field_types',
    label: 'Field types',
    within: 'help',
    place: { icon: BookOpen, words: 'reference documentation data types parameters' },
  },
  api: {
    path: '/api',
    label: 'API',
    within: 'help',
    place: { icon: PlugZap, command: 'Go to API reference', words: 'REST HTTP OpenAPI routes' },
  },
  shortcuts: {
    path: '/shortcuts',
    label: 'Shortcuts',
    isOfDevice: true,
    within: 'help',
    place: { icon: Keyboard, command: 'Go to keyboard shortcuts', words: 'hotkeys' },
  },
  replay: {
    path: '/replay',
    label: 'Replay',
    isOfDevice: true,
    within: 'help',
    place: { icon: Clapperboard, command: 'Open replay', words: 'session recording file' },
  },
} as const satisfies Readonly<Record<string, ScreenEntry>>;

export type ScreenId = keyof typeof SCREENS;

type Paths = { readonly [Id in ScreenId]: (typeof SCREENS)[Id]['path'] };
type Routes = { readonly [Id in ScreenId]: `${typeof APP_BASE}${Paths[Id]}` };

const ENTRIES: readonly (readonly [string, ScreenEntry])[] = Object.entries(SCREENS);

/** The path of each screen below {@link APP_BASE}. */
export const PATHS = Object.fromEntries(ENTRIES.map(([id, { path }]) => [id, path])) as Paths;

/** The route of each screen as `to` of a link, `from` of a hook and id for `getRouteApi`. */
export const ROUTES = Object.fromEntries(ENTRIES.map(([id, { path }]) => [id, `${APP_BASE}${path}`])) as Routes;

/** The routes of screens that are independent of a cluster. */
export const DEVICE_ROUTES = routesWhere(({ isOfDevice }) => isOfDevice === true);

/** The routes of screens that keep edits on this device, or show what is kept there. */
export const KEEPING_ROUTES = routesWhere(({ keeps }) => keeps === true);

function routesWhere(fits: (screen: ScreenEntry) => boolean): ReadonlySet<string> {
  return new Set(ENTRIES.filter(([, screen]) => fits(screen)).map(([, { path }]) => `${APP_BASE}${path}`));
}
