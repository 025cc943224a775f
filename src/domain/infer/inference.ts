import type { TargetEngine } from '../catalogue/engines.ts';
import type { TriedIndex } from '../documents/trial.ts';
import { DocumentChecker, readDocument, type DocumentCheck } from './check-documents.ts';
import { DocumentCollector, type DocumentFault } from './collector.ts';
import type { CutListener } from './cut-documents.ts';
import { proposeMapping, type InferredMapping } from './propose.ts';

/** Documents that a mapping is tried with, unless a person says otherwise. */
export const CHECKED_DOCUMENTS = 20_000;
/** Rows and texts that are no documents, of which so many are listed. */
const MAX_OTHER_FAULTS = 100;

/** A mapping to try, with what is beside it. */
export type CheckedMapping = Omit<TriedIndex, 'engine'>;

/** A pass over documents that are tried on mappings. */
export interface DocumentTry {
  readonly listener: CutListener;
  /** Whether as many were tried as should be. */
  isDone(): boolean;
  /** For each mapping, in their order. */
  results(): readonly DocumentCheck[];
}

/** The documents of one input: read once for the mapping, and once more to try it. */
export class Inference {
  readonly collector = new DocumentCollector();
  readonly #faults: DocumentFault[] = [];
  #faultCount = 0;
  /** Receives all documents of the first pass. */
  readonly listener: CutListener = {
    document: (bytes, start, end, line) => void this.collector.add(bytes, start, end, line),
    tooLong: (line) => void this.collector.addTooLong(line),
    fault: (line, reason) => {
      this.#faultCount++;
      if (this.#faults.length < MAX_OTHER_FAULTS) this.#faults.push({ line, kind: 'syntax', reason, offset: 0 });
    },
  };

  /** What can't be read, or no engine takes, by line: the first ones. */
  get faults(): readonly DocumentFault[] {
    return [...this.collector.faults, ...this.#faults].toSorted((a, b) => a.line - b.line);
  }

  get faultCount(): number {
    return this.collector.faultCount + this.#faultCount;
  }

  /** Whether the input holds nothing at all. */
  get isEmpty(): boolean {
    return this.collector.total === 0 && this.#faultCount === 0;
  }

  propose(target: TargetEngine): InferredMapping {
    return proposeMapping(this.collector, target);
  }

  /** Tries the documents, given once more, on mappings; names that the engine refuses are listed by the proposal. */
  tryOn(
    checked: readonly CheckedMapping[],
    { refusedNames }: Pick<InferredMapping, 'refusedNames'>,
    { engine, most }: { readonly engine: TargetEngine; readonly most: number },
  ): DocumentTry {
    const known = new Set(this.collector.faults.flatMap(({ document }) => document ?? []));
    const listed = new Set(refusedNames.map(({ path }) => path.join('.')));
    const checkers = checked.map((each) => new DocumentChecker({ ...each, engine }, listed));
    let given = 0;
    let count = 0;
    return {
      listener: {
        document(bytes, start, end, line) {
          if (known.has(++given) || count >= most) return;
          const document = readDocument(bytes.subarray(start, end));
          if (document === null) return;
          count++;
          for (const checker of checkers) checker.add(document, line);
        },
        tooLong: () => undefined,
        fault: () => undefined,
      },
      isDone: () => count >= most,
      results: () => checkers.map((checker) => checker.result()),
    };
  }
}
