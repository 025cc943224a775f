import { useMemo, useState } from 'react';
import { expectationOf, proposedKind, type DocumentTest } from '#domain/documents';
import { deepEqual, isWrittenAlike, type JsonValue } from '#domain/json';
import { explained } from '../../actions/dispatch-with-feedback.ts';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { Button } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { ListChecks, Save } from '../../kit/icons/icons.ts';
import { useServices } from '../../platform/services.ts';
import type { DocumentRun } from './document-run.ts';
import { useKeptTests } from './use-kept-tests.ts';
import { TestDialog } from './test-dialog.tsx';
import { testTitle } from './test-words.ts';

type Tried = Extract<DocumentRun, { readonly kind: 'tried' }>;

interface KeepTestProps {
  readonly run: Tried;
  /** Whether it is of the text as it is now: another document would be kept than the one that is seen. */
  readonly isCurrent: boolean;
  /** Id of the test whose document was opened. */
  readonly openId: string | null;
  readonly onKept: (id: string) => void;
}

/** Keeps the document that was tried as a test, or as the document of the test that it was opened from. */
export function KeepTest({ run, isCurrent, openId, onKept }: KeepTestProps) {
  const { ids } = useServices();
  const { session, tests } = useKeptTests();
  const [proposed, setProposed] = useState<{ readonly run: Tried; readonly test: DocumentTest } | null>(null);
  const open = tests.find(({ id }) => id === openId);
  const isSame = useMemo(() => open !== undefined && isSameText(open.test.document, run.document), [open, run]);
  if (session === null) return null;
  const propose = () => {
    const { document, after } = run;
    setProposed({ run, test: { document, expect: expectationOf(proposedKind(after), after) } });
  };
  const keep = (test: DocumentTest) => {
    const id = ids.next();
    startList(session);
    const kept = session.dispatch({ type: 'documentTest.keep', payload: { id, test } });
    if ('event' in kept) onKept(id);
    return kept;
  };
  return (
    <div className={common['wrappedRow']}>
      <Button size="small" icon={ListChecks} isDisabled={!isCurrent} onPress={propose}>
        Keep as test
      </Button>
      {open !== undefined && (
        <Button
          size="small"
          icon={Save}
          aria-label={`Update test ${testTitle(open.test)}`}
          isDisabled={!isCurrent || isSame}
          onPress={() =>
            void explained(
              session.dispatch({
                type: 'documentTest.edit',
                payload: { id: open.id, test: { ...open.test, document: run.document } },
              }),
            )
          }
        >
          Update test
        </Button>
      )}
      {proposed !== null && (
        <TestDialog
          isNew
          title="Keep as document test"
          submitLabel="Keep test"
          test={proposed.test}
          trial={proposed.run.after}
          onKeep={keep}
          onClose={() => setProposed(null)}
        />
      )}
    </div>
  );
}

function isSameText(one: JsonValue, other: JsonValue): boolean {
  return deepEqual(one, other) && isWrittenAlike(one, other);
}

/** Begins the list with the first test: looking at a document records nothing. */
function startList(session: DocumentSession): void {
  if (session.getSnapshot().state.body !== undefined) return;
  session.dispatch({ type: 'document.create', payload: { body: {} } });
}
