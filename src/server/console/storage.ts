import type { HandlersIn } from './context.ts';
import { RequestError } from './errors.ts';

const inMemory = (): never => {
  throw new RequestError(501, 'This server keeps everything in memory.');
};

/** The routes of the storage where nothing is on a disk. */
export const storageInMemory: HandlersIn<'storage'> = {
  'storage.get': async () => inMemory(),
  'storage.test': async () => inMemory(),
};
