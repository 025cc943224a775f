import type { TargetEngine } from '../catalogue/engines.ts';
import { claimConflict } from '../apply/index.ts';
import { partOfComposition } from '../impact/index.ts';
import { formatJson } from '../json/text.ts';
import { asJson, type JsonObject } from '../json/value.ts';
import { deleteTemplateCall } from '../index-operations/index.ts';
import { writePromotedCall } from '../plan/index.ts';
import { requestOf, type ClusterCall } from '../ports/index.ts';
import {
  compareParts,
  composableMatcher,
  composeTemplate,
  isSameTemplate,
  partsOfTemplate,
  templateConflicts,
  templateNameProblem,
  type ClusterTemplates,
} from '../template/index.ts';
import { changesOf } from './changes.ts';
import { digestOf } from './digest.ts';
import { planIndices, type IndexRequest } from './index-plan.ts';
import { replacementInText } from './index-replacement.ts';
import { formatAddress, type ObjectAddress, type TemplateAddress } from './kinds.ts';
import {
  compareAddresses,
  isCodeIndex,
  isCodeTemplate,
  moveProblems,
  type CodeObject,
  type CodeTemplate,
} from './objects.ts';
import type { ClusterFacts, CodePlanItem, PlanChoices } from './plan-item.ts';
import type { Move } from './project.ts';
import { goneObjects, prunable, type LeftObject, type RecordedFacts } from './prune.ts';
import { missingReferences, uncheckedReferences } from './references.ts';
import { bodiesOf, orderRequests, type OrderedWrite, type RequestOrder, type Wanted } from './request-order.ts';
import { followUps, type Rollover, type StreamChange, type WriteIndexUpdate } from './write-indices.ts';

/** A request for a template. */
export interface TemplateRequest extends OrderedWrite {
  readonly call: ClusterCall;
}

/** One request in the order of a plan. */
export type PlannedRequest = TemplateRequest | IndexRequest;

export interface CodePlan {
  readonly items: readonly CodePlanItem[];
  /** Empty where something is refused: then nothing is sent. */
  readonly requests: readonly PlannedRequest[];
  /** Templates and indices of the files that the cluster has as they are. */
  readonly unchanged: number;
  /** What is wrong with the project itself. */
  readonly problems: readonly string[];
  /** What has no file and is not deleted; absent where nothing is to be deleted. */
  readonly left?: readonly LeftObject[];
  /** What an apply has created and is gone; the record does not know it. */
  readonly gone: readonly TemplateAddress[];
  /** Sent after all requests; absent where nothing is rolled over, empty also where something is refused. */
  readonly rollovers?: readonly Rollover[];
  /** Sent after all requests; absent where nothing is added to write indices, empty also where something is refused. */
  readonly writeIndices?: readonly WriteIndexUpdate[];
}

const LEGACY_NOTE = 'Legacy templates are compared, not applied. Move it to an index template, or pull it.';

/** Whether an item keeps the plan from being sent. */
export function isObstacle({ class: each, replacement }: Pick<CodePlanItem, 'class' | 'replacement'>): boolean {
  return each === 'refused' || (each === 'new_index' && replacement === undefined);
}

/**
 * What has to be sent so that the cluster has what the files say, and what that means. With what a server has recorded
 * a plan knows what other projects claim, and on request deletes what has no file any more.
 */
export function planCode(
  objects: readonly CodeObject[],
  moved: readonly Move[],
  facts: ClusterFacts,
  recorded?: RecordedFacts,
  choices: PlanChoices = {},
): CodePlan {
  const { templates, engine } = facts;
  const differing = objects.filter(isCodeTemplate).filter((each) => {
    const has = bodiesOf(templates, each).get(each.name);
    return has === undefined || !isSameTemplate(has, each.body);
  });
  const leaving = moved.map(({ from }) => from).filter((from) => bodiesOf(templates, from).has(from.name));
  const wanted: readonly Wanted[] = [
    ...differing.filter(({ kind }) => kind !== 'legacy_template').map(({ kind, name, body }) => ({ kind, name, body })),
    ...leaving.toSorted(compareAddresses).map(({ kind, name }) => ({ kind, name, body: null })),
  ];
  const claimed = new Set(objects.map(formatAddress));
  const isClaimed = (address: ObjectAddress) => claimed.has(formatAddress(address));
  const isMoved = (address: ObjectAddress) => moved.some(({ from }) => compareAddresses(from, address) === 0);
  const found = recorded && prunable(recorded, templates, (address) => isClaimed(address) || isMoved(address));
  const { order, pruned, refused } = orderWithPruning(wanted, found?.candidates ?? [], facts);
  const { byTemplate: streams, changed } = streamChanges(templates, order.after, engine);
  const refusedFor = (address: TemplateAddress) =>
    order.refused.find(({ address: each }) => compareAddresses(each, address) === 0)?.reasons ?? [];
  const indices = planIndices(objects.filter(isCodeIndex), facts, order.after, choices);
  const items = [
    ...differing.map((object) => itemOf(object, moved, facts, refusedFor(object), streams)),
    ...leaving.map((address) => movedDeletion(address, moved, templates, refusedFor(address))),
    ...pruned.map((address) => prunedDeletion(address, templates, streams)),
    ...indices.items,
  ];
  const problems = [
    ...moveProblems(moved, objects),
    ...(recorded === undefined ? [] : claimProblems(recorded, objects.filter(isRecorded))),
  ];
  const isRefused = problems.length > 0 || items.some(isObstacle);
  const { rollovers, updates, obstacles } = followUps(
    { claimed, changed },
    order.after,
    isRefused ? new Map() : (facts.writeIndices ?? new Map()),
    engine,
    choices,
  );
  return {
    items: items.map((item) => withNotes(item, obstacles)),
    requests: isRefused
      ? []
      : [...order.writes.map((write) => ({ ...write, call: callOf(write) })), ...indices.requests],
    unchanged: objects.length - differing.length - indices.items.length,
    problems,
    ...(recorded?.prune !== undefined && { left: [...(found?.left ?? []), ...refused].toSorted(compareAddresses) }),
    gone: recorded === undefined ? [] : goneObjects(recorded, templates, isClaimed),
    ...(choices.allowsRollover === true && { rollovers }),
    ...(choices.allowsWriteIndex === true && { writeIndices: updates }),
  };
}

/** An item with why its change waits for the next rollover of data streams, each reason once. */
function withNotes(item: CodePlanItem, obstacles: ReadonlyMap<string, readonly string[]>): CodePlanItem {
  const reasons = new Set(item.dataStreams.flatMap((stream) => obstacles.get(stream) ?? []));
  if (reasons.size === 0) return item;
  return {
    ...item,
    notes: [...item.notes, ...[...reasons].map((reason) => `Not added to the write index: ${reason}`)],
  };
}

/** Legacy templates are compared only, so no project claims them. */
function isRecorded({ kind }: ObjectAddress): boolean {
  return kind !== 'legacy_template';
}

function claimProblems({ project, others }: RecordedFacts, objects: readonly CodeObject[]): readonly string[] {
  const conflict = claimConflict(project, others, objects.map(formatAddress));
  return conflict === null ? [] : [conflict];
}

interface PrunedOrder {
  readonly order: RequestOrder;
  /** What is deleted because it has no file any more. */
  readonly pruned: readonly TemplateAddress[];
  /** What the engine would refuse to delete. */
  readonly refused: readonly LeftObject[];
}

/** Orders requests with as many of the deletions as the engine takes: one that it refuses does not hold up the rest. */
function orderWithPruning(
  wanted: readonly Wanted[],
  candidates: readonly TemplateAddress[],
  { templates, engine }: ClusterFacts,
): PrunedOrder {
  let pruned = candidates;
  const refused: LeftObject[] = [];
  for (;;) {
    const deletions = pruned.map((address): Wanted => ({ ...address, body: null }));
    const order = orderRequests([...wanted, ...deletions], templates, engine);
    const isRefused = (address: TemplateAddress) =>
      order.refused.find(({ address: each }) => compareAddresses(each, address) === 0);
    const left = pruned.flatMap((address) => {
      const refusal = isRefused(address);
      return refusal === undefined ? [] : [{ ...address, reason: refusal.reasons.join(' ') }];
    });
    if (left.length === 0) return { order, pruned, refused };
    refused.push(...left);
    pruned = pruned.filter((address) => isRefused(address) === undefined);
  }
}

/** The request that makes a write. */
function callOf({ kind, name, body, expects }: OrderedWrite): ClusterCall {
  return body === null
    ? deleteTemplateCall(kind, name)
    : writePromotedCall({ kind, name }, body, expects === undefined);
}

function itemOf(
  { kind, name, file, overlay, body }: CodeTemplate,
  moved: readonly Move[],
  { templates, engine, references }: ClusterFacts,
  refusals: readonly string[],
  streams: ReadonlyMap<string, readonly string[]>,
): CodePlanItem {
  const before = bodiesOf(templates, { kind, name }).get(name);
  const isLegacy = kind === 'legacy_template';
  const nameProblem = before === undefined ? templateNameProblem(name) : null;
  const refused = isLegacy
    ? []
    : [...(nameProblem === null ? [] : [nameProblem]), ...refusals, ...missingReferences(kind, body, references)];
  const warnings = templateConflicts({ kind, name, body }, templates, engine).filter(({ isRefused }) => !isRefused);
  const dataStreams = streams.get(formatAddress({ kind, name })) ?? [];
  const movedFrom = moved.find(({ to }) => compareAddresses(to, { kind, name }) === 0)?.from.name;
  return {
    kind,
    name,
    action: before === undefined ? 'create' : 'update',
    class: isLegacy
      ? 'not_applied'
      : refused.length > 0
        ? 'refused'
        : dataStreams.length > 0
          ? 'next_rollover'
          : 'in_place',
    file,
    ...(overlay !== undefined && { overlay }),
    ...(movedFrom !== undefined && before === undefined && { movedFrom }),
    changes: changesOf(kind, before ?? null, body),
    dataStreams: isLegacy ? [] : dataStreams,
    refused,
    notes: [
      ...(isLegacy ? [LEGACY_NOTE] : warnings.map(({ text }) => text)),
      ...(isLegacy ? [] : uncheckedReferences(kind, body, references)),
    ],
    ...(before !== undefined && { base: digestOf(before) }),
  };
}

function movedDeletion(
  { kind, name }: TemplateAddress,
  moved: readonly Move[],
  templates: ClusterTemplates,
  refused: readonly string[],
): CodePlanItem {
  const to = moved.find(({ from }) => compareAddresses(from, { kind, name }) === 0)?.to.name ?? '';
  return {
    ...deletionOf({ kind, name }, templates, `Moved to ${to}.`),
    class: refused.length > 0 ? 'refused' : 'in_place',
    refused,
  };
}

function prunedDeletion(
  { kind, name }: TemplateAddress,
  templates: ClusterTemplates,
  streams: ReadonlyMap<string, readonly string[]>,
): CodePlanItem {
  const dataStreams = streams.get(formatAddress({ kind, name })) ?? [];
  return {
    ...deletionOf({ kind, name }, templates, PRUNED_NOTE),
    class: dataStreams.length > 0 ? 'next_rollover' : 'in_place',
    dataStreams,
  };
}

const PRUNED_NOTE = 'No file claims it any more. An apply of this project has created it.';

function deletionOf({ kind, name }: TemplateAddress, templates: ClusterTemplates, note: string): CodePlanItem {
  const before = bodiesOf(templates, { kind, name }).get(name);
  return {
    kind,
    name,
    action: 'delete',
    class: 'in_place',
    changes: [],
    dataStreams: [],
    refused: [],
    notes: [note],
    ...(before !== undefined && { base: digestOf(before) }),
  };
}

interface StreamChanges {
  /** By template the data streams whose next backing index is another one because of it, also because it is gone. */
  readonly byTemplate: ReadonlyMap<string, readonly string[]>;
  /** The same data streams, with how far that is. */
  readonly changed: ReadonlyMap<string, StreamChange>;
}

function streamChanges(before: ClusterTemplates, after: ClusterTemplates, engine: TargetEngine): StreamChanges {
  const readers = [before, after].map((state) => {
    const parts = new Map<string, JsonObject>();
    return {
      match: composableMatcher(state.indexTemplates),
      partOf(name: string): JsonObject {
        const known = parts.get(name);
        if (known !== undefined) return known;
        const composed = composeTemplate(state.indexTemplates.get(name) ?? {}, state.componentTemplates, engine);
        const part = partOfComposition(composed);
        parts.set(name, part);
        return part;
      },
    };
  });
  const [was, is] = readers;
  const found = new Map<string, string[]>();
  const changed = new Map<string, StreamChange>();
  const compared = new Map<string, StreamChange | null>();
  for (const { name: stream, hidden = false } of after.dataStreams) {
    const [old, next] = [was?.match(stream, hidden), is?.match(stream, hidden)];
    if (was === undefined || is === undefined || next === undefined) continue;
    const key = JSON.stringify([old, next]);
    let change = compared.get(key);
    if (change === undefined) {
      const parts = compareParts(old === undefined ? {} : was.partOf(old), is.partOf(next));
      change = parts.length === 0 ? null : parts.every(({ section }) => section === 'mappings') ? 'mapping' : 'more';
      compared.set(key, change);
    }
    if (change === null) continue;
    changed.set(stream, change);
    const former: readonly ObjectAddress[] =
      old === undefined || after.indexTemplates.has(old) ? [] : [{ kind: 'index_template', name: old }];
    for (const address of [...partsOfTemplate(next, after.indexTemplates.get(next) ?? {}), ...former]) {
      const of = formatAddress(address);
      const list = found.get(of);
      if (list === undefined) found.set(of, [stream]);
      else list.push(stream);
    }
  }
  return { byTemplate: found, changed };
}

/** Who made a plan, and for which cluster. */
export interface PlanHeader {
  readonly project: string;
  readonly environment: string | null;
  readonly cluster: { readonly uuid: string | null; readonly distribution: string; readonly version: string };
  /** Absent outside of a repository. */
  readonly commit: string | null;
  /** The folder has changes that are not committed. */
  readonly isDirty: boolean;
}

const FORMAT = { type: 'mapledger.plan', format: 1 };

/**
 * The text of a plan, the same for the same files and the same cluster: without times, without credentials and without
 * documents.
 */
export function formatPlan(
  header: PlanHeader,
  { items, requests, unchanged, problems, left, rollovers, writeIndices }: CodePlan,
): string {
  const shown = {
    ...FORMAT,
    ...header,
    unchanged,
    problems: [...problems],
    items: items.map(({ changes, kind, name, replacement, ...item }) => ({
      object: formatAddress({ kind, name }),
      ...item,
      ...(replacement !== undefined && { replacement: replacementInText(replacement) }),
      changes: changes.map(({ text }) => text),
    })),
    requests: requests.map(({ kind, name, call, isIntermediate }) => ({
      object: formatAddress({ kind, name }),
      ...(isIntermediate === true && { isIntermediate }),
      ...requestOf(call),
    })),
    ...(rollovers !== undefined && {
      rollovers: rollovers.map(({ call, ...rollover }) => ({ ...rollover, ...requestOf(call) })),
    }),
    ...(writeIndices !== undefined && {
      writeIndices: writeIndices.map(({ dataStream, writeIndex, changes, call }) => ({
        ...{ dataStream, writeIndex, changes: [...changes] },
        ...requestOf(call),
      })),
    }),
    // What other clients make meanwhile does not make it another plan.
    ...(left !== undefined && { prune: true, left: left.filter((each) => each.isUnrecorded !== true).map(leftInText) }),
  };
  return `${formatJson(asJson(shown), 2)}\n`;
}

function leftInText({ reason, ...address }: LeftObject): JsonObject {
  return { object: formatAddress(address), reason };
}
