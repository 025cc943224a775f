import type { RouteAnswer, RouteInput } from '#domain/wire';
import type { HandledRouteId, HandlersOf, ServerContext } from './context.ts';

type TrailRouteId = Extract<HandledRouteId, `trail.${string}`>;
type Body<Id extends TrailRouteId> = RouteInput<Id> extends { readonly body: infer Input } ? Input : never;
type Query<Id extends TrailRouteId> = RouteInput<Id> extends { readonly query: infer Input } ? Input : never;
type Service<Id extends TrailRouteId, Input> = (input: Input, context: ServerContext) => Promise<RouteAnswer<Id>>;

/** The trail that all who use this server share. Each call is answered with what its caller may see. @throws RequestError, ClusterError */
export interface TrailService {
  readonly append: Service<'trail.append', Body<'trail.append'>>;
  readonly read: Service<'trail.read', Query<'trail.read'>>;
  readonly streams: Service<'trail.streams', Query<'trail.streams'>>;
  readonly changes: Service<'trail.changes', Query<'trail.changes'>>;
  readonly present: Service<'trail.present', Body<'trail.present'>>;
  readonly share: Service<'trail.share', Body<'trail.share'>>;
  readonly erase: Service<'trail.erase', Body<'trail.erase'>>;
  readonly eraseStream: Service<'trail.erase_stream', Body<'trail.erase_stream'>>;
  readonly tombstones: Service<'trail.tombstones', Query<'trail.tombstones'>>;
  readonly prove: Service<'trail.prove', Body<'trail.prove'>>;
  readonly recovery: Service<'trail.recovery', Body<'trail.recovery'>>;
  readonly authors: (context: ServerContext) => Promise<RouteAnswer<'trail.authors'>>;
}

export function trailHandlers(trail: TrailService): HandlersOf<TrailRouteId> {
  return {
    'trail.append': ({ body }, context) => trail.append(body, context),
    'trail.read': ({ query }, context) => trail.read(query, context),
    'trail.streams': ({ query }, context) => trail.streams(query, context),
    'trail.changes': ({ query }, context) => trail.changes(query, context),
    'trail.present': ({ body }, context) => trail.present(body, context),
    'trail.share': ({ body }, context) => trail.share(body, context),
    'trail.erase': ({ body }, context) => trail.erase(body, context),
    'trail.erase_stream': ({ body }, context) => trail.eraseStream(body, context),
    'trail.tombstones': ({ query }, context) => trail.tombstones(query, context),
    'trail.prove': ({ body }, context) => trail.prove(body, context),
    'trail.recovery': ({ body }, context) => trail.recovery(body, context),
    'trail.authors': (_input, context) => trail.authors(context),
  };
}
