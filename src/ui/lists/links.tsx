import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { quoteValue } from '#domain/console';
import { APP_BASE } from '../platform/app-base.ts';
import { useConfig } from '../platform/config.tsx';
import { ROUTES } from '../platform/route-table.ts';
import { policyEditLink } from '../platform/links.ts';
import common from '../kit/common.module.css';
import styles from './lists.module.css';

/** The management area of the host, which is around this application. */
const MANAGEMENT = APP_BASE.slice(0, APP_BASE.indexOf('/', 1));

interface NameLinkProps {
  readonly name: string;
  readonly children?: ReactNode;
}

/** The detail of an index. */
export function IndexLink({ name }: NameLinkProps) {
  return (
    <Link to={ROUTES.index} params={{ name }} search={onlyCluster} className={styles['reference']}>
      {name}
    </Link>
  );
}

/** The detail of a composable index template. */
export function TemplateLink({ name }: NameLinkProps) {
  return (
    <Link to={ROUTES.template} params={{ name }} search={onlyCluster} className={styles['reference']}>
      {name}
    </Link>
  );
}

/** The detail of a legacy template. */
export function LegacyTemplateLink({ name }: NameLinkProps) {
  return (
    <Link
      to={ROUTES.template}
      params={{ name }}
      search={(before: object) => ({ ...onlyCluster(before), kind: 'legacy' as const, legacy: true as const })}
      className={styles['reference']}
    >
      {name}
    </Link>
  );
}

/** The detail of a data stream. */
export function DataStreamLink({ name }: NameLinkProps) {
  return (
    <Link to={ROUTES.dataStream} params={{ name }} search={onlyCluster} className={styles['reference']}>
      {name}
    </Link>
  );
}

/** The detail of a component template. */
export function ComponentTemplateLink({ name }: NameLinkProps) {
  return (
    <Link to={ROUTES.componentTemplate} params={{ name }} search={onlyCluster} className={styles['reference']}>
      {name}
    </Link>
  );
}

/** Links of one list; further names are counted. */
const MAX_LINKS = 100;

interface NameLinksProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly link: ComponentType<NameLinkProps>;
}

/** The names of things of one kind, each a link to its detail. */
export function NameLinks({ label, names, link: LinkOfKind }: NameLinksProps) {
  return (
    <ul className={common['plainList']} aria-label={label}>
      {names.slice(0, MAX_LINKS).map((name) => (
        <li key={name}>
          <LinkOfKind name={name} />
        </li>
      ))}
      {names.length > MAX_LINKS && <li>and {(names.length - MAX_LINKS).toLocaleString('en')} more</li>}
    </ul>
  );
}

/** The list of indices, narrowed to the backing indices of a data stream. */
export function BackingIndicesLink({ name, children }: NameLinkProps) {
  const filter = `data_stream:${quoteValue(name)}`;
  return (
    <Link
      to={ROUTES.indices}
      search={(before: object) => ({ ...onlyCluster(before), includeHiddenIndices: true, filter })}
      className={styles['reference']}
    >
      {children}
    </Link>
  );
}

/** What the fields of all backing indices of a data stream take up together. */
export function StreamFieldsLink({ name, children }: NameLinkProps) {
  return (
    <Link
      to={ROUTES.indexFields}
      search={(before: object) => ({ ...onlyCluster(before), of: name })}
      className={styles['reference']}
    >
      {children}
    </Link>
  );
}

/** A lifecycle policy: its page here, or the application of the host that edits it. */
export function LifecyclePolicyLink({ name }: NameLinkProps) {
  const { basePath, hasPolicyEditor } = useConfig();
  return hasPolicyEditor ? (
    <a href={`${basePath}${MANAGEMENT}${policyEditLink(name)}`} className={styles['reference']}>
      {name}
    </a>
  ) : (
    <Link to={ROUTES.lifecyclePolicy} params={{ name }} search={onlyCluster} className={styles['reference']}>
      {name}
    </Link>
  );
}

/** The parameters that another screen keeps of an address. */
function onlyCluster(before: { readonly cluster?: string }): { readonly cluster?: string } {
  return before.cluster === undefined ? {} : { cluster: before.cluster };
}
