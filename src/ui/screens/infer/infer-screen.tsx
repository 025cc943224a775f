import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { TargetEngine } from '#domain/catalogue';
import { capitalized, countOf, formatSize } from '#domain/console';
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
import { useApi } from '../../platform/api-provider.tsx';
import { errorWords } from '../../platform/error-words.ts';
import { ROUTES } from '../../platform/route-table.ts';
import { useServices } from '../../platform/services.ts';
import { DEFAULT_ENGINE, engineTitle, versionFault } from '../../platform/target-engines.ts';
import { EngineField } from '../drafts/engine-field.tsx';
import { CompareMapping } from './compare-mapping.tsx';
import { createInferredDraft } from './create-inferred-draft.ts';
import { IndexSample } from './index-sample.tsx';
import { inputDraftName, inputOrigin, inputTitle, isPart, type InferInput } from './infer-input.ts';
import type { InferFailure, Proposal } from './infer-messages.ts';
import styles from './infer-screen.module.css';
import { InferredFields } from './inferred-fields.tsx';
import { ListedFinding } from './listed-finding.tsx';
import { useInference, type Inferring, type Trial } from './use-inference.ts';

const route = getRouteApi(ROUTES.infer);
const FILE_TYPES = ['.ndjson', '.jsonl', '.json', '.csv', '.tsv', '.txt', 'application/json', 'text/csv'];
const TITLE = 'Infer mapping';

/** Proposes a mapping for the documents of a file or an index, which a worker reads, and makes a draft of it. */
export function InferScreen() {
  const inference = useInference();
  const navigate = useNavigate();
  const { index } = route.useSearch();
  const { clusterId } = useApi();
  const suggested = useClusterEngine() ?? DEFAULT_ENGINE;
  const [chosen, setChosen] = useState<TargetEngine | null>(null);
  const target = chosen ?? suggested;
  const { state } = inference;
  const read = (input: InferInput) => inference.read(input, target);
  const readFile = (file: File) => read({ kind: 'file', file });
  const take = ({ file, read: readText }: GivenText) => {
    if (file !== undefined) readFile(file);
    else void readText().then((text) => readFile(new File([text], 'Pasted documents')));
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
  const chooseOther = (
    <>
      {choose('Choose another file')}
      <Button onPress={inference.forget}>Read another sample</Button>
    </>
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
            <>
              <EmptyState icon={FileInput} title="Infer a mapping from documents" actions={choose('Choose file')}>
                <p>Choose or drop a file with documents: NDJSON, a JSON array, or CSV with a heading.</p>
                <Privacy kind="file" />
                {engine}
              </EmptyState>
              <IndexSample
                // What is read of one cluster is not read of another.
                key={clusterId}
                index={index}
                onIndex={(name) => void navigate({ to: ROUTES.infer, search: { index: name }, replace: true })}
                onSample={read}
              />
            </>
          )}
          {state.kind === 'reading' && <Reading {...state} onCancel={inference.forget} />}
          {state.kind === 'unloaded' && (
            <EmptyState
              icon={Unplug}
              title="The code that reads files could not be loaded"
              actions={<ErrorButtons error={state.error} onRetry={() => read(state.input)} />}
            >
              <div role="alert">
                <ErrorMessage error={state.error} />
              </div>
            </EmptyState>
          )}
          {state.kind === 'failed' && (
            <EmptyState
              icon={CircleAlert}
              title={`${shownTitle(state.input)} can’t be read`}
              actions={
                <>
                  <Button variant="primary" onPress={() => read(state.input)}>
                    Retry
                  </Button>
                  {chooseOther}
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
                  {chooseOther}
                </div>
              }
            />
          )}
        </div>
      </FileDrop>
    </Screen>
  );
}

/** `orders.csv`, `Index orders`. */
function shownTitle(input: InferInput): string {
  const title = shownName(inputTitle(input));
  return input.kind === 'file' ? title : capitalized(title);
}

function Privacy({ kind }: Pick<InferInput, 'kind'>) {
  return (
    <p>
      {kind === 'file'
        ? 'The file stays in this browser. It is not uploaded or stored, and a reload forgets it.'
        : 'The documents stay in this browser. They are not recorded or stored, and a reload forgets them.'}{' '}
      A draft has the mapping, the name of the {kind === 'file' ? 'file' : 'index'} and the reasons for each type, with
      counts, formats and ranges of numbers.
    </p>
  );
}

/** Says how much of an index was read, and where its documents are not as they were sent. */
function SampleNote({ input }: { readonly input: InferInput }) {
  if (input.kind === 'file') return null;
  const { documents, total, isCut, caveat } = input;
  const figure = documents.toLocaleString('en');
  return (
    <>
      <Banner
        kind="info"
        title={
          isPart(input)
            ? `This is a sample: the newest ${figure} of ${countOf(total, 'document')}`
            : `All documents of the index were read (${figure})`
        }
      >
        {isPart(input) && 'Other documents may have other fields and values. '}
        {isCut && 'More documents would make the sample too long. '}
        Line numbers below count the documents that were read.
      </Banner>
      {caveat !== undefined && (
        <Banner kind="warning" title="Types may differ from those of the documents that were sent">
          {caveat}
        </Banner>
      )}
    </>
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
  input,
  bytes,
  onCancel,
}: Extract<Inferring, { kind: 'reading' }> & { readonly onCancel: () => void }) {
  return (
    <div className={styles['reading']} aria-busy>
      <p role="status">Reading {shownName(inputTitle(input))}</p>
      <Progress label={`Reading ${shownName(inputTitle(input))}`} bytes={bytes} size={input.file.size} />
      <Privacy kind={input.kind} />
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

function Result({ state: { input, proposal, trial }, inference, mapping, head }: ResultProps) {
  const services = useServices();
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { documents, total, target } = proposal;
  const create = async () => {
    setIsPending(true);
    try {
      const draftId = await createInferredDraft(services, mapping, {
        ...{ name: inputDraftName(input), origin: inputOrigin(input) },
        ...{ target, documents },
      });
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
          <h2 className={styles['title']}>{shownTitle(input)}</h2>
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
      <SampleNote input={input} />
      <Findings proposal={proposal} findings={mappingFindings(mapping)} />
      <TrialResult trial={trial} size={input.file.size} documents={documents} />
      <CompareMapping
        origin={inputOrigin(input)}
        proposal={proposal}
        mapping={mapping}
        trial={trial}
        onCompare={inference.compareWith}
      />
      <InferredFields fields={proposal.mapping.fields} choiceOf={inference.choiceOf} onChoose={inference.choose} />
      <Privacy kind={input.kind} />
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
