import { mainTypeOf, typeNames, typeTitle, type ReferenceParameter, type ReferenceType } from '#domain/catalogue';

export interface FoundType {
  readonly type: ReferenceType;
  /** The parameter that matched the search; null where the type itself matched. */
  readonly parameter: ReferenceParameter | null;
}

/**
 * The types that match a text, sorted by title. With a text, types whose title or engine name begins with it come
 * first, then those with the text in title, engine name or main type, then those with a matching parameter.
 */
export function findTypes(types: readonly ReferenceType[], text: string): readonly FoundType[] {
  const wanted = text.trim().toLowerCase();
  const ranked = types.flatMap((type) => {
    const found = foundIn(type, wanted);
    return found === null ? [] : [{ type, ...found }];
  });
  return ranked
    .sort((a, b) => a.rank - b.rank || (a.type.title < b.type.title ? -1 : 1))
    .map(({ type, parameter }) => ({ type, parameter }));
}

function foundIn(
  type: ReferenceType,
  wanted: string,
): { readonly rank: number; readonly parameter: ReferenceParameter | null } | null {
  const names = [type.title, type.name].map((name) => name.toLowerCase());
  if (names.some((name) => name.startsWith(wanted))) return { rank: 0, parameter: null };
  const main = mainTitleOf(type.name)?.toLowerCase() ?? '';
  if ([...names, main].some((name) => name.includes(wanted))) return { rank: 1, parameter: null };
  const parameter = type.parameters.find(
    ({ name, title }) => name.includes(wanted) || title.toLowerCase().includes(wanted),
  );
  return parameter === undefined ? null : { rank: 2, parameter };
}

/** The title of the main type that a type is a sub-type of, or null for a main type. */
export function mainTitleOf(type: string): string | null {
  const main = mainTypeOf(type);
  return main === type ? null : typeTitle(main);
}

/** The other sub-types of a type's main type. */
export function siblingsOf(type: string): readonly string[] {
  const main = mainTypeOf(type);
  return typeNames().filter((name) => name !== type && name !== main && mainTypeOf(name) === main);
}
