import {
  BookOpen,
  Boxes,
  Database,
  FilePen,
  History,
  Keyboard,
  LayoutTemplate,
  ListTree,
  PlugZap,
  Settings,
  TableProperties,
  ChartNoAxesColumn,
  Clapperboard,
  type LucideIcon,
} from 'lucide-react';
import type { ActionId } from '../actions/action-list.ts';
import { APP_BASE } from '../platform/app-base.ts';

/** A screen that can be gone to without knowing a name. */
interface Place {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Where it stands in the rail: where work is done, what is looked up and set, or only in the palette and by address. */
  readonly group: 'work' | 'help' | 'other';
  readonly action: ActionId;
  /** It stands in the bar of a phone, which has room for four; the others are in the menu beside them. */
  readonly isInBar?: true;
}

/** Every such screen, in the order of the rail. The rail, the palette and the page for unknown addresses are made of it. */
export const PLACES = [
  {
    to: `${APP_BASE}/indices`,
    label: 'Indices',
    icon: TableProperties,
    group: 'work',
    action: 'app.indices',
    isInBar: true,
  },
  {
    to: `${APP_BASE}/data_streams`,
    label: 'Data streams',
    icon: ListTree,
    group: 'work',
    action: 'app.dataStreams',
    isInBar: true,
  },
  {
    to: `${APP_BASE}/templates`,
    label: 'Index templates',
    icon: LayoutTemplate,
    group: 'work',
    action: 'app.templates',
    isInBar: true,
  },
  {
    to: `${APP_BASE}/component_templates`,
    label: 'Component templates',
    icon: Boxes,
    group: 'work',
    action: 'app.componentTemplates',
  },
  { to: `${APP_BASE}/drafts`, label: 'Drafts', icon: FilePen, group: 'work', action: 'app.drafts', isInBar: true },
  { to: `${APP_BASE}/history`, label: 'History', icon: History, group: 'work', action: 'app.history' },
  { to: `${APP_BASE}/field_types`, label: 'Field types', icon: BookOpen, group: 'help', action: 'app.fieldTypes' },
  { to: `${APP_BASE}/storage`, label: 'Storage', icon: Database, group: 'help', action: 'app.storage' },
  { to: `${APP_BASE}/settings`, label: 'Settings', icon: Settings, group: 'help', action: 'app.settings' },
  { to: `${APP_BASE}/shortcuts`, label: 'Shortcuts', icon: Keyboard, group: 'help', action: 'app.keys' },
  { to: `${APP_BASE}/replay`, label: 'Replay', icon: Clapperboard, group: 'other', action: 'app.replay' },
  { to: `${APP_BASE}/usage`, label: 'Usage', icon: ChartNoAxesColumn, group: 'other', action: 'app.usage' },
  { to: `${APP_BASE}/api`, label: 'API', icon: PlugZap, group: 'other', action: 'app.api' },
] as const satisfies readonly Place[];
