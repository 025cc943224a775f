import { useState, type ReactNode } from 'react';
import { formatSize, countOf } from '#domain/console';
import type { RouteAnswer } from '#domain/wire';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import { useIsReadOnly } from '../../cluster/use-cluster.ts';
import { exactTime } from '../../files/relative-time.ts';
import { Banner } from '../../kit/banner.tsx';
import { Button } from '../../kit/button.tsx';
import { Eraser, Stethoscope } from '../../kit/icons/icons.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Facts } from '../../lists/facts.tsx';
import { useApiMutation } from '../../platform/use-api-mutation.ts';
import { useApiQuery } from '../../platform/use-api-query.ts';
import { EraseLogDialog } from './erase-log-dialog.tsx';
import { describeRetention, KIND_LABELS } from './server-labels.ts';
import common from '../../kit/common.module.css';
import styles from './storage-screen.module.css';

/** The status of a server that keeps everything in memory. */
const NO_STORAGE = 501;

type ServerStorage = RouteAnswer<'storage.get'>;

/** What the server keeps and for how long, a test of its storage, and the way to erase a log there. */
export function ServerPanel() {
  const storage = useApiQuery('storage.get', {});
  const [isErasing, setIsErasing] = useState(false);
  const test = useApiMutation('storage.test', { invalidates: ['storage.get'] });
  const isReadOnly = useIsReadOnly();
  if (storage.isPending) return <Skeleton height="160px" />;
  if (storage.isError && storage.error.statusCode === NO_STORAGE)
    return <p className={styles['words']}>{storage.error.message}</p>;
  if (storage.isError)
    return (
      <ApiErrorNotice
        title="Couldn’t read the server’s storage"
        error={storage.error}
        onRetry={() => void storage.refetch()}
      />
    );
  return (
    <div className={common['stack3']}>
      <Facts facts={factsOf(storage.data)} />
      <div className={styles['row']}>
        <p className={styles['words']}>
          {isReadOnly
            ? 'This server is read-only: nothing can be tested or erased.'
            : 'The self-test records an event, reads it back and checks the newest hashes. It changes nothing else.'}
        </p>
        <div className={common['wrappedRow']}>
          <Button icon={Eraser} isDisabled={isReadOnly} onPress={() => setIsErasing(true)}>
            Erase log
          </Button>
          <Button icon={Stethoscope} isDisabled={isReadOnly} isPending={test.isPending} onPress={() => test.mutate({})}>
            Run self-test
          </Button>
        </div>
      </div>
      {test.error && (
        <Banner kind="danger" title="Couldn’t run the self-test">
          {test.error.message}
        </Banner>
      )}
      {test.data && <TestResult {...test.data} />}
      {isErasing && <EraseLogDialog onClose={() => setIsErasing(false)} />}
    </div>
  );
}

function TestResult({ isSound, steps }: RouteAnswer<'storage.test'>) {
  return (
    <div {...(isSound && { role: 'status' })}>
      <Banner kind={isSound ? 'success' : 'danger'} title={isSound ? 'Self-test passed' : 'Self-test failed'}>
        <ul className={styles['lines']} aria-label="Steps" tabIndex={0}>
          {steps.map(({ text }, index) => (
            <li key={index}>{text}</li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

function factsOf(storage: ServerStorage): readonly (readonly [string, ReactNode])[] {
  const { fileBytes, streams, leaves, names, erased, retention, checkpoint, checkpointMinutes } = storage;
  return [
    ['Database', formatSize(fileBytes)],
    [
      'Recorded here',
      <ul key="kinds">
        {streams.map(({ kind, streams: logs, events }) => (
          <li key={kind}>
            {KIND_LABELS[kind] ?? kind}: {countOf(logs, 'log')}, {countOf(events, 'event')}
          </li>
        ))}
        {streams.length === 0 && <li>Nothing yet</li>}
      </ul>,
    ],
    [
      'Drafts',
      storage.hasSharedTrail
        ? 'Recorded on this server and stored in the browser'
        : 'Stored in the browser only: the server runs with --no-shared-trail.',
    ],
    ['Tree', countOf(leaves, 'event')],
    ['Author names', names.toLocaleString('en')],
    ['Erased', erased.logs > 0 && `${countOf(erased.logs, 'log')}, ${countOf(erased.events, 'event')}`],
    ['Retention', describeRetention(retention)],
    [
      'Last checkpoint',
      <>
        {checkpoint === null ? (
          'None yet'
        ) : (
          <>
            {countOf(checkpoint.size, 'event')}, <time dateTime={checkpoint.at}>{exactTime(checkpoint.at)}</time>, key{' '}
            <code>{checkpoint.key}</code>
          </>
        )}
        {checkpointMinutes > 0 && ` (every ${countOf(checkpointMinutes, 'minute')})`}
      </>,
    ],
  ];
}
