import type { CancelSignal } from './platform.ts';

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
  /**
   * Called with each line of an answer in lines (`accept: application/x-ndjson`) as it comes; the body of the answer is
   * empty then.
   */
  readonly onLine?: (line: string) => void;
  /**
   * It is sent to its end even where the page goes away meanwhile; its body is at most 64 KB then (Fetch standard,
   * keepalive).
   */
  readonly keepalive?: boolean;
}

export interface HttpAnswer {
  readonly status: number;
  /** The whole text of the answer. */
  readonly body: string;
}

/** The way to our own server. Rejects only where no answer came. */
export interface HttpService {
  /** Whether it calls `onLine` before an answer has ended. */
  readonly hasLines?: true;
  send(request: HttpRequest): Promise<HttpAnswer>;
}
