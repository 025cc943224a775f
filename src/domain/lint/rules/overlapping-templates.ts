import type { JsonObject } from '../../json/value.ts';
import { joinPointer, type Pointer } from '../../json/pointer.ts';
import { fitsPattern } from '../../console/wildcard.ts';
import { templateConflicts, type TemplateConflict } from '../../template/conflicts.ts';
import {
  composableTargets,
  patternsOverlap,
  targetOfTemplate,
  type TemplateTarget,
} from '../../template/matching-templates.ts';
import type { Finding, Fix, LintRule } from '../rule.ts';
import { existingAt, templateOf, type LintSubject, type TemplateContext } from '../subject.ts';

const ABOUT_OVERLAP: readonly TemplateConflict['kind'][] = ['same_priority', 'legacy_ignored', 'legacy_overlap'];

const overlap = (one: TemplateTarget, other: TemplateTarget) =>
  one.patterns.some((pattern) => other.patterns.some((theirs) => patternsOverlap(pattern, theirs)));

/** A template of a higher priority that takes every name which the template is for. */
function shadowOf(own: TemplateTarget, others: readonly TemplateTarget[]): TemplateTarget | undefined {
  // A star of the one stands for any name, so that only a star of the other can take it.
  const takes = (pattern: string) => (theirs: string) => fitsPattern(pattern, theirs);
  return own.patterns.length === 0
    ? undefined
    : others.find(
        ({ priority, patterns }) =>
          priority > own.priority && own.patterns.every((pattern) => patterns.some(takes(pattern))),
      );
}

/** The next higher priority that no template which overlaps has. */
function raise(own: TemplateTarget, others: readonly TemplateTarget[]): Fix {
  const taken = new Set(others.filter((other) => overlap(own, other)).map(({ priority }) => priority));
  let priority = own.priority + 1;
  while (taken.has(priority)) priority++;
  return {
    title: `Set the priority to ${priority}`,
    command: { type: 'template.setLogistics', payload: { set: { priority } } },
  };
}

interface FoundTemplate {
  readonly template: JsonObject;
  readonly at: Pointer;
}

function findingsOf(
  subject: LintSubject,
  { template, at: place }: FoundTemplate,
  context: TemplateContext,
): readonly Finding[] {
  const isLegacy = subject.kind === 'legacy template';
  const at = existingAt(subject, joinPointer(place, 'index_patterns'));
  const kind = isLegacy ? 'legacy_template' : 'index_template';
  const cluster = { ...context, componentTemplates: new Map<string, JsonObject>(), dataStreams: [] };
  const own = targetOfTemplate(context.name, template, 'priority');
  const others = composableTargets(context.indexTemplates).filter(({ name }) => name !== context.name);
  const conflicts = templateConflicts({ kind, name: context.name, body: template }, cluster, subject.target)
    .filter((conflict) => ABOUT_OVERLAP.includes(conflict.kind))
    .map((conflict): Finding => ({
      at,
      path: 'index_patterns',
      evidence: conflict.text,
      fix: conflict.kind === 'same_priority' ? raise(own, others) : null,
      severity: conflict.isRefused ? 'error' : 'warning',
    }));
  const shadow = isLegacy ? undefined : shadowOf(own, others);
  if (shadow === undefined) return conflicts;
  const evidence = `No index gets this template: ${shadow.name} matches all of its patterns with the higher priority ${shadow.priority}.`;
  return [...conflicts, { at, path: 'index_patterns', evidence, fix: raiseAbove(own, shadow, others) }];
}

function raiseAbove(own: TemplateTarget, shadow: TemplateTarget, others: readonly TemplateTarget[]): Fix {
  const highest = Math.max(
    shadow.priority,
    ...others.filter((other) => shadowOf(own, [other]) !== undefined).map(({ priority }) => priority),
  );
  return raise({ ...own, priority: highest }, others);
}

export const overlappingTemplates: LintRule = {
  id: 'overlapping-templates',
  title: 'Templates that overlap',
  reason:
    'An index gets one index template, that of the highest priority: templates are not merged. Two of one priority are refused, and a template that a higher one covers is never used.',
  documentation: {
    elasticsearch: 'https://www.elastic.co/docs/manage-data/data-store/templates',
    opensearch: 'https://docs.opensearch.org/latest/im-plugin/index-templates/',
  },
  severity: 'warning',
  isOnByDefault: true,
  check(subject) {
    const { kind, template: context } = subject;
    const found = kind === 'component template' ? null : templateOf(subject);
    if (found === null || !Object.hasOwn(found.template, 'index_patterns')) return [];
    return context === undefined ? { noData: 'the other templates' } : findingsOf(subject, found, context);
  },
};
