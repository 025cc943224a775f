import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { formatSize, countOf } from '#domain/console';
import { checkFinding, documentsText, mappingFindings, refusalFindings, type Finding } from '#domain/infer';
import { useClusterEngine } from '../../cluster/use-cluster.ts';
import { shownName } from '../../files/shown-name.ts';
import { BackHeading } from '../../frame/back-heading.tsx';
import { ErrorButtons, ErrorMessage } from '../../frame/error-details.tsx';
import { Screen } from '../../frame/screen.tsx';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ChooseFile, FileDrop, type GivenText } from '../../kit/file-drop.tsx';
import { CircleAlert, FileInput, Unplug } from '../../kit/icons/icons.ts';
import { ProgressBar } from '../../kit/progress-bar.tsx';
import { errorWords } from '../../platform/error-words.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices } from '../../platform/services.ts';
import { DEFAULT_ENGINE, engineTitle, versionFault } from '../../platform/target-engines.ts';
import { EngineField } from '../drafts/engine-field.tsx';
import { CompareMapping } from './compare-mapping.tsx';
import { createInferredDraft } from './create-inferred-draft.ts';
import type { InferFailure, Proposal } from './infer-messages.ts';
import styles from './infer-screen.module.css';
import { InferredFields } from './inferred-fields.tsx';
import { ListedFinding } from './listed-finding.tsx';
import { useInference, type Inferring, type Trial } from './use-inference.ts';

const FILE_TYPES = ['.ndjson', '.jsonl', '.json', '.csv', '.tsv', '.txt', 'application/json', 'text/csv'];
const TITLE = 'Infer mapping';

/** Proposes a mapping for the documents of a file, which a worker reads, and makes a draft of it. */
export function InferScreen() {
  const inference = useInference();
  const suggested = useClusterEngine() ?? DEFAULT_ENGINE;
  const [chosen, setChosen] = useState<TargetEngine | null>(null);
  const target = chosen ?? suggested;
  const { state } = inference;
  const read = (file: File) => inference.read(file, target);
  const take = ({ file, read: readText }: GivenText) => {
    if (file !== undefined) read(file);
    else void readText().then((text) => read(new File([text], 'Pasted documents')));
  };
  const setTarget = (engine: TargetEngine) => {
    setChosen(engine);
    if (versionFault(engine.version) === null) inference.setTarget(engine);
  };
  const choose = (label: string) => (
    <ChooseFile accept={FILE_TYPES} onGiven={take} variant={state.kind === 'none' ? 'primary' : 'secondary'}>
      {label}
    </ChooseFile>
  );
  const engine = (
    <div className={styles['engine']}>
      <EngineField key={engineTitle(suggested)} value={target} onChange={setTarget} showsFault />
    </div>
  );
  return (
    <Screen title={TITLE} heading={<BackHeading list="drafts" title={TITLE} />}>
      <FileDrop hint="Drop a file with documents" onGiven={take}>
        <div className={styles['page']}>
          {state.kind === 'none' && (
            <EmptyState icon={FileInput} title="Infer a mapping from documents" actions={choose('Choose file')}>
              <p>Choose or drop a file with documents: NDJSON, a JSON array, or CSV with a heading.</p>
              <Privacy />
              {engine}
            </EmptyState>
          )}
          {state.kind === 'reading' && <Reading {...state} onCancel={inference.forget} />}
          {state.kind === 'unloaded' && (
            <EmptyState
              icon={Unplug}
              title="The code that reads files could not be loaded"
              actions={<ErrorButtons error={state.error} onRetry={() => read(state.file)} />}
            >
              <div role="alert">
                <ErrorMessage error={state.error} />
              </div>
            </EmptyState>
          )}
          {state.kind === 'failed' && (
            <EmptyState
              icon={CircleAlert}
              title={`${shownName(state.file.name)} can’t be read`}
              actions={
                <>
                  <Button variant="primary" onPress={() => read(state.file)}>
                    Retry
                  </Button>
                  {choose('Choose another file')}
                </>
              }
            >
              <p role="alert">{failureText(state.failure)}</p>
            </EmptyState>
          )}
          {state.kind === 'proposed' && inference.mapping !== null && (
            <Result
              state={state}
              mapping={inference.mapping}
              inference={inference}
              head={
                <div className={styles['controls']}>
                  {engine}
                  {choose('Choose another file')}
                </div>
              }
            />
          )}
        </div>
      </FileDrop>
    </Screen>
  );
}

function Privacy() {
  return (
    <p>
      The file stays in this browser. It is not uploaded or stored, and a reload forgets it. A draft has the mapping,
      the name of the file and the reasons for each type, with counts, formats and ranges of numbers.
    </p>
  );
}

function failureText(failure: InferFailure): string {
  switch (failure.why) {
    case 'input':
      return `${failure.line === undefined ? '' : `Line ${failure.line}: `}${failure.reason}.`;
    case 'file':
      return 'The file was changed, moved or deleted since it was chosen. Choose it again.';
    case 'worker':
      return `Reading stopped because of an error: ${failure.reason || 'the browser ended the worker'}.`;
  }
}

/** `1.5gb of 2gb`, as a bar and in words. */
function Progress({ label, bytes, size }: { readonly label: string; readonly bytes: number; readonly size: number }) {
  return (
    <>
      <ProgressBar label={label} value={bytes} max={Math.max(size, 1)} />
      <p className={common['mutedFigure']}>
        {formatSize(bytes)} of {formatSize(size)}
      </p>
    </>
  );
}

function Reading({
  file,
  bytes,
  onCancel,
}: Extract<Inferring, { kind: 'reading' }> & { readonly onCancel: () => void }) {
  return (
    <div className={styles['reading']} aria-busy>
      <p role="status">Reading {shownName(file.name)}</p>
      <Progress label={`Reading ${shownName(file.name)}`} bytes={bytes} size={file.size} />
      <Privacy />
      <div>
        <Button onPress={onCancel}>Cancel</Button>
      </div>
    </div>
  );
}

interface ResultProps {
  readonly state: Extract<Inferring, { kind: 'proposed' }>;
  readonly inference: ReturnType<typeof useInference>;
  readonly mapping: NonNullable<ReturnType<typeof useInference>['mapping']>;
  readonly head: ReactNode;
}

function Result({ state: { file, proposal, trial }, inference, mapping, head }: ResultProps) {
  const services = useServices();
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { documents, total, target } = proposal;
  const create = async () => {
    setIsPending(true);
    try {
      const draftId = await createInferredDraft(services, mapping, { fileName: file.name, target, documents });
      await navigate({ to: ROUTES.draft, params: { draftId } });
    } catch (error) {
      setFault(errorWords(error));
      setIsPending(false);
    }
  };
  return (
    <>
      <div className={styles['head']}>
        <div className={styles['summary']}>
          <h2 className={styles['title']}>{shownName(file.name)}</h2>
          <p role="status" className={common['muted']}>
            {documentsText(documents, total)}, {countOf(mapping.fields.length, 'field')}, for {engineTitle(target)}
          </p>
        </div>
        <Button variant="primary" isPending={isPending} onPress={() => void create()}>
          Create draft
        </Button>
      </div>
      {head}
      {fault !== null && (
        <Banner kind="danger" title="The draft was not created" onDismiss={() => setFault(null)}>
          {fault}
        </Banner>
      )}
      <Findings proposal={proposal} findings={mappingFindings(mapping)} />
      <TrialResult trial={trial} size={file.size} documents={documents} />
      <CompareMapping
        fileName={file.name}
        proposal={proposal}
        mapping={mapping}
        trial={trial}
        onCompare={inference.compareWith}
      />
      <InferredFields fields={proposal.mapping.fields} choiceOf={inference.choiceOf} onChoose={inference.choose} />
      <Privacy />
    </>
  );
}

function Findings({ proposal, findings }: { readonly proposal: Proposal; readonly findings: readonly Finding[] }) {
  const refusals = refusalFindings(proposal, proposal.mapping, (line) => `Line ${line}`);
  return (
    <>
      {refusals.map((finding) => (
        <ListedFinding key={finding.title} kind="warning" {...finding} />
      ))}
      {findings.map((finding) => (
        <ListedFinding key={finding.title} kind="info" {...finding} />
      ))}
    </>
  );
}

function TrialResult({
  trial,
  size,
  documents,
}: {
  readonly trial: Trial;
  readonly size: number;
  readonly documents: number;
}) {
  switch (trial.kind) {
    case 'running':
      return (
        <div aria-busy>
          <p role="status">Trying the documents on the mapping</p>
          <Progress label="Trying the documents on the mapping" bytes={trial.bytes} size={size} />
        </div>
      );
    case 'failed':
      return (
        <Banner kind="danger" title="The documents were not tried on the mapping">
          {failureText(trial.failure)}
        </Banner>
      );
    case 'done': {
      const { refusedCount } = trial.check;
      return (
        <ListedFinding
          kind={refusedCount > 0 ? 'warning' : 'success'}
          {...checkFinding('the mapping', trial.check, documents)}
        />
      );
    }
  }
}
