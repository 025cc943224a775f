import { toJsonValue, formatJson, parseJson } from '#domain/json';
import { UNAPPLIED_FORMAT, type UnappliedContent, type UnappliedKey, type UnappliedRemoval } from '#domain/ports';

/**
 * A record in the place of one that was removed. The local storage of a browser that is killed may have lost its last
 * writes: a copy that was let go is there again, and the time of the removal shows that it is out of date.
 */
interface RemovedContent extends UnappliedContent {
  readonly removed: true;
}

export type StoredContent = UnappliedContent | RemovedContent;

/** A record as text, so that integers keep their digits and nothing alive gets into a store. @throws NotJsonError */
export function formatContent(content: StoredContent): string {
  return formatJson(toJsonValue(content));
}

export function parseContent(text: string): StoredContent {
  return parseJson(text) as unknown as StoredContent;
}

export function removedContent({ stream, form, field, tab, at }: UnappliedRemoval): RemovedContent {
  return { stream, form, field, tab, format: UNAPPLIED_FORMAT, baseVersion: 0, at, removed: true, values: {} };
}

export function isRemoved(content: StoredContent): content is RemovedContent {
  return 'removed' in content;
}

/** The key of a record in a store; null is no key, and no pointer is called so. */
export function storeKeyOf({ stream, form, field, tab }: UnappliedKey): [string, string, string, string] {
  return [stream, tab, form, field ?? 'none'];
}

/** The opposite of {@link storeKeyOf}, null for what it has not made. */
export function keyOfStored(stored: unknown): UnappliedKey | null {
  if (!Array.isArray(stored) || stored.length !== 4 || !stored.every((part) => typeof part === 'string')) return null;
  const [stream = '', tab = '', form = '', field = ''] = stored;
  return { stream, tab, form, field: field === 'none' ? null : field };
}

/** Whether a store with these records needs nothing of one that was left beside it. */
export function isRecovered(left: StoredContent, contents: readonly StoredContent[]): boolean {
  const values = formatJson(toJsonValue(left.values));
  return contents.some(
    (stored) =>
      stored.stream === left.stream &&
      stored.form === left.form &&
      stored.field === left.field &&
      ((stored.tab === left.tab && (isRemoved(left) ? stored.at > left.at : stored.at >= left.at)) ||
        (!isRemoved(left) && !isRemoved(stored) && formatJson(stored.values) === values)),
  );
}

/** Typed content that was not removed, oldest first. */
export function typedIn(contents: readonly StoredContent[]): readonly UnappliedContent[] {
  return oldestFirst(contents.filter((content) => !isRemoved(content)));
}

function oldestFirst(contents: readonly UnappliedContent[]): readonly UnappliedContent[] {
  return contents.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/**
 * The records that a tab adopts: those that are adoptable, of forms in which it has typed nothing itself. The newest of
 * each form.
 */
export function adoptedBy(
  tab: string,
  contents: readonly StoredContent[],
  isAdoptable: (content: UnappliedContent) => boolean,
): readonly UnappliedContent[] {
  const about = ({ form, field }: UnappliedContent) => storeKeyOf({ stream: '', tab: '', form, field }).join(' ');
  const typed = typedIn(contents);
  const own = new Set(typed.filter((content) => content.tab === tab).map(about));
  const left = typed.filter((content) => content.tab !== tab && isAdoptable(content));
  const newest = new Map(left.map((content) => [about(content), content]));
  return [...newest.values()].filter((content) => !own.has(about(content)));
}
