/** The command line itself is wrong. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An input that can't be used: which file, where in it, and why. */
export class InputError extends Error {
  override readonly name = 'InputError';
  constructor(
    readonly file: string,
    readonly reason: string,
    /** Counts from 1. */
    readonly line?: number,
    readonly column?: number,
  ) {
    const place = [file, line, column].filter((part) => part !== undefined).join(':');
    super(`${place}: ${reason}`);
  }
}

/** A line that is wrong in what is an exported log, a trail or a backup. */
export class DamagedLineError extends InputError {}

/** A server or a data folder that can't be reached, or that refused. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
