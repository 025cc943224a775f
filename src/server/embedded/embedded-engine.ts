import { formatJson } from '#domain/json';
import {
  ClusterError,
  isReadingCall,
  requestOf,
  verdictOn,
  type ClusterAnswer,
  type ClusterCall,
  type ClusterFault,
  type ClusterGateway,
  type Clock,
  type IdSource,
} from '#domain/ports';
import { engineError } from '../cluster/answer-text.ts';
import { BLOCKED, blockedWords, MAYBE_APPLIED } from '../cluster/failures.ts';
import { missingWords } from '../cluster/not-found.ts';
import { aliasRoutes } from './alias-endpoints.ts';
import { clusterRoutes } from './cluster-endpoints.ts';
import { bulkRoutes } from './bulk-endpoint.ts';
import { dataStreamRoutes } from './data-stream-endpoints.ts';
import { documentRoutes } from './document-endpoints.ts';
import type { EngineContext } from './engine-context.ts';
import { EngineError } from './engine-error.ts';
import { EngineState } from './engine-state.ts';
import { filtered } from './filter-path.ts';
import { indexActionRoutes } from './index-actions.ts';
import { indexRoutes } from './index-endpoints.ts';
import { lifecycleRoutes } from './lifecycle-endpoints.ts';
import { listingRoutes } from './listing.ts';
import { mappingRoutes } from './mapping-endpoints.ts';
import { reindexRoutes } from './reindex-endpoint.ts';
import { resizeRoutes } from './resize-endpoints.ts';
import { rolloverRoutes } from './rollover-endpoints.ts';
import { EngineReply, router } from './router.ts';
import { settingsRoutes } from './settings-endpoints.ts';
import { shardRoutes } from './shard-endpoints.ts';
import { statsRoutes } from './stats.ts';
import type { EngineStorage } from './storage.ts';
import { taskRoutes } from './task-endpoints.ts';
import { Tasks } from './tasks.ts';
import { templateRoutes } from './template-endpoints.ts';

export interface EmbeddedEngineOptions {
  readonly storage: EngineStorage;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** An Elasticsearch inside this process: what the console uses of its REST API, over documents of our own. */
export interface EmbeddedEngine extends ClusterGateway {
  readonly context: EngineContext;
  close(): void;
}

export function embeddedEngine({ storage, clock, ids }: EmbeddedEngineOptions): EmbeddedEngine {
  const state = new EngineState(storage, clock);
  const context: EngineContext = { state, clock, ids, tasks: new Tasks(state, clock) };
  const families = [
    clusterRoutes,
    listingRoutes,
    aliasRoutes,
    indexRoutes,
    indexActionRoutes,
    settingsRoutes,
    mappingRoutes,
    statsRoutes,
    shardRoutes,
    templateRoutes,
    dataStreamRoutes,
    documentRoutes,
    bulkRoutes,
    reindexRoutes,
    resizeRoutes,
    rolloverRoutes,
    lifecycleRoutes,
    taskRoutes,
  ];
  const route = router(families.flatMap((family) => family(context)));

  function response(call: ClusterCall, uri: string): EngineReply {
    try {
      requireShortLine(call, uri);
      const result = route(call, uri);
      const reply = result instanceof EngineReply ? result : new EngineReply(200, result);
      const filter = call.query?.['filter_path'];
      return filter === undefined ? reply : new EngineReply(reply.status, filtered(reply.body, String(filter)));
    } catch (error) {
      if (error instanceof EngineError) return new EngineReply(error.status, error.body());
      throw error;
    }
  }

  return {
    context,
    close() {
      context.tasks.close();
      state.close();
    },
    async send(call): Promise<ClusterAnswer> {
      const request = requestOf(call);
      if (call.signal?.aborted === true)
        throw new ClusterError('cancelled', 'The request to the sandbox was cancelled. Nothing was sent.', { request });
      const { status, body } = response(call, request.path);
      if (status < 300) return { status, body: call.method === 'HEAD' ? '' : formatJson(body) };
      const engine = call.method === 'HEAD' ? {} : engineError(formatJson(body));
      const { fault, isOfName } = verdictOn({ status, ...engine }, call);
      throw new ClusterError(fault, messageOf({ fault, status }, engine, call), {
        request,
        status,
        isOfName,
        ...engine,
      });
    },
  };
}

/** What engines take by default for the first line of a request. */
const MAX_LINE_LENGTH = 4_096;

/** @throws EngineError where engines would not take the address: it holds too many or too long names */
function requireShortLine({ method }: ClusterCall, uri: string): void {
  if (`${method} ${uri} HTTP/1.1`.length > MAX_LINE_LENGTH)
    throw new EngineError(400, 'too_long_http_line_exception', `An HTTP line is larger than ${MAX_LINE_LENGTH} bytes.`);
}

function messageOf(
  { fault, status }: { readonly fault: ClusterFault; readonly status: number },
  engine: ReturnType<typeof engineError>,
  call: ClusterCall,
): string {
  const { type, reason } = engine;
  if (type === BLOCKED) return blockedWords('The sandbox', engine, isReadingCall(call));
  const because = reason === undefined ? '.' : `: ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`;
  if (fault !== 'failed') return missingWords(call, status, engine) ?? `The sandbox refused this (${status})${because}`;
  return `The sandbox failed with ${status}${because}${isReadingCall(call) ? '' : ` ${MAYBE_APPLIED}`}`;
}
