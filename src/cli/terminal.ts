/** Everything that a command sees of the process, so that tests run commands without one. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether a person watches standard error: progress is written over itself there. */
  readonly isWatched: boolean;
  /** Whether a person can be asked. */
  readonly isInteractive: boolean;
  /** Milliseconds since some start. */
  readonly now: () => number;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Line breaks, escape sequences and marks that turn the direction of text: a name must not be able to draw on a
 * terminal.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\p{Surrogate}/gu;

/** Escapes foreign text for one line of a terminal. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

const FIRST_PROGRESS_MS = 1_000;
const WATCHED_INTERVAL_MS = 200;
const LOGGED_INTERVAL_MS = 10_000;

export interface Progress {
  /** Prints the progress, at most once per interval. */
  at(count: number): void;
  done(): void;
}

/**
 * Progress of long work on standard error: nothing in the first second, then one line that is written over, or one now
 * and then.
 */
export function progressOf({ err, isWatched, now }: Terminal, label: string, unit: string): Progress {
  let next = now() + FIRST_PROGRESS_MS;
  let hasShown = false;
  return {
    at(count) {
      const time = now();
      if (time < next) return;
      next = time + (isWatched ? WATCHED_INTERVAL_MS : LOGGED_INTERVAL_MS);
      hasShown = true;
      const line = `${label}: ${count.toLocaleString('en-US')} ${unit}`;
      err(isWatched ? `\r\u001b[K${line}` : `${line}\n`);
    },
    done() {
      if (hasShown && isWatched) err('\r\u001b[K');
    },
  };
}
