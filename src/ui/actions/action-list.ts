/** The properties of an action wherever it is shown: in a menu, the palette, the list of keys, a tooltip. */
export interface ActionEntry {
  readonly title: string;
  readonly group: string;
  /** Other words by which the palette finds it. */
  readonly words?: string;
  /** Chords such as `Mod+Z`; the first is the one that is shown in menus. */
  readonly keys?: readonly string[];
  /** Its keys also work while text is being typed. */
  readonly isForTextToo?: boolean;
  /** Its keys also work in a form in which nothing is typed yet. */
  readonly isForUntouchedForms?: boolean;
  /** The focused component handles the keys itself; listed so that they can be found. */
  readonly isLocal?: boolean;
}

/**
 * The one list of actions. Screens provide with `useActions` those that are possible now; the palette, menus, key
 * bindings and the list of keys are made from both. The order is that of the list of keys. No letters without a
 * modifier: in trees and lists they are type-ahead, and speech input would trigger them (WCAG 2.1.4).
 */
export const ACTIONS = {
  'app.palette': { title: 'Open command palette', group: 'Everywhere', keys: ['Mod+K'], isForTextToo: true },
  'app.shortcuts': { title: 'Show keyboard shortcuts', group: 'Everywhere', keys: ['?'], words: 'hotkeys help' },
  'app.close': {
    title: 'Close dialog',
    group: 'Everywhere',
    keys: ['Escape'],
    isLocal: true,
  },
  'history.undo': { title: 'Undo', group: 'Document', keys: ['Mod+Z'], isForUntouchedForms: true, words: 'revert' },
  'history.redo': { title: 'Redo', group: 'Document', keys: ['Mod+Shift+Z', 'Mod+Y'], isForUntouchedForms: true },
  'app.yourName': { title: 'Set your name', group: 'Everywhere', words: 'author identity rename me' },
  'app.tour': { title: 'Take the tour', group: 'Everywhere', words: 'introduction guide help' },
  'theme.system': { title: 'Use system theme', group: 'Theme', words: 'appearance automatic' },
  'theme.light': { title: 'Use light theme', group: 'Theme', words: 'appearance day' },
  'theme.dark': { title: 'Use dark theme', group: 'Theme', words: 'appearance night' },
  'storage.retry': { title: 'Retry saving', group: 'Storage' },
  'storage.export': { title: 'Export backup', group: 'Storage', words: 'save download' },
  'storage.import': { title: 'Import backup', group: 'Storage', words: 'restore upload' },
  'indices.create': { title: 'Create index', group: 'Indices', words: 'new add' },
  'indices.hidden': { title: 'Show or hide hidden indices', group: 'Indices' },
  'indices.export': { title: 'Export matching indices as CSV', group: 'Indices' },
  'templates.create': { title: 'Create index template', group: 'Templates', words: 'new add' },
  'components.create': { title: 'Create component template', group: 'Templates', words: 'new add' },
  'list.filter': { title: 'Filter list', group: 'Lists', keys: ['/'] },
  'list.refresh': { title: 'Refresh', group: 'Lists', words: 'reload update' },
  'reference.search': { title: 'Search field types', group: 'Field types', keys: ['/'] },
  'api.search': { title: 'Search API routes', group: 'API', keys: ['/'] },
  'drafts.new': { title: 'New draft', group: 'Drafts', keys: ['Insert'], words: 'create add mapping' },
  'drafts.load': { title: 'Import file', group: 'Drafts', words: 'load upload open JSON' },
  'drafts.paste': { title: 'Create draft from clipboard', group: 'Drafts', keys: ['Mod+V'], isLocal: true },
  'editor.search': { title: 'Search fields', group: 'Editor', keys: ['/'] },
  'editor.addField': { title: 'Add field', group: 'Editor', words: 'new create property' },
  'editor.review': {
    title: 'Review unsent changes',
    group: 'Editor',
    keys: ['Mod+S'],
    // Also while the form of the last field is open.
    isForTextToo: true,
    words: 'save send apply diff',
  },
  'editor.toggleView': {
    title: 'Switch between tree and JSON',
    group: 'Editor',
    keys: ['Alt+J'],
    // Inside the JSON editor, too.
    isForTextToo: true,
  },
  'editor.fields': { title: 'Go to mapped fields', group: 'Editor' },
  'editor.runtime': { title: 'Go to runtime fields', group: 'Editor' },
  'editor.templates': { title: 'Go to dynamic templates', group: 'Editor' },
  'editor.advanced': { title: 'Go to advanced options', group: 'Editor' },
  'editor.documents': { title: 'Try a document', group: 'Editor', words: 'test value ignored refused simulate' },
  'editor.lint': { title: 'Lint', group: 'Editor', words: 'check rules warnings upgrade advice' },
  'editor.toggleHistory': {
    title: 'Show or hide history',
    group: 'Editor',
    keys: ['Alt+H'],
    words: 'who changed this what when why versions',
  },
  'editor.olderVersion': { title: 'Show older version', group: 'Editor', keys: [','] },
  'editor.newerVersion': { title: 'Show newer version', group: 'Editor', keys: ['.'] },
  'plan.approve': { title: 'Approve and run plan', group: 'Plan' },
  'plan.resume': { title: 'Resume plan', group: 'Plan' },
  'plan.cancel': { title: 'Cancel plan', group: 'Plan', words: 'stop abort' },
  'plan.undo': { title: 'Undo plan', group: 'Plan' },
  'draft.apply': { title: 'Apply draft to an existing index', group: 'Draft' },
  'draft.createIndex': { title: 'Create index from draft', group: 'Draft' },
  'draft.compare': { title: 'Compare draft with index', group: 'Draft' },
  'editor.exportBody': { title: 'Export as JSON', group: 'Editor', words: 'download save copy' },
  'editor.exportLog': { title: 'Export log', group: 'Editor' },
  'editor.exportReplay': { title: 'Export replay', group: 'Editor' },
  'tree.move': { title: 'Move up or down', group: 'Field tree', keys: ['ArrowUp', 'ArrowDown'], isLocal: true },
  'tree.expand': {
    title: 'Expand or move to child',
    group: 'Field tree',
    keys: ['ArrowRight'],
    isLocal: true,
  },
  'tree.collapse': { title: 'Collapse or move to parent', group: 'Field tree', keys: ['ArrowLeft'], isLocal: true },
  'tree.ends': { title: 'Move to first or last', group: 'Field tree', keys: ['Home', 'End'], isLocal: true },
  'tree.edit': { title: 'Edit field', group: 'Field tree', keys: ['Enter'], isLocal: true },
  'tree.add': { title: 'Add child field', group: 'Field tree', keys: ['Insert'], isLocal: true },
  'tree.remove': { title: 'Remove field', group: 'Field tree', keys: ['Delete'], isLocal: true },
} as const satisfies Record<string, ActionEntry>;

/** The name of an action of the list. */
export type ActionId = keyof typeof ACTIONS;

/** The chord that tooltips and menus show for an action; undefined for one without keys. */
export function keysOf(id: ActionId): string | undefined {
  const { keys }: ActionEntry = ACTIONS[id];
  return keys?.[0];
}

/** The list in its order, by group. */
export function actionGroups(): ReadonlyMap<string, readonly (ActionEntry & { readonly id: string })[]> {
  const groups = new Map<string, (ActionEntry & { readonly id: string })[]>();
  for (const [id, entry] of Object.entries<ActionEntry>(ACTIONS)) {
    groups.set(entry.group, [...(groups.get(entry.group) ?? []), { ...entry, id }]);
  }
  return groups;
}
