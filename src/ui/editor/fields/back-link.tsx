import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TemplateStreamKind } from '#domain/document';
import { ROUTES } from '../../platform/route-table.ts';
import type { EditedDocument } from './edited-document.ts';

interface BackLinkProps {
  readonly back: EditedDocument['back'];
  readonly className?: string | undefined;
  /** Shown in place of the name of the link's target. */
  readonly children?: ReactNode;
}

const LISTS = {
  index_template: 'Index templates',
  legacy_template: 'Legacy templates',
  component_template: 'Component templates',
} as const satisfies Readonly<Record<TemplateStreamKind, string>>;

/** The link from the editor back to the list of drafts or templates, the index or the template. */
export function BackLink({ back, className, children }: BackLinkProps) {
  const shared = { ...(className !== undefined && { className }) };
  if (back === 'drafts') {
    return (
      <Link {...shared} to={ROUTES.drafts} {...(children !== undefined && { 'aria-label': 'Drafts', title: 'Drafts' })}>
        {children ?? 'Go back to drafts'}
      </Link>
    );
  }
  if ('templatesOf' in back) {
    const kind = back.templatesOf;
    const label = LISTS[kind];
    return (
      <Link
        {...shared}
        to={kind === 'component_template' ? ROUTES.componentTemplates : ROUTES.templates}
        search={kind === 'legacy_template' ? { kind: 'legacy' } : {}}
        {...(children !== undefined && { 'aria-label': label, title: label })}
      >
        {children ?? `Go back to ${label.toLowerCase()}`}
      </Link>
    );
  }
  if ('template' in back) {
    const label = `Template ${back.template}`;
    const to = back.kind === 'component_template' ? ROUTES.componentTemplate : ROUTES.template;
    return (
      <Link
        {...shared}
        to={to}
        params={{ name: back.template }}
        search={back.kind === 'legacy_template' ? { kind: 'legacy', legacy: true } : {}}
        {...(children !== undefined && { 'aria-label': label, title: label })}
      >
        {children ?? 'Go back to the template'}
      </Link>
    );
  }
  const label = `Index ${back.index}`;
  return (
    <Link
      {...shared}
      to={ROUTES.index}
      params={{ name: back.index }}
      search={{ tab: 'mapping' }}
      {...(children !== undefined && { 'aria-label': label, title: label })}
    >
      {children ?? 'Go back to the index'}
    </Link>
  );
}
