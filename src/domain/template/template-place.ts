import { wantedAt } from '../document/live-document.ts';
import { joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import type { DocumentState } from '../state/state.ts';

/** The location of a template's body in a document. */
export interface TemplatePlace {
  readonly at: Pointer;
  /** Its settings, mappings and aliases are next to its patterns, not under `template`. */
  readonly isLegacy: boolean;
}

/** The sections of a template, each an object. */
export type TemplateSection = 'settings' | 'mappings' | 'aliases' | 'lifecycle';

/** What an engine puts around a template when it is asked for one. */
const WRAPPERS: readonly string[] = ['component_template', 'index_template'];

/** Finds the template in a document by the location of its mappings; null if there is none. */
export function templatePlaceOf(state: Pick<DocumentState, 'body' | 'mappingsAt'>): TemplatePlace | null {
  const [first = '', ...others] = parsePointer(state.mappingsAt);
  const live = wantedAt(state);
  if (live !== null) return live === joinPointer('', first) ? placeAt(live, others) : null;
  if (WRAPPERS.includes(first)) return placeAt(joinPointer('', first), others);
  return placeAt('', [first, ...others]);
}

function placeAt(at: Pointer, [first, second]: readonly string[]): TemplatePlace | null {
  if (first === 'template') return second === 'mappings' ? { at, isLegacy: false } : null;
  return first === 'mappings' ? { at, isLegacy: true } : null;
}

/** The location of a section of a template in its document, whether it exists or not. */
export function sectionAt({ at, isLegacy }: TemplatePlace, section: TemplateSection): Pointer {
  return isLegacy ? joinPointer(at, section) : joinPointer(at, 'template', section);
}
