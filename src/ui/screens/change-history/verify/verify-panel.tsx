import { useEffect, useRef, useState, type ReactNode } from 'react';
import { MAX_TEXT_LENGTH } from '#domain/json';
import { countOf } from '#domain/console';
import { errorWords } from '../../../platform/error-words.ts';
import type { StreamInfo } from '#domain/ports';
import {
  formatTrailEntry,
  formatTrailFile,
  parseCheckpoint,
  parseTrailFile,
  TrailFileError,
  type SignedCheckpoint,
  type TrailEntry,
} from '#domain/proof';
import { exactTime } from '../../../files/relative-time.ts';
import { Banner } from '../../../kit/banner.tsx';
import { Button } from '../../../kit/button.tsx';
import { ChooseFile, type GivenText } from '../../../kit/file-drop.tsx';
import { Flyout } from '../../../kit/flyout.tsx';
import { Download, KeyRound, ShieldCheck } from '../../../kit/icons/icons.ts';
import { FileCheck } from '../../../kit/icons/screen-icons.ts';
import { fileNameOf, saveFile } from '../../../kit/save-file.ts';
import { Facts } from '../../../lists/facts.tsx';
import { useApi } from '../../../platform/api-provider.tsx';
import { useServices } from '../../../platform/services.ts';
import { keyPem } from './signatures.ts';
import common from '../../../kit/common.module.css';
import styles from './verify-panel.module.css';
import {
  verifyStreams,
  type FoundFault,
  type ServerProof,
  type VerifyProgress,
  type VerifyReport,
} from './verify-trail.ts';

interface VerifyPanelProps {
  /** One stream and its name; everything where absent. */
  readonly only: { readonly stream: string; readonly name: string } | undefined;
  /** Streams of this device. */
  readonly stored: readonly StreamInfo[];
  readonly onEntry: (entry: { readonly stream: string; readonly version: number }) => void;
  readonly onClose: () => void;
}

type State =
  | { readonly kind: 'idle' }
  | { readonly kind: 'verifying'; readonly progress: VerifyProgress | null }
  | { readonly kind: 'done'; readonly report: VerifyReport }
  | { readonly kind: 'failed'; readonly reason: string };

/** Maximum size of a file; each checkpoint is one line. */
const MAX_FILE_BYTES = MAX_TEXT_LENGTH;

/** Verifies the history here and on the server, and names the first bad event. */
export function VerifyPanel({ only, stored, onEntry, onClose }: VerifyPanelProps) {
  const { store, author } = useServices();
  const { api } = useApi();
  const [state, setState] = useState<State>({ kind: 'idle' });
  const [kept, setKept] = useState<{ readonly fileName: string; readonly checkpoints: readonly SignedCheckpoint[] }>();
  const [unreadable, setUnreadable] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const isVerifying = state.kind === 'verifying';

  const verify = async () => {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setState({ kind: 'verifying', progress: null });
    const show = (next: State) => {
      if (running.current === controller && !controller.signal.aborted) setState(next);
    };
    try {
      const report = await verifyStreams(
        { api, store, author: author.id },
        { stored, ...(only !== undefined && { only: only.stream }) },
        {
          kept: kept?.checkpoints ?? [],
          signal: controller.signal,
          onProgress: (progress) => show({ kind: 'verifying', progress }),
        },
      );
      show({ kind: 'done', report });
    } catch (error) {
      show({ kind: 'failed', reason: errorWords(error) });
    }
  };
  const cancel = () => {
    running.current?.abort();
    setState({ kind: 'idle' });
  };
  const keep = async (given: GivenText) => {
    try {
      const checkpoints = await readCheckpoints(given);
      setKept({ fileName: given.fileName ?? 'the pasted text', checkpoints });
      setUnreadable(null);
      setState({ kind: 'idle' });
    } catch (error) {
      setUnreadable(errorWords(error));
    }
  };

  return (
    <Flyout title={only === undefined ? 'Verify history' : `Verify ${only.name}`} onClose={onClose}>
      <div className={styles['panel']}>
        <p>Verifies all hashes and replays every command, in this browser and on the server.</p>
        <div className={common['wrappedRow']}>
          <Button variant="primary" icon={ShieldCheck} isPending={isVerifying} onPress={() => void verify()}>
            Verify
          </Button>
          <ChooseFile
            accept={['.ndjson', '.jsonl', '.txt', '.json']}
            icon={FileCheck}
            onGiven={(given) => void keep(given)}
          >
            Use kept checkpoint
          </ChooseFile>
          {isVerifying && <Button onPress={cancel}>Cancel</Button>}
        </div>
        {kept !== undefined && (
          <p>
            {countOf(kept.checkpoints.length, 'checkpoint')} of {kept.fileName} will be compared with the server’s
            history.
          </p>
        )}
        {unreadable !== null && (
          <Banner kind="danger" title="Couldn’t use this file" onDismiss={() => setUnreadable(null)}>
            {unreadable}
          </Banner>
        )}
        <div role="status">
          {state.kind === 'verifying' && (
            <p>
              {state.progress === null
                ? 'Verifying…'
                : `Verified ${state.progress.done.toLocaleString('en')} of ${countOf(state.progress.total, 'log')}`}
            </p>
          )}
          {state.kind === 'done' && state.report.fault === null && <Sound report={state.report} />}
        </div>
        {state.kind === 'failed' && (
          <Banner kind="danger" title="Couldn’t verify the history">
            {state.reason}
          </Banner>
        )}
        {state.kind === 'done' && state.report.fault !== null && <Fault fault={state.report.fault} onEntry={onEntry} />}
        {state.kind === 'done' && state.report.proof !== null && (
          <Checkpoint proof={state.report.proof}>
            {only !== undefined && state.report.fault === null && state.report.file !== null && (
              <SaveWithProof name={only.name} file={state.report.file} />
            )}
          </Checkpoint>
        )}
        <Limits />
      </div>
    </Flyout>
  );
}

function Sound({ report: { streams, events, byServer, notes } }: { readonly report: VerifyReport }) {
  if (streams === 0)
    return (
      <Banner kind="info" title="Nothing to verify">
        No events are recorded yet.
      </Banner>
    );
  return (
    <>
      <Banner kind="success" title="Nothing wrong found">
        This browser verified {countOf(events, 'event')} in {countOf(streams, 'log')}. The server verified{' '}
        {byServer === 0 ? 'none' : countOf(byServer, 'log')}.
      </Banner>
      {notes.length > 0 && (
        <section aria-label="Notes">
          <h3 className={common['textSize']}>Notes</h3>
          <ul className={styles['list']}>
            {notes.map(({ code, text }) => (
              <li key={code}>{text}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

interface FaultProps {
  readonly fault: FoundFault;
  readonly onEntry: VerifyPanelProps['onEntry'];
}

function faultTitle(version: number | null, isUnknown: boolean): string {
  if (isUnknown) return version === null ? 'An event can’t be verified' : `Event ${version} can’t be verified`;
  return version === null ? 'The history is not the one that was signed' : `Event ${version} is wrong`;
}

function Fault({ fault: { by, place, stream, version, kind, reason }, onEntry }: FaultProps) {
  const isUnknown = kind === 'unknown';
  const log = place === 'server' ? 'the server’s log' : 'this device’s log';
  return (
    <Banner
      kind={isUnknown ? 'warning' : 'danger'}
      title={faultTitle(version, isUnknown)}
      actions={
        stream !== null &&
        version !== null && (
          <Button size="small" onPress={() => onEntry({ stream, version })}>
            Open event
          </Button>
        )
      }
    >
      <p>
        Found by {by === 'browser' ? 'this browser' : 'the server'} in {log}
        {stream !== null && (
          <>
            {' '}
            of <code>{stream}</code>
          </>
        )}
        : {reason}.
      </p>
      <p>
        {isUnknown
          ? 'It was written by another version of Mapledger. Verify it with that version.'
          : 'All earlier events in its log are valid.'}
      </p>
    </Banner>
  );
}

interface SaveProps {
  readonly name: string;
  readonly file: readonly TrailEntry[];
}

/** The log with the proof that connects it to the checkpoint. */
function SaveWithProof({ name, file }: SaveProps) {
  return (
    <Button
      icon={FileCheck}
      onPress={() => saveFile(`${fileNameOf(name)}.trail.ndjson`, formatTrailFile(file), 'application/x-ndjson')}
    >
      Export with proof
    </Button>
  );
}

interface CheckpointProps {
  readonly proof: ServerProof;
  /** More buttons. */
  readonly children: ReactNode;
}

function Checkpoint({ proof: { keyId, publicKey, checkpoint, size, at }, children }: CheckpointProps) {
  return (
    <section aria-label="Checkpoint">
      <h3 className={common['textSize']}>Checkpoint</h3>
      <Facts
        facts={[
          ['Signed', <time dateTime={at}>{exactTime(at)}</time>],
          ['Covers', `The first ${countOf(size, 'event')} of the server`],
          ['Key ID', <code>{keyId}</code>],
        ]}
      />
      <p>Keep it where the operators of the server can’t change it.</p>
      <div className={common['wrappedRow']}>
        <Button
          icon={Download}
          onPress={() =>
            saveFile(
              `mapledger-checkpoint-${size}.ndjson`,
              `${formatTrailEntry({ kind: 'checkpoint', checkpoint })}\n`,
              'application/x-ndjson',
            )
          }
        >
          Download checkpoint
        </Button>
        <Button
          icon={KeyRound}
          onPress={() => saveFile(`mapledger-key-${keyId}.pem`, keyPem(publicKey), 'application/x-pem-file')}
        >
          Download key
        </Button>
        {children}
      </div>
    </section>
  );
}

/** The limits of the verification, in plain words. */
function Limits() {
  return (
    <section aria-label="What this can’t prove">
      <h3 className={common['textSize']}>What this can’t prove</h3>
      <ul className={styles['list']}>
        <li>Without an external checkpoint: truncation of the newest events, or a fully rewritten history.</li>
        <li>Whether events recorded after the checkpoint were changed.</li>
        <li>Who made a change, unless the name is marked as verified.</li>
        <li>When a device made a change: only the time of recording comes from the server.</li>
        <li>The content of erased events, and changes made outside Mapledger.</li>
      </ul>
    </section>
  );
}

/** The checkpoints of a file. @throws Error with the reason */
async function readCheckpoints({ sizeBytes, read }: GivenText): Promise<readonly SignedCheckpoint[]> {
  if (sizeBytes > MAX_FILE_BYTES) throw new Error('It is too large to be a file of checkpoints.');
  try {
    const checkpoints = parseTrailFile(await read(), { isAnyForm: true }).flatMap((entry) =>
      entry.kind === 'checkpoint' ? [entry.checkpoint] : [],
    );
    if (checkpoints.length === 0) throw new Error('It holds no checkpoint.');
    if (checkpoints.some(({ text }) => parseCheckpoint(text) === null))
      throw new Error('It holds a checkpoint that this version doesn’t know.');
    return checkpoints;
  } catch (error) {
    if (error instanceof TrailFileError) throw new Error(`${error.message}.`, { cause: error });
    throw error;
  }
}
