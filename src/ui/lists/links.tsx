import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { APP_BASE } from '../app/app-base.ts';
import { useFeature } from '../cluster/use-cluster.ts';
import styles from './lists.module.css';

interface NameLinkProps {
  readonly name: string;
  readonly children?: ReactNode;
}

/** The detail of an index. */
export function IndexLink({ name }: NameLinkProps) {
  return (
    <Link to={`${APP_BASE}/indices/$name`} params={{ name }} search={onlyCluster} className={styles['link']}>
      {name}
    </Link>
  );
}

/** The detail of a composable index template. */
export function TemplateLink({ name }: NameLinkProps) {
  return (
    <Link to={`${APP_BASE}/templates/$name`} params={{ name }} search={onlyCluster} className={styles['link']}>
      {name}
    </Link>
  );
}

/** The detail of a component template. */
export function ComponentTemplateLink({ name }: NameLinkProps) {
  return (
    <Link to={`${APP_BASE}/component_templates/$name`} params={{ name }} search={onlyCluster} className={styles['link']}>
      {name}
    </Link>
  );
}

/** The list of indices, narrowed to the backing indices of a data stream. */
export function BackingIndicesLink({ name, children }: NameLinkProps) {
  const filter = `data_stream:"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  return (
    <Link to={`${APP_BASE}/indices`} search={(before: object) => ({ ...onlyCluster(before), includeHiddenIndices: true, filter })} className={styles['link']}>
      {children}
    </Link>
  );
}

/** A lifecycle policy; a link where the engine has such policies. */
export function LifecyclePolicyLink({ name }: NameLinkProps) {
  return useFeature('ilm')?.has === true ? (
    <a href={lifecyclePolicyAddress(name)} className={styles['link']}>
      {name}
    </a>
  ) : (
    name
  );
}

/** Where a lifecycle policy is edited (console.md section 2): beside this application, in the management of data. */
function lifecyclePolicyAddress(name: string): string {
  return `${APP_BASE.slice(0, APP_BASE.lastIndexOf('/'))}/index_lifecycle_management/policies/edit/${encodeURIComponent(name)}`;
}

/** What another screen keeps of an address. */
function onlyCluster(before: { readonly cluster?: string }): { readonly cluster?: string } {
  return before.cluster === undefined ? {} : { cluster: before.cluster };
}
