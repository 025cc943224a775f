import type { JsonObject } from '../json/value.ts';
import type { Pointer } from '../json/pointer.ts';

/** Which record: a tab has one for each form of a stream and what the form is about. */
export interface UnappliedKey {
  readonly stream: string;
  /**
   * The kind of form, by a name that stays. A form with secrets, or one that asks for a name to be typed again, is
   * never kept.
   */
  readonly form: string;
  /** The field that the form is about, at the base version; null where it is about none. */
  readonly field: Pointer | null;
  /** The id of the tab that it was typed in. */
  readonly tab: string;
}

/** The command that was sent to apply a record, noted before its event could be stored. */
export interface Applying {
  /** The newest version before the command. */
  readonly after: number;
  readonly command: string;
  /** Of the command, but for pointers, which move. */
  readonly payload: JsonObject;
}

/** What somebody typed in a form and has not applied. */
export interface UnappliedContent extends UnappliedKey {
  /** Of `values`; a reader that does not know it shows the text to be copied. */
  readonly format: number;
  /** A version of the document at which `field` was called so; of a text, the one that its edits belong to. */
  readonly baseVersion: number;
  /** When it was typed. */
  readonly at: string;
  /** The form was on the screen. */
  readonly isOpen?: boolean;
  /** Where such an event follows in the log, the record was applied and only its removal did not come about. */
  readonly applying?: Applying;
  /** Only what differs. */
  readonly values: JsonObject;
}

/** A record that is removed as it was at this time. */
export interface UnappliedRemoval extends UnappliedKey {
  readonly at: string;
}

/** What was typed and not applied, apart from log and trace: nothing in it is dropped but by who typed it. */
export interface UnappliedContentStore {
  /** Stores one record in the place of the one with its key. @throws NotJsonError */
  put(content: UnappliedContent): Promise<void>;
  /** Removes one record; what was left beside the store by then is not recovered any more. */
  remove(removal: UnappliedRemoval): Promise<void>;
  /**
   * Stores a record that its tab has left beside the store, unless the store has it: one with its key that is as new or
   * was removed since, or the same values in the same form of a tab that adopted them. In one transaction.
   */
  recover(content: UnappliedContent): Promise<void>;
  /** Removes a record, as its tab has left to be done, unless it is newer. In one transaction. */
  recoverRemoval(removal: UnappliedRemoval): Promise<void>;
  /** The records of a stream, of every tab, oldest first. */
  read(stream: string): Promise<readonly UnappliedContent[]>;
  /**
   * Gives a tab the records of a stream that are adoptable, the newest of each form; where this tab has typed in a form
   * itself its own record stays as it is, and the other is left where it is. In one transaction, so that two tabs never
   * adopt the same record. Resolves with the records that were adopted.
   */
  adopt(
    stream: string,
    tab: string,
    isAdoptable: (content: UnappliedContent) => boolean,
  ): Promise<readonly UnappliedContent[]>;
}

/** Which tabs there are. */
export interface TabPresence {
  /** The id of this tab: a new one for each page load. */
  readonly id: string;
  /** Resolves with a predicate: whether a tab is certainly closed. It returns false for a tab that may be open. */
  findGone(): Promise<(tab: string) => boolean>;
  /** As when the page goes. */
  leave(): void;
}

/** The format of the values that this version writes. */
export const UNAPPLIED_FORMAT = 1;

/** What one form has that is not part of the document, or not sent. */
export interface TypedContent {
  readonly form: string;
  readonly field: Pointer | null;
  /** A version at which `field` was called so; of a text, the one that its edits belong to. */
  readonly baseVersion: number;
  readonly values: JsonObject;
  /** The form is on the screen. */
  readonly isOpen: boolean;
  /** Another tab whose record in the store it still is; null where this session stores it. */
  readonly tab: string | null;
}
