import { useState, type ReactNode } from 'react';
import { DeleteDialog, type Doomed } from './delete-dialog.tsx';
import { DeletionReport, tellDeleted, type DeletionOutcome, type Noun } from './deletion-report.tsx';

interface DeletionOptions<Item> {
  readonly noun: Noun;
  readonly doomedOf: (item: Item) => Doomed;
  /** What is lost, in words. */
  readonly lossOf: (items: readonly Item[]) => ReactNode;
  /** @throws ApiError */
  readonly remove: (items: readonly Item[]) => Promise<DeletionOutcome>;
  /** When an answer has come: the list is read again, say. */
  readonly onDone: (outcome: DeletionOutcome) => void;
}

/** Deleting things by name: asks, does it, and says what came of each. */
export function useDeletion<Item>({ noun, doomedOf, lossOf, remove, onDone }: DeletionOptions<Item>) {
  const [asked, setAsked] = useState<readonly Item[] | null>(null);
  const [outcome, setOutcome] = useState<DeletionOutcome | null>(null);
  const report: ReactNode = outcome !== null && outcome.errors.length > 0 && (
    <DeletionReport noun={noun} outcome={outcome} onDismiss={() => setOutcome(null)} />
  );
  const dialog: ReactNode = asked !== null && (
    <DeleteDialog
      noun={noun}
      doomed={asked.map(doomedOf)}
      onDelete={() => remove(asked)}
      onDone={(came) => {
        setAsked(null);
        setOutcome(came);
        tellDeleted(came, noun);
        onDone(came);
      }}
      onCancel={() => setAsked(null)}
    >
      {lossOf(asked)}
    </DeleteDialog>
  );
  return { ask: setAsked, report, dialog };
}
