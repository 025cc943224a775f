import type { JsonObject } from '#domain/json';
import { ClusterError, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { readObject } from '../../server/console/read-object.ts';

/** Undefined where the cluster has nothing there. @throws ClusterError */
export async function readIfThere(gateway: ClusterGateway, call: ClusterCall): Promise<JsonObject | undefined> {
  try {
    return await readObject(gateway, call);
  } catch (error) {
    if (error instanceof ClusterError && error.fault === 'refused' && error.status === 404) return undefined;
    throw error;
  }
}
