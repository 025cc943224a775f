import { formatJson } from '#domain/json';
import { ClusterError, type ClusterGateway } from '#domain/ports';
import type { Ask } from './code-corpus.ts';

/** Asks an engine of this process; a refusal is a status. */
export function askEngine(engine: ClusterGateway): Ask {
  return async (method, path, body) => {
    try {
      return await engine.send({
        method: method as 'PUT',
        path: path.split('/').slice(1).map(decodeURIComponent),
        ...(body !== undefined && { body: formatJson(body) }),
      });
    } catch (error) {
      if (error instanceof ClusterError) return { status: error.status ?? 500 };
      throw error;
    }
  };
}
