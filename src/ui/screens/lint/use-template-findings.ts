import { useEffect, useMemo, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import type { TemplateStreamKind } from '#domain/document';
import { isObject, joinPointer, type JsonObject } from '#domain/json';
import { lint, LINT_RULES, type ReportedFinding, type TemplateContext } from '#domain/lint';
import { mappingsPlaceIn, type ServerComponentTemplate, type ServerTemplate } from '#domain/template';
import { bodiesOf } from '../../cluster/template-bodies.ts';

/** A finding of lint with the template that it is in. */
export interface TemplateFinding extends Pick<ReportedFinding, 'severity' | 'path' | 'evidence'> {
  readonly id: string;
  readonly kind: TemplateStreamKind;
  readonly name: string;
  /** The title of the rule. */
  readonly rule: string;
}

interface CheckedTemplate {
  readonly kind: TemplateStreamKind;
  readonly name: string;
  readonly body: JsonObject;
}

interface Findings {
  readonly findings: readonly TemplateFinding[];
  /** How many templates are checked, and how many there are to check. */
  readonly checked: number;
  readonly total: number;
}

/** The templates of the cluster; undefined for a kind that could not be read. */
export interface ReadTemplates {
  readonly index: readonly ServerTemplate[] | undefined;
  readonly legacy: readonly ServerTemplate[] | undefined;
  readonly component: readonly ServerComponentTemplate[] | undefined;
}

const NOTHING: Findings = { findings: [], checked: 0, total: 0 };
const TITLES = new Map(LINT_RULES.map(({ id, title }) => [id, title] as const));
/** So long templates are checked before the page has its turn, in ms. */
const SLICE_MS = 8;

/**
 * Checks the templates that nobody else manages, one after another, again when they were read anew. Without the engine
 * the findings of the last check stay.
 */
export function useTemplateFindings(read: ReadTemplates, target: TargetEngine | null): Findings {
  const { index, legacy, component } = read;
  const [found, setFound] = useState<{ readonly of: object; readonly result: Findings } | null>(null);
  const work = useMemo(() => {
    if (target === null) return null;
    return { target, templates: checkedTemplates({ index, legacy, component }), others: { index, legacy } };
  }, [target, index, legacy, component]);
  useEffect(() => {
    if (work === null) return undefined;
    const { templates, others } = work;
    // Without some of them it would be claimed that nothing overlaps.
    const cluster =
      others.index === undefined || others.legacy === undefined
        ? null
        : { indexTemplates: bodiesOf(others.index), legacyTemplates: bodiesOf(others.legacy) };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const findings: TemplateFinding[] = [];
    let checked = 0;
    const go = () => {
      const until = performance.now() + SLICE_MS;
      do {
        const template = templates[checked];
        if (template !== undefined) findings.push(...findingsIn(template, cluster, work.target));
        checked++;
      } while (checked < templates.length && performance.now() < until);
      const isDone = checked >= templates.length;
      setFound({
        of: work,
        result: { findings: [...findings], checked: templates.length && checked, total: templates.length },
      });
      if (!isDone) timer = setTimeout(go);
    };
    timer = setTimeout(go);
    return () => clearTimeout(timer);
  }, [work]);
  if (found !== null && (work === null || found.of === work)) return found.result;
  return { ...NOTHING, total: work?.templates.length ?? 0 };
}

const EDITED_BY_PEOPLE: readonly (string | undefined)[] = [undefined, 'default'];

function checkedTemplates({ index = [], legacy = [], component = [] }: ReadTemplates): readonly CheckedTemplate[] {
  const of = (kind: TemplateStreamKind, templates: readonly { readonly name: string; readonly body: unknown }[]) =>
    templates.map(({ name, body }): CheckedTemplate => ({ kind, name, body: isObject(body) ? body : {} }));
  return [
    ...of(
      'index_template',
      index.filter(({ type }) => EDITED_BY_PEOPLE.includes(type)),
    ),
    ...of(
      'component_template',
      component.filter(({ isManaged }) => !isManaged),
    ),
    ...of(
      'legacy_template',
      legacy.filter(({ type }) => EDITED_BY_PEOPLE.includes(type)),
    ),
  ];
}

function findingsIn(
  { kind, name, body }: CheckedTemplate,
  cluster: Omit<TemplateContext, 'name'> | null,
  target: TargetEngine,
): readonly TemplateFinding[] {
  const { findings } = lint({
    ...{ body, ...mappingsPlaceIn(kind, body), target },
    ...(cluster !== null && { template: { name, ...cluster } }),
  });
  return findings.map(({ rule, at, severity, path, evidence }, place) => ({
    id: joinPointer('', kind, name, rule, at, String(place)),
    ...{ kind, name, severity, path, evidence },
    rule: TITLES.get(rule) ?? rule,
  }));
}
