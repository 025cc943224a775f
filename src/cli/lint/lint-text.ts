import type { TextPlace } from '#domain/code';
import { asJson, formatJson } from '#domain/json';
import { LINT_RULES, SEVERITIES, type LintReport, type ReportedFinding } from '#domain/lint';
import { countOf } from '#domain/console';
import { printable } from '../terminal.ts';

/** The report of one body, with the places of its findings. */
export interface FileReport extends Omit<LintReport, 'findings'> {
  readonly file: string;
  readonly kind: string;
  readonly index?: string;
  readonly findings: readonly PlacedFinding[];
}

/** `file`: where it is another one than that of the body, as an overlay is. */
export type PlacedFinding = ReportedFinding & TextPlace & { readonly file?: string };

/** The order of the text, an overlay behind the file that it changes. */
export function byPlace(one: PlacedFinding, other: PlacedFinding): number {
  return (
    Number(one.file !== undefined) - Number(other.file !== undefined) ||
    one.line - other.line ||
    one.column - other.column
  );
}

/** One line of JSON. */
export function reportAsJson(report: FileReport): string {
  return `${formatJson(asJson(report))}\n`;
}

/** One line for each finding, in the order of the text. */
export function reportInWords({ file, findings, more }: FileReport): string {
  const lines = findings.map(({ file: own = file, line, column, severity, path, evidence, rule, fix }) => {
    const help = fix === null ? '' : ` ${fix.title} to fix it.`;
    return `${own}:${line}:${column}: ${severity}: ${path === '' ? '""' : path}: ${evidence}${help} [${rule}]`;
  });
  const others = more.map(({ rule, count }) => `${file}: ${count.toLocaleString('en')} more [${rule}]`);
  return [...lines, ...others].map((line) => `${printable(line)}\n`).join('');
}

/** The reasons of rules that found something, rules without data, rules that are off, and the number of findings. */
export function summaryInWords(reports: readonly FileReport[]): string {
  const findings = reports.flatMap((report) => report.findings);
  const rules = LINT_RULES.filter(({ id }) => findings.some(({ rule }) => rule === id)).map(
    ({ id, reason }) => `${id}: ${reason} ${addressesOf(findings, id).join(' ')}`,
  );
  const missing = distinct(
    reports.flatMap(({ noData }) => noData.map((each) => `${each.rule}: no data on ${each.missing}.`)),
  );
  const off = distinct(reports.flatMap((report) => report.off.map(({ rule, reason }) => `${rule}: off: ${reason}`)));
  const more = reports.flatMap((report) => report.more).reduce((sum, { count }) => sum + count, 0);
  const counts = SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  }));
  const words = counts.map(({ severity, count }) =>
    severity === 'info' ? countOf(count, 'note') : countOf(count, severity),
  );
  const files = countOf(new Set(reports.map(({ file }) => file)).size, 'file');
  const rest = more === 0 ? '' : `, ${countOf(more, 'finding')} not listed`;
  const sections = [rules, missing, off, [`${files}: ${words.join(', ')}${rest}`]];
  const text = sections.filter((lines) => lines.length > 0).map((lines) => lines.map(printable).join('\n'));
  return `${findings.length > 0 ? '\n' : ''}${text.join('\n\n')}\n`;
}

function addressesOf(findings: readonly ReportedFinding[], id: string): readonly string[] {
  return distinct(findings.filter(({ rule }) => rule === id).map(({ documentation }) => documentation));
}

function distinct(lines: readonly string[]): readonly string[] {
  return [...new Set(lines)];
}
