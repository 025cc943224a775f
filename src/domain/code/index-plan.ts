import type { TargetEngine } from '../catalogue/engines.ts';
import { aliasEntries } from '../console/alias-entries.ts';
import { settingChange } from '../console/index-settings.ts';
import type { AliasOperation } from '../console/operation-entities.ts';
import { aliasesCall, settingsCall } from '../index-operations/index.ts';
import { formatJson } from '../json/text.ts';
import { deepEqual, isObject, member, objectMember, type JsonObject } from '../json/value.ts';
import { foreseenRefusals, planMappingUpdate } from '../mapping/index.ts';
import type { ClusterCall } from '../ports/index.ts';
import { composableMatcher, settingIn, type ClusterTemplates } from '../template/index.ts';
import { changesOf } from './changes.ts';
import { digestOf } from './digest.ts';
import { nextIndexName, replacementOf } from './index-replacement.ts';
import { compareIndex, creationBody, mappingsIn, type IndexComparison, type LiveIndex } from './index-comparison.ts';
import type { CodeIndex } from './objects.ts';
import type { ClusterFacts, CodePlanItem, PlanChoices } from './plan-item.ts';
import { missingReferences, uncheckedReferences } from './references.ts';

/** What one request changes of an index, in the order in which they are sent: a setting can be what a field needs. */
type IndexPart = 'create' | 'settings' | 'mappings' | 'aliases';

/** One request that makes an index what its file says. */
export interface IndexRequest {
  readonly kind: 'index';
  readonly name: string;
  readonly part: IndexPart;
  readonly object: CodeIndex;
  readonly call: ClusterCall;
  /** Digest of the part that the index has, as far as the file names it; absent where there is no index. */
  readonly base?: string;
  readonly isIntermediate?: undefined;
}

/** What has to be sent for the indices of the files. `after`: the templates that the cluster has by then. */
export function planIndices(
  objects: readonly CodeIndex[],
  facts: ClusterFacts,
  after: ClusterTemplates,
  { allowsReindex = false }: PlanChoices,
): { readonly items: readonly CodePlanItem[]; readonly requests: readonly IndexRequest[] } {
  const { indices, engine, references } = facts;
  const items: CodePlanItem[] = [];
  const requests: IndexRequest[] = [];
  const match = composableMatcher(after.indexTemplates);
  for (const object of objects) {
    const { kind, name, file, overlay, body } = object;
    const live = indices.get(name);
    const compared = live && compareIndex(object, live, engine);
    if (compared?.isSame === true) continue;
    const alias = live?.index;
    const isReplaceable = allowsReindex && alias !== undefined;
    const obstacles =
      compared === undefined
        ? creationObstacles(object, engine, after, match)
        : obstaclesTo(compared, engine, { isReplaceable });
    const missing = missingReferences(kind, body, references);
    const isNew = obstacles.newIndex.length > 0;
    const replaced =
      isNew && isReplaceable && live && compared && replacementOf({ index: alias, live, compared }, facts);
    const isPossible = replaced && !('problem' in replaced);
    const refused = [...obstacles.refused, ...missing, ...(replaced && !isPossible ? [replaced.problem] : [])];
    const replacement = isPossible && refused.length === 0 ? replaced : undefined;
    items.push({
      kind,
      name,
      action: compared === undefined ? 'create' : 'update',
      class: refused.length > 0 ? 'refused' : isNew ? 'new_index' : 'in_place',
      file,
      ...(overlay !== undefined && { overlay }),
      changes: changesOf('legacy_template', compared?.held ?? null, compared?.wanted ?? creationBody(object)),
      dataStreams: [],
      ...(replacement !== undefined && { replacement }),
      refused: [
        ...refused,
        ...(replacement === undefined ? obstacles.newIndex : []),
        ...(isNew && !replaced ? [newIndexAdvice(alias)] : []),
      ],
      notes: [
        ...(replacement === undefined ? [] : [...obstacles.newIndex, ...replacement.notes]),
        ...uncheckedReferences(kind, body, references),
      ],
      ...(compared !== undefined && { base: digestOf(compared.held) }),
    });
    const inPlace = indexRequests(object, live, engine);
    // The new index is made with everything else, and takes over the aliases.
    requests.push(...(replacement === undefined ? inPlace : inPlace.filter(({ part }) => part === 'aliases')));
  }
  return { items, requests };
}

/** The requests that make an index what its file says, as far as a live one can be made so. */
function indexRequests(object: CodeIndex, live: LiveIndex | undefined, target: TargetEngine): readonly IndexRequest[] {
  const { kind, name } = object;
  if (live === undefined) {
    const call: ClusterCall = { method: 'PUT', path: [name], body: formatJson(creationBody(object)) };
    return [{ kind, name, part: 'create', object, call }];
  }
  const { settings, mappings, aliases, held } = compareIndex(object, live, target);
  const index = live.index ?? name;
  const request = (part: Exclude<IndexPart, 'create'>, call: ClusterCall): IndexRequest => ({
    kind,
    name,
    part,
    object,
    call,
    base: digestOf({ [part]: held[part] ?? {} }),
  });
  const { body } = planMappingUpdate(mappings.before, mappings.after, target);
  return [
    ...(Object.keys(settings).length > 0 ? [request('settings', settingsCall(index, settings))] : []),
    ...(Object.keys(body).length > 0
      ? [request('mappings', { method: 'PUT', path: [index, '_mapping'], body: formatJson(body) })]
      : []),
    ...(Object.keys(aliases).length > 0 ? [request('aliases', aliasesCall(operationsOf(index, aliases)))] : []),
  ];
}

/**
 * Whether an index has what a request is for, or what it was planned for. Documents add fields at any time, so the
 * request is planned again, and only what it is about counts.
 */
export function indexRequestState(
  { object, part, call, base }: IndexRequest,
  live: LiveIndex | undefined,
  target: TargetEngine,
): 'wanted' | 'base' | 'other' {
  if (live === undefined) return part === 'create' ? 'base' : 'other';
  const compared = compareIndex(object, live, target);
  const isHeld = {
    create: () => compared.isSame,
    settings: () => Object.keys(compared.settings).length === 0,
    mappings: () => deepEqual(compared.mappings.before, compared.mappings.after),
    aliases: () => Object.keys(compared.aliases).length === 0,
  };
  if (isHeld[part]()) return 'wanted';
  const now = indexRequests(object, live, target).find((each) => each.part === part);
  const isPlanned = now?.base === base && now?.call.body === call.body && deepEqual(now?.call.path, call.path);
  return isPlanned ? 'base' : 'other';
}

function operationsOf(index: string, aliases: JsonObject): readonly AliasOperation[] {
  const added = aliasEntries(index, { aliases: Object.fromEntries(Object.entries(aliases).filter(hasValue)) });
  const removed = Object.keys(aliases).filter((name) => aliases[name] === null);
  return [
    ...removed.map((alias): AliasOperation => ({ index, remove: { alias } })),
    ...added.map(({ index: _, ...add }): AliasOperation => ({ index, add })),
  ];
}

function hasValue([, value]: readonly [string, unknown]): boolean {
  return value !== null;
}

/** Why an index can't be made as its file says, each as a sentence. */
interface Obstacles {
  readonly refused: readonly string[];
  /** What no live index takes. */
  readonly newIndex: readonly string[];
}

/** What to do about a change that no live index takes; `index` is behind the alias that the file names. */
function newIndexAdvice(index: string | undefined): string {
  const keep = 'or keep what the index has: mapledger pull.';
  return index === undefined
    ? `It needs a new index, which apply makes only behind an alias. Reindex into one with this definition, in the console with “Replace index”, ${keep}`
    : `It needs a new index: ${nextIndexName(index)} takes the place of ${index} with --allow reindex, ${keep}`;
}

/** `isReplaceable`: where something needs a new index, there will be one. */
function obstaclesTo(
  { mappings, settings }: IndexComparison,
  target: TargetEngine,
  { isReplaceable }: { readonly isReplaceable: boolean },
): Obstacles {
  const { body, needsReindex } = planMappingUpdate(mappings.before, mappings.after, target);
  const changes = Object.keys(settings).map((name) => ({ name, change: settingChange(name, target) }));
  const sentences = (change: (typeof changes)[number]['change'], words: string) =>
    changes.filter((each) => each.change === change).map(({ name }) => `${name} ${words}`);
  const inNewIndex = [
    ...needsReindex.map(asSentence),
    ...sentences('final', 'can be set only when the index is created.'),
  ];
  const closed = sentences('static', 'can be changed only while the index is closed');
  const isNew = isReplaceable && inNewIndex.length + closed.length > 0;
  const refusals = isNew
    ? foreseenRefusals({}, mappings.after, target)
    : foreseenRefusals(mappings.before, body, target);
  return {
    refused: [
      ...refusals.map(asSentence),
      ...sentences('private', 'can be written by the engine only. Remove it from the file.'),
      ...(isNew ? [] : closed.map((sentence) => `${sentence}. Close it, change it, and open it again.`)),
    ],
    newIndex: [...inNewIndex, ...(isNew ? closed.map((sentence) => `${sentence}, or in a new one.`) : [])],
  };
}

function asSentence({ path, reason }: { readonly path: string; readonly reason: string }): string {
  return `${path}: ${reason}`;
}

function creationObstacles(
  object: CodeIndex,
  target: TargetEngine,
  { indexTemplates }: ClusterTemplates,
  match: ReturnType<typeof composableMatcher>,
): Obstacles {
  const { name, body } = object;
  const hidden = settingIn(objectMember(body, 'settings') ?? {}, 'hidden');
  const template = match(name, hidden === true || hidden === 'true');
  const isStream = template !== undefined && isObject(member(indexTemplates.get(template) ?? {}, 'data_stream'));
  return {
    refused: [
      ...(isStream ? [`Index template ${template} makes a data stream of this name, not an index.`] : []),
      ...foreseenRefusals({}, mappingsIn(body), target).map(asSentence),
    ],
    newIndex: [],
  };
}
