import type { TargetEngine } from '#domain/catalogue';
import { countBelow } from '#domain/commands';
import { parentPointer, valueAt, type Body, type Pointer } from '#domain/json';
import { lint } from '#domain/lint';
import { parseFieldId, type FieldId } from '#domain/mapping';
import type { BodyKind } from '#domain/template';
import type { EditedDocument } from './edited-document.ts';

/** Mappings with more fields have no marks in the tree: to check them takes longer than an edit may. */
const MAX_MARKED_FIELDS = 20_000;

/** Of these rules one takes longer than an edit may, and of the others the tab is enough. */
const NOT_MARKED = new Map([['upgrade', 'It is listed in the tab.']]);

/** What lint warns of, by the field, as sentences; `off` has the rules that are switched off for the document. */
export function lintMarks(
  edited: EditedDocument,
  body: Body,
  target: TargetEngine,
  off: ReadonlyMap<string, string>,
): ReadonlyMap<FieldId, string> {
  const { mappingsAt } = edited;
  const marks = new Map<FieldId, string>();
  if (countBelow(valueAt(body, mappingsAt)) > MAX_MARKED_FIELDS) return marks;
  const { findings } = lint(
    { body, mappingsAt, kind: bodyKindOf(edited), target },
    { off: new Map([...off, ...NOT_MARKED]) },
  );
  for (const { at, evidence, severity } of findings) {
    const field = severity === 'info' ? null : fieldAt(at, mappingsAt);
    if (field === null) continue;
    const marked = marks.get(field);
    marks.set(field, marked === undefined ? evidence : `${marked} ${evidence}`);
  }
  return marks;
}

const TEMPLATES: readonly BodyKind[] = ['index template', 'component template', 'legacy template'];

/** What the rules take the document for. */
export function bodyKindOf({ kind }: Pick<EditedDocument, 'kind'>): BodyKind {
  return TEMPLATES.find((each) => each === kind.toLowerCase()) ?? 'mappings';
}

/** The field that a place is, or is in; null for what is in none. */
export function fieldAt(at: Pointer, mappingsAt: Pointer): FieldId | null {
  for (let place = at; place.length > mappingsAt.length; place = parentPointer(place))
    if (parseFieldId(place, mappingsAt) !== null) return place;
  return null;
}
