import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ErrorBodySchema } from '#domain/console';
import { RequestError } from './console/errors.ts';
import type { StorageCheck } from './storage-check.ts';

const health = Type.Object({ status: Type.Literal('ok'), version: Type.String() });

/** Says whether the server can do its work, and which version it is: what can't be recorded is not sent to a cluster. */
export function addHealthRoute(app: FastifyInstance, version: string, checkStorage: StorageCheck): void {
  app.get(
    '/api/index_management/health',
    { config: { writes: false }, schema: { response: { 200: health, 503: ErrorBodySchema } } },
    async () => {
      const fault = await checkStorage();
      if (fault === undefined) return { status: 'ok', version };
      throw new RequestError(
        503,
        `The data folder can’t be written to (${fault}). Changes to clusters are refused until it can. ${nextStep(fault)}`,
        { status: 'failing', version, fault },
      );
    },
  );
}

function nextStep(fault: string): string {
  if (fault === 'ENOSPC' || fault === 'EDQUOT') return 'Free up disk space.';
  return 'Check the disk and the permissions of the folder.';
}
