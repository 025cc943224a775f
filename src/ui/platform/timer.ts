/** What runs again and again, so that tests can let time pass. */
export interface Timer {
  /** Runs `run` every `ms` milliseconds until the function that it returns is called. */
  every(ms: number, run: () => void): () => void;
}
