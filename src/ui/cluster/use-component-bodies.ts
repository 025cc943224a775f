import { useMemo } from 'react';
import type { ComponentBodies } from '#domain/template';
import { useApiQuery } from '../platform/use-api-query.ts';
import { bodiesOf } from './template-bodies.ts';

/** The component templates of the cluster, where they are needed. */
interface ReadComponents {
  /** By name; null until they are known, and where they can't be read. */
  readonly components: ComponentBodies | null;
  readonly isPending: boolean;
}

export function useComponentBodies(isNeeded: boolean): ReadComponents {
  const { data, isPending } = useApiQuery('component_templates.list', {}, { isEnabled: isNeeded });
  const components = useMemo(() => (!isNeeded || data === undefined ? null : bodiesOf(data)), [isNeeded, data]);
  return { components, isPending: isNeeded && isPending };
}
