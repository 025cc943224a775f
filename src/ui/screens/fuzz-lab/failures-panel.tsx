import { Button } from '../../kit/button.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { copyText } from '../../kit/copy-text.ts';
import { ClipboardCopy, Download, FilePen } from '../../kit/icons/icons.ts';
import styles from './fuzz-lab.module.css';
import { replayCommand, shown, type LabRunDetails } from './lab-labels.ts';
import { useCaseCommands } from './use-open-case.ts';

/** The first case of each broken law: what it says, and what can be done with it. */
export function FailuresPanel({ run }: { readonly run: LabRunDetails }) {
  const commands = useCaseCommands(run.id);
  if (run.failed.length === 0)
    return (
      <p className={styles['words']}>
        {run.state === 'running' ? 'No case has failed so far.' : 'No case has failed.'}
      </p>
    );
  return (
    <ul className={styles['failures']} aria-label="Failed cases">
      {run.failed.map((failed) => {
        const { case: number, law, message, shrinks, isKept } = failed;
        const isBusy = commands.busy === number;
        return (
          <li key={number} className={styles['failure']}>
            <h3 className={styles['subtitle']}>{law}</h3>
            <p className={styles['facts']}>
              <span>Case {shown(number)}</span>
              <span>
                {shrinks === 0 ? 'not shrunk' : `shrunk ${shown(shrinks)} ${shrinks === 1 ? 'time' : 'times'}`}
              </span>
            </p>
            <CodeBlock label={`Reason of case ${number}`} isWrapped>
              {message}
            </CodeBlock>
            <div className={styles['buttons']}>
              {isKept && (
                <>
                  <Button size="small" icon={FilePen} isPending={isBusy} onPress={() => void commands.open(number)}>
                    Open in editor
                  </Button>
                  <Button
                    size="small"
                    icon={Download}
                    isPending={isBusy}
                    onPress={() => void commands.download(number)}
                  >
                    Download case
                  </Button>
                </>
              )}
              <Button
                size="small"
                icon={ClipboardCopy}
                onPress={() => void copyText(replayCommand(run, failed), 'Copied the command')}
              >
                Copy replay command
              </Button>
            </div>
            {!isKept && <p className={styles['words']}>The case is too large to keep. Replay it with the command.</p>}
          </li>
        );
      })}
    </ul>
  );
}
