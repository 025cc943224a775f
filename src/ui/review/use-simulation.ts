import { isObject, objectMember, type JsonObject } from '#domain/json';
import { simulationBody } from '#domain/template';
import { useFeature } from '../cluster/use-cluster.ts';
import type { ApiError } from '../platform/console-api.ts';
import { useApiQuery } from '../platform/use-api-query.ts';

/** What the cluster says a template comes to. */
export interface Simulation {
  /** Whether the cluster was asked: it can simulate, and the template is one that can be. */
  readonly isAsked: boolean;
  /** Undefined while it is asked, or where it refuses. */
  readonly composed: JsonObject | undefined;
  readonly error: ApiError | null;
}

/**
 * Asks the cluster what a new index gets of a composable template as if it were stored; of one that creates data streams, a backing index.
 * Null: nothing is asked.
 */
export function useSimulation(template: JsonObject | null): Simulation {
  const has = useFeature('simulate')?.has === true;
  const isAsked = has && template !== null;
  const { data, error } = useApiQuery('index_templates.simulate_index', simulationInput(template ?? {}), {
    isEnabled: isAsked,
  });
  return {
    isAsked,
    composed: isAsked && isObject(data) ? objectMember(data, 'template') : undefined,
    error: isAsked ? error : null,
  };
}

const INDEX_NAME = 'mapledger-preview-only-000001';

function simulationInput(template: JsonObject) {
  const name = isObject(template['data_stream']) ? `.ds-${INDEX_NAME}` : INDEX_NAME;
  return { params: { name }, body: { template: simulationBody(template, name) } };
}
