import { useMemo, useState } from 'react';
import { formatJson, type JsonValue } from '#domain/json';
import styles from './json-diff.module.css';
import { diffLines, foldSame, type DiffLine } from './line-diff.ts';
import { useMediaQuery } from './use-media-query.ts';

interface JsonDiffProps {
  /** Undefined where there was no value. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /** The default is side by side where there is room. */
  readonly view?: 'side-by-side' | 'unified';
  readonly beforeLabel?: string;
  readonly afterLabel?: string;
  /** The name of the compared value, where a page compares several. */
  readonly what?: string;
}

interface Pair {
  readonly left: DiffLine | null;
  readonly right: DiffLine | null;
}

function linesOf(value: JsonValue | undefined): readonly string[] {
  return value === undefined ? [] : formatJson(value, 2).split('\n');
}

/** Pairs removed lines with the added ones that replaced them. */
function pairsOf(lines: readonly DiffLine[]): readonly Pair[] {
  const pairs: Pair[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      pairs.push({ left: removed[index] ?? null, right: added[index] ?? null });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'removed') removed.push(line);
    else if (line.kind === 'added') added.push(line);
    else {
      flush();
      pairs.push({ left: line, right: line });
    }
  }
  flush();
  return pairs;
}

const SIGNS: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', removed: '−', added: '+' };

/** The difference of two JSON values, line by line; unchanged stretches are folded and can be opened. */
export function JsonDiff({
  before,
  after,
  view: wanted,
  beforeLabel = 'Before',
  afterLabel = 'After',
  what,
}: JsonDiffProps) {
  const isNarrow = useMediaQuery('(max-width: 720px)');
  const view = wanted ?? (isNarrow ? 'unified' : 'side-by-side');
  const lines = useMemo(() => diffLines(linesOf(before), linesOf(after)), [before, after]);
  const sections = useMemo(() => foldSame(lines), [lines]);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  if (lines.every(({ kind }) => kind === 'same')) return <p className={styles['none']}>No differences.</p>;
  const shown = sections.map((section, index) => {
    if ('hidden' in section && !opened.has(index)) {
      return (
        <tbody key={index}>
          <tr>
            <td colSpan={4} className={styles['fold']}>
              <button type="button" onClick={() => setOpened(new Set(opened).add(index))}>
                Show {section.hidden.length.toLocaleString('en')} unchanged lines
              </button>
            </td>
          </tr>
        </tbody>
      );
    }
    const sectionLines = 'hidden' in section ? section.hidden : section.lines;
    return (
      <tbody key={index}>
        {view === 'unified' ? <UnifiedRows lines={sectionLines} /> : <PairedRows lines={sectionLines} />}
      </tbody>
    );
  });
  return (
    <div
      className={styles['frame']}
      tabIndex={0}
      role="region"
      aria-label={`${what === undefined ? '' : `${what}: `}${beforeLabel} and ${afterLabel}`}
    >
      <table>
        <colgroup>
          <col className={styles['numberColumn']} />
          <col className={styles[view === 'unified' ? 'numberColumn' : 'codeColumn']} />
          <col className={styles[view === 'unified' ? 'codeColumn' : 'numberColumn']} />
          <col className={styles['codeColumn']} />
        </colgroup>
        <thead>
          <tr>
            {view === 'unified' ? (
              <th scope="col" colSpan={4}>
                {beforeLabel} and {afterLabel}
              </th>
            ) : (
              <>
                <th scope="col" colSpan={2}>
                  {beforeLabel}
                </th>
                <th scope="col" colSpan={2}>
                  {afterLabel}
                </th>
              </>
            )}
          </tr>
        </thead>
        {shown}
      </table>
    </div>
  );
}

function UnifiedRows({ lines }: { readonly lines: readonly DiffLine[] }) {
  return lines.map((line, index) => (
    <tr key={index} className={styles[line.kind]}>
      <td className={styles['number']}>{line.before}</td>
      <td className={styles['number']}>{line.after}</td>
      <td colSpan={2} className={styles['code']}>
        <span className={styles['sign']}>{SIGNS[line.kind]}</span>
        {line.text}
      </td>
    </tr>
  ));
}

function PairedRows({ lines }: { readonly lines: readonly DiffLine[] }) {
  return pairsOf(lines).map(({ left, right }, index) => (
    <tr key={index}>
      <td className={styles['number']}>{left?.before}</td>
      <HalfLine line={left} />
      <td className={styles['number']}>{right?.after}</td>
      <HalfLine line={right} />
    </tr>
  ));
}

function HalfLine({ line }: { readonly line: DiffLine | null }) {
  if (line === null) return <td className={styles['absent']} />;
  return (
    <td className={`${styles['code'] ?? ''} ${styles[line.kind] ?? ''}`}>
      <span className={styles['sign']}>{SIGNS[line.kind]}</span>
      {line.text}
    </td>
  );
}
