import { useState } from 'react';
import { LAB_PART_LENGTH } from '#domain/wire';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { describeFault, type DescribedFault } from '../../files/describe-fault.ts';
import { assertReadable } from '../../files/import-draft.ts';
import { Banner } from '../../kit/banner.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { ChooseFile, type GivenText } from '../../kit/file-drop.tsx';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import styles from './fuzz-lab.module.css';
import { partsOf } from './text-parts.ts';

/** Tries a failed case, or a log that was exported from the editor, again on the server. */
export function ReplayPanel({ isReadOnly }: { readonly isReadOnly: boolean }) {
  const [fileName, setFileName] = useState('');
  const [fault, setFault] = useState<DescribedFault | null>(null);
  const { mutate, reset, data, error, isPending } = useApiMutation('lab.replay');
  const replay = async (given: GivenText) => {
    reset();
    setFault(null);
    setFileName(given.fileName ?? '');
    try {
      assertReadable(given.sizeBytes);
      mutate({ body: { parts: partsOf(await given.read(), LAB_PART_LENGTH) } });
    } catch (cause) {
      setFault(describeFault(cause, given.fileName));
    }
  };
  return (
    <div className={styles['panel']}>
      <div className={styles['row']}>
        <p className={styles['words']}>
          {isReadOnly
            ? 'This server is read-only. Replay files with mapledger fuzz --replay FILE.'
            : 'Choose a failed case or a log exported from the editor. The server decides each command again and compares the results.'}
        </p>
        {!isReadOnly && <ChooseFile onGiven={(given) => void replay(given)}>Choose file</ChooseFile>}
      </div>
      <div role="status">{isPending && <p className={styles['words']}>Replaying {fileName}...</p>}</div>
      {fault !== null && (
        <Banner kind="danger" title={fault.title}>
          {fault.text}
        </Banner>
      )}
      {error !== null && <ApiErrorNotice title={`Couldn’t replay ${fileName}`} error={error} />}
      {data !== undefined &&
        (data.broken === null ? (
          <div role="status">
            <Banner kind="success" title="Everything holds">
              {data.kind === 'log'
                ? `Each command of ${fileName} leads to the same log and the same document.`
                : `The case of ${fileName} no longer fails.`}
            </Banner>
          </div>
        ) : (
          <Banner kind="danger" title={`Failed: ${data.broken.law}`}>
            <CodeBlock label="Reason" isWrapped>
              {data.broken.message}
            </CodeBlock>
          </Banner>
        ))}
    </div>
  );
}
