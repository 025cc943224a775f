import { formatJson } from '#domain/json';
import { OWN_SANDBOX } from '../../server/fuzz/engine-choice.ts';
import { printable } from '../terminal.ts';
import type { Outcome } from './try-target.ts';

const SHOWN_MISSING = 20;

/** The outcome of a target, as one line of JSON. */
export function outcomeAsJson({ target, seed, seconds, summary, reached, acceptance, agreement, files }: Outcome) {
  const failures = summary.failures.map(({ law, message, number, steps }, at) => ({
    law,
    message,
    steps: [...steps],
    case: number,
    file: files[at] ?? '',
  }));
  const coverage = reached.map(({ kind, reached: count, all, missing }) => ({
    kind,
    reached: count,
    all,
    missing: [...missing],
  }));
  const compared = agreement && { ...agreement, disagreements: Object.fromEntries(agreement.disagreements) };
  return `${formatJson({ target, seed, cases: summary.cases, seconds, acceptance, ...(compared !== null && { agreement: compared }), coverage, failures })}\n`;
}

/** The outcome of a target, in words, with the commands that repeat its failures. */
export function outcomeInWords({
  target,
  seed,
  cluster,
  seconds,
  summary,
  reached,
  acceptance,
  agreement,
  files,
}: Outcome) {
  const speed = Math.round(summary.cases / Math.max(seconds, 0.001));
  const accepted = acceptance === null ? '' : `, ${Math.round(acceptance * 100)} % accepted`;
  const lines = [
    `${target}: ${summary.cases} cases from seed ${seed} in ${seconds.toFixed(1)} s (${speed} a second)${accepted}`,
  ];
  if (cluster === OWN_SANDBOX) lines.push('  On a sandbox in memory: this tests the sandbox, not an engine.');
  if (agreement !== null) {
    const { compared, agreed, disagreements } = agreement;
    const percent = ((100 * agreed) / Math.max(compared, 1)).toFixed(1);
    lines.push(`  ${agreed} of ${compared} comparisons agree (${percent} %)`);
    lines.push(...disagreements.map(([name, count]) => `  known to differ: ${name} (${count})`));
  }
  for (const { kind, reached: count, all, missing } of reached) {
    const more = missing.length > SHOWN_MISSING ? ' …' : '';
    const names = missing.length === 0 ? '' : `; not reached: ${missing.slice(0, SHOWN_MISSING).join(' ')}${more}`;
    lines.push(`  ${kind}: ${count} of ${all}${names}`);
  }
  const access =
    cluster === undefined ? '' : typeof cluster === 'object' ? ` --cluster ${cluster.url} --scratch` : ' --sandbox';
  for (const [at, { law, message, number, shrinks, steps }] of summary.failures.entries()) {
    const [first = ''] = message.split('\n');
    lines.push(
      `failed: ${law}: ${printable(first)}`,
      ...steps.map((step, index) => `  ${index + 1}. ${printable(step)}`),
      `  case ${number}, made smaller ${shrinks} times. Again:`,
      `  mapledger fuzz --replay ${files[at] ?? ''}${access}`,
      `  mapledger fuzz --target ${target} --seed ${seed} --case ${number}${access}`,
    );
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** The outcome of several targets, in one line. */
export function totalInWords(outcomes: readonly Outcome[]): string {
  const cases = outcomes.reduce((sum, { summary }) => sum + summary.cases, 0);
  const failed = outcomes.filter(({ summary }) => summary.failures.length > 0);
  const what = failed.length === 0 ? 'nothing failed' : `failed: ${failed.map(({ target }) => target).join(', ')}`;
  return `${outcomes.length} targets, ${cases} cases: ${what}\n`;
}
