export interface Clock {
  /** RFC 3339, UTC, milliseconds. */
  now(): string;
}

export interface IdSource {
  /** A ULID. */
  next(): string;
}

/** SHA-256 beside this thread, where the platform has one. */
export interface Digest {
  /** Of the UTF-8 form of a text, in lower-case hexadecimal. */
  sha256Hex(text: string): Promise<string>;
}

/** What an `AbortSignal` is, without the platform. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
