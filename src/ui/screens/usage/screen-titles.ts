import { PATHS } from '../../platform/route-table.ts';

const TITLES: Readonly<Record<keyof typeof PATHS, string>> = {
  indices: 'Indices',
  index: 'Index',
  indexMapping: 'Index mapping',
  createIndex: 'Create index',
  dataStreams: 'Data streams',
  dataStream: 'Data stream',
  templates: 'Index templates',
  template: 'Index template',
  editTemplate: 'Edit index template',
  cloneTemplate: 'Clone index template',
  componentTemplates: 'Component templates',
  componentTemplate: 'Component template',
  drafts: 'Drafts',
  draft: 'Draft',
  history: 'History',
  fieldTypes: 'Field types',
  storage: 'Storage',
  settings: 'Settings',
  usage: 'Usage',
  api: 'API',
  replay: 'Replay',
  shortcuts: 'Keyboard shortcuts',
};

const BY_VIEW: ReadonlyMap<string, string> = new Map(
  (Object.keys(PATHS) as (keyof typeof PATHS)[]).map((id) => [PATHS[id].slice(1), TITLES[id]]),
);

/** The title of a screen by the route that usage is counted under, such as `drafts/$draftId`; other ids are returned unchanged. */
export function screenTitle(viewId: string): string {
  return BY_VIEW.get(viewId) ?? viewId;
}
