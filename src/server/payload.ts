import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { isForwarded, isFromLoopback } from './this-machine.ts';
import { isObject, type JsonValue } from '#domain/json';

/** Shorter answers are no shorter compressed, by as much as anybody would notice. */
const SMALLEST_COMPRESSED_BYTES = 1_024;
/** Rows of a list that are turned into text at a time: other requests get their turn in between. */
const ROWS_PER_TURN = 2_000;

const compress = promisify(gzip);

/** What is sent for a value. */
export interface Payload {
  readonly body: string | Buffer;
  readonly encoding?: 'gzip';
}

type Format = (value: JsonValue) => string;

/** What is sent for the values that several callers share, made once. */
export function payloads() {
  const texts = new WeakMap<object, Promise<Buffer>>();
  const compressed = new WeakMap<Buffer, Promise<Buffer>>();

  return async (value: JsonValue, format: Format, takesGzip: boolean): Promise<Payload> => {
    if (typeof value !== 'object' || value === null) return { body: format(value) };
    const body = await kept(texts, value, () => bytesOf(value, format));
    if (!takesGzip || body.length < SMALLEST_COMPRESSED_BYTES) return { body };
    // Lists of names shrink to a tenth at the lowest level already, in a quarter of the time.
    const smaller = await kept(compressed, body, () => compress(body, { level: constants.Z_BEST_SPEED }));
    return { body: smaller, encoding: 'gzip' };
  };
}

function kept<Key extends object, Value>(map: WeakMap<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

async function bytesOf(value: JsonValue, format: Format): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const text of textsOf(value, format)) {
    if (parts.length > 0) await setImmediate();
    parts.push(Buffer.from(text));
  }
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/** The text of a value in parts: one, but for long lists, which are the value itself or a member of it. */
function* textsOf(value: JsonValue, format: Format): Generator<string> {
  if (isLongList(value)) {
    yield* textsOfRows(value, '[', format);
    yield ']';
    return;
  }
  const members = isObject(value) ? Object.entries(value) : [];
  const at = members.findIndex(([, each]) => isLongList(each));
  const [name = '', list] = members[at] ?? [];
  if (!isLongList(list)) {
    yield format(value);
    return;
  }
  const partOf = (some: typeof members) => format(Object.fromEntries(some)).slice(1, -1);
  const [before, after] = [partOf(members.slice(0, at)), partOf(members.slice(at + 1))];
  yield* textsOfRows(list, `{${before}${before === '' ? '' : ','}${JSON.stringify(name)}:[`, format);
  yield `]${after === '' ? '' : ','}${after}}`;
}

function* textsOfRows(rows: readonly JsonValue[], before: string, format: Format): Generator<string> {
  for (let at = 0; at < rows.length; at += ROWS_PER_TURN)
    yield `${at === 0 ? before : ','}${format(rows.slice(at, at + ROWS_PER_TURN)).slice(1, -1)}`;
}

function isLongList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value) && value.length > ROWS_PER_TURN;
}

/**
 * Whether an answer to this request should be compressed: its caller takes gzip and is not a program on this machine,
 * for which to compress takes longer than to send.
 */
export function takesGzip(request: FastifyRequest): boolean {
  return (
    namesEncoding(request.headers['accept-encoding'], 'gzip') && (isForwarded(request) || !isFromLoopback(request))
  );
}

/** Whether an `Accept-Encoding` header (RFC 9110, section 12.5.3) has a coding, or anything, unless its weight is 0. */
export function namesEncoding(header: string | string[] | undefined, coding: string): boolean {
  const weights = new Map(
    String(header ?? '')
      .split(',')
      .map((part): [string, number] => {
        const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
        const weight = parameters.find((text) => text.startsWith('q='));
        return [name, weight === undefined ? 1 : Number(weight.slice(2))];
      }),
  );
  return (weights.get(coding) ?? weights.get('*') ?? 0) > 0;
}
