import { fitsWildcard } from '../console/wildcard.ts';

/** What decides whether an index gets a template. */
export interface TemplateTarget {
  readonly name: string;
  readonly patterns: readonly string[];
  /** Of a composable template its priority, of a legacy one its order. */
  readonly priority: number;
}

function isMeant({ patterns }: TemplateTarget, index: string, isHidden: boolean): boolean {
  if (isHidden && patterns.includes('*')) return false;
  return patterns.some((pattern) =>
    pattern.includes('*') ? fitsWildcard(index, pattern.split('*')) : pattern === index,
  );
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
