import { useMemo, useState } from 'react';
import type { ClusterRequest } from '#domain/ports';
import { Button } from '../kit/button.tsx';
import { CodeBlock } from '../kit/code-block.tsx';
import { Download } from '../kit/icons/icons.ts';
import { fileNameOf, saveFile } from '../kit/save-file.ts';
import common from '../kit/common.module.css';
import styles from './cluster.module.css';

/**
 * How many characters of a body are shown at once: a request may have megabytes, which would slow down every render.
 */
const MAX_SHOWN = 100_000;
/** The length of a part of a long request, in characters; a part is laid out once it is scrolled to. */
const PART_LENGTH = 20_000;

interface RequestBlockProps {
  readonly request: ClusterRequest;
  readonly label?: string;
}

/**
 * A request to the cluster: its line, and its body below. Of a long body the beginning is shown, with a button for all.
 */
export function RequestBlock({ request: { method, path, body = '' }, label = 'Request' }: RequestBlockProps) {
  const [isWhole, setIsWhole] = useState(false);
  const line = `${method} ${path}`;
  const all = `${line}\n${body}`.trimEnd();
  if (body.length <= MAX_SHOWN) return <CodeBlock label={label}>{all}</CodeBlock>;
  return (
    <div className={common['stack2']}>
      {isWhole ? (
        <LongText label={label} text={all} />
      ) : (
        <CodeBlock label={label}>{`${line}\n${body.slice(0, MAX_SHOWN)}`}</CodeBlock>
      )}
      <p className={styles['rest']}>
        {!isWhole && (
          <>
            <span>
              First {MAX_SHOWN.toLocaleString('en')} of {body.length.toLocaleString('en')} characters
            </span>
            <Button size="small" onPress={() => setIsWhole(true)}>
              Show all
            </Button>
          </>
        )}
        <Button size="small" icon={Download} onPress={() => saveFile(`${fileNameOf(line)}.txt`, all, 'text/plain')}>
          Download request
        </Button>
      </p>
    </div>
  );
}

function LongText({ label, text }: { readonly label: string; readonly text: string }) {
  const parts = useMemo(() => partsOf(text), [text]);
  return (
    <CodeBlock label={label}>
      {parts.map((part, at) => (
        <span key={at} className={styles['part']}>
          {part}
        </span>
      ))}
    </CodeBlock>
  );
}

/** The text in parts that end with a line. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from + PART_LENGTH);
    const until = end === -1 ? text.length : end + 1;
    parts.push(text.slice(from, until));
    from = until;
  }
  return parts;
}
