import type { RouteAnswer, RouteInput } from '#domain/wire';
import type { ConsoleContext, HandlersOf } from './context.ts';

/** What was done to a cluster, for those who may see it. */
export interface Actions {
  list(query: RouteInput<'actions.list'>['query'], context: ConsoleContext): Promise<RouteAnswer<'actions.list'>>;
  /** @throws RequestError 404 for one that there is not, or that the caller may not see */
  get(id: string, context: ConsoleContext): Promise<RouteAnswer<'actions.get'>>;
}

export function actionHandlers(actions: Actions): HandlersOf<'actions.list' | 'actions.get'> {
  return {
    'actions.list': ({ query }, context) => actions.list(query, context),
    'actions.get': ({ params: { name } }, context) => actions.get(name, context),
  };
}
