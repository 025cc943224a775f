import { useNavigate } from '@tanstack/react-router';
import type { TemplateStreamKind } from '#domain/document';
import { Copy, History, PencilLine, TableProperties } from '../../kit/icons/icons.ts';
import { RowMenu } from '../../lists/row-menu.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import type { UnreadSearch } from '../../platform/search-schema.ts';
import { templateEditorOf } from '../../platform/template-links.ts';
import {
  readComponentsSearch,
  readTemplatesSearch,
  type ComponentsSearch,
  type TemplatesSearch,
} from './templates-search.ts';

interface TemplateMenuProps {
  readonly kind: TemplateStreamKind;
  readonly name: string;
  /** The item of the row, for its deletion. */
  readonly item: unknown;
}

/** What can be done with the template of a row. */
export function TemplateMenu({ kind, name, item }: TemplateMenuProps) {
  const navigate = useNavigate();
  const showHistory = () => {
    if (kind === 'component_template')
      return navigate({ to: ROUTES.componentTemplate, params: { name }, search: openComponentHistory });
    const isLegacy = kind === 'legacy_template';
    return navigate({ to: ROUTES.template, params: { name }, search: isLegacy ? openLegacyHistory : openHistory });
  };
  const clone = { to: kind === 'component_template' ? ROUTES.cloneComponentTemplate : ROUTES.cloneTemplate };
  const search = kind === 'legacy_template' ? { legacy: true as const } : {};
  return (
    <RowMenu
      name={name}
      item={item}
      entries={[
        {
          id: 'edit',
          label: 'Edit',
          icon: PencilLine,
          onAction: () => void navigate(templateEditorOf({ kind, name })),
        },
        {
          id: 'edit_mapping',
          label: 'Edit mapping',
          icon: TableProperties,
          onAction: () => void navigate(templateEditorOf({ kind, name }, { step: 'mappings' })),
        },
        {
          id: 'clone',
          label: 'Clone',
          icon: Copy,
          onAction: () => void navigate({ ...clone, params: { name }, search }),
        },
        { id: 'history', label: 'History', icon: History, onAction: () => void showHistory() },
      ]}
    />
  );
}

function openHistory(before: UnreadSearch): TemplatesSearch {
  const { legacy: _, ...loaded } = readTemplatesSearch(before);
  return { ...loaded, tab: 'history' };
}

function openLegacyHistory(before: UnreadSearch): TemplatesSearch {
  return { ...readTemplatesSearch(before), legacy: true, tab: 'history' };
}

function openComponentHistory(before: UnreadSearch): ComponentsSearch {
  return { ...readComponentsSearch(before), tab: 'history' };
}
