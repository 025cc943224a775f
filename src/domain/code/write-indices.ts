import type { TargetEngine } from '../catalogue/engines.ts';
import { rolloverCall } from '../index-operations/index.ts';
import type { JsonObject } from '../json/value.ts';
import type { ClusterCall } from '../ports/index.ts';
import { composableMatcher, composeTemplate, partsOfTemplate, type ClusterTemplates } from '../template/index.ts';
import { formatAddress } from './kinds.ts';
import type { PlanChoices } from './plan-item.ts';
import { mappingAddition, settingsBehind, type MappingAddition, type WriteIndex } from './write-index-update.ts';

/** A data stream that gets a new write index, after all requests. */
export interface Rollover {
  readonly dataStream: string;
  /** The one that it has now: where it has another by then, nothing is sent. */
  readonly writeIndex: string;
  readonly call: ClusterCall;
  /** Why, as words behind the name. */
  readonly reason: string;
}

/** A data stream whose write index gets what its templates map, in place and after all requests. */
export interface WriteIndexUpdate {
  readonly dataStream: string;
  /** The one that it has now: where it has another by then, nothing is sent. */
  readonly writeIndex: string;
  /** What its templates map. */
  readonly mappings: JsonObject;
  readonly call: ClusterCall;
  /** What is added or changed, in words. */
  readonly changes: readonly string[];
  /** More than the mapping of the data stream changes by the plan: the rest waits for the next rollover. */
  readonly isPart: boolean;
}

/** What happens to the write indices of data streams after all requests. */
interface FollowUps {
  readonly rollovers: readonly Rollover[];
  readonly updates: readonly WriteIndexUpdate[];
  /** By data stream, where its templates change and it is not rolled over: why its write index can’t be changed. */
  readonly obstacles: ReadonlyMap<string, readonly string[]>;
}

const CHANGED = 'its templates change';
const BEHIND = 'its write index does not have the mapping of its templates';
const OTHERWISE = 'its write index has settings otherwise than its templates';

/** How far the next index of a data stream becomes another one by a plan: in its mapping alone, or beside it. */
export type StreamChange = 'mapping' | 'more';

/**
 * What is to be done for the data streams that files decide about: by the plan the next index becomes another one, or
 * the write index lacks what its templates map already, or has a setting otherwise that no live index takes, as after
 * an apply that was interrupted before it came to this. What a write index has beside that, as dynamic fields, is no
 * reason. Where both are allowed, what can be done in
 * place is not rolled over. Cost: up to three comparisons of mappings per data stream.
 */
export function followUps(
  { claimed, changed }: { readonly claimed: ReadonlySet<string>; readonly changed: ReadonlyMap<string, StreamChange> },
  after: ClusterTemplates,
  writeIndices: ReadonlyMap<string, WriteIndex>,
  engine: TargetEngine,
  { allowsRollover = false, allowsWriteIndex = false }: PlanChoices,
): FollowUps {
  const rollovers: Rollover[] = [];
  const updates: WriteIndexUpdate[] = [];
  const obstacles = new Map<string, readonly string[]>();
  for (const compared of compareStreams(claimed, after, writeIndices, engine)) {
    const { dataStream, writeIndex, mappings, addition, settings } = compared;
    const change = changed.get(dataStream);
    const isPart = change === 'more' || settings.length > 0;
    const { call, changes } = addition;
    if (allowsWriteIndex && call !== undefined && !(allowsRollover && isPart))
      updates.push({ dataStream, writeIndex, mappings, call, changes, isPart });
    else if (allowsRollover && (change !== undefined || isBehind(compared))) {
      const behind = lacksMapping(addition) ? BEHIND : `${OTHERWISE}: ${settings.join('; ')}`;
      const reason = change === undefined ? behind : CHANGED;
      rollovers.push({ dataStream, writeIndex, call: rolloverCall(dataStream, {}), reason });
    } else if (change !== undefined && addition.obstacles.length > 0) obstacles.set(dataStream, addition.obstacles);
  }
  return { rollovers, updates, obstacles };
}

/** A data stream whose write index does not have what its templates say: it gets it with the next rollover. */
export interface StreamBehind {
  readonly dataStream: string;
  readonly writeIndex: string;
  /** What it lacks or has otherwise, in words, and what no live index takes. */
  readonly changes: readonly string[];
}

/** The data streams that files decide about and that are behind their templates. Cost: as {@link followUps}. */
export function streamsBehind(
  claimed: ReadonlySet<string>,
  templates: ClusterTemplates,
  writeIndices: ReadonlyMap<string, WriteIndex>,
  engine: TargetEngine,
): readonly StreamBehind[] {
  return compareStreams(claimed, templates, writeIndices, engine).flatMap((compared) => {
    const { dataStream, writeIndex, addition, settings } = compared;
    if (!isBehind(compared)) return [];
    return [{ dataStream, writeIndex, changes: [...addition.changes, ...addition.obstacles, ...settings] }];
  });
}

function isBehind({ addition, settings }: ComparedStream): boolean {
  return lacksMapping(addition) || settings.length > 0;
}

function lacksMapping({ call, obstacles }: MappingAddition): boolean {
  return call !== undefined || obstacles.length > 0;
}

interface ComparedStream {
  readonly dataStream: string;
  readonly writeIndex: string;
  /** What its templates map. */
  readonly mappings: JsonObject;
  readonly addition: MappingAddition;
  /** What it has otherwise of their settings that no live index takes, in words. */
  readonly settings: readonly string[];
}

/** Each data stream that files decide about and whose write index is known. */
function compareStreams(
  claimed: ReadonlySet<string>,
  templates: ClusterTemplates,
  writeIndices: ReadonlyMap<string, WriteIndex>,
  engine: TargetEngine,
): readonly ComparedStream[] {
  const known = new Map<string, ReturnType<typeof composeTemplate>>();
  const composedOf = (template: string) => {
    const composed =
      known.get(template) ??
      composeTemplate(templates.indexTemplates.get(template) ?? {}, templates.componentTemplates, engine);
    known.set(template, composed);
    return composed;
  };
  return claimedStreams(claimed, templates).flatMap(({ dataStream, template }) => {
    const index = writeIndices.get(dataStream);
    if (index === undefined) return [];
    const { mappings, settings } = composedOf(template);
    return [
      {
        ...{ dataStream, writeIndex: index.name, mappings },
        addition: mappingAddition(mappings, index, engine),
        settings: settingsBehind(settings, index, engine),
      },
    ];
  });
}

/** The data streams whose index template, or a component of it, has a file, with that template. */
export function claimedStreams(
  claimed: ReadonlySet<string>,
  { dataStreams, indexTemplates }: ClusterTemplates,
): readonly { readonly dataStream: string; readonly template: string }[] {
  const match = composableMatcher(indexTemplates);
  const isClaimed = new Map(
    Array.from(indexTemplates, ([name, body]) => [
      name,
      partsOfTemplate(name, body).some((part) => claimed.has(formatAddress(part))),
    ]),
  );
  return dataStreams.flatMap(({ name, hidden = false }) => {
    const template = match(name, hidden);
    return template !== undefined && isClaimed.get(template) === true ? [{ dataStream: name, template }] : [];
  });
}
