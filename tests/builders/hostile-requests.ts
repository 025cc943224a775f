import { API_BASE, ROUTES, type RouteContract, type RouteId } from '#domain/wire';

/** A request that is made to cost the server more than it costs to send. */
export interface HostileRequest {
  readonly what: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The body as it is sent, in pieces: what requests have in common is encoded once for all of them. */
  readonly pieces?: readonly Uint8Array[];
}

/** The longest head that Node reads, less what every request says. */
const HEAD_LENGTH = 14_000;
const NAME = 'hostile';

/** Numbers, keys and levels without end, texts that break at their end. */
function hostileTexts(size: number): Readonly<Record<string, string>> {
  const fill = (part: (at: number) => string, wrap: readonly [string, string]) => {
    const parts: string[] = [];
    for (let length = 0, at = 0; length < size - 100; at++) {
      const text = part(at);
      parts.push(text);
      length += text.length + 1;
    }
    return `${wrap[0]}${parts.join(',')}${wrap[1]}`;
  };
  const object = ['{', '}'] as const;
  const array = ['[', ']'] as const;
  return {
    'a number of millions of digits': '7'.repeat(3 * size),
    'a decimal of millions of digits': `0.${'7'.repeat(size - 100)}`,
    'unknown keys': fill((at) => `"k${at}":1`, object),
    'keys that hold objects': fill((at) => `"k${at}":{"type":"keyword"}`, object),
    'keys with dots': fill((at) => `"a.b.k${at}":{"type":"keyword"}`, object),
    'a key of levels': `{"${'a.'.repeat(size / 2 - 100)}a":{"type":"keyword"}}`,
    'a setting of levels': `{"index.similarity.x.${'a.'.repeat(size / 2 - 100)}a":1}`,
    'large integers': fill(() => '12345678901234567890', array),
    'decimals that no double holds': fill(() => '0.10000000000000000001', array),
    'empty lists': fill(() => '[]', array),
    'lists in lists': '['.repeat(size - 100),
    'objects in objects': '{"a":'.repeat(size / 5 - 100),
    'short names': fill((at) => `"n${at}"`, array),
    'long names': fill((at) => `"${`n${at}`.padEnd(1_000, 'x')}"`, array),
    'names with halves of characters': fill((at) => `"\\ud800${at}"`, array),
    'patterns with stars': fill((at) => `"${'*a'.repeat(100)}${at}"`, array),
    'one pattern of stars': `["${'*a'.repeat(size / 2 - 100)}b"]`,
    'a text of quotes': `"${'\\"'.repeat(size / 2 - 100)}"`,
    'no JSON at its end': fill(() => '1', ['[', '1 1]']),
    'no JSON at all': `[${'1 '.repeat(size / 2 - 100)}]`,
    'a key twice at its end': fill((at) => `"k${at}":1`, ['{', ',"k0":1}']),
  };
}

/** Heads of requests: queries, headers and names without end. */
function hostileHeads(path: string): readonly Pick<HostileRequest, 'what' | 'path' | 'headers'>[] {
  const query = (text: string) => `${path}?${text}`;
  const long = (part: string) => part.repeat(Math.floor(HEAD_LENGTH / part.length));
  return [
    { what: 'a query of many keys', path: query(long('a&')), headers: {} },
    { what: 'a query of one key', path: query(long('a=1&')), headers: {} },
    { what: 'a query of %', path: query(long('%25')), headers: {} },
    { what: 'a query that is no UTF-8', path: query(long('%ff')), headers: {} },
    { what: 'a long id of a cluster', path: query(`cluster=${long('a')}`), headers: {} },
    { what: 'a cookie of many', path, headers: { cookie: long('a=1;') } },
    { what: 'a cookie of one', path, headers: { cookie: long('=') } },
    { what: 'encodings', path, headers: { 'accept-encoding': long('gzip;q=0,') } },
    { what: 'a content type', path, headers: { 'content-type': `application/json;${long(' a=')}` } },
    { what: 'an origin', path, headers: { origin: long('a') } },
  ];
}

const HOSTILE_NAMES = [
  '*a'.repeat(60),
  'a,'.repeat(2_000),
  'a'.repeat(255),
  '%00'.repeat(80),
  '<'.repeat(255),
  '<logs-{now/d}>',
  '..%2f'.repeat(500),
];

interface HostileText {
  readonly what: string;
  readonly text: string;
  readonly bytes: Uint8Array;
}

const textsBySize = new Map<number, readonly HostileText[]>();

function textsOf(size: number): readonly HostileText[] {
  const known =
    textsBySize.get(size) ??
    Object.entries(hostileTexts(size)).map(([what, text]) => ({ what, text, bytes: Buffer.from(text) }));
  textsBySize.set(size, known);
  return known;
}

/** A route of the contracts, asked for nothing in particular. */
function plainRequest(id: RouteId): Pick<HostileRequest, 'method' | 'path' | 'headers'> {
  const { method, path } = ROUTES[id];
  return { method, path: `${API_BASE}${path.replace(':name', NAME)}`, headers: {} };
}

/** A route of the contracts with everything that could hold it up; bodies of about `size` characters. */
export function* hostileRequests(id: RouteId, size: number): Generator<HostileRequest> {
  const contract: RouteContract = ROUTES[id];
  const { body } = contract;
  const { method, path } = plainRequest(id);
  for (const head of hostileHeads(path)) yield { method, ...head, what: `${id}: ${head.what}` };
  if (contract.params !== undefined) {
    for (const name of HOSTILE_NAMES) {
      const named = `${API_BASE}${contract.path.replace(':name', encodeURIComponent(name))}`;
      yield { what: `${id}: the name ${name.slice(0, 20)}`, method, path: named, headers: {} };
    }
  }
  if (body === undefined) return;
  const members = 'properties' in body ? Object.keys(body.properties as object) : [];
  const wraps: readonly Wrap[] = [
    ['', ''],
    ...members.map((member): Wrap => [`{${JSON.stringify(member)}:`, '}']),
    ...(contract.takesDocument === true ? documentsAround(id) : []),
  ];
  for (const { what, text, bytes } of textsOf(size)) {
    for (const [before, after] of wraps) {
      yield {
        what: `${id}: ${what}`,
        method,
        path,
        headers: {},
        body: `${before}${text}${after}`,
        pieces: [Buffer.from(before), bytes, Buffer.from(after)],
      };
    }
  }
}

/** What stands before a text, and behind it. */
type Wrap = readonly [before: string, after: string];

/** Documents that a route takes, with a text in the places that engines look into. */
function documentsAround(id: RouteId): readonly Wrap[] {
  if (id.includes('templates.')) {
    const name = `"name":"${NAME}"`;
    return [
      [`{${name},"index_patterns":`, ',"template":{}}'],
      [`{${name},"index_patterns":["x-*"],"template":{"mappings":{"properties":`, '}}}'],
    ];
  }
  return [id === 'indices.create' ? ['{"mappings":{"properties":', '}}'] : ['{"properties":', '}']];
}
