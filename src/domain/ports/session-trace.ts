/** One entry of the session trace: a command of the session, and what it changed in the session's state. */
export interface TraceEntry {
  readonly at: string;
  readonly stream: string;
  /** The id of the visit: one opening of the editor, in one tab. */
  readonly visit: string;
  /** How many events the document had then, so that log and trace fall into one order. */
  readonly version: number;
  readonly command: { readonly type: string; readonly payload: unknown };
  /** RFC 6902, over the session's state. */
  readonly patch: readonly unknown[];
}

/** A bounded record of a person's session commands: never undone, never audited. */
export interface SessionTrace {
  append(entry: TraceEntry): Promise<void>;
  /** The newest entries of a stream, oldest first. */
  read(stream: string): Promise<readonly TraceEntry[]>;
}
