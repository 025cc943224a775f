import { toJsonValue, formatJson, parseJson } from '#domain/json';
import { UNAPPLIED_FORMS, type UnappliedContent, type UnappliedKey } from '#domain/ports';

/** A record as text, so that integers keep their digits and nothing alive gets into a store. @throws NotJsonError */
export function formatContent(content: UnappliedContent): string {
  return formatJson(toJsonValue(content));
}

export function parseContent(text: string): UnappliedContent {
  return parseJson(text) as unknown as UnappliedContent;
}

/** The key of a record in a store; null is no key, and no pointer is called so. */
export function storeKeyOf({ stream, form, field, tab }: UnappliedKey): [string, string, string, string] {
  return [stream, tab, form, field ?? 'none'];
}

/** The opposite of {@link storeKeyOf}, null for what it has not made. */
export function keyOfStored(stored: unknown): UnappliedKey | null {
  if (!Array.isArray(stored) || stored.length !== 4 || !stored.every((part) => typeof part === 'string')) return null;
  const [stream = '', tab = '', form, field = ''] = stored;
  const known = UNAPPLIED_FORMS.find((each) => each === form);
  return known === undefined ? null : { stream, tab, form: known, field: field === 'none' ? null : field };
}

/** Whether a store with these records needs nothing of one that was left beside it. */
export function isRecovered(left: UnappliedContent, contents: readonly UnappliedContent[]): boolean {
  const values = formatJson(toJsonValue(left.values));
  return contents.some(
    (stored) =>
      stored.stream === left.stream &&
      stored.form === left.form &&
      stored.field === left.field &&
      ((stored.tab === left.tab && stored.at >= left.at) || formatJson(stored.values) === values),
  );
}

export function oldestFirst(contents: readonly UnappliedContent[]): readonly UnappliedContent[] {
  return contents.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** The records that a tab adopts: those that are adoptable, of forms in which it has typed nothing itself. The newest of each form. */
export function adoptedBy(
  tab: string,
  contents: readonly UnappliedContent[],
  isAdoptable: (content: UnappliedContent) => boolean,
): readonly UnappliedContent[] {
  const about = ({ form, field }: UnappliedContent) => storeKeyOf({ stream: '', tab: '', form, field }).join(' ');
  const own = new Set(contents.filter((content) => content.tab === tab).map(about));
  const left = oldestFirst(contents).filter((content) => content.tab !== tab && isAdoptable(content));
  const newest = new Map(left.map((content) => [about(content), content]));
  return [...newest.values()].filter((content) => !own.has(about(content)));
}
