import { formatAddress, type CodeDrift, type CodeDriftItem, type PlanHeader } from '#domain/code';
import { printable } from '../terminal.ts';
import { diffOf, planTitle } from './plan-text.ts';
import { escaped, reviewComment } from './review-comment.ts';

const STATES: Readonly<Record<CodeDriftItem['drift'], string>> = {
  changed: 'changed on the cluster',
  missing: 'missing on the cluster',
};
const SIGNS: Readonly<Record<CodeDriftItem['drift'], string>> = { changed: '~', missing: '-' };
const OTHERS = 'Not in the files, which is no drift:';
const BEHIND = 'Data streams behind their templates until their next rollover, which is no drift:';

/** The counts of a drift as a sentence. */
function driftSummary({ items, unchanged, notInFiles, leftOut, behind }: CodeDrift): string {
  const counted = (count: number, words: string) => (count === 0 ? [] : [`${count.toLocaleString('en')} ${words}`]);
  const of = (drift: CodeDriftItem['drift']) => items.filter((item) => item.drift === drift).length;
  const rest = `${unchanged.length.toLocaleString('en')} unchanged`;
  const compared =
    items.length === 0
      ? `No drift (${rest}).`
      : `${[...counted(of('changed'), STATES.changed), ...counted(of('missing'), STATES.missing), rest].join(', ')}.`;
  const others = [
    ...counted(behind.length, `data ${behind.length === 1 ? 'stream' : 'streams'} behind`),
    ...counted(notInFiles.length, 'not in the files'),
    ...counted(leftOut, 'of the stack left out (--managed)'),
  ];
  return others.length === 0 ? compared : `${compared} ${others.join(', ')}.`;
}

/** What is no drift, without lists that are empty. */
function listsOf({ notInFiles, behind }: CodeDrift) {
  const streams = behind.map(
    ({ dataStream, writeIndex, changes }) => `${dataStream} (${writeIndex}): ${changes.join('; ')}`,
  );
  return [
    { title: BEHIND, of: streams },
    { title: OTHERS, of: notInFiles },
  ].filter(({ of }) => of.length > 0);
}

/** A drift for a terminal: each template in words and as a diff from the file to the cluster. */
export function driftInWords(header: PlanHeader, drift: CodeDrift, unseen: readonly string[]): string {
  const { items } = drift;
  const blocks = [
    planTitle(header),
    ...items.map((item) =>
      [
        `${SIGNS[item.drift]} ${formatAddress(item)} (${STATES[item.drift]})`,
        ...item.changes.flatMap((change) => [`    ${change.text}`, ...diffOf(change).map((line) => `      ${line}`)]),
      ]
        .map(printable)
        .join('\n'),
    ),
    ...listsOf(drift).map(({ title, of }) => [title, ...of.map((each) => `  ${each}`)].map(printable).join('\n')),
    ...unseen.map(printable),
    driftSummary(drift),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** A drift as a comment of a review or of an issue. */
export function driftInMarkdown(header: PlanHeader, drift: CodeDrift, unseen: readonly string[]): string {
  return reviewComment({
    command: 'drift',
    ...header,
    head: [`### ${escaped(planTitle(header))}`, driftSummary(drift), ...unseen.map(escaped)],
    sections: drift.items.map((item) => ({
      address: item,
      title: STATES[item.drift],
      words: [],
      changes: item.changes,
    })),
    lists: listsOf(drift),
  });
}
