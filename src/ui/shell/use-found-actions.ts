import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Index } from '#domain/console';
import type { OfferedAction } from '../actions/action-registry.ts';
import { useFoundByScreen } from '../actions/use-actions.tsx';
import { useApi } from '../platform/api-provider.tsx';
import { apiQueryOptions } from '../platform/api-queries.ts';
import { ROUTES } from '../platform/route-table.ts';
import { indexMenu, type IndexMenuContext } from '../screens/indices/index-menu.tsx';
import { menuActions } from '../screens/indices/menu-actions.ts';
import { bestNames, meantName } from './palette-names.ts';

interface Names {
  readonly indices: readonly Index[];
  readonly templates: { readonly composable: readonly string[]; readonly legacy: readonly string[] };
  readonly components: readonly string[];
  readonly streams: readonly string[];
}

/** The names in the cached lists, so that no request is sent to the cluster. */
function useKnownNames(): Names {
  const cluster = useApi();
  const queries = useQueryClient();
  const [names] = useState((): Names => {
    const templates = queries.getQueryData(apiQueryOptions(cluster, 'index_templates.list', {}).queryKey);
    const streams = queries.getQueryData(apiQueryOptions(cluster, 'data_streams.list', { query: {} }).queryKey);
    return {
      indices: queries.getQueryData(apiQueryOptions(cluster, 'indices.list', {}).queryKey) ?? [],
      templates: {
        composable: (templates?.templates ?? []).map(({ name }) => name),
        legacy: (templates?.legacyTemplates ?? []).map(({ name }) => name),
      },
      components: (queries.getQueryData(apiQueryOptions(cluster, 'component_templates.list', {}).queryKey) ?? []).map(
        ({ name }) => name,
      ),
      streams: (streams ?? []).map(({ name }) => name),
    };
  });
  return names;
}

/**
 * Actions that open the objects whose names match the text, those that the screen finds, and the actions on the index
 * that matches best.
 */
export function useFoundActions(text: string, menu: IndexMenuContext): readonly OfferedAction[] {
  const { indices, streams, templates, components } = useKnownNames();
  const navigate = useNavigate();
  const findOnScreen = useFoundByScreen();
  return useMemo(() => {
    const place = (what: string, name: string, run: () => void): OfferedAction => ({
      id: `${what}/${name}`,
      title: `${what} ${name}`,
      group: 'Open',
      isEnabled: true,
      run,
    });
    const byName = new Map(indices.map((index) => [index.name, index]));
    const names = [...byName.keys()];
    const found = bestNames(names, text);
    // Only the best match comes with the actions on it: more would hide the other results.
    const meant = byName.get(found[0] ?? meantName(names, text) ?? '');
    return [
      ...findOnScreen(text),
      ...(meant === undefined ? [] : menuActions(`Index ${meant.name}`, indexMenu([meant], menu))),
      ...found.map((name) => place('Index', name, () => void navigate({ to: ROUTES.index, params: { name } }))),
      ...bestNames(streams, text).map((name) =>
        place('Data stream', name, () => void navigate({ to: ROUTES.dataStream, params: { name } })),
      ),
      ...bestNames(templates.composable, text).map((name) =>
        place('Index template', name, () => void navigate({ to: ROUTES.template, params: { name } })),
      ),
      ...bestNames(templates.legacy, text).map((name) =>
        place(
          'Legacy template',
          name,
          () => void navigate({ to: ROUTES.template, params: { name }, search: { kind: 'legacy', legacy: true } }),
        ),
      ),
      ...bestNames(components, text).map((name) =>
        place('Component template', name, () => void navigate({ to: ROUTES.componentTemplate, params: { name } })),
      ),
    ];
  }, [indices, streams, templates, components, text, menu, navigate, findOnScreen]);
}
