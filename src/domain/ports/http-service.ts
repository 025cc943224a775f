import type { CancelSignal } from './cancel-signal.ts';

/** One request to this server; an HTTP service of the host where the console is mounted in one. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Of the URL, encoded, below the server's origin. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON text. */
  readonly body?: string;
  /** Further headers, by their names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: CancelSignal;
  /** It is sent to its end even where the page goes away meanwhile; its body is at most 64 KB then (Fetch standard, keepalive). */
  readonly keepalive?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  /** The whole text of the answer. */
  readonly body: string;
}

/** The way to our own server. Rejects only where no answer came. */
export interface HttpService {
  send(request: HttpRequest): Promise<HttpAnswer>;
}
