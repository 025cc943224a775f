import { useMemo } from 'react';
import { lacksPart, missingIn, missingSentence, type Index } from '#domain/console';
import { templateImpact, type TemplateImpact } from '#domain/impact';
import {
  templateConflicts,
  templateRefusals,
  type BodyFindings,
  type ClusterTemplates,
  type TemplateChange,
  type TemplateConflict,
} from '#domain/template';
import { bodiesOf } from '../cluster/template-bodies.ts';
import { useClusterTarget, useFeature } from '../cluster/use-cluster.ts';
import { ApiError } from '../platform/console-api.ts';
import { useApiQuery } from '../platform/use-api-query.ts';

/** The conflicts and effects of a change, known before it is sent. */
export interface TemplateFindings {
  readonly conflicts: readonly TemplateConflict[];
  /** What the engine will refuse of the template itself. */
  readonly refusals: BodyFindings['refusals'];
  readonly impact: TemplateImpact;
}

export interface TemplateImpactQuery {
  /** Undefined until everything that the findings depend on was read. */
  readonly findings: TemplateFindings | undefined;
  readonly error: ApiError | null;
  readonly retry: () => void;
}

/** Reads templates, indices and data streams of the cluster, and determines how the change affects them. */
export function useTemplateImpact(change: TemplateChange): TemplateImpactQuery {
  const target = useClusterTarget();
  const hasStreams = useFeature('data_streams')?.has;
  const templates = useApiQuery('index_templates.list', {});
  const components = useApiQuery('component_templates.list', {});
  const indices = useApiQuery('indices.list', {});
  const streams = useApiQuery('data_streams.list', { query: {} }, { isEnabled: hasStreams === true });
  const queries = [templates, components, indices, streams];
  const dataStreams = hasStreams === false ? NO_STREAMS : streams.data;
  const findings = useMemo((): TemplateFindings | undefined => {
    if (target === null || !templates.data || !components.data || !indices.data || !dataStreams) return undefined;
    const { templates: composable, legacyTemplates: legacy } = templates.data;
    // Without them it would be claimed that nothing conflicts.
    if (composable === undefined || legacy === undefined || indices.data.some(isOfUnknownStream)) return undefined;
    const cluster: ClusterTemplates = {
      indexTemplates: bodiesOf(composable),
      legacyTemplates: bodiesOf(legacy),
      componentTemplates: bodiesOf(components.data),
      dataStreams: dataStreams.map(nameOf),
    };
    const names = {
      // Backing indices get the same as their data stream.
      indices: indices.data.filter(({ data_stream }) => data_stream === undefined).map(nameOf),
      dataStreams: cluster.dataStreams,
    };
    return {
      conflicts: templateConflicts(change, cluster, target),
      refusals: templateRefusals(change, cluster.componentTemplates, target),
      impact: templateImpact(change, cluster, names, target),
    };
  }, [change, target, templates.data, components.data, indices.data, dataStreams]);
  const isWhole =
    findings !== undefined || templates.data === undefined || indices.data === undefined || dataStreams === undefined;
  const unread = [...missingIn(templates.data), ...missingIn(indices.data)].map(missingSentence).join(' ');
  return {
    findings,
    error: queries.find(({ error }) => error !== null)?.error ?? (isWhole ? null : new ApiError(424, unread)),
    retry: () => queries.forEach((query) => void ((query.error !== null || !isWhole) && query.refetch())),
  };
}

const isOfUnknownStream = (index: Index) => lacksPart(index, 'details', 'detailsButAliases');

const NO_STREAMS: readonly { readonly name: string; readonly hidden?: boolean }[] = [];

function nameOf({ name, hidden }: { readonly name: string; readonly hidden?: boolean | undefined }) {
  return { name, ...(hidden === true && { hidden }) };
}
