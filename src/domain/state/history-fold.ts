import type { DocumentEvent } from '../events/event.ts';
import { deepEqual } from '../json/value.ts';

/** An event that says how it is taken back. */
export type InvertibleEvent = DocumentEvent & { readonly inverse: NonNullable<DocumentEvent['inverse']> };

export function isInvertible(event: DocumentEvent): event is InvertibleEvent {
  return event.inverse !== undefined;
}

/** An event and everything before it: the log as a list from the newest to the oldest, shared by all versions. */
export interface HistoryNode {
  readonly event: InvertibleEvent;
  readonly version: number;
  /**
   * The oldest version known to have the same body: its own, or where everything since was taken back, an earlier one.
   */
  readonly sameAs: number;
  readonly previous: HistoryNode | null;
}

/** A step that an author can take: `node` is the event whose inverse it is, `summary` what it does in words. */
export interface Step {
  readonly node: HistoryNode;
  /** Of the edit that is taken back or done again. */
  readonly summary: string;
  readonly below: Step | null;
}

/** What an author can undo and redo. */
export interface AuthorSteps {
  readonly undo: Step | null;
  readonly redo: Step | null;
}

/** Edits that were undone and then passed over by a new one. Nothing is lost: `tip` can be restored. */
export interface Branch {
  readonly authorId: string;
  /** The edits, oldest first. */
  readonly summaries: readonly string[];
  /** The version after which the branch was left. */
  readonly forkVersion: number;
  /** The last version that had all of its edits. */
  readonly tipVersion: number;
}

/** The fold of a log: who can undo what, and which branches were left. */
export interface History {
  /** How many events the log has. */
  readonly version: number;
  readonly tip: HistoryNode | null;
  readonly steps: ReadonlyMap<string, AuthorSteps>;
  readonly branches: readonly Branch[];
}

export const EMPTY_HISTORY: History = { version: 0, tip: null, steps: new Map(), branches: [] };
const NO_STEPS: AuthorSteps = { undo: null, redo: null };

export function stepsOf(history: History, authorId: string): AuthorSteps {
  return history.steps.get(authorId) ?? NO_STEPS;
}

/** Whether an event creates the document rather than changing it. */
function isCreation(event: DocumentEvent): boolean {
  return event.patch.length === 1 && event.patch[0]?.op === 'add' && event.patch[0].path === '';
}

/** Folds one more event. Cost: the number of authors, which is small; none of it grows with the log. */
export function foldHistory(history: History, event: InvertibleEvent): History {
  const version = history.version + 1;
  const before = stepsOf(history, event.author.id);
  const node: HistoryNode = {
    event,
    version,
    sameAs: sameAs(history.tip, before, event) ?? version,
    previous: history.tip,
  };
  if (isCreation(event)) return { ...history, version, tip: node };
  const { after, branch } = advance(before, node);
  const steps = new Map(history.steps).set(event.author.id, after);
  return { version, tip: node, steps, branches: branch === null ? history.branches : [...history.branches, branch] };
}

/** The version that an event leads back to, where it takes back exactly what made the body that it finds. */
function sameAs(tip: HistoryNode | null, { undo, redo }: AuthorSteps, event: InvertibleEvent): number | undefined {
  if (event.undoes === undefined) return undefined;
  const undone = [undo?.node, redo?.node].find((node) => node?.event.id === event.undoes);
  if (undone === undefined || tip?.sameAs !== undone.sameAs) return undefined;
  const { inverse } = undone.event;
  const isExact = event.patch === inverse || deepEqual(event.patch, inverse);
  return isExact ? (undone.previous?.sameAs ?? 0) : undefined;
}

function advance(before: AuthorSteps, node: HistoryNode): { after: AuthorSteps; branch: Branch | null } {
  const { undo, redo } = before;
  const target = node.event.undoes;
  if (target !== undefined && undo?.node.event.id === target) {
    return { after: { undo: undo.below, redo: { node, summary: undo.summary, below: redo } }, branch: null };
  }
  if (target !== undefined && redo?.node.event.id === target) {
    return { after: { undo: { node, summary: redo.summary, below: undo }, redo: redo.below }, branch: null };
  }
  return {
    after: { undo: { node, summary: node.event.summary, below: undo }, redo: null },
    branch: redo === null ? null : branchOf(redo, node),
  };
}

function branchOf(redo: Step, node: HistoryNode): Branch {
  const summaries: string[] = [];
  let first = redo;
  for (let step: Step | null = redo; step !== null; step = step.below) {
    summaries.push(step.summary);
    first = step;
  }
  // The undo that began it stands directly after the last version that still had every edit.
  return {
    authorId: node.event.author.id,
    summaries,
    forkVersion: node.version - 1,
    tipVersion: first.node.version - 1,
  };
}
