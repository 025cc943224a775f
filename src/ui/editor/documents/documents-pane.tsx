import { useState } from 'react';
import { formatJson, type JsonObject } from '#domain/json';
import { PanelBoundary } from '../../frame/panel-boundary.tsx';
import { Button } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { Download, Trash2 } from '../../kit/icons/icons.ts';
import { JsonEditor, type TextFault } from '../../kit/json-editor.tsx';
import { Select } from '../../kit/select.tsx';
import { useDocumentInput } from '../../platform/document-input.ts';
import { useOpenEditor } from '../fields/editor-context.tsx';
import { AskCluster } from './ask-cluster.tsx';
import type { DocumentRun } from './document-run.ts';
import styles from './documents-pane.module.css';
import { KeepTest } from './keep-test.tsx';
import { TakeDocument } from './take-document.tsx';
import { TestList } from './test-list.tsx';
import { TrialResult } from './trial-result.tsx';
import { useDocumentRun } from './use-document-run.ts';
import { useTriedIndex, type TriedOn } from './use-tried-index.ts';
import { useUsingTemplates } from './use-using-templates.ts';

const NO_FAULTS: readonly TextFault[] = [];
/** No template has an empty name. */
const ALONE = '';

/** A document, and what the mappings make of each of its values. */
export function DocumentsPane() {
  const { document: edited } = useOpenEditor();
  const [text, setText] = useDocumentInput(edited.stream);
  const using = useUsingTemplates();
  const [chosen, setChosen] = useState(ALONE);
  const within = using.find(({ name }) => name === chosen);
  const triedOn = useTriedIndex(within);
  const { run, isCurrent } = useDocumentRun(text, triedOn.indices);
  const [isTaking, setIsTaking] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const take = (document: JsonObject | null) => {
    setText(document === null ? '' : formatJson(document, 2));
    setIsTaking(false);
    setOpenId(null);
  };
  return (
    <section className={styles['pane']} aria-label="Try a document">
      <p className={common['explanation']}>
        Paste a document to see what happens to each of its values. Unless you keep it as a test, it is never recorded,
        and only this page has it: reloading or signing out clears it.
      </p>
      <div className={styles['columns']}>
        <div className={common['stack3']}>
          <div className={common['centredRow']}>
            <span className={common['label']}>Document</span>
            <span className={common['spacer']} />
            <Button size="small" icon={Download} aria-expanded={isTaking} onPress={() => setIsTaking(!isTaking)}>
              Take from an index
            </Button>
            <Button size="small" icon={Trash2} isDisabled={text.length === 0} onPress={() => take(null)}>
              Clear
            </Button>
          </div>
          {isTaking && (
            <PanelBoundary what="The documents">
              <TakeDocument index={triedOn.index} onTake={take} onClose={() => setIsTaking(false)} />
            </PanelBoundary>
          )}
          <JsonEditor
            ariaLabel="Document"
            height="min(360px, 45vh)"
            value={text}
            hasTabKey={false}
            errors={run?.kind === 'fault' ? [run.fault] : NO_FAULTS}
            onEdit={setText}
          />
          {run?.kind === 'tried' &&
            (within === undefined ? (
              <KeepTest run={run} isCurrent={isCurrent} openId={openId} onKept={setOpenId} />
            ) : (
              <p className={common['explanation']}>The tests of a component template are about it alone.</p>
            ))}
          <PanelBoundary what="The document tests">
            <TestList
              openId={openId}
              onOpen={({ id, test }) => {
                take(test.document);
                setOpenId(id);
                // The tests of a component template are about it alone.
                setChosen(ALONE);
              }}
            />
          </PanelBoundary>
        </div>
        <div className={common['stack3']}>
          {using.length > 0 && (
            <Select
              label="Try in"
              items={[
                { id: ALONE, label: 'This component template alone' },
                ...using.map(({ name }) => ({ id: name, label: `Index template ${name}` })),
              ]}
              value={within?.name ?? ALONE}
              onChange={setChosen}
            />
          )}
          <Result run={run} beforeLabel={triedOn.beforeLabel} holderOf={triedOn.holderOf} />
          {triedOn.holderOf !== null && (
            <p className={common['explanation']}>
              Tried on what a new index{within !== undefined && ` of ${within.name}`} gets, component templates
              included.
            </p>
          )}
          {triedOn.untold.map((sentence) => (
            <p key={sentence} className={common['explanation']}>
              {sentence}
            </p>
          ))}
          {triedOn.error !== null && (
            <p className={common['explanation']}>
              The settings of {triedOn.index} can’t be read, so the defaults are assumed.
            </p>
          )}
          {run?.kind === 'tried' && (
            <PanelBoundary what="The trial on the cluster" resetKey={run}>
              <AskCluster run={run} liveIndex={triedOn.index} />
            </PanelBoundary>
          )}
        </div>
      </div>
    </section>
  );
}

interface ResultProps extends Pick<TriedOn, 'beforeLabel' | 'holderOf'> {
  readonly run: DocumentRun | null;
}

function Result({ run, ...about }: ResultProps) {
  switch (run?.kind) {
    case undefined:
      return <p className={common['explanation']}>Trying the document…</p>;
    case 'empty':
      return <p className={common['explanation']}>No document yet.</p>;
    case 'fault':
      return (
        <p className={common['danger']} role="alert">
          Line {run.fault.line}, column {run.fault.column}: {run.fault.reason}
        </p>
      );
    case 'notObject':
      return (
        <p className={common['danger']} role="alert">
          A document is a JSON object: {'{ … }'}
        </p>
      );
    case 'tried':
      return <TrialResult run={run} {...about} />;
  }
}
