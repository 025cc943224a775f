/** A repeating timer that tests can replace. */
export interface Timer {
  /** Runs `run` every `ms` milliseconds until the function that it returns is called. */
  every(ms: number, run: () => void): () => void;
}
