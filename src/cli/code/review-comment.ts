import { formatAddress, type ObjectAddress, type TemplateChange } from '#domain/code';
import { printable } from '../terminal.ts';
import { diffOf } from './plan-text.ts';

/** As much as a review comment of GitHub takes, in characters. */
export const MAX_COMMENT_LENGTH = 65_536;
/** Kept for the sentences that say what was left out. */
const RESERVED = 400;

/** What a comment says about one template or index. */
interface CommentSection {
  readonly address: ObjectAddress;
  readonly title: string;
  readonly words: readonly string[];
  readonly changes: readonly TemplateChange[];
}

interface Comment {
  /** The command that it is by, and what for: a comment that is updated is found by its first line. */
  readonly command: 'plan' | 'drift';
  readonly project: string;
  readonly environment: string | null;
  /** Markdown below the first line. */
  readonly head: readonly string[];
  readonly sections: readonly CommentSection[];
  /** What is only listed, with the titles of the lists. */
  readonly lists?: readonly { readonly title: string; readonly of: readonly string[] }[];
}

/** A comment of a review; what does not fit is counted. */
export function reviewComment({ command, project, environment, head, sections, lists = [] }: Comment): string {
  const mark = `<!-- mapledger ${command} ${project}${environment === null ? '' : ` ${environment}`} -->`;
  const see = `Run \`mapledger ${command}\` to see all.`;
  let text = [mark, ...head].join('\n\n');
  const fits = (block: string) => text.length + block.length <= MAX_COMMENT_LENGTH - RESERVED;
  for (const [index, section] of sections.entries()) {
    const block = [sectionOf(section), sectionOf(section, { isShort: true })].find((each) => fits(`\n\n${each}`));
    if (block === undefined) {
      const left = sections.length - index;
      const rest = left === 1 ? 'One more object doesn’t fit' : `${left.toLocaleString('en')} more objects don’t fit`;
      text += `\n\n${rest} into a comment. ${see}`;
      break;
    }
    text += `\n\n${block}`;
  }
  for (const list of lists) {
    if (list.of.length === 0 || !fits(`\n\n${list.title}\n`)) continue;
    text += `\n\n${list.title}\n`;
    for (const [index, each] of list.of.entries()) {
      const line = `\n- ${code(each)}`;
      if (!fits(line)) {
        text += `\n\n${(list.of.length - index).toLocaleString('en')} more of these. ${see}`;
        break;
      }
      text += line;
    }
  }
  return `${text}\n`;
}

function sectionOf(section: CommentSection, { isShort = false } = {}): string {
  const { address, title } = section;
  const words = section.words.map((line) => `- ${escaped(line)}`);
  const lines = section.changes.flatMap((change) => [`# ${change.text}`, ...diffOf(change)]).map(printable);
  if (isShort || lines.length === 0) {
    const left = lines.length === 0 ? [] : ['- The changes don’t fit into a comment.'];
    return [`**${code(formatAddress(address))} (${escaped(title)})**`, ...words, ...left].join('\n');
  }
  const content = lines.join('\n');
  const fence = '`'.repeat(Math.max(3, longestRun(content) + 1));
  return [
    `<details><summary>${htmlOf(formatAddress(address))} (${htmlOf(title)})</summary>`,
    ...(words.length === 0 ? [] : [words.join('\n')]),
    `${fence}diff\n${content}\n${fence}`,
    '</details>',
  ].join('\n\n');
}

/** Text that Markdown would read as something else. */
export function escaped(text: string): string {
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
  // Markdown takes a space away where there is one at both ends.
  const pad = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
