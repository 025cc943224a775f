import { Clapperboard, FileInput } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '#domain/json';
import { parseReplay, ReplayFileError, type ReplayFile } from '../../../machines/replay/replay-file.ts';
import { visitsOf } from '../../../machines/replay/replay-timeline.ts';
import { Screen } from '../../frame/screen.tsx';
import { exactTime } from '../../files/relative-time.ts';
import { assertReadable } from '../../files/import-draft.ts';
import { Banner } from '../../kit/banner.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ChooseFile, FileDrop, type GivenText } from '../../kit/file-drop.tsx';
import { Select } from '../../kit/select.tsx';
import { ReplayView } from './replay-view.tsx';
import styles from './replay-screen.module.css';

const FILE_TYPES = ['.ndjson', '.jsonl', '.txt', 'application/x-ndjson'];
/** In place of the id of a visit. */
const WHOLE_LOG = 'log';

/** Opens a replay file, and plays what it recorded. Nothing of it is kept on this device. */
export function ReplayScreen() {
  const [replay, setReplay] = useState<ReplayFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const take = async (given: GivenText) => {
    try {
      assertReadable(given.sizeBytes);
      setReplay(parseReplay(await given.read()));
      setFault(null);
    } catch (error) {
      setFault(error instanceof ReplayFileError ? `Line ${error.line}: ${error.reason}.` : errorText(error));
    }
  };
  const choose = (
    <ChooseFile accept={FILE_TYPES} onGiven={(given) => void take(given)} icon={FileInput}>
      Open a replay
    </ChooseFile>
  );
  return (
    <Screen
      title={replay === null ? 'Replay' : `Replay of ${replay.name}`}
      actions={replay === null ? undefined : choose}
    >
      <FileDrop hint="Drop a replay" onGiven={(given) => void take(given)}>
        <div className={styles['page']}>
          {fault !== null && (
            <Banner kind="danger" title="This is no replay that can be played" onDismiss={() => setFault(null)}>
              {fault} Nothing was opened.
            </Banner>
          )}
          {replay === null ? (
            <EmptyState icon={Clapperboard} title="See what happened, step by step" actions={choose}>
              A replay is a log together with what was looked at while it was made: export one from the editor of a
              draft, or drop here what somebody sent you. It plays through the same program that made it, and is not
              kept.
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
    { id: WHOLE_LOG, label: `The whole log, ${replay.log.events.length} events` },
  ];
  return (
    <>
      <div className={styles['visit']}>
        <Select label="What to play" items={items} value={chosen} onChange={setChosen} />
      </div>
      <ReplayView key={chosen} replay={replay} visit={chosen === WHOLE_LOG ? null : chosen} />
    </>
  );
}

function visitLabel({ trace }: ReplayFile, visit: string): string {
  const entries = trace.filter((entry) => entry.visit === visit);
  return `Visit of ${exactTime(entries[0]?.at ?? '')}, ${entries.length} steps of the session`;
}
