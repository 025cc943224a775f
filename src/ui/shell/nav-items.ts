import type { ActionId } from '../actions/action-list.ts';
import {
  AtSign,
  BookOpen,
  Boxes,
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
  ChartNoAxesColumn,
  Clapperboard,
  type Icon,
} from '../kit/icons/icons.ts';
import { ROUTES } from '../platform/route-table.ts';
import type { TourAnchor } from '../platform/tour.ts';

/** A screen whose address has no name in it. */
interface NavItem {
  readonly to: string;
  readonly label: string;
  readonly icon: Icon;
  /** Where it stands in the rail: where work is done, what is looked up and set, or only in the palette and by address. */
  readonly group: 'work' | 'help' | 'other';
  /** Screens that belong to it and do not lie below its address. */
  readonly covers?: readonly string[];
  readonly action: ActionId;
  /** It stands in the bar of a phone, which has room for four; the others are in the menu beside them. */
  readonly isInBar?: true;
  /** A step of the tour points at it. */
  readonly tour?: TourAnchor;
}

/** Every such screen, in the order of the rail. The rail and the palette are made of it. */
export const NAV_ITEMS = [
  {
    to: ROUTES.indices,
    label: 'Indices',
    icon: TableProperties,
    group: 'work',
    action: 'app.indices',
    covers: [ROUTES.createIndex],
    isInBar: true,
    tour: 'indices',
  },
  {
    to: ROUTES.dataStreams,
    label: 'Data streams',
    icon: ListTree,
    group: 'work',
    action: 'app.dataStreams',
    isInBar: true,
  },
  { to: ROUTES.aliases, label: 'Aliases', icon: AtSign, group: 'work', action: 'app.aliases' },
  {
    to: ROUTES.templates,
    label: 'Index templates',
    icon: LayoutTemplate,
    group: 'work',
    action: 'app.templates',
    covers: [ROUTES.editTemplate, ROUTES.cloneTemplate, ROUTES.createTemplate],
    isInBar: true,
  },
  {
    to: ROUTES.componentTemplates,
    label: 'Component templates',
    icon: Boxes,
    group: 'work',
    action: 'app.componentTemplates',
    covers: [ROUTES.editComponentTemplate, ROUTES.cloneComponentTemplate, ROUTES.createComponentTemplate],
  },
  {
    to: ROUTES.plans,
    label: 'Plans',
    icon: ListChecks,
    group: 'work',
    action: 'app.plans',
    covers: [ROUTES.createPlan],
  },
  {
    to: ROUTES.lifecyclePolicies,
    label: 'Lifecycle policies',
    icon: Recycle,
    group: 'work',
    action: 'app.lifecyclePolicies',
  },
  {
    to: ROUTES.drafts,
    label: 'Drafts',
    icon: FilePen,
    group: 'work',
    action: 'app.drafts',
    isInBar: true,
    tour: 'drafts',
  },
  { to: ROUTES.history, label: 'History', icon: History, group: 'work', action: 'app.history' },
  { to: ROUTES.fuzzLab, label: 'Fuzz lab', icon: FlaskConical, group: 'work', action: 'app.fuzzLab' },
  { to: ROUTES.fieldTypes, label: 'Field types', icon: BookOpen, group: 'help', action: 'app.fieldTypes' },
  { to: ROUTES.storage, label: 'Storage', icon: Database, group: 'help', action: 'app.storage' },
  { to: ROUTES.settings, label: 'Settings', icon: Settings, group: 'help', action: 'app.settings' },
  { to: ROUTES.shortcuts, label: 'Shortcuts', icon: Keyboard, group: 'help', action: 'app.keys' },
  { to: ROUTES.replay, label: 'Replay', icon: Clapperboard, group: 'other', action: 'app.replay' },
  { to: ROUTES.usage, label: 'Usage', icon: ChartNoAxesColumn, group: 'other', action: 'app.usage' },
  { to: ROUTES.api, label: 'API', icon: PlugZap, group: 'other', action: 'app.api' },
] as const satisfies readonly NavItem[];
