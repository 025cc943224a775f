import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import { useQueryClient } from '@tanstack/react-query';
import { missingIn, missingSentence, type ClusterEntry, type ClusterStatus } from '#domain/console';
import { Button } from '../kit/button.tsx';
import { Health } from '../kit/health.tsx';
import { LogOut } from '../kit/icons/icons.ts';
import { ROUTES } from '../platform/route-table.ts';
import { engineTitle } from '../platform/target-engines.ts';
import { showToast } from '../kit/toast.tsx';
import { forgetDocuments } from '../platform/document-input.ts';
import { useApiMutation } from '../platform/use-api-mutation.ts';
import { healthReason } from './health-labels.ts';
import { READ_ONLY_REASON, SCRATCH_WORDS, SANDBOX_WORDS } from './cluster-words.tsx';
import { StatusButton } from './status-button.tsx';
import common from '../kit/common.module.css';
import popover from '../kit/popover.module.css';
import styles from './cluster-details.module.css';

interface ClusterDetailsProps {
  readonly mark: string;
  readonly label: string;
  readonly name: string | undefined;
  readonly entry: ClusterEntry | undefined;
  readonly status: ClusterStatus | undefined;
  /** Our server can't be reached: the status is the last known one. */
  readonly isGone: boolean;
  readonly isReadOnly: boolean;
  readonly isOpenAtFirst: boolean;
}

/** The status of the cluster, and on a press all details: why it is not green, its engine, who is signed in. */
export function ClusterDetails({ entry, status, isGone, isReadOnly, isOpenAtFirst, ...shown }: ClusterDetailsProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <StatusButton ref={button} {...shown} isOpen={isOpen} onPress={() => setIsOpen(!isOpen)} />
      <Popover
        isNonModal
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        triggerRef={button}
        shouldCloseOnInteractOutside={(element) => button.current?.contains(element) !== true}
        className={popover['popover'] ?? ''}
        placement="bottom end"
        offset={6}
      >
        <Dialog className={styles['details'] ?? ''}>
          <Heading slot="title" level={2} className={styles['title'] ?? ''}>
            {entry?.label ?? 'Unknown cluster'}
          </Heading>
          {isGone && (
            <p className={common['mutedBreaking']}>Can’t reach the Mapledger server. Showing the last loaded data.</p>
          )}
          {status && !isGone && <Doing status={status} onLeave={() => setIsOpen(false)} />}
          {status && <Facts status={status} />}
          {missingIn(status).map((each) => (
            <p key={each.part} className={common['mutedBreaking']}>
              {missingSentence(each)}
            </p>
          ))}
          {entry?.kind === 'sandbox' && <p className={common['mutedBreaking']}>{SANDBOX_WORDS}</p>}
          {entry?.isScratch === true && <p className={common['mutedBreaking']}>{SCRATCH_WORDS}</p>}
          {isReadOnly && <p className={common['mutedBreaking']}>{READ_ONLY_REASON}</p>}
          {status?.user !== undefined && <User user={status.user} label={status.label} />}
        </Dialog>
      </Popover>
    </>
  );
}

function Doing({ status, onLeave }: { readonly status: ClusterStatus; readonly onLeave: () => void }) {
  const { state, health } = status;
  const reason = healthReason(status);
  return (
    <>
      {state === 'up' && health !== undefined && <Health health={health} />}
      {reason !== undefined && <p className={common['mutedBreaking']}>{reason}</p>}
      {state === 'up' && (health === 'yellow' || health === 'red') && (
        <p>
          <Link
            to={ROUTES.indices}
            search={(before: { readonly cluster?: string }) => ({
              ...(before.cluster !== undefined && { cluster: before.cluster }),
              filter: '-health:green',
              includeHiddenIndices: true,
            })}
            onClick={onLeave}
            className={styles['link']}
          >
            Show indices that aren’t green
          </Link>
        </p>
      )}
    </>
  );
}

function Facts({ status: { engine, clusterName, nodes } }: { readonly status: ClusterStatus }) {
  const facts = [
    ['Engine', engine && engineTitle(engine)],
    ['Cluster name', clusterName],
    ['Nodes', nodes?.toLocaleString('en')],
  ] as const;
  return (
    <dl className={styles['facts']}>
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function User({ user, label }: { readonly user: string; readonly label: string }) {
  const signOut = useSignOut(label);
  return (
    <div className={styles['user']}>
      <span>
        Signed in as <strong>{user}</strong>
      </span>
      <Button size="small" icon={LogOut} onPress={signOut}>
        Sign out
      </Button>
    </div>
  );
}

/** Signs out of the chosen cluster, whose name is `label`. */
function useSignOut(label: string): () => void {
  const queries = useQueryClient();
  const { mutate: signOut } = useApiMutation('session.close', {
    async onSuccess() {
      forgetDocuments();
      // Nothing that only this user could see stays in the cache.
      queries.removeQueries({ type: 'inactive' });
      await queries.resetQueries();
    },
    onError: ({ message }) => void showToast({ kind: 'danger', title: `Couldn’t sign out of ${label}`, text: message }),
  });
  return () => signOut({});
}
