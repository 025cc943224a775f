import { Link, useNavigate } from '@tanstack/react-router';
import type { TemplateStreamKind } from '#domain/document';
import { useActions } from '../../actions/use-actions.tsx';
import { buttonClass } from '../../kit/button.tsx';
import { Copy, PencilLine } from '../../kit/icons/icons.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { OpenAsDraft } from './open-as-draft.tsx';

interface TemplateActionsProps {
  readonly kind: TemplateStreamKind;
  readonly name: string;
  readonly body: unknown;
}

/** What can be done with a template besides deleting it. */
export function TemplateActions({ kind, name, body }: TemplateActionsProps) {
  const navigate = useNavigate();
  const isComponent = kind === 'component_template';
  const search = kind === 'legacy_template' ? { legacy: true as const } : {};
  const edit = { to: isComponent ? ROUTES.editComponentTemplate : ROUTES.editTemplate, params: { name }, search };
  const clone = { to: isComponent ? ROUTES.cloneComponentTemplate : ROUTES.cloneTemplate, params: { name }, search };
  useActions([
    { id: `open/edit/${name}`, title: 'Edit template', group: name, run: () => void navigate(edit) },
    { id: `open/clone/${name}`, title: 'Clone template', group: name, run: () => void navigate(clone) },
  ]);
  return (
    <>
      <OpenAsDraft name={name} body={body} />
      <Link className={buttonClass()} {...clone}>
        <Copy size={16} aria-hidden />
        Clone
      </Link>
      <Link className={buttonClass('primary')} {...edit}>
        <PencilLine size={16} aria-hidden />
        Edit
      </Link>
    </>
  );
}
