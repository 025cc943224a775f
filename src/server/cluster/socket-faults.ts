import { isObject, objectMember } from '#domain/json';
import type { ClusterFault } from '#domain/ports';

/** What became of a connection, in words that follow "Cluster X …" or stand by themselves. */
export interface SocketFault {
  readonly fault: Extract<ClusterFault, 'unreachable' | 'tls' | 'cut'>;
  readonly words: string;
  /** Safe to keep: the socket's own error may hold what was received. */
  readonly cause: Error;
}

/** A response with more headers than are read. */
export interface HeadersTooLarge {
  readonly fault: 'too_large';
  readonly limitBytes: number;
  readonly cause: Error;
}

/**
 * Maximum size of the headers of a response. Node's default is 16 KiB, but OpenSearch sends a `Warning` for each
 * deprecated part of a request: an applied write would be reported as interrupted.
 */
export const MAX_HEADER_BYTES = 1024 * 1024;

const UNKNOWN_AUTHORITY =
  'its certificate is signed by an authority that this server does not know. Name the file with the certificate of that authority with --ca-file';

/** The codes that Node gives where it does not trust a certificate (OpenSSL's names). */
const TLS_FAULTS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by itself. Name the file with that certificate with --ca-file',
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  CERT_SIGNATURE_FAILURE: 'the signature of its certificate is wrong. It is not signed by the authority of --ca-file',
  CERT_HAS_EXPIRED: 'its certificate has expired. It has to be renewed on the cluster',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet. Compare the clocks of this machine and of the cluster',
  CERT_REVOKED: 'its certificate was revoked. It has to be renewed on the cluster',
};

/** What OpenSSL says where its code says little, such as EPROTO. */
const TLS_REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /wrong version number|packet length too long|http request/i,
    'the server there does not use TLS. Its URL may have to begin with http://',
  ],
  [/certificate required|bad certificate/i, 'it asks for a certificate of the client, which this server does not have'],
  [
    /before secure TLS connection/,
    'it ended the connection while TLS was being set up. Its URL may have to begin with http://',
  ],
];
const TLS_CODE = /^(ERR_SSL_|ERR_TLS_|CERT_|EPROTO$)|_CERT/;

const UNREACHABLE_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there. Check that the cluster is running, and its port',
  ENOTFOUND: 'its host name is not known. Check the name, and the DNS of this machine',
  EAI_AGAIN: 'its host name can’t be looked up now. Check the DNS of this machine',
  EHOSTUNREACH: 'there is no way to that host. Check the network and the firewall',
  ENETUNREACH: 'there is no way to that network. Check the network and the firewall',
  ETIMEDOUT: 'that host does not answer. Check the address and the firewall',
};

/**
 * The meaning of a socket error, by its code. `mayNeedTls`: the URL does not ask for TLS and nothing has
 * answered there yet, so that a broken connection may be due to that.
 */
export function socketFault(error: unknown, mayNeedTls: boolean): SocketFault | HeadersTooLarge {
  const { code, syscall, message } = partsOf(error);
  const cause = new Error(code === '' ? message : `${code}: ${message}`);
  const tls = TLS_FAULTS[code];
  if (tls !== undefined) return { fault: 'tls', words: tls, cause };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const words = `its certificate is for another host (${certificateNames(error)}). Use a name of the certificate in the URL, or --tls-verification certificate`;
    return { fault: 'tls', words, cause };
  }
  const reason = TLS_REASONS.find(([pattern]) => pattern.test(message))?.[1];
  if (reason !== undefined) return { fault: 'tls', words: reason, cause };
  if (TLS_CODE.test(code))
    return { fault: 'tls', words: `TLS failed with ${code}: ${message.split('\n')[0] ?? ''}`, cause };
  if (UNREACHABLE_FAULTS[code] !== undefined || syscall === 'connect' || syscall === 'getaddrinfo') {
    return {
      fault: 'unreachable',
      words: UNREACHABLE_FAULTS[code] ?? `${code}. Check the address and the network`,
      cause,
    };
  }
  if (code === 'HPE_HEADER_OVERFLOW') return { fault: 'too_large', limitBytes: MAX_HEADER_BYTES, cause };
  if (code.startsWith('HPE_'))
    return {
      fault: 'cut',
      words: `the server there does not use HTTP${mayNeedTls ? ', or only over TLS: then its URL begins with https://' : ''}`,
      cause,
    };
  return {
    fault: 'cut',
    words: `the connection broke before a response arrived${mayNeedTls ? '. If it requires TLS, use a URL that begins with https://' : ''}`,
    cause,
  };
}

function partsOf(error: unknown): { code: string; syscall: string; message: string } {
  // Where a name has several addresses, each has its own error.
  if (error instanceof AggregateError && error.errors.length > 0) return partsOf(error.errors[0]);
  if (!(error instanceof Error)) return { code: '', syscall: '', message: 'no reason given' };
  const { code = '', syscall = '' } = error as Error & { readonly code?: unknown; readonly syscall?: unknown };
  return { code: textIn(code), syscall: textIn(syscall), message: error.message };
}

function certificateNames(error: unknown): string {
  const certificate = isObject(error) ? objectMember(error, 'cert') : undefined;
  return textIn(certificate?.['subjectaltname']) || 'it names none';
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
