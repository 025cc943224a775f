import { Type } from 'typebox';
import { valueAt } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { isObject, member } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { reject, type Rejection } from './define-command.ts';
import { PointerSchema, exact } from '../json/schemas.ts';

/**
 * Where every browser had its list of drafts before lists were shared; events are copied from it, and it stays as it
 * was.
 */
export const DRAFTS_STREAM = 'workspace/drafts';

/**
 * The list of drafts of an author is a document like any other: an object of drafts by id, with its own log and undo.
 */
export function draftsStream(authorId: string): string {
  return `${DRAFTS_STREAM}/${authorId}`;
}

/** Whether a stream is a list of drafts, of whichever author. */
export function isDraftsStream(stream: string): boolean {
  return stream === DRAFTS_STREAM || stream.startsWith(draftsStream(''));
}

export const DraftTargetSchema = exact({
  distribution: Type.Union([Type.Literal('elasticsearch'), Type.Literal('opensearch')]),
  version: Type.String({ pattern: '^[0-9]+(\\.[0-9]+){0,2}$' }),
});

/** What was made of a draft on a cluster. */
export const BecameSchema = exact({
  what: Type.Union([
    Type.Literal('index'),
    Type.Literal('index template'),
    Type.Literal('legacy template'),
    Type.Literal('component template'),
    Type.Literal('plan'),
  ]),
  /** The uuid of the cluster where it reports one, else its id in the configuration. */
  cluster: Type.String(),
  /** Of a plan, its title. */
  name: Type.String({ minLength: 1 }),
  /** Of a plan. */
  id: Type.Optional(Type.String()),
  at: Type.String(),
});
export type Became = Type.Static<typeof BecameSchema>;

/** What the list knows of a draft; the draft itself is the document of stream `draft/{id}`. */
export const DraftSchema = exact({
  name: Type.String({ minLength: 1 }),
  target: DraftTargetSchema,
  mappingsAt: PointerSchema,
  kind: Type.String(),
  createdAt: Type.String(),
  became: Type.Optional(Type.Array(BecameSchema)),
  /** The name of the template that it began as a clone of. */
  cloneOf: Type.Optional(Type.String()),
  /** The id of the draft that it was made from. */
  sourceDraft: Type.Optional(Type.String()),
});
export type Draft = Type.Static<typeof DraftSchema>;

export const DRAFT_NAME_REQUIRED = 'Give a name to the draft.';
export const DRAFT_NAME_TAKEN = 'There is already a draft with this name.';

export const DraftIdSchema = Type.String({ minLength: 1 });

/** The stream of a draft's own log. */
export function draftStream(id: string): string {
  return `draft/${id}`;
}

export function draftName(state: DocumentState, id: string): string | undefined {
  const name = valueAt(state.body, joinPointer('', id, 'name'));
  return typeof name === 'string' ? name : undefined;
}

export function isNameTaken(state: DocumentState, name: string, except?: string): boolean {
  if (!isObject(state.body)) return false;
  return Object.entries(state.body).some(
    ([id, draft]) => id !== except && isObject(draft) && member(draft, 'name') === name,
  );
}

export function draftNotFound(id: string): Rejection<'draft.not_found'> {
  return reject('draft.not_found', `Draft "${id}" doesn't exist.`, joinPointer('', id));
}
