import type { HandlersIn } from './context.ts';
import { RequestError } from './errors.ts';

const notRecorded = (): never => {
  throw new RequestError(501, 'This server does not record applies of mappings as code.');
};

/** The routes of projects of files where nothing is recorded of them. */
export const codeInMemory: HandlersIn<'code'> = {
  'code.claims': async () => ({ claims: [], more: 0, hidden: 0 }),
  'code.get': async () => notRecorded(),
  'code.begin': async () => notRecorded(),
  'code.renew': async () => notRecorded(),
  'code.note': async () => notRecorded(),
  'code.end': async () => notRecorded(),
};
