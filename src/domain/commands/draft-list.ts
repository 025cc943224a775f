import { Type } from 'typebox';
import { valueAt } from '../json/patch.ts';
import { joinPointer } from '../json/pointer.ts';
import { isObject, member } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { reject, type Rejection } from './define-command.ts';
import { PointerSchema, exact } from '../json/schemas.ts';

/** The list of drafts is a document like any other: an object of drafts by id, with its own log and undo. */
export const DRAFTS_STREAM = 'workspace/drafts';

export const DraftTargetSchema = exact({
  distribution: Type.Union([Type.Literal('elasticsearch'), Type.Literal('opensearch')]),
  version: Type.String({ pattern: '^[0-9]+(\\.[0-9]+){0,2}$' }),
});

/** What the list knows of a draft; the draft itself is the document of stream `draft/{id}`. */
export const DraftSchema = exact({
  name: Type.String({ minLength: 1 }),
  target: DraftTargetSchema,
  mappingsAt: PointerSchema,
  kind: Type.String(),
  createdAt: Type.String(),
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
