import type { TargetEngine } from '../catalogue/engines.ts';
import { editableSettings, flatSettings } from '../console/index-settings.ts';
import { indexNameProblem } from '../console/index-names.ts';
import { WRITE_BLOCK } from '../index-operations/index.ts';
import { member, objectMember, type JsonObject, type JsonValue } from '../json/value.ts';
import type { Support } from '../console/cluster-entities.ts';
import { transformWords, type Slices, type Transform } from './reindex-options.ts';
import type { StepTask } from './step-kinds.ts';

/** Where the shards of a new index may be: as those of the old one, or on any node. */
export type Placement = 'keep' | 'anywhere';

/** How an index is replaced. */
export interface ReplaceIndexChoices extends Transform {
  readonly index: string;
  readonly newIndex: string;
  /** Of the new index; those of the index where absent. */
  readonly mappings?: JsonObject | undefined;
  /** Settings of the new index that differ from those of the index; null takes one out. */
  readonly settings?: JsonObject | undefined;
  /**
   * Whether the new index takes over {@link placementSettings}; with `keep`, the default, it does, as far as none of
   * them is changed.
   */
  readonly placement?: Placement | undefined;
  /** Clients use the index's own name: it becomes an alias, and what the index has is cloned under this name first. */
  readonly cloneAs?: string | undefined;
  /** Whether the index takes writes while it is reindexed. */
  readonly takesWrites: boolean;
  /**
   * Whether a last step takes away the write block that the plan has set, from the index or its clone. False where
   * absent: an index that clients still reach would take writes that the new index does not get.
   */
  readonly allowsWrites?: boolean | undefined;
  /** `auto` where absent. */
  readonly slices?: Slices | undefined;
  /** The throttle of the reindex; none where absent. */
  readonly docsPerSecond?: number | undefined;
  /** Whether the new index has no replicas and no refresh while documents are copied. */
  readonly fastCopy?: boolean | undefined;
  /** Whether the pipeline or script may leave documents out, so that their number is not compared. */
  readonly leavesOut?: boolean | undefined;
}

/** What a cluster has of the index, and can do. */
export interface ReplaceIndexFacts {
  readonly target: TargetEngine;
  /** Flat. */
  readonly settings: JsonObject;
  readonly mappings: JsonObject;
  /** By name, as the engine says them. */
  readonly aliases: JsonObject;
  readonly reindex: Support;
  readonly dataStream?: string | undefined;
}

export type Proposal =
  | {
      readonly title: string;
      readonly subject: string;
      readonly steps: readonly StepTask[];
      readonly notes: readonly string[];
    }
  | { readonly problem: string };

/** Documents that are compared one by one. */
const SAMPLE = 100;
/**
 * Settings that say how the old index stands, not what it is. Archived ones are those that its engine does not know any
 * more, and refuses in a new index.
 */
const OWN_STATE =
  /^(index\.(blocks\.|routing\.allocation\.initial_recovery\.|verified_before_close|verified_read_only$|frozen$|search\.throttled$)|archived\.)/;
/** Settings that say on which nodes shards may be; the data tier is a preference that a new index has, too. */
const PLACEMENT =
  /^index\.routing\.allocation\.(?:(?:include|exclude|require)\.(?!_tier_preference$)|total_shards_per_node$)/;
/** Ingest pipelines that every document goes through; the documents have been through them. */
const DEFAULT_PIPELINE = 'index.default_pipeline';
const AUTO_EXPAND = 'index.auto_expand_replicas';
const FINAL_PIPELINE = 'index.final_pipeline';

/** A new index for an existing one: created, filled, compared, and put in its place by its aliases. */
export function proposeReplaceIndex(choices: ReplaceIndexChoices, facts: ReplaceIndexFacts): Proposal {
  const { index, newIndex, cloneAs, takesWrites, docsPerSecond, pipeline, script } = choices;
  const problem = problemOf(choices, facts);
  if (problem !== null) return { problem };
  const settings = newSettings(choices, facts);
  const skipsPipelines = Object.hasOwn(settings, DEFAULT_PIPELINE);
  const mustCopy = !facts.reindex.has;
  const copied = { source: index, dest: newIndex, ...(skipsPipelines && { skipsPipelines }) };
  const created = choices.fastCopy === true ? { ...settings, ...bareSettings(settings) } : settings;
  const steps: StepTask[] = [
    {
      kind: 'create_index',
      input: { index: newIndex, body: { settings: created, mappings: choices.mappings ?? facts.mappings } },
    },
  ];
  if (!takesWrites) steps.push({ kind: 'block_writes', input: { index } });
  steps.push(
    mustCopy
      ? { kind: 'copy', input: copied }
      : {
          kind: 'reindex',
          input: {
            ...copied,
            slices: choices.slices ?? 'auto',
            ...(docsPerSecond !== undefined && { docsPerSecond }),
            ...(pipeline !== undefined && { pipeline }),
            ...(script !== undefined && { script }),
          },
        },
  );
  if (choices.fastCopy === true) steps.push(completeSettings(newIndex, settings));
  const differences = differencesOf(choices);
  steps.push({
    kind: 'compare',
    input: {
      ...{ source: index, dest: newIndex, sample: SAMPLE, mustMatch: !takesWrites },
      ...(differences !== null && { mayDiffer: differences }),
    },
  });
  const swap = swapOf(choices, facts);
  if (cloneAs !== undefined) {
    if (takesWrites) steps.push({ kind: 'block_writes', input: { index } });
    steps.push({ kind: 'resize', input: { method: 'clone', source: index, dest: cloneAs, body: {} } });
  }
  if (swap !== null) steps.push(swap);
  const block = blockAfter(choices, facts);
  if (block === 'lifted')
    steps.push({
      kind: 'update_settings',
      input: { index: cloneAs ?? index, settings: { [WRITE_BLOCK]: null }, expects: { [WRITE_BLOCK]: 'true' } },
    });
  return {
    title: swap === null ? `Reindex ${index} into ${newIndex}` : `Replace ${index} with ${newIndex}`,
    subject: index,
    steps,
    notes: notesOf(choices, facts, { settings, hasSwap: swap !== null, mustCopy, block }),
  };
}

/** What the new index may have otherwise than the old one, by what changes the documents on their way. */
function differencesOf(choices: ReplaceIndexChoices): 'content' | 'count' | null {
  if (transformWords(choices) === null) return null;
  return choices.leavesOut === true ? 'count' : 'content';
}

/**
 * What becomes of writes to the index that is kept: `none`, the plan never blocks them; `own`, its block stays;
 * `lifted`, a last step takes it away; `before`, they were blocked before the plan.
 */
type BlockAfter = 'none' | 'own' | 'lifted' | 'before';

function blockAfter(
  { cloneAs, takesWrites, allowsWrites = false }: ReplaceIndexChoices,
  { settings }: ReplaceIndexFacts,
): BlockAfter {
  if (isTrue(member(settings, WRITE_BLOCK))) return 'before';
  if (takesWrites && cloneAs === undefined) return 'none';
  return allowsWrites ? 'lifted' : 'own';
}

function problemOf(
  choices: ReplaceIndexChoices,
  { settings, mappings, reindex, dataStream, aliases }: ReplaceIndexFacts,
): string | null {
  const { index, newIndex, cloneAs, takesWrites, slices, docsPerSecond } = choices;
  for (const name of [newIndex, ...(cloneAs === undefined ? [] : [cloneAs])]) {
    const reason = indexNameProblem(name);
    if (reason !== null) return `Invalid name "${name}". ${reason}`;
  }
  if (newIndex === index || cloneAs === index || cloneAs === newIndex)
    return 'The new names must differ from each other and from the index.';
  if (Object.hasOwn(aliases, newIndex) || (cloneAs !== undefined && Object.hasOwn(aliases, cloneAs)))
    return 'A new name is already an alias of the index.';
  if (dataStream !== undefined)
    return `${index} belongs to data stream ${dataStream}. Change its template and roll the stream over instead.`;
  if (isFalse(member(objectMember(mappings, '_source') ?? {}, 'enabled')))
    return `${index} does not store _source, so its documents can’t be copied.`;
  if (!reindex.has && takesWrites)
    return `${reindex.reason ?? 'The cluster has no reindex.'} Its documents can be copied by Mapledger only while writes are blocked.`;
  if (!reindex.has && (slices !== undefined || docsPerSecond !== undefined || transformWords(choices) !== null))
    return `${reindex.reason ?? 'The cluster has no reindex.'} A copy by Mapledger has no slices, no throttle, no pipeline and no script.`;
  if (isTrue(member(settings, 'index.blocks.read')) || isTrue(member(settings, 'index.blocks.metadata')))
    return `${index} is blocked for reading. Remove the block first.`;
  return null;
}

/** Settings of the new index: those of the index without what engines write, with what was chosen. */
function newSettings(
  { settings: chosen = {}, placement = 'keep' }: ReplaceIndexChoices,
  { settings, target }: ReplaceIndexFacts,
): JsonObject {
  const kept = Object.entries(editableSettings(settings, target)).filter(
    ([name]) => !OWN_STATE.test(name) && (placement === 'keep' || !PLACEMENT.test(name)),
  );
  const merged = new Map<string, JsonValue>([...kept, ...Object.entries(flatSettings(chosen))]);
  return Object.fromEntries([...merged].filter(([, value]) => value !== null));
}

/** What a new index has while documents are copied into it. Replicas that expand would be there at once. */
function bareSettings(settings: JsonObject): JsonObject {
  return {
    ...(Object.hasOwn(settings, AUTO_EXPAND) && { [AUTO_EXPAND]: 'false' }),
    'index.number_of_replicas': '0',
    'index.refresh_interval': '-1',
  };
}

/** Gives an index that was created with {@link bareSettings} what was asked for, or the default. */
function completeSettings(index: string, settings: JsonObject): StepTask {
  const expects = bareSettings(settings);
  const asked = Object.keys(expects).map((name): [string, JsonValue] => [name, member(settings, name) ?? null]);
  return { kind: 'update_settings', input: { index, settings: Object.fromEntries(asked), expects } };
}

/** The one call that puts the new index in the place of the old one; null where no client reaches it by an alias. */
function swapOf({ index, newIndex, cloneAs }: ReplaceIndexChoices, { aliases }: ReplaceIndexFacts): StepTask | null {
  const names = Object.keys(aliases);
  if (names.length === 0 && cloneAs === undefined) return null;
  const former = cloneAs ?? index;
  const added = (to: string) =>
    names.map((alias): JsonObject => ({ add: { index: to, alias, ...propertiesOf(aliases, alias) } }));
  const removed = (from: string) => names.map((alias): JsonObject => ({ remove: { index: from, alias } }));
  const actions =
    cloneAs === undefined
      ? [...removed(index), ...added(newIndex)]
      : [{ remove_index: { index } }, { add: { index: newIndex, alias: index } }, ...added(newIndex)];
  const own =
    cloneAs === undefined
      ? []
      : [{ remove: { index: newIndex, alias: index } }, { add: { index: former, alias: index } }];
  return {
    kind: 'update_aliases',
    input: {
      actions,
      expects: { [index]: aliases, [newIndex]: {} },
      back: [...own, ...removed(newIndex), ...added(former)],
      serves: newIndex,
      served: former,
    },
  };
}

/** Filter, routing, write index and all other properties of an alias. */
function propertiesOf(aliases: JsonObject, alias: string): JsonObject {
  return objectMember(aliases, alias) ?? {};
}

interface NoteFacts {
  readonly settings: JsonObject;
  readonly hasSwap: boolean;
  readonly mustCopy: boolean;
  readonly block: BlockAfter;
}

function notesOf(
  choices: ReplaceIndexChoices,
  { reindex, settings: former }: ReplaceIndexFacts,
  { settings, hasSwap, mustCopy, block }: NoteFacts,
): readonly string[] {
  const { index, newIndex, cloneAs, takesWrites, placement, fastCopy } = choices;
  const until = hasSwap ? 'until the aliases are swapped' : block === 'lifted' ? 'until the last step' : 'on';
  return [
    takesWrites
      ? `${index} takes writes while it is reindexed. Documents that are written, changed or deleted meanwhile may be missing or out of date in ${newIndex}.`
      : `Writes to ${index} are refused (403, index write block) from step 2 ${until}. Clients have to retry them.`,
    ...(mustCopy ? [`${reindex.reason ?? 'The cluster has no reindex.'} Mapledger copies the documents itself.`] : []),
    ...(cloneAs !== undefined
      ? [
          `${index} becomes an alias of ${newIndex}. The current data is kept in ${cloneAs} (a clone; no extra disk space with hard links).`,
        ]
      : []),
    ...(hasSwap
      ? [gapNote(index, cloneAs, takesWrites)]
      : [
          `${index} is not replaced: it has no aliases to swap and keeps its name. Point clients to ${newIndex} yourself.`,
        ]),
    ...(fastCopy === true
      ? [
          `${newIndex} has no replicas and no refresh until its documents are copied. If a node with one of its shards is lost meanwhile, the plan has to be undone.`,
        ]
      : []),
    ...transformNotes(choices),
    ...keptNotes(cloneAs ?? index, newIndex, block),
    ...placementNotes(newIndex, settings, placement === 'anywhere' ? former : {}),
    ...(Object.hasOwn(settings, FINAL_PIPELINE)
      ? [`The final pipeline ${textOf(settings[FINAL_PIPELINE])} runs again on each document.`]
      : []),
  ];
}

/** What a pipeline or script means for the comparison. */
function transformNotes(choices: ReplaceIndexChoices): readonly string[] {
  const words = transformWords(choices);
  if (words === null) return [];
  const { index, newIndex } = choices;
  return [
    choices.leavesOut === true
      ? `Each document of ${index} goes through ${words}, which may leave documents out. Neither the number of documents nor their content is compared. Check ${newIndex} yourself.`
      : `Each document of ${index} goes through ${words}. Only the number of documents is compared, not their content.`,
  ];
}

/** What becomes of writes to the index that is kept, or to its clone. */
function keptNotes(kept: string, newIndex: string, block: BlockAfter): readonly string[] {
  switch (block) {
    case 'none':
      return [];
    case 'before':
      return [`Writes were blocked before this plan: ${kept} is kept and stays blocked.`];
    case 'own':
      return [`${kept} is kept, and stays blocked for writes until you remove the block or undo the plan.`];
    case 'lifted':
      return [
        `${kept} is kept, and takes writes again after the last step. What is written to it from then on is missing in ${newIndex}.`,
      ];
  }
}

/**
 * The settings that say on which nodes the shards of an index may be. They can be wrong for a new index, as after a
 * shrink, which gathers them on one node.
 */
export function placementSettings(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => PLACEMENT.test(name)));
}

/** `left`: the settings of the index where the new one does not take them over. */
function placementNotes(newIndex: string, settings: JsonObject, left: JsonObject): readonly string[] {
  const taken = placementSettings(settings);
  const gone = Object.fromEntries(
    Object.entries(placementSettings(left)).filter(([name]) => !Object.hasOwn(taken, name)),
  );
  return [
    ...(Object.keys(taken).length > 0
      ? [
          `${newIndex} takes over where shards may be allocated: ${listOf(taken)}. Set it to null in the settings to change if its shards may be anywhere.`,
        ]
      : []),
    ...(Object.keys(gone).length > 0
      ? [`${newIndex} does not take over where shards may be allocated: ${listOf(gone)}. Its shards may be anywhere.`]
      : []),
  ];
}

function listOf(settings: JsonObject): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} (${textOf(value) || String(value as number)})`)
    .join(', ');
}

/**
 * No engine swaps aliases on a condition: what may happen between the last look and the swap is said before anybody
 * approves it.
 */
function gapNote(index: string, cloneAs: string | undefined, takesWrites: boolean): string {
  const look = `Right before the swap Mapledger checks the aliases${takesWrites ? '' : `, the write block of ${index}`} and that nothing was written since the comparison. Engines can’t swap aliases on a condition, so one request remains between this check and the swap`;
  if (cloneAs !== undefined)
    return `${look}: if somebody lifts the block in that moment, a write to ${index} is lost with it.`;
  return `${look}: a write to ${index} in that moment stays there, and the plan says so.`;
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isTrue(value: JsonValue | undefined): boolean {
  return value === true || value === 'true';
}

function isFalse(value: JsonValue | undefined): boolean {
  return value === false || value === 'false';
}
