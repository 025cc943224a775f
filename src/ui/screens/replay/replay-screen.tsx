import { useState } from 'react';
import { countOf } from '#domain/console';
import { errorWords } from '../../platform/error-words.ts';
import { parseReplay, ReplayFileError, type ReplayFile } from '../../../machines/replay/replay-file.ts';
import { visitsOf } from '../../../machines/replay/replay-timeline.ts';
import { Screen } from '../../frame/screen.tsx';
import { ScreenTabs } from '../../frame/screen-tabs.tsx';
import { exactTime } from '../../files/relative-time.ts';
import { assertReadable } from '../../files/import-draft.ts';
import { Banner } from '../../kit/banner.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ChooseFile, FileDrop, type GivenText } from '../../kit/file-drop.tsx';
import { Clapperboard, FileInput } from '../../kit/icons/icons.ts';
import { Select } from '../../kit/select.tsx';
import { ReplayView } from './replay-view.tsx';
import styles from './replay-screen.module.css';

const FILE_TYPES = ['.ndjson', '.jsonl', '.txt', 'application/x-ndjson'];
/** Used instead of the id of a visit. */
const WHOLE_LOG = 'log';

/** Opens a replay file, and plays the recorded session. Nothing of it is stored on this device. */
export function ReplayScreen() {
  const [replay, setReplay] = useState<ReplayFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const take = async (given: GivenText) => {
    try {
      assertReadable(given.sizeBytes);
      setReplay(parseReplay(await given.read()));
      setFault(null);
    } catch (error) {
      setFault(error instanceof ReplayFileError ? `Line ${error.line}: ${error.reason}.` : errorWords(error));
    }
  };
  const choose = (
    <ChooseFile accept={FILE_TYPES} onGiven={(given) => void take(given)} icon={FileInput}>
      Open replay{' '}
    </ChooseFile>
  );
  return (
    <Screen
      title={replay === null ? 'Replay' : `Replay of ${replay.name}`}
      actions={replay === null ? undefined : choose}
      tabs={<ScreenTabs of="help" />}
    >
      <FileDrop hint="Drop a replay file" onGiven={(given) => void take(given)}>
        <div className={styles['page']}>
          {fault !== null && (
            <Banner kind="danger" title="Not a valid replay file" onDismiss={() => setFault(null)}>
              {fault}
            </Banner>
          )}
          {replay === null ? (
            <EmptyState icon={Clapperboard} title="Replay an editing session" actions={choose}>
              Open a replay file to step through an editing session. Nothing is stored.
            </EmptyState>
          ) : (
            <OpenReplay key={`${replay.exportedAt} ${replay.name}`} replay={replay} />
          )}
        </div>
      </FileDrop>
    </Screen>
  );
}

function OpenReplay({ replay }: { readonly replay: ReplayFile }) {
  const visits = visitsOf(replay);
  const [chosen, setChosen] = useState(visits.at(-1) ?? WHOLE_LOG);
  const items = [
    ...visits.map((visit) => ({ id: visit, label: visitLabel(replay, visit) })),
    { id: WHOLE_LOG, label: `Entire log, ${countOf(replay.log.events.length, 'event')}` },
  ];
  return (
    <>
      <div className={styles['visit']}>
        <Select label="Session" items={items} value={chosen} onChange={setChosen} />
      </div>
      <ReplayView key={chosen} replay={replay} visit={chosen === WHOLE_LOG ? null : chosen} />
    </>
  );
}

function visitLabel({ trace }: ReplayFile, visit: string): string {
  const entries = trace.filter((entry) => entry.visit === visit);
  return `${exactTime(entries[0]?.at ?? '')}, ${countOf(entries.length, 'step')}`;
}
