import type fc from 'fast-check';
import type { JsonObject, JsonValue } from '#domain/json';
import type { ClusterGateway } from '#domain/ports';
import type { Counter } from './tally.ts';

/** A real file that cases are made of: its name, and the mapping or template in it. */
export interface CorpusEntry {
  readonly name: string;
  readonly body: JsonObject;
}

/** What a target can be asked about: values, and what must hold for each of them. */
export interface FuzzTarget<Value extends JsonValue = JsonValue> {
  readonly name: string;
  /** What cases are made of; `corpus` is empty where the user gave no files. */
  values(corpus: readonly CorpusEntry[]): fc.Arbitrary<Value>;
  /** Throws what does not hold; a promise rejects. The value is JSON, so that a case can be kept in a file. */
  holds(value: Value, counter: Counter): void | Promise<void>;
  /** By kind, the names that enough cases meet: what is missing from a tally was not reached. */
  readonly coverage: Readonly<Record<string, readonly string[]>>;
}

/** What targets compare with: a cluster that may be written to, and embedded engines. */
export interface Engines {
  readonly cluster: ClusterGateway;
  /**
   * A name for an index or a template on the cluster that nothing else has: it begins as all names of this thread of
   * this run do.
   */
  newName(): string;
  /** An embedded engine without anything in it. */
  sandbox(): ClusterGateway & { close(): void };
}

/** A target before a run, which may have to ask a cluster what it is first. */
export interface TargetEntry {
  readonly name: string;
  /** One sentence for the help. */
  readonly about: string;
  readonly needsCluster: boolean;
  /** Whether the sandbox can replace the cluster: then it tests the sandbox, and no engine. */
  readonly takesSandbox: boolean;
  /** Whether cases can begin with a mapping or template of the user's. */
  readonly takesFiles: boolean;
  /** `engines` is null where no cluster is needed. @throws NotTriedError where the cluster does not answer */
  open(engines: Engines | null): Promise<FuzzTarget>;
}

/** A case that could not be tried, as when a cluster is gone: it ends the run, and is no failed case. */
export class NotTriedError extends Error {
  override readonly name = 'NotTriedError';
}

/** A case that does not hold: names the law before its reason. */
export class LawError extends Error {
  override readonly name = 'LawError';
  constructor(
    readonly law: string,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** Runs a law's check; what it throws, or what its promise rejects with, names the law. */
export function underLaw(law: string, check: () => Promise<void>): Promise<void>;
export function underLaw(law: string, check: () => void): void;
export function underLaw(law: string, check: () => void | Promise<void>): void | Promise<void> {
  const fail = (error: unknown): never => {
    throw error instanceof LawError ? error : new LawError(law, error);
  };
  try {
    const checked = check();
    // A check of the first kind may return anything.
    return checked instanceof Promise ? checked.catch(fail) : undefined;
  } catch (error) {
    return fail(error);
  }
}
