import type { ClientRequest, ClientRequestArgs, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { Connection } from '@opensearch-project/opensearch';
import { MAX_HEADER_BYTES } from './socket-faults.ts';

type Callback = Parameters<Connection['request']>[1];
type Params = Parameters<Connection['request']>[0];

/**
 * The header of each call, kept beside the call: the library prints the parameters of calls where its debugging is on.
 */
const authorizations = new WeakMap<object, string>();

/** Has a call say who asks. */
export function authorize(params: object, authorization: string): void {
  authorizations.set(params, authorization);
}

/**
 * A connection of the library that says who asks, and keeps the error of the socket as `cause`, of which the library
 * passes on the words alone.
 */
export class ClusterConnection extends Connection {
  override buildRequestObject(params: object): ClientRequestArgs {
    const built = { ...super.buildRequestObject(params), maxHeaderSize: MAX_HEADER_BYTES };
    const authorization = authorizations.get(params);
    return authorization === undefined
      ? built
      : { ...built, headers: { ...(built.headers as OutgoingHttpHeaders | undefined), authorization } };
  }

  override request(params: Params, callback: Callback): ClientRequest {
    let cause: unknown;
    const request = super.request(params, (error: Error | null, response: IncomingMessage | null) => {
      // After an answer the library writes errors to the console; whoever reads the answer learns of them too.
      if (response !== null) request.removeAllListeners('error').on('error', () => undefined);
      callback(error === null ? null : Object.assign(error, { cause }), response);
    });
    // Bounded by their size: of more than 2,000 the rest would be dropped unseen.
    request.maxHeadersCount = 0;
    request.prependListener('error', (error) => {
      cause = error;
    });
    return request;
  }
}
