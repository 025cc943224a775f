import { useState } from 'react';
import { describeDifference } from '#domain/documents';
import { formatJson } from '#domain/json';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import { Button } from '../../kit/button.tsx';
import { classNames } from '../../kit/class-names.ts';
import common from '../../kit/common.module.css';
import { IconButton } from '../../kit/icon-button.tsx';
import { Download, FileInput, Pencil, Trash2 } from '../../kit/icons/icons.ts';
import { LineList } from '../../kit/line-list.tsx';
import { fileNameOf, saveFile } from '../../kit/save-file.ts';
import { useOpenEditor } from '../fields/editor-context.tsx';
import styles from './documents-pane.module.css';
import type { ListedTest } from '../../platform/kept-tests.ts';
import { TestDialog } from './test-dialog.tsx';
import { TestOutcome } from './test-outcome.tsx';
import { expectationWords, testsWords, testTitle } from './test-words.ts';
import { useKeptTests } from './use-kept-tests.ts';

/** The most differences of a test that are listed. */
const SHOWN_DIFFERENCES = 10;

interface TestListProps {
  /** Id of the test whose document is in the box. */
  readonly openId: string | null;
  /** Puts the document of a test into the box. */
  readonly onOpen: (test: ListedTest) => void;
}

/** The tests that are kept with the document, and how each goes. */
export function TestList({ openId, onOpen }: TestListProps) {
  const kept = useKeptTests();
  const { document } = useOpenEditor();
  const { session, tests, error } = kept;
  const [editedId, setEditedId] = useState<string | null>(null);
  if (error !== null)
    return (
      <p className={common['danger']} role="alert">
        The document tests can’t be read: {error.message}
      </p>
    );
  if (session === null || tests.length === 0) return null;
  const edited = tests.find(({ id }) => id === editedId);
  const save = () => {
    const text = formatJson(
      tests.map(({ test }) => test),
      2,
    );
    saveFile(`${fileNameOf(document.name)}-document-tests.json`, `${text}\n`, 'application/json');
  };
  return (
    <section className={common['stack2']} aria-label="Document tests">
      <div className={common['centredRow']}>
        <h2 className={styles['heading']}>Document tests</h2>
        <span className={kept.failed > 0 ? common['danger'] : common['muted']} role="status">
          {testsWords(kept)}
        </span>
        <span className={common['spacer']} />
        <Button size="small" icon={Download} onPress={save}>
          Export tests
        </Button>
      </div>
      <LineList label="Document tests" count={tests.length} isTall>
        {(index) => {
          const each = tests[index];
          return each === undefined ? null : (
            <TestRow
              listed={each}
              isOpen={each.id === openId}
              onOpen={() => onOpen(each)}
              onEdit={() => setEditedId(each.id)}
              onRemove={() =>
                void explained(session.dispatch({ type: 'documentTest.remove', payload: { id: each.id } }))
              }
            />
          );
        }}
      </LineList>
      {edited !== undefined && (
        <TestDialog
          title="Edit document test"
          submitLabel="Save test"
          test={edited.test}
          trial={null}
          onKeep={(test) => session.dispatch({ type: 'documentTest.edit', payload: { id: edited.id, test } })}
          onClose={() => setEditedId(null)}
        />
      )}
    </section>
  );
}

interface TestRowProps {
  readonly listed: ListedTest;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function TestRow({ listed: { test, checked }, isOpen, onOpen, onEdit, onRemove }: TestRowProps) {
  const title = testTitle(test);
  const differences = checked?.differences ?? [];
  return (
    <div className={classNames(styles['test'], isOpen && styles['open'])}>
      <span className={styles['outcome']}>
        <TestOutcome outcome={checked?.outcome ?? 'checking'} />
      </span>
      <div className={styles['words']}>
        <p className={styles['testTitle']} title={title}>
          {title}
        </p>
        <p className={common['mutedBreaking']}>Expected: {expectationWords(test.expect)}</p>
        {differences.slice(0, SHOWN_DIFFERENCES).map((difference) => (
          <p key={`${difference.about} ${difference.field}`} className={styles['difference']}>
            {describeDifference(difference)}
          </p>
        ))}
        {differences.length > SHOWN_DIFFERENCES && (
          <p className={common['muted']}>{differences.length - SHOWN_DIFFERENCES} more differences</p>
        )}
      </div>
      <IconButton size="small" icon={FileInput} label={`Open ${title}`} tooltip="Open document" onPress={onOpen} />
      <IconButton size="small" icon={Pencil} label={`Edit ${title}`} tooltip="Edit test" onPress={onEdit} />
      <IconButton size="small" icon={Trash2} label={`Remove ${title}`} tooltip="Remove test" onPress={onRemove} />
    </div>
  );
}
