import type { CodeClaim } from '../../cluster/use-code-claims.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { templateDetailOf, templateEditorOf } from '../../platform/template-links.ts';

type Linked = Pick<CodeClaim, 'kind' | 'name' | 'state'>;

/** Where a claimed object is shown, as the properties of a link. */
export function detailOf({ kind, name }: Linked) {
  return kind === 'index' ? { to: ROUTES.index, params: { name } } : templateDetailOf({ kind, name });
}

/** Where it is edited. */
export function editorOf({ kind, name }: Linked) {
  return kind === 'index' ? { to: ROUTES.indexMapping, params: { name } } : templateEditorOf({ kind, name });
}

/** What is recorded of it: in its own tab where the cluster has it, else in the history of everything. */
export function historyOf({ kind, name, state }: Linked) {
  if (state === 'missing') return { to: ROUTES.history, search: { filter: name, kind: 'action' as const } };
  const tab = { tab: 'history' as const };
  if (kind === 'index') return { to: ROUTES.index, params: { name }, search: tab };
  if (kind === 'component_template') return { to: ROUTES.componentTemplate, params: { name }, search: tab };
  const legacy = kind === 'legacy_template' ? { kind: 'legacy' as const, legacy: true as const } : {};
  return { to: ROUTES.template, params: { name }, search: { ...legacy, ...tab } };
}
