import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RequestError } from './console/errors.ts';

/** A proxy in front of this server that knows its users. */
export interface TrustedProxy {
  /** Addresses, or networks as 10.0.0.0/8. */
  readonly trustedProxies?: readonly string[];
  /** The header in which it says who its user is, in lower case. */
  readonly userHeader?: string;
}

/** Characters of a user's name. */
const MAX_USER_LENGTH = 256;

/** @throws RangeError for what is neither an address nor a network */
export function addressList(addresses: readonly string[]): { has(address: string | undefined): boolean } {
  const list = new BlockList();
  for (const each of addresses) {
    const [address = '', prefix] = each.split('/');
    const family = familyOf(address);
    const bits = prefix === undefined ? undefined : /^\d{1,3}$/.test(prefix) ? Number(prefix) : NaN;
    if (family === undefined || (bits !== undefined && !(bits <= (family === 'ipv4' ? 32 : 128))))
      throw new RangeError(`"${each}" is no IP address and no network such as 10.0.0.0/8.`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, bits, family);
  }
  return {
    has(address = '') {
      // An IPv4 address as a socket of both families has it.
      const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
      const family = familyOf(plain);
      return family !== undefined && list.check(plain, family);
    },
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address);
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6';
}

/** Whom a trusted proxy vouches for, where it does. @throws RequestError for a request that says so itself */
export function proxyUsers({
  trustedProxies = [],
  userHeader,
}: TrustedProxy): (request: FastifyRequest) => string | undefined {
  const proxies = addressList(trustedProxies);
  return (request) => {
    const values = userHeader === undefined ? [] : valuesOf(request, userHeader);
    if (values.length === 0) return undefined;
    // The address of the connection: headers of the request are not trusted.
    if (!proxies.has(request.socket.remoteAddress))
      throw new RequestError(
        403,
        `Only a trusted proxy may send the header ${String(userHeader)}. See --trusted-proxy.`,
      );
    if (values.length > 1)
      throw new RequestError(
        403,
        `The header ${String(userHeader)} came more than once. The proxy must replace what it receives.`,
      );
    const user = utf8(values[0] ?? '').trim();
    if (user.length > MAX_USER_LENGTH || /\p{Cc}/u.test(user))
      throw new RequestError(403, `The header ${String(userHeader)} does not hold a user name.`);
    return user === '' ? undefined : user;
  };
}

/** Refuses, before a body is read, requests that claim to come through a trusted proxy and do not. */
export function addTrustedProxy(app: FastifyInstance, proxy: TrustedProxy): void {
  const userOf = proxyUsers(proxy);
  app.addHook('onRequest', (request, _reply, done) => {
    userOf(request);
    done();
  });
}

/** Each value of a header as it was sent; `headers` joins them. */
function valuesOf({ raw: { rawHeaders } }: FastifyRequest, name: string): readonly string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
}

/** Node reads headers as Latin-1; proxies write names as UTF-8. */
function utf8(text: string): string {
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? text : decoded;
}
