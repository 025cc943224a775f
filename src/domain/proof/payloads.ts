import { clusterMappings } from '../document/live-document.ts';
import { applyToBody } from '../document/model.ts';
import { isDocumentCommand, reduce } from '../commands/reduce.ts';
import type { Command } from '../commands/define-command.ts';
import type { RecordedCommand, Stamp } from '../events/event.ts';
import { PatchError, PatchTarget, valueAt, type Body, type Patch } from '../json/patch.ts';
import { isPointer } from '../json/pointer.ts';
import { mergeThreeWay } from '../json/three-way.ts';
import { isArray, isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { templatePlaceOf } from '../template/template-place.ts';
import { LIVE_BODY_AT } from '../document/live-document.ts';
import { isSameJson, isSamePatch } from './same-json.ts';

/** What a payload is rebuilt from: the document before and after, and the patch in between. */
export interface Change {
  readonly before: DocumentState;
  readonly after: Body;
  readonly patch: Patch;
  readonly stamp: Stamp;
}

/**
 * The payloads that a recorded command may have had, the likeliest first. A command that keeps only the digest of a
 * whole text has that text from the document after it; what was kept of no text at all, such as what a cluster had been
 * asked for, is worked out from the change.
 */
export function payloadsOf({ type, payload }: RecordedCommand, change: Change): readonly JsonValue[] {
  if (type === 'batch') return batchPayloads(payload, change);
  const rebuilt = isObject(payload) ? rebuilderOf(type)?.(payload, change) : undefined;
  return rebuilt?.filter((each) => each !== undefined) ?? [payload];
}

type Rebuild = (payload: JsonObject, change: Change) => readonly (JsonObject | undefined)[];

function rebuilderOf(type: string): Rebuild | undefined {
  return Object.hasOwn(REBUILDERS, type) ? REBUILDERS[type] : undefined;
}

const REBUILDERS: Readonly<Record<string, Rebuild>> = {
  'document.create': (payload, { patch }) => {
    const body = valueIn(patch, '');
    const continues = member(payload, 'continues');
    return [body === undefined ? undefined : { body, ...(continues !== undefined && { continues }) }];
  },
  'editor.replaceMappings': (_payload, { before, after }) => [
    withMember('mappings', valueAt(after, before.mappingsAt)),
  ],
  'template.replace': (_payload, { before, after }) => {
    const place = templatePlaceOf(before);
    return place === null ? [] : [withMember('body', valueAt(after, place.at))];
  },
  'mapping.follow': (payload, { before, after }) =>
    sentTexts(payload, before.mappingsAt, before, after).map((sent) => ({
      mappings: clusterMappings(after),
      ...(sent !== undefined && { sent }),
      ...actionOf(payload),
    })),
  'template.follow': (payload, { before, after }) => {
    const body = clusterMappings(after);
    const followed = sentTexts(payload, LIVE_BODY_AT, before, after).map((sent) => ({
      body,
      ...(sent !== undefined && { sent }),
      ...actionOf(payload),
    }));
    return [
      ...followed,
      { body, merges: false, ...actionOf(payload) },
      ...followed.map((each) => ({ ...each, merges: false })),
    ];
  },
  'plan.propose': (_payload, { patch }) => [withMember('plan', valueIn(patch, ''))],
  'plan.beginStep': (payload, { after, patch }) => {
    const at = stepAt(payload);
    const requests = valueAt(after, `${at}/requests`);
    const before = valueIn(patch, `${at}/before`);
    return requests === undefined ? [] : [{ ...payload, requests, ...(before !== undefined && { before }) }];
  },
  'plan.completeStep': (payload, { patch }) => {
    const result = valueIn(patch, `${stepAt(payload)}/result`);
    return [{ ...payload, ...(result !== undefined && { result }) }];
  },
};

function withMember(name: string, value: JsonValue | undefined): JsonObject | undefined {
  return value === undefined ? undefined : { [name]: value };
}

/** The action whose outcome a follow notes; it is recorded as it was given. */
function actionOf({ action }: JsonObject): JsonObject {
  return action === undefined ? {} : { action };
}

function stepAt({ step }: JsonObject): string {
  return `/steps/${typeof step === 'number' ? step : ''}`;
}

/** The value that a patch puts at a place. */
function valueIn(patch: Patch, path: string): JsonValue | undefined {
  const operation = patch.find((each) => each.path === path);
  return operation !== undefined && (operation.op === 'add' || operation.op === 'replace')
    ? operation.value
    : undefined;
}

/**
 * The candidates for `sent` before a sync from the cluster: nothing, the user's mappings, or the mappings that make the
 * merge give the recorded result. If the event notes a save, something was sent, and the cluster's previous state
 * merges like nothing. The last candidate is a merge with the result as the base: where the user's side was kept the
 * cluster changed nothing, elsewhere the user changed nothing, and where an edit was kept against the cluster both
 * changed it.
 */
function sentTexts(
  payload: JsonObject,
  at: string,
  before: DocumentState,
  after: Body,
): readonly (JsonObject | undefined)[] {
  const mine = valueAt(before.body, at);
  const merged = mergeThreeWay(valueAt(after, at), mine, clusterMappings(after)).value;
  const kept = payload['kept'];
  const texts: (JsonObject | undefined)[] = [payload['sent'] === true ? clusterMappings(before.body) : undefined];
  if (isObject(mine)) texts.push(mine);
  if (isObject(merged)) texts.push(kept === undefined ? merged : withOthersAt(merged, kept));
  return texts;
}

/** In no document, so that it differs from what both made of a place. */
const OTHER = '\u0000';

/** A text that has something else at each of these places, so that an edit was kept there. */
function withOthersAt(text: JsonObject, places: JsonValue): JsonObject {
  const pointers = isArray(places) ? places : [];
  const target = new PatchTarget(text);
  for (const path of pointers) {
    if (typeof path !== 'string' || !isPointer(path)) continue;
    try {
      target.apply([{ op: 'add', path, value: OTHER }]);
    } catch (error) {
      // Whoever wrote this names a place that is not there.
      if (!(error instanceof PatchError)) throw error;
    }
  }
  return isObject(target.body) ? target.body : text;
}

/** The payloads of a batch whose members may keep digests: each member has the part of the patch that it comes to. */
function batchPayloads(payload: JsonValue, change: Change): readonly JsonValue[] {
  if (!isObject(payload)) return [payload];
  const commands = payload['commands'];
  if (!isArray(commands)) return [payload];
  if (!commands.every(isMember)) return [payload];
  if (!commands.some(({ type }) => rebuilderOf(type) !== undefined)) return [payload];
  const rebuilt = rebuildMembers(commands, change, isSameJson) ?? rebuildMembers(commands, change, () => true);
  return rebuilt === null ? [payload] : [{ ...payload, commands: rebuilt }];
}

type Member = JsonObject & RecordedCommand;

function isMember(value: JsonValue): value is Member {
  return isObject(value) && typeof value['type'] === 'string' && value['payload'] !== undefined;
}

/**
 * How many items of lists the patch of one event may move before it is called wrong. Commands put lists whole, so that
 * theirs move next to none; one of thousands of operations at the front of a long list takes seconds.
 */
export const MAX_MOVED_ITEMS = 200_000;

/** How many parts of a patch are tried for one member that keeps a digest. */
export const MAX_SPLITS = 256;

/**
 * Members with their payloads, from the front: one that keeps a digest takes the longest part of the rest of the patch
 * that it comes to and whose payload, as it would be recorded, fits the recorded one. Several parts can come to the
 * same patch as a whole: what an edit after a replacement adds could have been in the text that replaced. Null where
 * they do not use the patch up.
 */
function rebuildMembers(
  members: readonly Member[],
  { before, patch, stamp }: Change,
  fits: (recorded: JsonValue, decided: JsonValue) => boolean,
): readonly JsonObject[] | null {
  const [member, ...others] = members;
  if (member === undefined) return patch.length === 0 ? [] : null;
  const { type } = member;
  const goOn = (payload: JsonValue, expected: Patch | null): readonly JsonObject[] | null => {
    const decided = decide(before, { type, payload }, stamp);
    if (decided === null) return null;
    const used = patch.slice(0, decided.patch.length);
    if (expected !== null && (expected.length !== used.length || !fits(member.payload, decided.payload))) return null;
    if (!isSamePatch(decided.patch, used)) return null;
    const change = { before: decided.after, after: undefined, patch: patch.slice(used.length), stamp };
    const rest = rebuildMembers(others, change, fits);
    return rest === null ? null : [{ type, payload }, ...rest];
  };
  if (rebuilderOf(type) === undefined) return goOn(member.payload, null);
  const longest = patch.length - others.length;
  for (let length = longest; length > Math.max(0, longest - MAX_SPLITS); length--) {
    const part = patch.slice(0, length);
    const after = bodyAfter(before, part);
    if (after === null) continue;
    for (const payload of payloadsOf(member, { before, after, patch: part, stamp })) {
      const rebuilt = goOn(payload, part);
      if (rebuilt !== null) return rebuilt;
    }
  }
  return null;
}

function decide(
  state: DocumentState,
  command: Command,
  stamp: Stamp,
): { readonly payload: JsonValue; readonly patch: Patch; readonly after: DocumentState } | null {
  if (!isDocumentCommand(command.type)) return null;
  const reduced = reduce(state, command, stamp);
  // Members of a batch see the history before it.
  if (!('event' in reduced)) return null;
  const { command: recorded, patch } = reduced.event;
  return { payload: recorded.payload, patch, after: { ...state, body: reduced.after.body } };
}

function bodyAfter(before: DocumentState, patch: Patch): Body | null {
  try {
    return applyToBody(before.body, patch, undefined, MAX_MOVED_ITEMS).body;
  } catch (error) {
    if (error instanceof PatchError) return null;
    throw error;
  }
}
