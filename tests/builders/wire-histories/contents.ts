import { isObject, member, objectMember, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { canonicalTemplate } from '#domain/template';

/** The limit of a field that has none. */
const UNLIMITED = / ≤ any$/;
/** The value of a member that a template has not. */
const NONE = 'none';

/**
 * What fields and members there are, and what they are set to: each can be meant by one change of a history only, and
 * by what undoes and redoes it.
 */
export function contentsOf(document: JsonValue | undefined, mappingsAt: string): ReadonlySet<string> {
  const fields = valueAt(document, `${mappingsAt}/properties`);
  const contents = Object.entries(isObject(fields) ? fields : {}).flatMap(([name, definition]) => {
    const limit = valueAt(definition, '/ignore_above');
    return [name, `${name} ≤ ${limit === undefined ? 'any' : String(limit)}`];
  });
  return new Set([...contents, ...(mappingsAt === '' || !isObject(document) ? [] : membersOf(document))]);
}

function membersOf(template: JsonObject): readonly string[] {
  const { version = NONE, settings, template: part = {} } = canonicalTemplate(template);
  const all = isObject(settings) ? settings : isObject(part) ? objectMember(part, 'settings') : undefined;
  const interval = member(all ?? {}, 'index.refresh_interval') ?? NONE;
  return [`version = ${String(version)}`, `refresh_interval = ${String(interval)}`];
}

/**
 * What a document gets by becoming another one, or by beginning. Names that it loses are there with a minus.
 */
export function changedContents(before: ReadonlySet<string>, after: ReadonlySet<string>): ReadonlySet<string> {
  const isNew = before.size === 0;
  const gained = [...after].filter((each) => !before.has(each) && !(isNew && each.endsWith(` = ${NONE}`)));
  const lost = [...before].filter((each) => !after.has(each) && !/ [≤=] /.test(each));
  return new Set([...gained, ...lost.map((each) => `-${each}`)]);
}

/** Without what new fields have by themselves: they have no limit to lose. */
export function askedContents(before: ReadonlySet<string>, after: ReadonlySet<string>): ReadonlySet<string> {
  const changed = changedContents(before, after);
  return new Set([...changed].filter((each) => !UNLIMITED.test(each) || !changed.has(each.replace(UNLIMITED, ''))));
}
