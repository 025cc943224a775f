import type { Pointer } from '../json/pointer.ts';
import type { Author } from './event.ts';

/** Why a command can't be done, in words that a person can act on. */
export interface RejectionDetail {
  readonly message: string;
  /** The place concerned: a pointer in the body, or for `command.invalid` one in the payload. */
  readonly at?: Pointer;
  /** For `history.superseded`: the event that stands in the way, and who made it. */
  readonly by?: { readonly eventId: string; readonly author: Author; readonly summary: string };
  /** For `batch`: the position of the command that was rejected, from 0, and its own code. */
  readonly index?: number;
  readonly code?: string;
}
