/** The tabs of the editor. */
export const EDITOR_TABS = ['fields', 'runtime', 'templates', 'advanced'] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];
