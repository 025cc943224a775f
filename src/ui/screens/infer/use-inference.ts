import { useEffect, useMemo, useRef, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import {
  withChoices,
  type CheckedMapping,
  type DocumentCheck,
  type InferredField,
  type InferredMapping,
} from '#domain/infer';
import { startInferJob, WorkerEndedError, type InferJob } from './infer-job.ts';
import type { InferInput } from './infer-input.ts';
import type { InferFailure, InferReport, Proposal } from './infer-messages.ts';

/** How the documents fare on the mapping as it is chosen, and on the one that it is compared with. */
export type Trial =
  | { readonly kind: 'running'; readonly bytes: number }
  | { readonly kind: 'done'; readonly check: DocumentCheck; readonly against: DocumentCheck | null }
  | { readonly kind: 'failed'; readonly failure: InferFailure };

export type Inferring =
  | { readonly kind: 'none' }
  | { readonly kind: 'reading'; readonly input: InferInput; readonly bytes: number }
  | { readonly kind: 'failed'; readonly input: InferInput; readonly failure: InferFailure }
  /** The worker could not be loaded. */
  | { readonly kind: 'unloaded'; readonly input: InferInput; readonly error: unknown }
  | { readonly kind: 'proposed'; readonly input: InferInput; readonly proposal: Proposal; readonly trial: Trial };

type Choices = ReadonlyMap<InferredField, number>;
const NO_CHOICES: Choices = new Map();
const NOTHING: Inferring = { kind: 'none' };
const BEGUN: Trial = { kind: 'running', bytes: 0 };

interface Inference {
  readonly state: Inferring;
  /** The proposal with what was chosen in place of it; null before there is one. */
  readonly mapping: InferredMapping | null;
  /** Which of its alternatives a field has; -1 for the proposal. */
  choiceOf(field: InferredField): number;
  read(input: InferInput, target: TargetEngine): void;
  setTarget(target: TargetEngine): void;
  choose(field: InferredField, alternative: number): void;
  /** Tries the documents on an existing mapping as well; null ends that. */
  compareWith(mapping: CheckedMapping | null): void;
  /** Ends the worker, and forgets the documents. */
  forget(): void;
}

/** Reads documents in a worker that ends with the screen. Nothing of them is kept beyond it. */
export function useInference(): Inference {
  const [state, setState] = useState<Inferring>(NOTHING);
  const [choices, setChoices] = useState(NO_CHOICES);
  const [against, setAgainst] = useState<CheckedMapping | null>(null);
  const job = useRef<InferJob | null>(null);
  const end = () => {
    job.current?.end();
    job.current = null;
  };
  useEffect(() => end, []);
  const proposal = state.kind === 'proposed' ? state.proposal : null;
  const mapping = useMemo(() => proposal && withChoices(proposal.mapping, choices), [proposal, choices]);
  const tryAgain = (next: Choices, existing: CheckedMapping | null) => {
    if (proposal === null) return;
    const { mappings, settings } = withChoices(proposal.mapping, next);
    job.current?.send({ kind: 'try', mappings, settings, against: existing });
    setState((before) => (before.kind === 'proposed' ? { ...before, trial: BEGUN } : before));
  };
  return {
    state,
    mapping,
    choiceOf: (field) => choices.get(field) ?? -1,
    read(input, target) {
      end();
      setChoices(NO_CHOICES);
      setAgainst(null);
      setState({ kind: 'reading', input, bytes: 0 });
      job.current = startInferJob(
        { kind: 'read', file: input.file, target },
        {
          onReport(report) {
            if (report.kind === 'proposed') setChoices(NO_CHOICES);
            setState((before) => after(before, input, report));
          },
          onError(error) {
            job.current = null;
            setState(
              error instanceof WorkerEndedError
                ? { kind: 'failed', input, failure: { why: 'worker', reason: error.message } }
                : { kind: 'unloaded', input, error },
            );
          },
        },
      );
    },
    setTarget: (target) => job.current?.send({ kind: 'propose', target, against }),
    choose(field, alternative) {
      const next = new Map(choices);
      if (alternative === -1) next.delete(field);
      else next.set(field, alternative);
      setChoices(next);
      tryAgain(next, against);
    },
    compareWith(existing) {
      if (existing === against) return;
      setAgainst(existing);
      tryAgain(choices, existing);
    },
    forget() {
      end();
      setChoices(NO_CHOICES);
      setAgainst(null);
      setState(NOTHING);
    },
  };
}

function after(before: Inferring, input: InferInput, report: InferReport): Inferring {
  switch (report.kind) {
    case 'ready':
      return before;
    case 'progress':
      if (before.kind === 'reading' && report.pass === 'read') return { ...before, bytes: report.bytes };
      if (before.kind === 'proposed' && before.trial.kind === 'running' && report.pass === 'try')
        return { ...before, trial: { kind: 'running', bytes: report.bytes } };
      return before;
    case 'proposed':
      return { kind: 'proposed', input, proposal: report.proposal, trial: BEGUN };
    case 'tried':
      return before.kind === 'proposed'
        ? { ...before, trial: { kind: 'done', check: report.check, against: report.against } }
        : before;
    case 'failed':
      return before.kind === 'proposed'
        ? { ...before, trial: { kind: 'failed', failure: report.failure } }
        : { kind: 'failed', input, failure: report.failure };
  }
}
