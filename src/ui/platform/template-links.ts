import type { LiveTemplate } from '#domain/document';
import { ROUTES } from './route-table.ts';

type NamedTemplate = Pick<LiveTemplate, 'kind' | 'name'>;

/** Where a template is edited, as the properties of a link. `at` is a version of its history, `step` the open step. */
export function templateEditorOf(
  { kind, name }: NamedTemplate,
  search: { readonly at?: number; readonly tab?: 'lint'; readonly step?: 'mappings' } = {},
) {
  if (kind === 'component_template') return { to: ROUTES.editComponentTemplate, params: { name }, search };
  return {
    to: ROUTES.editTemplate,
    params: { name },
    search: { ...search, ...(kind === 'legacy_template' && { legacy: true as const }) },
  };
}

/** Where a template is shown, as the properties of a link. */
export function templateDetailOf({ kind, name }: NamedTemplate) {
  if (kind === 'component_template') return { to: ROUTES.componentTemplate, params: { name } };
  const search = kind === 'legacy_template' ? { kind: 'legacy' as const, legacy: true as const } : {};
  return { to: ROUTES.template, params: { name }, search };
}
