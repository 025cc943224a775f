import type { TargetEngine } from '../catalogue/engines.ts';
import type { Support } from '../console/cluster-entities.ts';
import { flatSettings } from '../console/index-settings.ts';
import { parseJson } from '../json/text.ts';
import { asJson, deepEqual, type JsonObject, type JsonValue } from '../json/value.ts';
import { proposeReplaceIndex, stepOf, type PlanStep } from '../plan/index.ts';
import type { IndexComparison, LiveIndex } from './index-comparison.ts';

/** How the index behind an alias makes room for one that is as the file says. */
export interface IndexReplacement {
  readonly index: string;
  readonly newIndex: string;
  /** Of the new index; the settings are those that differ, and null takes one out. */
  readonly mappings: JsonObject;
  readonly settings: JsonObject;
  readonly steps: readonly ReplacementStep[];
  readonly notes: readonly string[];
}

/** A step in words, with the requests that it sends. */
export type ReplacementStep = Pick<PlanStep, 'title' | 'requests'>;

/** What a replacement depends on beside the index itself. */
export interface ReplacementFacts {
  readonly engine: TargetEngine;
  /** Whether the cluster can reindex. */
  readonly reindex: Support;
  /** Names that are taken, of those that new indices would get. */
  readonly taken: ReadonlySet<string>;
}

/** A number that counts indices: behind a hyphen or an underscore, and no year. */
const COUNTED = /^(.+[-_]v?)(?!(?:19|20)\d\d$)(\d{1,9})$/;
const FIRST_COUNT = '-000002';

/** The name of the index that takes the place of another: `shop-000001`, `shop_v9` and `shop` are counted up. */
export function nextIndexName(index: string): string {
  const [, stem, count] = COUNTED.exec(index) ?? [];
  if (stem === undefined || count === undefined) return `${index}${FIRST_COUNT}`;
  return `${stem}${String(Number(count) + 1).padStart(count.length, '0')}`;
}

/** How an index behind an alias is replaced, or why it can't be. Its file counts where it differs, the rest is kept. */
export function replacementOf(
  { index, live, compared }: { readonly index: string; readonly live: LiveIndex; readonly compared: IndexComparison },
  { engine, reindex, taken }: ReplacementFacts,
): IndexReplacement | { readonly problem: string } {
  const newIndex = nextIndexName(index);
  if (taken.has(newIndex))
    return {
      problem: `${newIndex}, which would take its place, exists already. Where an apply was interrupted, run it again in the folder where it ran; else delete that index.`,
    };
  const chosen = { index, newIndex, mappings: compared.mappings.after, settings: compared.settings };
  const { settings, mappings } = live;
  // By then the requests for its aliases have been sent.
  const aliases = Object.fromEntries(
    Object.entries({ ...live.aliases, ...compared.aliases }).filter(([, value]) => value !== null),
  );
  const facts = { target: engine, settings: flatSettings(settings), mappings, aliases, reindex };
  const proposal = proposeReplaceIndex({ ...chosen, takesWrites: false }, facts);
  if ('problem' in proposal) return proposal;
  return { ...chosen, steps: proposal.steps.map((task) => stepInPlan(stepOf(task))), notes: proposal.notes };
}

/** Whether a plan has the steps of a replacement, with the same requests but for the order of members in them. */
export function hasStepsOf({ steps: planned }: Pick<IndexReplacement, 'steps'>, steps: readonly PlanStep[]): boolean {
  return deepEqual(planned.map(comparable), steps.map(comparable));
}

function comparable({ title, requests }: ReplacementStep): JsonObject {
  const read = requests.map(({ body, ...request }) => ({
    ...request,
    ...(body !== undefined && { body: parseJson(body) }),
  }));
  return { title, requests: asJson(read) };
}

function stepInPlan({ title, requests }: PlanStep): ReplacementStep {
  return { title, requests };
}

/** A replacement in the text of a plan. */
export function replacementInText({ index, newIndex, steps, notes }: IndexReplacement): JsonValue {
  return asJson({ index, newIndex, steps, notes });
}
