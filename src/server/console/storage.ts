import type { RouteAnswer } from '#domain/wire';
import type { HandledRouteId, HandlersOf, ServerContext } from './context.ts';
import { RequestError } from './errors.ts';

type StorageRouteId = Extract<HandledRouteId, `storage.${string}`>;

/** What came of one step of a test, in a sentence. */
export type SelfTestStep = RouteAnswer<'storage.test'>['steps'][number];

/** What the server keeps, and whether its storage is sound. */
export interface StorageService {
  get(context: ServerContext): Promise<RouteAnswer<'storage.get'>>;
  test(context: ServerContext): Promise<RouteAnswer<'storage.test'>>;
}

export function storageHandlers(storage: StorageService | undefined): HandlersOf<StorageRouteId> {
  const service = () => {
    if (storage === undefined) throw new RequestError(501, 'This server keeps everything in memory.');
    return storage;
  };
  return {
    'storage.get': (_input, context) => service().get(context),
    'storage.test': (_input, context) => service().test(context),
  };
}
