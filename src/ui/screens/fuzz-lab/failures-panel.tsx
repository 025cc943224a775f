import { countOf } from '#domain/console';
import { Button } from '../../kit/button.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { copyText } from '../../kit/copy-text.ts';
import { ClipboardCopy, Download, FilePen } from '../../kit/icons/icons.ts';
import { Play } from '../../kit/icons/screen-icons.ts';
import common from '../../kit/common.module.css';
import styles from './fuzz-lab.module.css';
import { replayCommand, shown, type LabRunDetails } from './lab-labels.ts';
import { ReplayOutcome } from './replay-outcome.tsx';
import { useCaseCommands } from './use-open-case.ts';
import { givenText, useReplay } from './use-replay.ts';

/** The first case of each broken law: its description, and actions for it. */
export function FailuresPanel({ run, isReadOnly }: { readonly run: LabRunDetails; readonly isReadOnly: boolean }) {
  if (run.failed.length === 0)
    return (
      <p className={styles['words']}>
        {run.state === 'running' ? 'No case has failed so far.' : 'No case has failed.'}
      </p>
    );
  return (
    <ul className={styles['failures']} aria-label="Failed cases">
      {run.failed.map((failed) => (
        <FailedCase key={failed.case} run={run} failed={failed} isReadOnly={isReadOnly} />
      ))}
    </ul>
  );
}

/** The steps of a failed case, in order; nothing where the case was found by a version that stored none. */
export function CaseSteps({ label, steps }: { readonly label: string; readonly steps: readonly string[] }) {
  if (steps.length === 0) return null;
  return (
    <ol className={styles['steps']} aria-label={label}>
      {steps.map((step, at) => (
        // A step can occur twice, and steps are never reordered.
        <li key={at}>{step}</li>
      ))}
    </ol>
  );
}

interface FailedCaseProps {
  readonly run: LabRunDetails;
  readonly failed: LabRunDetails['failed'][number];
  readonly isReadOnly: boolean;
}

function FailedCase({ run, failed, isReadOnly }: FailedCaseProps) {
  const { case: number, law, message, steps, shrinks, isKept } = failed;
  const commands = useCaseCommands(run.id);
  const replay = useReplay();
  const isBusy = commands.isBusy || replay.isPending;
  return (
    <li className={styles['failure']}>
      <h3 className={styles['subtitle']}>{law}</h3>
      <p className={common['facts']}>
        <span>Case {shown(number)}</span>
        <span>{shrinks === 0 ? 'not shrunk' : `shrunk ${countOf(shrinks, 'time')}`}</span>
      </p>
      <CaseSteps label={`Steps of case ${number}`} steps={steps} />
      <CodeBlock label={`Reason of case ${number}`} isWrapped>
        {message}
      </CodeBlock>
      <div className={common['wrappedRow']}>
        {isKept && (
          <>
            {!isReadOnly && (
              <Button
                size="small"
                icon={Play}
                isPending={isBusy}
                onPress={() =>
                  void commands.read(number).then((found) => found && replay.run(givenText(found.fileName, found.file)))
                }
              >
                Replay
              </Button>
            )}
            <Button size="small" icon={FilePen} isPending={isBusy} onPress={() => void commands.open(number)}>
              Open in editor
            </Button>
            <Button size="small" icon={Download} isPending={isBusy} onPress={() => void commands.download(number)}>
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
      <ReplayOutcome replay={replay} />
      {!isKept && <p className={styles['words']}>The case is too large to keep. Replay it with the command.</p>}
    </li>
  );
}
