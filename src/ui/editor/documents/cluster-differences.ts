import type { DocumentTrial } from '#domain/documents';
import { deepEqual, formatJson, member, type JsonObject } from '#domain/json';

/** What a cluster made of a document. */
export interface ClusterOutcome {
  readonly isTaken: boolean;
  readonly reason?: string | undefined;
  /** Absent where the cluster does not tell. */
  readonly ignored?: readonly string[] | undefined;
  /** Absent where the cluster does not tell. */
  readonly added?: readonly { readonly path: string; readonly definition: unknown }[] | undefined;
}

/** A point on which the cluster and Mapledger disagree; both in words. */
export interface ClusterDifference {
  readonly about: string;
  readonly expected: string;
  readonly actual: string;
}

const TAKEN = 'Accepted';

/** Where the cluster did something else than was foreseen; what could not be foreseen is no difference. */
export function clusterDifferences(trial: DocumentTrial, outcome: ClusterOutcome): readonly ClusterDifference[] {
  if (trial.outcome === 'unknown') return [];
  const isExpected = trial.outcome === 'accepted';
  if (isExpected !== outcome.isTaken)
    return [
      {
        about: 'Outcome',
        expected: isExpected ? TAKEN : refused(trial.refusal?.reason),
        actual: outcome.isTaken ? TAKEN : refused(outcome.reason),
      },
    ];
  if (!isExpected) return [];
  // What an unknown value becomes is not foreseen, nor is the field that it may add.
  const open = new Set(trial.unknown.map(({ field }) => field));
  return [...ignoredDifferences(trial, outcome, open), ...addedDifferences(trial, outcome, open)];
}

function refused(reason: string | undefined): string {
  return reason === undefined ? 'Refused' : `Refused: ${reason}`;
}

function ignoredDifferences(
  trial: DocumentTrial,
  { ignored = trial.ignoredFields }: ClusterOutcome,
  open: ReadonlySet<string | null>,
): readonly ClusterDifference[] {
  const [expected, actual] = [new Set(trial.ignoredFields), new Set(ignored)];
  const words = (isIgnored: boolean) => (isIgnored ? 'Ignored' : 'Not ignored');
  return [...new Set([...expected, ...actual])]
    .filter((field) => expected.has(field) !== actual.has(field) && !open.has(field))
    .map((field) => ({ about: field, expected: words(expected.has(field)), actual: words(actual.has(field)) }));
}

function addedDifferences(
  trial: DocumentTrial,
  { added }: ClusterOutcome,
  open: ReadonlySet<string | null>,
): readonly ClusterDifference[] {
  if (added === undefined) return [];
  const expected = new Map(trial.added.map(({ path, definition }) => [path, plain(definition)]));
  const actual = new Map(added.map(({ path, definition }) => [path, plain(definition as JsonObject)]));
  const words = (definition: JsonObject | undefined) =>
    definition === undefined ? 'Not added' : `Added as ${formatJson(definition)}`;
  return [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((path) => !open.has(path) && !deepEqual(expected.get(path) ?? null, actual.get(path) ?? null))
    .map((path) => ({ about: path, expected: words(expected.get(path)), actual: words(actual.get(path)) }));
}

/** Engines leave out the type of an object. */
function plain(definition: JsonObject): JsonObject {
  if (member(definition, 'type') !== 'object') return definition;
  const { type: _, ...others } = definition;
  return others;
}
