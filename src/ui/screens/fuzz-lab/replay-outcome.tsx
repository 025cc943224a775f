import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { Banner } from '../../kit/banner.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import styles from './fuzz-lab.module.css';
import type { Replay } from './use-replay.ts';

/** What a replay came to: everything holds, or which law does not and why. */
export function ReplayOutcome({ replay: { fileName, isPending, fault, error, outcome } }: { readonly replay: Replay }) {
  return (
    <>
      <div role="status">{isPending && <p className={styles['words']}>Replaying {fileName}...</p>}</div>
      {fault !== null && (
        <Banner kind="danger" title={fault.title}>
          {fault.text}
        </Banner>
      )}
      {error !== null && <ApiErrorNotice title={`Couldn’t replay ${fileName}`} error={error} />}
      {outcome !== undefined &&
        (outcome.broken === null ? (
          <div role="status">
            <Banner kind="success" title="Everything holds">
              {outcome.kind === 'log'
                ? `Each command of ${fileName} gives the same log and the same document.`
                : `The case of ${fileName} no longer fails.`}
            </Banner>
          </div>
        ) : (
          <Banner kind="danger" title={`Failed: ${outcome.broken.law}`}>
            <CodeBlock label="Reason" isWrapped>
              {outcome.broken.message}
            </CodeBlock>
          </Banner>
        ))}
    </>
  );
}
