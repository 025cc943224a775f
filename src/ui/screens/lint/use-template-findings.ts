import { useEffect, useMemo, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { templateStream, type TemplateStreamKind } from '#domain/document';
import { isObject, joinPointer, type JsonObject } from '#domain/json';
import { lint, LINT_RULES, type ReportedFinding, type TemplateContext } from '#domain/lint';
import { mappingsPlaceIn, type ServerComponentTemplate, type ServerTemplate } from '#domain/template';
import { bodiesOf } from '../../cluster/template-bodies.ts';
import type { RulesOfTemplates } from './use-switched-off-rules.ts';

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

/** A rule that is switched off for a template. */
export interface TemplateRuleOff {
  readonly id: string;
  readonly kind: TemplateStreamKind;
  readonly name: string;
  /** The title of the rule. */
  readonly rule: string;
  readonly reason: string;
}

interface Findings {
  readonly findings: readonly TemplateFinding[];
  /** Rules that were not checked, since they are switched off. */
  readonly off: readonly TemplateRuleOff[];
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

const NOTHING: Findings = { findings: [], off: [], checked: 0, total: 0 };
const TITLES = new Map(LINT_RULES.map(({ id, title }) => [id, title] as const));
/** So long templates are checked before the page has its turn, in ms. */
const SLICE_MS = 8;

/** What the templates are checked by. */
interface CheckedBy {
  readonly target: TargetEngine;
  /** The id of their cluster in streams. */
  readonly cluster: string;
  /** The rules that are switched off for each. */
  readonly off: RulesOfTemplates;
}

/**
 * Checks the templates that nobody else manages, one after another, again when they were read anew. Without the engine
 * the findings of the last check stay.
 */
export function useTemplateFindings(read: ReadTemplates, by: CheckedBy | null): Findings {
  const { index, legacy, component } = read;
  const [found, setFound] = useState<{ readonly of: object; readonly result: Findings } | null>(null);
  const work = useMemo(() => {
    if (by === null) return null;
    return { by, templates: checkedTemplates({ index, legacy, component }), others: { index, legacy } };
  }, [by, index, legacy, component]);
  useEffect(() => {
    if (work === null) return undefined;
    const { templates, others, by: checkedBy } = work;
    // Without some of them it would be claimed that nothing overlaps.
    const cluster =
      others.index === undefined || others.legacy === undefined
        ? null
        : { indexTemplates: bodiesOf(others.index), legacyTemplates: bodiesOf(others.legacy) };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const findings: TemplateFinding[] = [];
    const off: TemplateRuleOff[] = [];
    let checked = 0;
    const go = () => {
      const until = performance.now() + SLICE_MS;
      do {
        const template = templates[checked];
        if (template !== undefined) {
          const found = findingsIn(template, cluster, checkedBy);
          findings.push(...found.findings);
          off.push(...found.off);
        }
        checked++;
      } while (checked < templates.length && performance.now() < until);
      const isDone = checked >= templates.length;
      setFound({
        of: work,
        result: {
          findings: [...findings],
          off: [...off],
          checked: templates.length && checked,
          total: templates.length,
        },
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
  { target, cluster: clusterId, off: rules }: CheckedBy,
): Pick<Findings, 'findings' | 'off'> {
  const switchedOff = rules.get(templateStream({ kind, cluster: clusterId, name }));
  const report = lint(
    {
      ...{ body, ...mappingsPlaceIn(kind, body), target },
      ...(cluster !== null && { template: { name, ...cluster } }),
    },
    switchedOff === undefined ? {} : { off: switchedOff },
  );
  const titleOf = (rule: string) => TITLES.get(rule) ?? rule;
  const findings = report.findings.map(({ rule, at, severity, path, evidence }, place) => ({
    id: joinPointer('', kind, name, rule, at, String(place)),
    ...{ kind, name, severity, path, evidence },
    rule: titleOf(rule),
  }));
  const off = report.off.map(({ rule, reason }) => ({
    id: joinPointer('', kind, name, rule),
    ...{ kind, name, reason },
    rule: titleOf(rule),
  }));
  return { findings, off };
}
