import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy, workerPolicy } from './csp.ts';
import { RequestError } from './console/errors.ts';
import { isSafeMethod } from './route-table.ts';

export interface Listening {
  readonly host: string;
  /** In force until the server listens; from then on its real port is. */
  readonly port: number;
  /**
   * Further values of the Host header, each exactly as a browser sends it: `console.example.org` or
   * `console.example.org:8443`.
   */
  readonly allowedHosts: readonly string[];
}

/** Of every answer, whatever it is. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** Of documents alone: browsers heed them nowhere else, and they are longer than many an answer. */
const DOCUMENT_HEADERS = {
  'content-security-policy': contentSecurityPolicy(),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
} as const;

/**
 * What no browser runs a script in when somebody opens it. All else may be a document: HTML, and what is XML, such as
 * an SVG image.
 */
const NO_DOCUMENT = /^(?:application\/(?:json|javascript)|text\/(?:javascript|css|plain)|font\/woff2)(?:;|$)/;

/** What a worker may be made of. */
const SCRIPT = /^(?:application|text)\/javascript(?:;|$)/;

/**
 * Puts the security headers on every answer and refuses, before a body is read, what a foreign page could send: another
 * Host (DNS rebinding), a change without our header (a form cannot set one) or from another Origin.
 */
export function addSecurity(app: FastifyInstance, listening: Listening): void {
  const hosts = hostCheck(app, listening);
  app.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(reply);
    hosts(request);
    if (!isSafeMethod(request.method)) refuseForeignChange(request);
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    const type = reply.getHeader('content-type');
    if (typeof type === 'string' && !NO_DOCUMENT.test(type)) setDocumentHeaders(reply);
    if (typeof type === 'string' && SCRIPT.test(type)) reply.header('content-security-policy', workerPolicy);
    done(null, payload);
  });
}

export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS);
}

/** Those that the document does not have already. */
function setDocumentHeaders(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(DOCUMENT_HEADERS)) if (!reply.hasHeader(name)) reply.header(name, value);
}

function hostCheck(app: FastifyInstance, { host, port, allowedHosts }: Listening): (request: FastifyRequest) => void {
  const extra = allowedHosts.map((name) => name.toLowerCase());
  let known: { port: number; hosts: ReadonlySet<string> } | undefined;

  return (request) => {
    const address = app.server.address();
    const actual = address !== null && typeof address === 'object' ? address.port : port;
    if (known?.port !== actual) known = { port: actual, hosts: new Set([...ownHosts(host, actual), ...extra]) };
    const requested = request.headers.host ?? '';
    if (known.hosts.has(requested.toLowerCase())) return;
    throw new RequestError(421, 'Unknown host name. To allow it, start the server with --allowed-host and the name.', {
      host: requested.slice(0, 255),
    });
  };
}

const LOOPBACK_NAMES: readonly string[] = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether a Host header names this machine, with or without a port. */
export function isLoopbackName(host: string): boolean {
  return LOOPBACK_NAMES.includes(host.toLowerCase().replace(/:\d+$/, ''));
}

/**
 * The Host headers under which a server on this address is reached directly. Listening on every interface adds no name.
 */
function ownHosts(host: string, port: number): string[] {
  const names = [...LOOPBACK_NAMES];
  if (host !== '0.0.0.0' && host !== '::') names.push(urlHost(host).toLowerCase());
  const withPort = names.map((name) => `${name}:${port}`);
  return port === 80 ? [...withPort, ...names] : withPort;
}

/** The host as a URL writes it: an IPv6 address in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function refuseForeignChange(request: FastifyRequest): void {
  if (request.headers['x-mapledger'] !== '1') {
    throw new RequestError(403, `A ${request.method} request needs the header "x-mapledger: 1".`);
  }
  const { origin, host = '' } = request.headers;
  if (origin === undefined) return;
  // The scheme is not compared: a proxy in front may speak TLS.
  if (origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new RequestError(403, 'Requests from other origins are not allowed.', { origin: origin.slice(0, 255) });
  }
}
