import { useEffect, useMemo, useState } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import type { ObjectAddress, TemplateAddress } from '#domain/code';
import { joinPointer } from '#domain/json';
import { lint, LINT_RULES, type LintInput, type ReportedFinding } from '#domain/lint';
import type { InheritedOf } from '../../cluster/use-inherited-rules.ts';
import type { SwitchedOffRules } from '../../platform/use-switched-off-rules.ts';

/** A finding of lint with the template or index that it is in. */
export interface ObjectFinding extends ObjectAddress, Pick<ReportedFinding, 'severity' | 'path' | 'evidence'> {
  readonly id: string;
  /** The title of the rule. */
  readonly rule: string;
}

/** A template or index to check. */
export interface CheckedObject extends ObjectAddress {
  /** The stream of its document. */
  readonly stream: string;
  readonly input: Pick<LintInput, 'body' | 'mappingsAt' | 'kind' | 'settings' | 'template' | 'components' | 'index'>;
  /** Of an index: what its templates go by. */
  readonly made?: Parameters<InheritedOf>[0];
}

/** A rule that is switched off for a template or an index. */
export interface RuleOff extends ObjectAddress {
  readonly id: string;
  /** The title of the rule. */
  readonly rule: string;
  readonly reason: string;
  /** The template that an index has it from. */
  readonly from?: TemplateAddress;
}

interface Findings {
  readonly findings: readonly ObjectFinding[];
  /** Rules that were not checked, since they are switched off. */
  readonly off: readonly RuleOff[];
  /** How many objects are checked, and how many there are to check. */
  readonly checked: number;
  readonly total: number;
}

const NOTHING: Findings = { findings: [], off: [], checked: 0, total: 0 };
const TITLES = new Map(LINT_RULES.map(({ id, title }) => [id, title] as const));
/** So long objects are checked before the page has its turn, in ms. */
const SLICE_MS = 8;

/** What objects are checked by. */
export interface CheckedBy {
  readonly target: TargetEngine;
  /** The rules that are switched off for each. */
  readonly off: SwitchedOffRules;
  /** Those that an index has from its templates. */
  readonly inherited?: InheritedOf;
}

/**
 * Checks templates or indices one after another, again when they were read anew. Without the engine the findings of the
 * last check stay.
 */
export function useFindings(objects: readonly CheckedObject[], by: CheckedBy | null): Findings {
  const [found, setFound] = useState<{ readonly of: object; readonly result: Findings } | null>(null);
  const work = useMemo(() => by && { objects, by }, [objects, by]);
  useEffect(() => {
    if (work === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const findings: ObjectFinding[] = [];
    const off: RuleOff[] = [];
    const total = work.objects.length;
    let checked = 0;
    const go = () => {
      const until = performance.now() + SLICE_MS;
      while (checked < total) {
        const object = work.objects[checked++];
        if (object !== undefined) {
          const found = findingsIn(object, work.by);
          findings.push(...found.findings);
          off.push(...found.off);
        }
        if (performance.now() >= until) break;
      }
      setFound({ of: work, result: { findings: [...findings], off: [...off], checked, total } });
      if (checked < total) timer = setTimeout(go);
    };
    timer = setTimeout(go);
    return () => clearTimeout(timer);
  }, [work]);
  if (found !== null && (work === null || found.of === work)) return found.result;
  return { ...NOTHING, total: work?.objects.length ?? 0 };
}

function findingsIn(
  { kind, name, stream, input, made }: CheckedObject,
  { target, off: rules, inherited }: CheckedBy,
): Pick<Findings, 'findings' | 'off'> {
  const own = rules.get(stream);
  const fromTemplates = new Map(made && inherited?.(made).map((each) => [each.rule, each]));
  const reasons = Array.from(fromTemplates, ([rule, { reason }]) => [rule, reason] as const);
  const report = lint({ ...input, target }, { off: new Map([...reasons, ...(own ?? [])]) });
  const titleOf = (rule: string) => TITLES.get(rule) ?? rule;
  const findings = report.findings.map(({ rule, at, severity, path, evidence }, place) => ({
    id: joinPointer('', kind, name, rule, at, String(place)),
    ...{ kind, name, severity, path, evidence },
    rule: titleOf(rule),
  }));
  const off = report.off.map(({ rule, reason }) => {
    const from = own?.has(rule) === true ? undefined : fromTemplates.get(rule)?.from;
    const id = joinPointer('', kind, name, rule);
    return { ...{ id, kind, name, reason }, rule: titleOf(rule), ...(from !== undefined && { from }) };
  });
  return { findings, off };
}
