import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { levelsOf } from '../mapping/field-names.ts';

/** Who refuses a name of spaces in documents. */
const REFUSES_BLANKS = elasticsearch({ from: '8.6' });

/** Why a document can't have a name, or null. Where dots are no levels, they may be anywhere. */
export function documentNameFault(name: string, isFlat: boolean, engine: TargetEngine): string | null {
  if (name === '') return 'A field needs a name.';
  if (name.trim() === '' && isKnownBy(REFUSES_BLANKS, engine)) return 'A name can’t consist of spaces alone.';
  if (isFlat || !name.includes('.')) return null;
  const levels = levelsOf(name);
  if (levels.length === 1 && levels[0] === '') return 'A name can’t consist of dots alone.';
  return levels.some((level) => level.trim() === '') ? 'A name between dots can’t be empty.' : null;
}
