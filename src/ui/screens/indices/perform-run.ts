import { INDEX_ACTIONS, type IndexOutcome } from '#domain/console';
import { errorWords } from '../../platform/error-words.ts';
import type { HttpService } from '#domain/ports';
import { MAX_NAMES } from '#domain/wire';
import type { IndexRun, PerformRun } from '../../../machines/index-actions-store.ts';
import { ApiError, consoleApi, type ConsoleApi } from '../../platform/console-api.ts';

/**
 * Performs runs over our own server. A failed call is reported by the outcomes of its names. Indices whose deletion has
 * an unknown result are looked up.
 */
export function performOver(http: HttpService): PerformRun {
  return async (run) => {
    const api = consoleApi(http, run.clusterId);
    const outcomes = await sendAll(api, run);
    return run.action === 'delete' ? lookUpDeleted(api, outcomes) : outcomes;
  };
}

async function sendAll(api: ConsoleApi, run: IndexRun): Promise<readonly IndexOutcome[]> {
  const outcomes: IndexOutcome[] = [];
  for (let from = 0; from < run.names.length; from += MAX_NAMES) {
    const indices = run.names.slice(from, from + MAX_NAMES);
    try {
      outcomes.push(...(await send(api, run, indices)));
    } catch (error) {
      const rest = run.names.slice(from + MAX_NAMES);
      return [
        ...outcomes,
        ...failedCall(indices, error),
        ...rest.map((name): IndexOutcome => ({ name, outcome: 'not_sent' })),
      ];
    }
  }
  return outcomes;
}

/** The outcomes, where what is gone counts as deleted; as they are where the cluster can’t be read. */
async function lookUpDeleted(api: ConsoleApi, outcomes: readonly IndexOutcome[]): Promise<readonly IndexOutcome[]> {
  // At most those of one call: nothing is sent after a call whose result is unknown.
  const indexNames = outcomes.flatMap(({ name, outcome }) => (outcome === 'unknown' ? [name] : []));
  if (indexNames.length === 0) return outcomes;
  try {
    const rows = await api.call('indices.reload', { body: { indexNames } });
    const left = new Set(rows.map(({ name }) => name));
    return outcomes.map((each): IndexOutcome => {
      const { name, outcome, error } = each;
      if (outcome !== 'unknown') return each;
      if (!left.has(name)) return { name, outcome: 'done' };
      const message = `The response was lost. The index still existed afterwards. ${error?.message ?? ''}`.trim();
      return { ...each, error: { statusCode: 0, error: '', ...error, message } };
    });
  } catch {
    return outcomes;
  }
}

async function send(
  api: ConsoleApi,
  { action, maxNumSegments, reason }: IndexRun,
  indices: string[],
): Promise<readonly IndexOutcome[]> {
  const { route } = INDEX_ACTIONS[action];
  const { results } =
    route === 'indices.forcemerge'
      ? await api.call(
          route,
          { body: { indices, ...(maxNumSegments !== undefined && { maxNumSegments }) } },
          { reason },
        )
      : await api.call(route, { body: { indices } }, { reason });
  return results;
}

/**
 * The result is unknown where our server did not respond or had an internal error; a call that it refused was not done.
 */
function failedCall(names: readonly string[], error: unknown): readonly IndexOutcome[] {
  const statusCode = error instanceof ApiError ? error.statusCode : 0;
  const message = errorWords(error);
  const outcome = statusCode >= 400 && statusCode < 500 ? 'failed' : 'unknown';
  return names.map((name) => ({ name, outcome, error: { statusCode, error: '', message } }));
}
