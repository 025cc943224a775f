import { formatAddress, type CodePlan, type CodePlanItem, type PlanHeader } from '#domain/code';
import { printable } from '../terminal.ts';
import { diffOf, planClass, planObstacle, planSummary, planTitle, streamsInWords } from './plan-text.ts';

/** As much as a review comment of GitHub takes, in characters. */
export const MAX_COMMENT_LENGTH = 65_536;
/** Kept for the sentence that says what was left out. */
const RESERVED = 300;

/** A plan as a comment of a review; what does not fit is counted. */
export function planInMarkdown(header: PlanHeader, plan: CodePlan): string {
  // A comment that is updated is found by its first line.
  const mark = `<!-- mapledger plan ${header.project}${header.environment === null ? '' : ` ${header.environment}`} -->`;
  const head = [
    mark,
    `### ${escaped(planTitle(header))}`,
    [planSummary(plan), planObstacle(plan)].filter((line) => line !== undefined).join(' '),
    ...plan.problems.map((problem) => `- ${escaped(problem)}`),
  ].join('\n\n');
  let text = head;
  for (const [index, item] of plan.items.entries()) {
    const left = plan.items.length - index;
    const room = MAX_COMMENT_LENGTH - RESERVED - text.length;
    const block = [sectionOf(item), sectionOf(item, { isShort: true })].find((each) => each.length + 2 <= room);
    if (block === undefined) {
      const rest =
        left === 1 ? 'One more template doesn’t fit' : `${left.toLocaleString('en')} more templates don’t fit`;
      text += `\n\n${rest} into a comment. Run \`mapledger plan\` to see all.`;
      break;
    }
    text += `\n\n${block}`;
  }
  return `${text}\n`;
}

function sectionOf(item: CodePlanItem, { isShort = false } = {}): string {
  const title = `${code(formatAddress(item))} (${escaped(planClass(item))})`;
  const words = [...item.refused, ...streamsInWords(item), ...item.notes].map((line) => `- ${escaped(line)}`);
  const lines = item.changes.flatMap((change) => [`# ${change.text}`, ...diffOf(change)]).map(printable);
  if (isShort || lines.length === 0) {
    const left = lines.length === 0 ? [] : ['- The changes don’t fit into a comment.'];
    return [`**${title}**`, ...words, ...left].join('\n');
  }
  const content = lines.join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return [
    `<details><summary>${htmlOf(formatAddress(item))} (${htmlOf(planClass(item))})</summary>`,
    ...(words.length === 0 ? [] : [words.join('\n')]),
    `${fence}diff\n${content}\n${fence}`,
    '</details>',
  ].join('\n\n');
}

/** Text that Markdown would read as something else. */
function escaped(text: string): string {
  return htmlOf(text).replaceAll(/[\\`*_[\]|~#@!]/g, (character) =>
    // A mention would notify people.
    character === '@' ? '@\u200b' : `\\${character}`,
  );
}

function htmlOf(text: string): string {
  return printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function code(text: string): string {
  const shown = printable(text);
  const fence = '`'.repeat(longestRun(shown) + 1);
  return `${fence}${shown.startsWith('`') ? ' ' : ''}${shown}${shown.endsWith('`') ? ' ' : ''}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
