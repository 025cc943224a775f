import { Link } from '@tanstack/react-router';
import type { TemplateStreamKind } from '#domain/document';
import { buttonClass } from '../../kit/button.tsx';
import { Plus } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';

const LABELS = {
  index_template: 'Create index template',
  legacy_template: 'Create legacy template',
  component_template: 'Create component template',
} as const satisfies Readonly<Record<TemplateStreamKind, string>>;

/** Link to a new template, which is a draft until it is saved. */
export function CreateTemplateLink({ kind }: { readonly kind: TemplateStreamKind }) {
  const isComponent = kind === 'component_template';
  return (
    <Link
      className={buttonClass('primary')}
      to={isComponent ? ROUTES.createComponentTemplate : ROUTES.createTemplate}
      search={kind === 'legacy_template' ? { legacy: true } : {}}
    >
      <Plus size={16} aria-hidden />
      {LABELS[kind]}
    </Link>
  );
}
