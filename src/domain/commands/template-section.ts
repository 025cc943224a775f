import { keepsLiterals } from '../events/rules.ts';
import { diff } from '../json/diff.ts';
import { valueAt, type Patch } from '../json/patch.ts';
import { parsePointer, type Pointer } from '../json/pointer.ts';
import { deepEqual, type JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';
import { sectionAt, templatePlaceOf, type TemplatePlace, type TemplateSection } from '../template/template-place.ts';
import { namesOf } from './changes.ts';
import { addAt, reject, UNCHANGED, type DecideContext, type Decision, type Rejection } from './define-command.ts';

export function notATemplate(): Rejection<'template.not_a_template'> {
  return reject('template.not_a_template', 'This document is not a template.');
}

export function notComposable(what: string): Rejection<'template.not_composable'> {
  return reject('template.not_composable', `A legacy template has no ${what}.`);
}

export type SectionCode = 'template.not_a_template' | 'document.unexpected_container';

/** Puts a section of a template in the place of the present one, cut to what differs; null takes it out. */
export function decideSection(
  state: DocumentState,
  section: TemplateSection,
  value: JsonValue,
  { rules }: Pick<DecideContext, 'rules'>,
  place: TemplatePlace | null = templatePlaceOf(state),
): Decision<SectionCode> {
  if (place === null) return notATemplate();
  const at = sectionAt(place, section);
  const before = valueAt(state.body, at);
  if (value === null)
    return before === undefined ? UNCHANGED : { patch: [{ op: 'remove', path: at }], summary: `Remove ${section}` };
  if (deepEqual(before, value)) return UNCHANGED;
  const patch =
    before === undefined
      ? addAt(state, parsePointer(at), '', value)
      : diff(before, value, at, { asWritten: keepsLiterals(rules) });
  if (patch === null) return reject('document.unexpected_container', `The value at "${at}" can't hold ${section}.`, at);
  return { patch, summary: summaryOf(patch, section, at) };
}

function summaryOf(patch: Patch, section: TemplateSection, at: Pointer): string {
  const inside = patch.filter(({ path }) => path.length > at.length);
  const names = namesOf(inside, (path) => parsePointer(path.slice(at.length)).join('.'));
  return inside.length === 0 ? `Edit ${section}` : `Edit ${section}: ${names}`;
}
