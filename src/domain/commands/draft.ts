import Type from 'typebox';
import { valueAt } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { deepEqual, isObject, member, type JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { defineCommand, reject, UNCHANGED } from './define-command.ts';
import { PointerSchema, exact } from '../json/schemas.ts';

/** The list of drafts is a document like any other: an object of drafts by id, with its own log and undo. */
export const DRAFTS_STREAM = 'workspace/drafts';

const TargetSchema = exact({
  distribution: Type.Union([Type.Literal('elasticsearch'), Type.Literal('opensearch')]),
  version: Type.String({ pattern: '^[0-9]+(\\.[0-9]+){0,2}$' }),
});

/** What the list knows of a draft; the draft itself is the document of stream `draft/{id}`. */
export const DraftSchema = exact({
  name: Type.String({ minLength: 1 }),
  target: TargetSchema,
  mappingsAt: PointerSchema,
  kind: Type.String(),
  createdAt: Type.String(),
});
export type Draft = Type.Static<typeof DraftSchema>;

export const DRAFT_NAME_REQUIRED = 'Give a name to the draft.';
export const DRAFT_NAME_TAKEN = 'There is already a draft with this name.';

const IdSchema = Type.String({ minLength: 1 });

/** The stream of a draft's own log. */
export function draftStream(id: string): string {
  return `draft/${id}`;
}

function draftName(state: DocumentState, id: string): string | undefined {
  const name = valueAt(state.body, joinPointer('', id, 'name'));
  return typeof name === 'string' ? name : undefined;
}

function isNameTaken(state: DocumentState, name: string, except?: string): boolean {
  if (!isObject(state.body)) return false;
  return Object.entries(state.body).some(
    ([id, draft]) => id !== except && isObject(draft) && member(draft, 'name') === name,
  );
}

function notFound(id: string) {
  return reject('draft.not_found', `There is no draft "${id}".`, joinPointer('', id));
}

export const draftAdd = defineCommand({
  type: 'draft.add',
  event: 'draft.added',
  pointers: [],
  payload: exact({ id: IdSchema, draft: DraftSchema }),
  decide(state, { id, draft }) {
    const at = joinPointer('', id);
    if (valueAt(state.body, at) !== undefined) return reject('draft.exists', `There is already a draft "${id}".`, at);
    if (isNameTaken(state, draft.name)) return reject('draft.name_taken', DRAFT_NAME_TAKEN, at);
    return { patch: [{ op: 'add', path: at, value: draft as JsonValue }], summary: `Add draft ${draft.name}` };
  },
});

export const draftRename = defineCommand({
  type: 'draft.rename',
  event: 'draft.renamed',
  pointers: [],
  payload: exact({ id: IdSchema, name: Type.String() }),
  decide(state, { id, name }) {
    const before = draftName(state, id);
    if (before === undefined) return notFound(id);
    const at = joinPointer('', id, 'name');
    if (name.trim() === '') return reject('draft.name_required', DRAFT_NAME_REQUIRED, at);
    if (name === before) return UNCHANGED;
    if (isNameTaken(state, name, id)) return reject('draft.name_taken', DRAFT_NAME_TAKEN, at);
    return { patch: [{ op: 'replace', path: at, value: name }], summary: `Rename draft ${before} to ${name}` };
  },
});

export const draftSetTarget = defineCommand({
  type: 'draft.setTarget',
  event: 'draft.targetSet',
  pointers: [],
  payload: exact({ id: IdSchema, target: TargetSchema }),
  decide(state, { id, target }) {
    const name = draftName(state, id);
    if (name === undefined) return notFound(id);
    const at = joinPointer('', id, 'target');
    if (deepEqual(valueAt(state.body, at), target)) return UNCHANGED;
    const patch = [{ op: 'replace', path: at, value: target as JsonValue }] as const;
    return { patch, summary: `Set the target of draft ${name} to ${target.distribution} ${target.version}` };
  },
});

/** Takes a draft off the list. Its log stays, so that undo brings it back whole. */
export const draftRemove = defineCommand({
  type: 'draft.remove',
  event: 'draft.removed',
  pointers: [],
  payload: exact({ id: IdSchema }),
  decide(state, { id }) {
    const name = draftName(state, id);
    if (name === undefined) return notFound(id);
    return { patch: [{ op: 'remove', path: joinPointer('', id) }], summary: `Delete draft ${name}` };
  },
});
