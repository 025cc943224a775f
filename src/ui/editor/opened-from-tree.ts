export { CreateFieldForm } from './fields/create-field-form.tsx';
export { EditFlyout } from './fields/edit-flyout.tsx';
export { JsonPane } from './fields/json-pane.tsx';
export { RowRefusals } from './fields/row-refusals.tsx';
export { SearchResults } from './fields/search-results.tsx';
export { HistoryPanel } from './history/history-panel.tsx';
export { TemplatesPane } from './mapping-options/templates-pane.tsx';
export { RuntimeFieldsPane } from './runtime-fields/runtime-fields-pane.tsx';
