import type { CheckedDocumentTest } from '#domain/documents';
import { countOf } from '#domain/console';
import { CircleCheck, CircleDotDashed, CircleHelp, CircleX, type Icon } from '../../kit/icons/icons.ts';
import type { KeptTests } from '../../platform/kept-tests.ts';
import styles from './test-outcome.module.css';

type Outcome = CheckedDocumentTest['outcome'] | 'checking';

const OUTCOMES: Readonly<Record<Outcome, { readonly icon: Icon; readonly word: string }>> = {
  passed: { icon: CircleCheck, word: 'Passes' },
  failed: { icon: CircleX, word: 'Fails' },
  unknown: { icon: CircleHelp, word: 'Can’t tell' },
  checking: { icon: CircleDotDashed, word: 'Checking' },
};

interface TestOutcomeProps {
  readonly outcome: Outcome;
  /** Of several tests; else the word of the outcome. */
  readonly words?: string;
}

/** How tests go, by an icon and words. */
export function TestOutcome({ outcome, words }: TestOutcomeProps) {
  const { icon: OutcomeIcon, word } = OUTCOMES[outcome];
  return (
    <span className={styles['outcome']} data-outcome={outcome}>
      <OutcomeIcon size={16} aria-hidden />
      {words ?? word}
    </span>
  );
}

/**
 * How all tests of a document go, for its tab. While they are checked again the last results stay, so that nothing
 * flickers while somebody edits.
 */
export function TestsOutcome({ tests, failed, unknown }: KeptTests) {
  if (failed > 0) return <TestOutcome outcome="failed" words={countOf(failed, 'fails', 'fail')} />;
  if (tests.some(({ checked }) => checked === null)) return <TestOutcome outcome="checking" />;
  if (unknown > 0) return <TestOutcome outcome="unknown" words={`${unknown} unclear`} />;
  return <TestOutcome outcome="passed" words={countOf(tests.length, 'passes', 'pass')} />;
}
