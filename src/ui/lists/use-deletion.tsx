import { Suspense, useState, type ReactNode } from 'react';
import type { WriteCall } from '#domain/index-operations';
import { lazyPart } from '../kit/lazy-part.tsx';
import type { DeletionTarget } from './delete-dialog.tsx';
import { DeletionReport, tellDeleted, type DeletionOutcome, type Noun } from './deletion-report.tsx';
import { deleteAndLookUp } from './lost-deletion.ts';

const DeleteDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog);

/** How the items of a list are deleted, by name. */
export interface ResourceDeletion<Item> {
  /** Why an item can't be deleted. That the server is read-only is handled elsewhere. */
  readonly refusalOf?: (item: Item) => string | undefined;
  readonly toDeletionTarget: (item: Item) => DeletionTarget;
  /** What is lost, in words. */
  readonly consequencesOf: (items: readonly Item[]) => ReactNode;
  /** The requests that the cluster gets, in their order. */
  readonly callsOf: (items: readonly Item[]) => readonly WriteCall[];
  /** @throws ApiError */
  readonly remove: (items: readonly Item[], reason: string | undefined) => Promise<DeletionOutcome>;
  /** Whether the cluster still has an item, asked where the response was lost. @throws ApiError */
  readonly exists: (item: Item) => Promise<boolean>;
}

interface DeletionOptions<Item> {
  readonly noun: Noun;
  /** Nothing can be deleted where absent. */
  readonly deletion: ResourceDeletion<Item> | undefined;
  /** Called with a response and the requested targets. */
  readonly onDone: (outcome: DeletionOutcome, targets: readonly DeletionTarget[]) => void;
  /** Called when the call failed: what is listed may be out of date. */
  readonly onFailed: () => void;
}

/** Asks for confirmation, deletes, and reports the result for each name. */
export function useDeletion<Item>({ noun, deletion, onDone, onFailed }: DeletionOptions<Item>) {
  const [requested, setRequested] = useState<readonly Item[] | null>(null);
  const [outcome, setOutcome] = useState<DeletionOutcome | null>(null);
  const report = outcome !== null && outcome.errors.length > 0 && (
    <DeletionReport noun={noun} outcome={outcome} onDismiss={() => setOutcome(null)} />
  );
  if (deletion === undefined || requested === null) return { request: setRequested, report, dialog: null };
  const targets = requested.map(deletion.toDeletionTarget);
  const dialog = (
    <Suspense>
      <DeleteDialog
        noun={noun}
        targets={targets}
        calls={deletion.callsOf(requested)}
        onDelete={(reason) =>
          deleteAndLookUp(
            requested.map((item) => ({ ...deletion.toDeletionTarget(item), exists: () => deletion.exists(item) })),
            () => deletion.remove(requested, reason),
          )
        }
        onDone={(result) => {
          setRequested(null);
          setOutcome(result);
          tellDeleted(result, noun);
          onDone(result, targets);
        }}
        onFailed={onFailed}
        onCancel={() => setRequested(null)}
      >
        {deletion.consequencesOf(requested)}
      </DeleteDialog>
    </Suspense>
  );
  return { request: setRequested, report, dialog };
}
