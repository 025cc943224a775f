import type { RouteAnswer } from '#domain/wire';
import { parseCase } from '../../fuzz/run/replay-file.ts';
import example from './example-case.json';

/**
 * What the editor can open of a failed case: an exported log whose history is that of the case, or its mapping; null
 * where it is neither.
 */
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

/**
 * A failed case as they read: found after a fault was planted by which an undo brings back the opposite of a boolean.
 */
export function exampleCase(): RouteAnswer<'lab.get'>['example'] {
  const { target, law, message, steps } = example;
  return { target, law, message, steps, caseFile: JSON.stringify(example) };
}
