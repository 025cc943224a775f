import { useMemo } from 'react';
import { missingIn, type MissingPart } from '#domain/console';
import { templateStream, type TemplateStreamKind } from '#domain/document';
import { isObject } from '#domain/json';
import { mappingsPlaceIn, type ServerComponentTemplate, type ServerTemplate } from '#domain/template';
import { bodiesOf } from '../../cluster/template-bodies.ts';
import { useApiQuery, useRefetch } from '../../platform/use-api-query.ts';
import { failedParts, type CheckedObjects } from './checked-objects.ts';
import type { CheckedObject } from './use-findings.ts';

/** The templates of the cluster; undefined for a kind that could not be read. */
interface ReadTemplates {
  readonly index: readonly ServerTemplate[] | undefined;
  readonly legacy: readonly ServerTemplate[] | undefined;
  readonly component: readonly ServerComponentTemplate[] | undefined;
}

/** Those templates of a cluster that people edit. Without its ID, which is in their streams, there are none. */
export function useCheckedTemplates(cluster: string | undefined): CheckedObjects {
  const templates = useApiQuery('index_templates.list', {});
  const components = useApiQuery('component_templates.list', {});
  const refetch = useRefetch();
  const { templates: index, legacyTemplates: legacy } = templates.data ?? {};
  const component = components.data;
  const objects = useMemo(
    () => (cluster === undefined ? [] : checkedTemplates({ index, legacy, component }, cluster)),
    [cluster, index, legacy, component],
  );
  const unread: readonly MissingPart[] = [
    ...(templates.data === undefined
      ? failedParts(templates.error, 'index templates', 'legacy templates')
      : missingIn(templates.data)),
    ...(components.data === undefined ? failedParts(components.error, 'component templates') : []),
  ];
  // What was read before stays, and may be out of date.
  const outdated = [templates, components].find(({ data, error }) => data !== undefined && error !== null);
  return {
    objects,
    unread,
    isRead: !templates.isPending && !components.isPending,
    error: outdated?.error ?? null,
    isFetching: templates.isFetching || components.isFetching,
    dataUpdatedAt: Math.min(templates.dataUpdatedAt, components.dataUpdatedAt),
    refresh: () => void refetch('index_templates.list', 'component_templates.list'),
  };
}

const EDITED_BY_PEOPLE: readonly (string | undefined)[] = [undefined, 'default'];

function checkedTemplates({ index, legacy, component }: ReadTemplates, cluster: string): readonly CheckedObject[] {
  const components = component && bodiesOf(component);
  // Without some of them it would be claimed that nothing overlaps.
  const context =
    index === undefined || legacy === undefined
      ? null
      : { indexTemplates: bodiesOf(index), legacyTemplates: bodiesOf(legacy) };
  const of = (kind: TemplateStreamKind, templates: readonly { readonly name: string; readonly body: unknown }[]) =>
    templates.map(({ name, body: read }): CheckedObject => {
      const body = isObject(read) ? read : {};
      return {
        ...{ kind, name, stream: templateStream({ kind, cluster, name }) },
        input: {
          ...{ body, ...mappingsPlaceIn(kind, body) },
          ...(context !== null && { template: { name, ...context } }),
          ...(components !== undefined && { components }),
        },
      };
    });
  const edited = (templates: readonly ServerTemplate[] = []) =>
    templates.filter(({ type }) => EDITED_BY_PEOPLE.includes(type));
  return [
    ...of('index_template', edited(index)),
    ...of(
      'component_template',
      (component ?? []).filter(({ isManaged }) => !isManaged),
    ),
    ...of('legacy_template', edited(legacy)),
  ];
}
