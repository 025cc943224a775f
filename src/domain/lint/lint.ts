import type { Finding, LintRule, Severity } from './rule.ts';
import { LINT_RULES } from './rules/list.ts';
import { lintSubject, type LintInput, type LintSubject } from './subject.ts';

/** Findings of one rule that are reported one by one; the others are counted. */
export const MAX_FINDINGS_PER_RULE = 1_000;

/** Which rules are checked, other than by default. */
export interface RuleChoice {
  /** Rules that are switched off, each with the reason. */
  readonly off?: ReadonlyMap<string, string>;
  /** Rules that are checked although they are off by default. */
  readonly on?: ReadonlySet<string>;
}

/** A finding with the severity and documentation of its rule. */
export interface ReportedFinding extends Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly documentation: string;
}

export interface LintReport {
  /** In the order of the rules, and of one rule in the order of the fields. */
  readonly findings: readonly ReportedFinding[];
  /** Rules that could not be checked, and what they lack. */
  readonly noData: readonly { readonly rule: string; readonly missing: string }[];
  /** Rules that somebody switched off, and why. */
  readonly off: readonly { readonly rule: string; readonly reason: string }[];
  /** Findings beyond {@link MAX_FINDINGS_PER_RULE}, by rule. */
  readonly more: readonly { readonly rule: string; readonly count: number }[];
}

/** Checks a body by every rule that is on. Cost: linear in the fields for each rule. */
export function lint(input: LintInput, choice: RuleChoice = {}): LintReport {
  const { report, checks } = begin(input, choice);
  for (const check of checks) check();
  return report;
}

/**
 * As {@link lint}, rule by rule: `turn` lets others work, and says whether to go on. Null where it was not to the end.
 */
export async function lintInSteps(
  input: LintInput,
  choice: RuleChoice,
  turn: () => Promise<boolean>,
): Promise<LintReport | null> {
  const { report, checks } = begin(input, choice);
  for (const check of checks) {
    if (!(await turn())) return null;
    check();
  }
  return report;
}

/** An empty report, and a check for each rule, which adds to it. */
function begin(input: LintInput, choice: RuleChoice): { report: LintReport; checks: readonly (() => void)[] } {
  const subject = lintSubject(input);
  const report: MutableReport = { findings: [], noData: [], off: [], more: [] };
  return { report, checks: LINT_RULES.map((rule) => () => checkRule(rule, subject, choice, report)) };
}

type MutableReport = { -readonly [Name in keyof LintReport]: LintReport[Name][number][] };

function checkRule(rule: LintRule, subject: LintSubject, { off, on }: RuleChoice, report: MutableReport): void {
  const { id } = rule;
  const reason = off?.get(id);
  if (reason !== undefined) report.off.push({ rule: id, reason });
  if (reason !== undefined || !(rule.isOnByDefault || on?.has(id) === true)) return;
  const result = rule.check(subject);
  if ('noData' in result) {
    report.noData.push({ rule: id, missing: result.noData });
    return;
  }
  for (const finding of result.slice(0, MAX_FINDINGS_PER_RULE))
    report.findings.push({
      ...finding,
      rule: id,
      severity: finding.severity ?? rule.severity,
      documentation: finding.documentation ?? rule.documentation[subject.target.distribution],
    });
  if (result.length > MAX_FINDINGS_PER_RULE)
    report.more.push({ rule: id, count: result.length - MAX_FINDINGS_PER_RULE });
}
