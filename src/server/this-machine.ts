import type { FastifyRequest } from 'fastify';
import { isForwarded, isFromLoopback } from './forwarded.ts';
import { isLoopbackName } from './security.ts';

/** Whether somebody on this machine itself sends a request, and not through a proxy. A proxy here that adds no forwarding header can't be told from them. */
export function isOfThisMachine(request: FastifyRequest): boolean {
  return isFromLoopback(request) && isLoopbackName(request.headers.host ?? '') && !isForwarded(request);
}
