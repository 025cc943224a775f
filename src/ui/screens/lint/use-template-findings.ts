import { useEffect, useMemo, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import type { TemplateStreamKind } from '#domain/document';
import { isObject, joinPointer, type JsonObject } from '#domain/json';
import { lint, LINT_RULES, type ReportedFinding } from '#domain/lint';
import { locateMappings, type ServerComponentTemplate, type ServerTemplate } from '#domain/template';
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

/** What is read of the cluster; undefined until it is. */
export interface ReadTemplates {
  readonly index: readonly ServerTemplate[] | undefined;
  readonly legacy: readonly ServerTemplate[] | undefined;
  readonly component: readonly ServerComponentTemplate[] | undefined;
}

const NOTHING: Findings = { findings: [], checked: 0, total: 0 };
const TITLES = new Map(LINT_RULES.map(({ id, title }) => [id, title] as const));
/** So long templates are checked before the page has its turn, in ms. */
const SLICE_MS = 8;

/** Checks the templates that nobody else manages, one after another, again when they were read anew. */
export function useTemplateFindings(read: ReadTemplates, target: TargetEngine | null): Findings {
  const { index, legacy, component } = read;
  const [found, setFound] = useState<{ readonly of: object; readonly result: Findings } | null>(null);
  const work = useMemo(() => {
    if (target === null || index === undefined || legacy === undefined || component === undefined) return null;
    return { target, templates: checkedTemplates({ index, legacy, component }), others: { index, legacy } };
  }, [target, index, legacy, component]);
  useEffect(() => {
    if (work === null) return undefined;
    const { templates, others } = work;
    const cluster = { indexTemplates: bodiesOf(others.index), legacyTemplates: bodiesOf(others.legacy) };
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
  return found === null || found.of !== work ? { ...NOTHING, total: work?.templates.length ?? 0 } : found.result;
}

const EDITED_BY_PEOPLE: readonly (string | undefined)[] = [undefined, 'default'];

function checkedTemplates(read: {
  [Kind in keyof ReadTemplates]-?: NonNullable<ReadTemplates[Kind]>;
}): readonly CheckedTemplate[] {
  const of = (kind: TemplateStreamKind, templates: readonly { readonly name: string; readonly body: unknown }[]) =>
    templates.map(({ name, body }): CheckedTemplate => ({ kind, name, body: isObject(body) ? body : {} }));
  return [
    ...of(
      'index_template',
      read.index.filter(({ type }) => EDITED_BY_PEOPLE.includes(type)),
    ),
    ...of(
      'component_template',
      read.component.filter(({ isManaged }) => !isManaged),
    ),
    ...of(
      'legacy_template',
      read.legacy.filter(({ type }) => EDITED_BY_PEOPLE.includes(type)),
    ),
  ];
}

const KINDS = {
  index_template: 'index template',
  component_template: 'component template',
  legacy_template: 'legacy template',
} as const;

function findingsIn(
  { kind, name, body }: CheckedTemplate,
  cluster: {
    readonly indexTemplates: ReadonlyMap<string, JsonObject>;
    readonly legacyTemplates: ReadonlyMap<string, JsonObject>;
  },
  target: TargetEngine,
): readonly TemplateFinding[] {
  const usual = kind === 'legacy_template' ? '/mappings' : '/template/mappings';
  const located = locateMappings(body).mappingsAt;
  // The mappings of a type are one level deeper.
  const mappingsAt = located.startsWith(usual) ? located : usual;
  const { findings } = lint({ body, mappingsAt, kind: KINDS[kind], target, template: { name, ...cluster } });
  return findings.map(({ rule, at, severity, path, evidence }, place) => ({
    id: joinPointer('', kind, name, rule, at, String(place)),
    ...{ kind, name, severity, path, evidence },
    rule: TITLES.get(rule) ?? rule,
  }));
}
