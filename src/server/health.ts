import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';

const health = Type.Object({ status: Type.Literal('ok'), version: Type.String() });

/** Says that the server answers, and which version of it. */
export function addHealthRoute(app: FastifyInstance, version: string): void {
  app.get('/api/index_management/health', { config: { writes: false }, schema: { response: { 200: health } } }, () => ({
    status: 'ok',
    version,
  }));
}
