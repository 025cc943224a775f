import { errorText, formatJson, isObject, parseJson, type JsonObject } from '#domain/json';
import {
  API_BASE,
  AUTHOR_HEADER,
  DEVICE_HEADER,
  OPERATOR_HEADER,
  ROUTES,
  type RouteAnswer,
  type RouteId,
} from '#domain/wire';
import { UnavailableError, UsageError } from './errors.ts';

const REQUEST_TIMEOUT_MS = 60_000;

/** A response of a server that is no success. */
export class RefusedError extends UnavailableError {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface Question {
  readonly method?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: JsonObject;
}

/** Asks a running server. */
export type AskServer = (path: string, question?: Question) => Promise<JsonObject>;

/** Asks for a route. What it answers is the server's own contract, and taken as such. */
export async function askRoute<Id extends RouteId>(
  ask: AskServer,
  id: Id,
  question?: Question,
): Promise<RouteAnswer<Id>> {
  return (await ask(ROUTES[id].path, question)) as unknown as RouteAnswer<Id>;
}

export interface Secrets {
  /** The secret by which authors are proved. */
  readonly device?: string | undefined;
  /** Who says to be the author of a request; the secret of the device proves it. */
  readonly author?: { readonly id: string; readonly name: string };
  /** What the data folder of the running server holds. */
  readonly operator?: string;
}

/** Calls of a running server. @throws UsageError for what is no address; the calls throw UnavailableError */
export function askServer(address: string, { device, author, operator }: Secrets = {}): AskServer {
  let base: string;
  try {
    const { origin, pathname } = new URL(address);
    base = `${origin}${pathname.replace(/\/+$/, '')}`;
  } catch {
    throw new UsageError(`--server takes an address such as http://127.0.0.1:7300, not "${address}".`);
  }
  return async (path, { method = 'GET', query = {}, body: sent } = {}) => {
    const url = `${base}${API_BASE}${path}?${new URLSearchParams(query).toString()}`;
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        method,
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        headers: {
          ...(method !== 'GET' && { 'x-mapledger': '1' }),
          ...(device !== undefined && { [DEVICE_HEADER]: device }),
          ...(author !== undefined && { [AUTHOR_HEADER]: encodeURIComponent(JSON.stringify(author)) }),
          ...(operator !== undefined && { [OPERATOR_HEADER]: operator }),
          ...(sent !== undefined && { 'content-type': 'application/json' }),
        },
        ...(sent !== undefined && { body: formatJson(sent) }),
      });
      text = await response.text();
    } catch (error) {
      const { cause } = error as Error;
      throw new UnavailableError(`${base} does not answer: ${errorText(cause ?? error)}`);
    }
    const body = read(text);
    const message = typeof body?.['message'] === 'string' ? body['message'] : `status ${response.status}`;
    if (response.status !== 200) throw new RefusedError(response.status, `${base} refused: ${message}`);
    if (body === null) throw new UnavailableError(`${base} is not a Mapledger server.`);
    return body;
  };
}

function read(text: string): JsonObject | null {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
