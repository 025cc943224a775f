import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ROUTES } from '../../platform/route-table.ts';
import type { EditedDocument } from './edited-document.ts';

interface BackLinkProps {
  readonly back: EditedDocument['back'];
  readonly className?: string | undefined;
  /** In place of the name of where it leads. */
  readonly children?: ReactNode;
}

/** The way from the editor to where the document is from. */
export function BackLink({ back, className, children }: BackLinkProps) {
  const shared = { ...(className !== undefined && { className }) };
  if (back === 'drafts') {
    return (
      <Link {...shared} to={ROUTES.drafts} {...(children !== undefined && { 'aria-label': 'Drafts', title: 'Drafts' })}>
        {children ?? 'Go back to drafts'}
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
