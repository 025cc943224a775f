import { Button } from '../../kit/button.tsx';
import { ChooseFile } from '../../kit/file-drop.tsx';
import common from '../../kit/common.module.css';
import styles from './fuzz-lab.module.css';
import { ReplayOutcome } from './replay-outcome.tsx';
import { givenText, useReplay } from './use-replay.ts';

interface ReplayPanelProps {
  readonly isReadOnly: boolean;
  /** The example of a failed case, as a file. */
  readonly example: string;
}

/** Runs a failed case, or a log that was exported from the editor, again on the server. */
export function ReplayPanel({ isReadOnly, example }: ReplayPanelProps) {
  const replay = useReplay();
  return (
    <div className={common['stack3']}>
      <div className={styles['row']}>
        <p className={styles['words']}>
          {isReadOnly
            ? 'This server is read-only. Replay files with mapledger fuzz --replay FILE.'
            : 'Choose a failed case or a log exported from the editor. The server decides each command again and compares the results.'}
        </p>
        {!isReadOnly && (
          <div className={common['wrappedRow']} data-tour="replay">
            <Button isDisabled={replay.isPending} onPress={() => void replay.run(givenText('the example', example))}>
              Replay example
            </Button>
            <ChooseFile onGiven={(given) => void replay.run(given)}>Choose file</ChooseFile>
          </div>
        )}
      </div>
      <ReplayOutcome replay={replay} />
    </div>
  );
}
