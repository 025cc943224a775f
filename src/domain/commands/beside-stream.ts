/** What a document can have in a log beside it. */
export type BesideKind = 'tests' | 'lint';

const PREFIXES: Readonly<Record<BesideKind, string>> = { tests: 'document_tests/', lint: 'lint_rules/' };
const KINDS = ['tests', 'lint'] as const satisfies readonly BesideKind[];

/** A log beside the log of a document. Requests to a cluster never contain what it has. */
export interface BesideStream {
  readonly kind: BesideKind;
  /** The stream of the document. */
  readonly stream: string;
}

/** The name of a log beside that of a document. */
export function besideStreamName({ kind, stream }: BesideStream): string {
  return `${PREFIXES[kind]}${stream}`;
}

/** What a stream is beside; null for one that is beside no other. */
export function besideStream(stream: string): BesideStream | null {
  const kind = KINDS.find((each) => stream.startsWith(PREFIXES[each]) && stream.length > PREFIXES[each].length);
  return kind === undefined ? null : { kind, stream: stream.slice(PREFIXES[kind].length) };
}
