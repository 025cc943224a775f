import { CLUSTER_AT, clusterMappings } from '../document/live-document.ts';
import type { DocumentEvent } from '../events/event.ts';
import { valueAt } from '../json/patch.ts';
import { isWithin, type Pointer } from '../json/pointer.ts';
import { deepEqual, isArray, isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { templatePlaceOf } from '../template/template-place.ts';
import { batch } from './batch.ts';
import type { Command } from './define-command.ts';
import { documentCreate } from './document-create.ts';
import { editorReplaceMappings } from './editor-replace-mappings.ts';
import { mappingFollow } from './mapping-follow.ts';
import { reduce } from './reduce.ts';
import { templateFollow } from './template-follow.ts';
import { templateReplace } from './template-replace.ts';

/**
 * A command whose event keeps a digest in place of a whole text: the member that had the text, and where the text
 * stands afterwards.
 */
interface WholeText {
  readonly member: string;
  readonly at: (after: DocumentState) => Pointer | null;
}

const WHOLE_TEXTS: Readonly<Record<string, WholeText>> = {
  [documentCreate.type]: { member: 'body', at: () => '' },
  [editorReplaceMappings.type]: { member: 'mappings', at: ({ mappingsAt }) => mappingsAt },
  [mappingFollow.type]: { member: 'mappings', at: () => CLUSTER_AT },
  [templateReplace.type]: { member: 'body', at: (after) => templatePlaceOf(after)?.at ?? null },
  [templateFollow.type]: { member: 'body', at: () => CLUSTER_AT },
};

/**
 * The command that an event came from, so that it can be decided again: `before` and `after` are the states without and
 * with it. A whole text that the event keeps as a digest is read from `after`. Null where it can't be had again: where
 * the rest of a batch has changed it.
 *
 * What is not recorded is not brought back: a follow that notes a save is decided as if the cluster had been asked for
 * what it had before.
 */
export function commandOfEvent(event: DocumentEvent, before: DocumentState, after: DocumentState): Command | null {
  const { command, patch } = event;
  if (command.type === batch.type) return commandOfBatch(event, before, after);
  const payload = payloadOf(command.type, command.payload, before, after);
  if (payload === null) return null;
  // Else what the cluster has would be taken over, though it was only noted.
  const isOnlyNoted = command.type === templateFollow.type && patch.every(({ path }) => isWithin(path, CLUSTER_AT));
  return { type: command.type, payload: isOnlyNoted ? { ...payload, merges: false } : payload };
}

function payloadOf(type: string, recorded: JsonValue, before: DocumentState, after: DocumentState): JsonObject | null {
  if (!isObject(recorded)) return null;
  const whole = Object.hasOwn(WHOLE_TEXTS, type) ? WHOLE_TEXTS[type] : undefined;
  if (whole === undefined) return recorded;
  const at = whole.at(after);
  const text = at === null ? undefined : valueAt(after.body, at);
  if (text === undefined) return null;
  const action = member(recorded, 'action');
  return {
    [whole.member]: text,
    ...(member(recorded, 'sent') === true && { sent: clusterMappings(before.body) }),
    ...(action !== undefined && { action }),
  };
}

function commandOfBatch(event: DocumentEvent, before: DocumentState, after: DocumentState): Command | null {
  const { id, at, author, command } = event;
  const recorded = command.payload;
  const members = isObject(recorded) ? member(recorded, 'commands') : undefined;
  if (!isObject(recorded) || !isArray(members)) return null;
  const commands: JsonValue[] = [];
  let hasWholeText = false;
  for (const each of members) {
    const type = isObject(each) ? member(each, 'type') : undefined;
    const payload = isObject(each) ? member(each, 'payload') : undefined;
    const found = typeof type === 'string' && payload !== undefined ? payloadOf(type, payload, before, after) : null;
    if (typeof type !== 'string' || found === null) return null;
    hasWholeText ||= Object.hasOwn(WHOLE_TEXTS, type);
    commands.push({ type, payload: found });
  }
  const given = { type: batch.type, payload: { ...recorded, commands } };
  if (!hasWholeText) return given;
  // What stood there in the middle of the batch is not known, but whether this comes to the same.
  const reduced = reduce(before, given, { id, at, author });
  if (!('event' in reduced)) return null;
  // The summary tells where a member has nothing left to do: a text as it is afterwards has it already.
  const { patch, summary } = reduced.event;
  return summary === event.summary && deepEqual(patch, event.patch) ? given : null;
}
