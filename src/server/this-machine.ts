import type { FastifyRequest } from 'fastify';
import { isLoopbackName } from './security.ts';

/**
 * Whether somebody on this machine itself sends a request, and not through a proxy. A proxy here that adds no
 * forwarding header can't be told from them, and every user of this machine is one of them: nothing that needs a right
 * may depend on it.
 */
export function isOfThisMachine(request: FastifyRequest): boolean {
  return isFromLoopback(request) && isLoopbackName(request.headers.host ?? '') && !isForwarded(request);
}

/** Headers by which a proxy says for whom it asks. */
const FORWARDED_BY = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

/** Whether a header says that a proxy forwarded the request. */
export function isForwarded({ headers }: FastifyRequest): boolean {
  return FORWARDED_BY.some((name) => headers[name] !== undefined);
}

/** Whether the other end of the connection is on this machine; an address of IPv4 may be written as one of IPv6. */
export function isFromLoopback({ socket }: FastifyRequest): boolean {
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  return address === '::1' || address.startsWith('127.');
}
