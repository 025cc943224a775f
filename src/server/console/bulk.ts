import type { ErrorBody, IndexOutcome } from '#domain/console';
import { namesByCall } from '#domain/index-operations';
import { isObject, member, objectMember, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, isUnsureFault, type ClusterCall } from '#domain/ports';
import { parseObject } from './read-object.ts';
import { objectsIn, asString } from './calls.ts';
import type { ConsoleContext } from './context.ts';
import { clusterErrorBody, errorBody } from './errors.ts';

/** Whether it may have been done, although the call has failed. */
export function isUnsure(error: unknown): boolean {
  return error instanceof ClusterError && isUnsureFault(error.fault) && !hasOnlyRead(error);
}

function hasOnlyRead({ request }: ClusterError): boolean {
  return request.method === 'GET' || request.method === 'HEAD';
}

/** Of names whose call did not come through, or was not even made where the look at the names failed. */
function outcomeAfter(error: ClusterError): IndexOutcome['outcome'] {
  if (isUnsure(error)) return 'unknown';
  return hasOnlyRead(error) ? 'not_sent' : 'failed';
}

interface ActOptions {
  readonly namesPerCall?: number;
  /** Asked of names before anything is sent for them: those that nothing may be sent for, and why. */
  readonly refusals?: (names: readonly string[]) => Promise<ReadonlyMap<string, ErrorBody>>;
}

/**
 * Acts on names in order, some in each call, and says what happened to each. A call that the cluster refuses as a
 * whole for what was named in it (a missing or blocked index, a right that is lacking for one of them), having done
 * nothing, is sent again name by name. After a call whose end is not known, or that did not come
 * through, nothing more is sent.
 * @throws ClusterError where the first call did not come through, so that nothing has happened
 */
export async function actOnNames(
  context: ConsoleContext,
  names: readonly string[],
  callFor: (names: readonly string[]) => ClusterCall,
  options: ActOptions = {},
): Promise<readonly IndexOutcome[]> {
  const outcomes = new Map<string, IndexOutcome>();
  const settle = (settled: readonly IndexOutcome[]) =>
    settled.forEach((outcome) => outcomes.set(outcome.name, outcome));
  const checked = new Set<string>();
  const queue = namesByCall(names, options.namesPerCall);
  for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
    try {
      const unchecked = batch.filter((name) => !checked.has(name));
      const refusals = unchecked.length === 0 ? undefined : await options.refusals?.(unchecked);
      unchecked.forEach((name) => checked.add(name));
      if (refusals !== undefined) {
        settle([...refusals].map(([name, error]) => failed(name, error)));
        batch = batch.filter((name) => !refusals.has(name));
      }
      if (context.signal.aborted) {
        settle(notSent([batch, ...queue].flat(), errorBody(499, 'Not sent: the client disconnected.')));
        break;
      }
      if (batch.length === 0) continue;
      const call = callFor(batch);
      const { body } = await context.cluster.gateway.send(call);
      settle(outcomesIn(parseObject(body, call), batch));
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error;
      if (error.isOfName) {
        if (batch.length > 1) queue.unshift(...batch.map((name) => [name]));
        else settle(batch.map((name) => failed(name, bodyOf(error, context))));
        continue;
      }
      if (outcomes.size === 0 && !isUnsure(error)) throw error;
      const outcome = outcomeAfter(error);
      const body = bodyOf(error, context);
      const said = outcome === 'not_sent' ? { ...body, message: `Not sent: the lookup failed. ${body.message}` } : body;
      settle(batch.map((name) => ({ name, outcome, error: said })));
      // Why stands with the names that it failed for.
      settle(notSent(queue.flat(), errorBody(424, 'Not sent: an earlier request failed.', { cause: error.fault })));
      break;
    }
  }
  return names.flatMap((name) => outcomes.get(name) ?? []);
}

function bodyOf(error: ClusterError, { cluster }: ConsoleContext): ErrorBody {
  return clusterErrorBody(error, cluster.entry.id);
}

function notSent(names: readonly string[], error: ErrorBody): readonly IndexOutcome[] {
  return names.map((name) => ({ name, outcome: 'not_sent', error }));
}

function failed(name: string, error: ErrorBody): IndexOutcome {
  return { name, outcome: 'failed', error };
}

/**
 * The outcome of each name in a response with a status below 300: a name has failed if one of its shards did or nothing
 * acknowledged it.
 */
function outcomesIn(response: JsonObject, names: readonly string[]): readonly IndexOutcome[] {
  const failures = objectsIn(member(objectMember(response, '_shards') ?? {}, 'failures'));
  const closed = objectMember(response, 'indices') ?? {};
  return names.map((name) => {
    const ofShards = failures.find((failure) => member(failure, 'index') === name);
    if (ofShards !== undefined) return failed(name, shardError(ofShards));
    const ofIndex = objectMember(closed, name);
    if (ofIndex !== undefined && member(ofIndex, 'closed') === false) return failed(name, closeError(ofIndex));
    if (member(response, 'acknowledged') === false) {
      return {
        name,
        outcome: 'unknown',
        error: errorBody(504, 'Not every node acknowledged the change in time. Reload to see the current state.'),
      };
    }
    return { name, outcome: 'done' };
  });
}

function shardError(failure: JsonObject): ErrorBody {
  const shard = member(failure, 'shard');
  return reasonError(
    typeof shard === 'number' ? `Failed on shard ${shard}` : 'Failed on a shard',
    member(failure, 'reason'),
  );
}

function closeError(index: JsonObject): ErrorBody {
  const shards = Object.values(objectMember(index, 'failed_shards') ?? objectMember(index, 'failedShards') ?? {});
  const [failure] = objectsIn(member(shards.find(isObject) ?? {}, 'failures'));
  return reasonError('The index was not closed', member(index, 'exception') ?? member(failure ?? {}, 'reason'));
}

function reasonError(what: string, cause: JsonValue | undefined): ErrorBody {
  const error = isObject(cause) ? cause : {};
  const reason = asString(member(error, 'reason')) ?? asString(cause);
  const type = asString(member(error, 'type'));
  const attributes = { cause: 'refused', ...(type !== undefined && { type }), ...(reason !== undefined && { reason }) };
  return errorBody(502, reason === undefined ? `${what}.` : `${what}: ${reason}`, attributes);
}

/** The names that are done, and the errors of the others, as the deletion of several answers. */
export function deletedIn(results: readonly IndexOutcome[]): {
  deleted: string[];
  errors: { name: string; error: ErrorBody }[];
} {
  const deleted: string[] = [];
  const errors: { name: string; error: ErrorBody }[] = [];
  for (const { name, outcome, error } of results) {
    if (outcome === 'done') deleted.push(name);
    else errors.push({ name, error: error ?? errorBody(500, `"${name}" was not deleted.`) });
  }
  return { deleted, errors };
}
