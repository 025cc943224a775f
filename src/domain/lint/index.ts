export { lintReferenceText } from './reference.ts';
export { lintedBodies, newestOfSeries, type LintedBody } from './bodies.ts';
export { lint, lintInSteps, type LintReport, type ReportedFinding, type RuleChoice } from './lint.ts';
export { fixesAtOnce } from './fixes.ts';
export { SEVERITIES, SEVERITY_LABELS, type LintRule, type Severity } from './rule.ts';
export { LINT_RULES, RULE_IDS } from './rules/list.ts';
export type { LintInput, TemplateContext } from './subject.ts';
export { savingsIn } from './savings.ts';
export { countedMappings, countedSince, type FieldUsage, usageIn, usageOf } from './usage.ts';
