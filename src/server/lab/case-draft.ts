import { parseCase } from '../../fuzz/run/replay-file.ts';

/** What the editor can open of a failed case: an exported log whose history is that of the case, or its mapping; null where it is neither. */
export async function draftOfCase(
  name: string,
  file: string,
): Promise<{ readonly name: string; readonly text: string } | null> {
  const kept = parseCase(file);
  if (kept === null) return null;
  const { textOfCase } = await import('../../fuzz/run/case-text.ts');
  const text = await textOfCase(kept, name);
  return text === null ? null : { name, text };
}
