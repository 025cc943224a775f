import { valueAt } from '../json/patch.ts';
import type { Pointer } from '../json/pointer.ts';
import { mergeThreeWay } from '../json/three-way.ts';
import { member, type JsonObject, type JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { templatePlaceOf } from '../template/template-place.ts';
import type { Command } from './define-command.ts';
import { editorReplaceMappings } from './editor-replace-mappings.ts';
import { templateReplace } from './template-replace.ts';

/** A command that gives a whole text: the member that has it, and where the text stands. */
export interface GivenText {
  readonly name: string;
  readonly at: (state: DocumentState) => Pointer | undefined;
}

const GIVEN_TEXTS: Readonly<Record<string, GivenText>> = {
  [editorReplaceMappings.type]: { name: 'mappings', at: ({ mappingsAt }) => mappingsAt },
  [templateReplace.type]: { name: 'body', at: (state) => templatePlaceOf(state)?.at },
};

/** How commands of a type give a whole text; undefined where they give none. */
export function givenTextOf(type: string): GivenText | undefined {
  return Object.hasOwn(GIVEN_TEXTS, type) ? GIVEN_TEXTS[type] : undefined;
}

/**
 * A command that gives a whole text, with what others have changed in the document since `before`, where the text was
 * made; what both changed is as the text has it. Any other command as it is. Cost: what differs.
 */
export function mergeWholeText(command: Command, before: DocumentState, now: DocumentState): Command {
  const given = givenTextOf(command.type);
  if (given === undefined) return command;
  const [base, theirs] = [before, now].map((state) => {
    const at = given.at(state);
    return at === undefined ? undefined : valueAt(state.body, at);
  });
  if (base === undefined || theirs === undefined || base === theirs) return command;
  // The payload of an accepted command.
  const payload = command.payload as JsonObject;
  const merged = mergeThreeWay(base, member(payload, given.name), theirs).value;
  return { ...command, payload: { ...payload, [given.name]: merged as JsonValue } };
}
