import type { DocumentSession } from '../../machines/document-session.ts';
import {
  checkMappings,
  choosingValid,
  isRemoval,
  type ChosenMappings,
  type LoadFault,
  type LoadJsonInput,
} from '../../machines/load-json-machine.ts';
import { hasMappings, readOffersOf } from '../editor/fields/load-mappings.ts';
import { describeFault } from '../files/describe-fault.ts';
import { assertReadable } from '../files/import-draft.ts';
import type { GivenText } from '../kit/file-drop.tsx';

/**
 * The result of reading a dropped or pasted text: mappings that can be loaded at once, the input of the dialog where
 * something has to be decided first, or the reason why the text can't be read.
 */
export type DroppedMappings =
  | { readonly kind: 'valid'; readonly chosen: ChosenMappings }
  | { readonly kind: 'doubtful'; readonly input: LoadJsonInput }
  | { readonly kind: 'unreadable'; readonly fault: LoadFault };

/** Reads a text that was dropped on a document or pasted. Cost: that of the whole text. */
export async function readDropped(given: GivenText, document: DocumentSession): Promise<DroppedMappings> {
  try {
    assertReadable(given.sizeBytes);
    const text = await given.read();
    const found = readOffersOf(text);
    if (!('mappings' in found)) return { kind: 'doubtful', input: { text, offered: found } };
    const checked = checkMappings({ ...found, replacesMappings: hasMappings(document) });
    return checked.errors.length > 0 || isRemoval(checked)
      ? { kind: 'doubtful', input: { text, checked } }
      : { kind: 'valid', chosen: choosingValid(checked) };
  } catch (error) {
    return { kind: 'unreadable', fault: describeFault(error, given.fileName) };
  }
}
