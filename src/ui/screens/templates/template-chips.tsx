import type { TemplateSections } from '#domain/template';
import { Chip } from '../../kit/chip.tsx';
import styles from './templates.module.css';
import { TEMPLATE_TYPES, type ShownType } from './templates-search.ts';

export const TYPE_LABELS: Readonly<Record<ShownType, string>> = {
  default: 'Default',
  managed: 'Managed',
  cloudManaged: 'Cloud-managed',
  system: 'System',
};
const TYPE_REASONS: Readonly<Record<ShownType, string>> = {
  default: '',
  managed: 'Managed (from _meta)',
  cloudManaged: 'Managed by the cloud provider (from the name prefix)',
  system: 'System template (name begins with a dot)',
};

/** The type of a template that is not an ordinary one. */
export function TypeChip({ type }: { readonly type: string | undefined }) {
  const known = TEMPLATE_TYPES.find((each) => each === type);
  if (known === undefined || known === 'default') return null;
  return <Chip title={TYPE_REASONS[known]}>{TYPE_LABELS[known]}</Chip>;
}

/** The sections of a template. */
export function SectionChips({ hasSettings, hasMappings, hasAliases }: TemplateSections) {
  return (
    <span className={styles['sections']}>
      {hasSettings && <Chip>Settings</Chip>}
      {hasMappings && <Chip>Mappings</Chip>}
      {hasAliases && <Chip>Aliases</Chip>}
    </span>
  );
}
