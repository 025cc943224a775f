/** An input that no documents can be read from, and why: half a sentence about it. */
export class InputFaultError extends Error {
  override readonly name = 'InputFaultError';
  constructor(
    readonly reason: string,
    /** Counts from 1. */
    readonly line?: number,
  ) {
    super(reason);
  }
}
