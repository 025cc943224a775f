import type { TemplateStreamKind } from '../document/live-document.ts';
import { fitsPattern, fitsWildcard } from '../console/wildcard.ts';
import { member, numberFrom, stringsIn, type JsonObject } from '../json/value.ts';

/** What decides whether an index gets a template. */
export interface TemplateTarget {
  readonly name: string;
  readonly patterns: readonly string[];
  /** Of a composable template its priority, of a legacy one its order. */
  readonly priority: number;
}

/** Whether an index of this name may get a template: no other of a higher priority has to match. */
export function isMeantBy({ patterns }: TemplateTarget, index: string, isHidden: boolean): boolean {
  if (isHidden && patterns.includes('*')) return false;
  return patterns.some((pattern) => fitsPattern(index, pattern));
}

/**
 * The composable template that a new index of this name gets: the one of the highest priority. Hidden indices get none
 * that has the pattern `*`.
 */
export function matchingTemplate(
  templates: readonly TemplateTarget[],
  index: string,
  isHidden: boolean,
): string | undefined {
  let best: TemplateTarget | undefined;
  for (const template of templates)
    if (isMeantBy(template, index, isHidden) && (best === undefined || template.priority > best.priority))
      best = template;
  return best?.name;
}

/**
 * The legacy templates that a new index of this name gets where no composable one matches; the later override the
 * earlier.
 */
export function matchingLegacyTemplates(
  templates: readonly TemplateTarget[],
  index: string,
  isHidden: boolean,
): readonly string[] {
  return templates
    .filter((template) => isMeantBy(template, index, isHidden))
    .sort((a, b) => a.priority - b.priority)
    .map(({ name }) => name);
}

/** What an index or backing index gets that is created under a name. */
export interface MatchedTemplates {
  /** The composable template, or the legacy ones by their order; none where no template matches. */
  readonly names: readonly string[];
  readonly isLegacy: boolean;
}

/**
 * Finds the templates of many names: of 200 templates with two patterns each, those of 10,000 names take a tenth of the
 * time that it takes to try all patterns on each name, since only patterns that begin as a name does are tried.
 */
export function templateMatcher(
  composable: readonly TemplateTarget[],
  legacy: readonly TemplateTarget[],
): (index: string, isHidden: boolean) => MatchedTemplates {
  const byPriority = composable.toSorted((a, b) => b.priority - a.priority);
  const byOrder = legacy.toSorted((a, b) => a.priority - b.priority);
  const [placesOf, legacyPlacesOf] = [placesIn(byPriority), placesIn(byOrder)];
  const namesAt = (templates: readonly TemplateTarget[], places: readonly number[]) =>
    places.flatMap((place) => templates[place]?.name ?? []);
  return (index, isHidden) => {
    const [best] = placesOf(index, isHidden);
    return best === undefined
      ? { names: namesAt(byOrder, legacyPlacesOf(index, isHidden)), isLegacy: true }
      : { names: namesAt(byPriority, [best]), isLegacy: false };
  };
}

/** Finds the composable templates of many names, as {@link templateMatcher} does. */
export function composableMatcher(
  templates: ReadonlyMap<string, JsonObject>,
): (index: string, isHidden: boolean) => string | undefined {
  const match = templateMatcher(composableTargets(templates), []);
  return (index, isHidden) => {
    const { names, isLegacy } = match(index, isHidden);
    return isLegacy ? undefined : names[0];
  };
}

/** A template that has a part in an index. */
interface TemplatePart {
  readonly kind: TemplateStreamKind;
  readonly name: string;
}

/** An index that is there, or one that a data stream is to get. */
interface MadeIndex {
  readonly name: string;
  readonly isHidden?: boolean;
  /** The data stream that it is of. */
  readonly stream?: string | undefined;
}

/**
 * Finds the templates that a new index in the place of one is made of, the one that overrides the others first: a
 * composable template and its components, or the legacy ones.
 */
export function templatesOfIndices(
  indexTemplates: ReadonlyMap<string, JsonObject>,
  legacyTemplates: ReadonlyMap<string, JsonObject>,
): (index: MadeIndex) => readonly TemplatePart[] {
  const match = templateMatcher(composableTargets(indexTemplates), legacyTargets(legacyTemplates));
  return ({ name: index, isHidden = false, stream }) => {
    const { names, isLegacy } = match(stream ?? index, stream === undefined && isHidden);
    if (isLegacy) return names.toReversed().map((name) => ({ kind: 'legacy_template', name }));
    return names.flatMap((name) => {
      const [own, ...components] = partsOfTemplate(name, indexTemplates.get(name) ?? {});
      return own === undefined ? [] : [own, ...components.reverse()];
    });
  };
}

/** An index template and its component templates, in their order. */
export const partsOfTemplate = (name: string, body: JsonObject): readonly TemplatePart[] => [
  { kind: 'index_template', name },
  ...stringsIn(member(body, 'composed_of')).map((each) => ({ kind: 'component_template' as const, name: each })),
];

/** What decides about each composable template. */
export const composableTargets = (templates: Iterable<readonly [string, JsonObject]>): readonly TemplateTarget[] =>
  Array.from(templates, ([name, body]) => targetOfTemplate(name, body, 'priority'));

/** What decides about each legacy template. */
export const legacyTargets = (templates: Iterable<readonly [string, JsonObject]>): readonly TemplateTarget[] =>
  Array.from(templates, ([name, body]) => targetOfTemplate(name, body, 'order'));

/** A pattern with wildcards, in parts, and the place of its template. */
interface PlacedPattern {
  readonly place: number;
  readonly parts: readonly string[];
}

/** Finds the places in the list of the templates that match a name, in rising order. */
function placesIn(templates: readonly TemplateTarget[]): (index: string, isHidden: boolean) => readonly number[] {
  const exact = new Map<string, number[]>();
  const byStart = new Map<string, PlacedPattern[]>();
  templates.forEach(({ patterns }, place) => {
    for (const pattern of patterns) {
      const parts = pattern.split('*');
      const [start = ''] = parts;
      if (parts.length === 1) exact.set(pattern, [...(exact.get(pattern) ?? []), place]);
      else byStart.set(start, [...(byStart.get(start) ?? []), { place, parts }]);
    }
  });
  const lengths = [...new Set([...byStart.keys()].map(({ length }) => length))];
  const ofAll = new Set(templates.flatMap(({ patterns }, place) => (patterns.includes('*') ? [place] : [])));
  return (index, isHidden) => {
    const found = new Set(exact.get(index));
    for (const length of lengths)
      for (const { place, parts } of byStart.get(index.slice(0, length)) ?? [])
        if (fitsWildcard(index, parts)) found.add(place);
    const places = isHidden ? [...found].filter((place) => !ofAll.has(place)) : [...found];
    return places.sort((a, b) => a - b);
  };
}

/** Whether a name could be meant by both patterns. */
export function patternsOverlap(a: string, b: string): boolean {
  if (!a.includes('*')) return fitsPattern(a, b);
  if (!b.includes('*')) return fitsPattern(b, a);
  // What stands before the first star and behind the last one is all that can keep two patterns apart: a star takes the
  // rest.
  const [startA, startB] = [a.slice(0, a.indexOf('*')), b.slice(0, b.indexOf('*'))];
  const [endA, endB] = [a.slice(a.lastIndexOf('*') + 1), b.slice(b.lastIndexOf('*') + 1)];
  return (startA.startsWith(startB) || startB.startsWith(startA)) && (endA.endsWith(endB) || endB.endsWith(endA));
}

/** By body: a plan of many templates asks for those of all others with each of them. */
const targets = {
  priority: new WeakMap<JsonObject, Omit<TemplateTarget, 'name'>>(),
  order: new WeakMap<JsonObject, Omit<TemplateTarget, 'name'>>(),
} as const;

/** What decides whether an index gets a template, read from the body of one, which is read once. */
export function targetOfTemplate(name: string, body: JsonObject, rank: 'priority' | 'order'): TemplateTarget {
  let target = targets[rank].get(body);
  if (target === undefined) {
    const patterns = member(body, 'index_patterns') ?? [];
    target = {
      patterns: stringsIn(Array.isArray(patterns) ? patterns : [patterns]),
      priority: numberFrom(member(body, rank)) || 0,
    };
    targets[rank].set(body, target);
  }
  return { name, ...target };
}
