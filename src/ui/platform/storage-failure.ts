/** A problem of this browser's storage, in words, and how to solve it. */
export interface StorageFailure {
  readonly title: string;
  readonly text: string;
  readonly steps: readonly string[];
}

/** Why nothing is kept on this device: everything is in the memory of this tab. */
export interface Unkept extends StorageFailure {
  /** Whether something was changed or typed that is lost with the page. */
  hasChanges(): boolean;
}
