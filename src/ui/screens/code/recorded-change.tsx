import { countOf } from '#domain/console';
import { ApiErrorNotice } from '../../cluster/api-error-notice.tsx';
import type { CodeClaim } from '../../cluster/use-code-claims.ts';
import { Button } from '../../kit/button.tsx';
import { Chip } from '../../kit/chip.tsx';
import common from '../../kit/common.module.css';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Facts } from '../../lists/facts.tsx';
import { ListTime } from '../../lists/list-time.tsx';
import { ACTION_STATES } from '../change-history/actions.ts';
import type { ListedAction } from '../change-history/change-reader.ts';
import { ActionLink, EntryLink, PersonName, personOf } from '../change-history/save-row.tsx';
import { useActionPages } from '../change-history/use-action-pages.ts';
import { newestSave } from './newest-save.ts';

/** Since when and by whom an object is other than it was applied, as far as it is recorded. */
export function RecordedChange({ claim }: { readonly claim: CodeClaim }) {
  const { name, applied, state } = claim;
  const pages = useActionPages({ name, from: applied.at });
  const save = newestSave(claim, pages.actions);
  return (
    <section className={common['stack2']} aria-labelledby="recorded-change">
      <h3 id="recorded-change" className={common['large']}>
        Newest recorded change since the apply
      </h3>
      {applied.outcome !== 'done' && (
        <p>The newest apply has not ended, or was stopped: the file may not have been sent.</p>
      )}
      {pages.error !== null && (
        <ApiErrorNotice title="Couldn’t read the recorded changes" error={pages.error} onRetry={pages.retry} />
      )}
      {pages.isPending ? (
        <Skeleton height="80px" />
      ) : save !== undefined ? (
        <Save action={save} />
      ) : pages.since !== '' ? (
        <>
          <p>None among the newest {countOf(pages.actions.length, 'action')} with this name.</p>
          <div>
            <Button isPending={pages.isReading} onPress={pages.readOlder}>
              Look further back
            </Button>
          </div>
        </>
      ) : (
        pages.error === null && (
          <p>{state === 'missing' ? 'Deleted' : 'Changed'} outside Mapledger, or before its history.</p>
        )
      )}
      {save === undefined && pages.hidden > 0 && (
        <p className={common['muted']}>
          {countOf(pages.hidden, 'recorded action is', 'recorded actions are')} not shown, because you may not see{' '}
          {pages.hidden === 1 ? 'it' : 'them'}.
        </p>
      )}
    </section>
  );
}

function Save({ action }: { readonly action: ListedAction }) {
  const { at, reason, state } = action;
  const { label, tone } = ACTION_STATES[state];
  return (
    <Facts
      facts={[
        ['Change', <ActionLink key="change" action={action} link={EntryLink} />],
        ['When', <ListTime key="when" at={at} />],
        ['By', <PersonName key="by" {...personOf(action)} />],
        ['Reason', reason ?? 'No reason given'],
        [
          'Result',
          <Chip key="result" tone={tone}>
            {label}
          </Chip>,
        ],
      ]}
    />
  );
}
