import { checkMappings, choosingValid, type ChosenMappings, type LoadFault } from '../../machines/load-json-machine.ts';
import { readMappingsOf } from '../editor/fields/load-mappings.ts';
import { describeFault } from '../files/describe-fault.ts';
import { assertReadable } from '../files/import-draft.ts';
import type { GivenText } from '../kit/file-drop.tsx';

/**
 * The result of reading a dropped or pasted text: mappings that are all valid, the input of the dialog where some are
 * not, or the reason why the text can't be read.
 */
export type DroppedMappings =
  | { readonly kind: 'valid'; readonly chosen: ChosenMappings }
  | { readonly kind: 'doubtful'; readonly text: string; readonly checked: ReturnType<typeof checkMappings> }
  | { readonly kind: 'unreadable'; readonly fault: LoadFault };

/** Reads a text that was dropped or pasted. Cost: that of the whole text. */
export async function readDropped(given: GivenText): Promise<DroppedMappings> {
  try {
    assertReadable(given.sizeBytes);
    const text = await given.read();
    const checked = checkMappings(readMappingsOf(text));
    return checked.errors.length > 0
      ? { kind: 'doubtful', text, checked }
      : { kind: 'valid', chosen: choosingValid(checked) };
  } catch (error) {
    return { kind: 'unreadable', fault: describeFault(error, given.fileName) };
  }
}
