import { fitsWildcard } from '../console/wildcard.ts';
import { member, stringsIn, type JsonObject } from '../json/value.ts';

/** What decides whether an index gets a template. */
export interface TemplateTarget {
  readonly name: string;
  readonly patterns: readonly string[];
  /** Of a composable template its priority, of a legacy one its order. */
  readonly priority: number;
}

function isMeant({ patterns }: TemplateTarget, index: string, isHidden: boolean): boolean {
  if (isHidden && patterns.includes('*')) return false;
  return patterns.some((pattern) => fitsPattern(index, pattern));
}

function fitsPattern(name: string, pattern: string): boolean {
  return pattern.includes('*') ? fitsWildcard(name, pattern.split('*')) : pattern === name;
}

/** The composable template that a new index of this name gets: the one of the highest priority. Hidden indices get none that has the pattern `*`. */
export function matchingTemplate(
  templates: readonly TemplateTarget[],
  index: string,
  isHidden: boolean,
): string | undefined {
  let best: TemplateTarget | undefined;
  for (const template of templates)
    if (isMeant(template, index, isHidden) && (best === undefined || template.priority > best.priority))
      best = template;
  return best?.name;
}

/** The legacy templates that a new index of this name gets where no composable one matches; the later override the earlier. */
export function matchingLegacyTemplates(
  templates: readonly TemplateTarget[],
  index: string,
  isHidden: boolean,
): readonly string[] {
  return templates
    .filter((template) => isMeant(template, index, isHidden))
    .sort((a, b) => a.priority - b.priority)
    .map(({ name }) => name);
}

/** Whether a name could be meant by both patterns. */
export function patternsOverlap(a: string, b: string): boolean {
  if (!a.includes('*')) return fitsPattern(a, b);
  if (!b.includes('*')) return fitsPattern(b, a);
  // What stands before the first star and behind the last one is all that can keep two patterns apart: a star takes the rest.
  const [startA, startB] = [a.slice(0, a.indexOf('*')), b.slice(0, b.indexOf('*'))];
  const [endA, endB] = [a.slice(a.lastIndexOf('*') + 1), b.slice(b.lastIndexOf('*') + 1)];
  return (startA.startsWith(startB) || startB.startsWith(startA)) && (endA.endsWith(endB) || endB.endsWith(endA));
}

/** What decides whether an index gets a template, read from the body of one. */
export function targetOfTemplate(name: string, body: JsonObject, rank: 'priority' | 'order'): TemplateTarget {
  const patterns = member(body, 'index_patterns') ?? [];
  const value = member(body, rank);
  return {
    name,
    patterns: stringsIn(Array.isArray(patterns) ? patterns : [patterns]),
    priority: value === undefined || value === null || Number.isNaN(Number(value)) ? 0 : Number(value),
  };
}
