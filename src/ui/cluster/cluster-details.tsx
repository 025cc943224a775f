import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { Dialog, Heading, Popover } from 'react-aria-components';
import type { ClusterEntry, ClusterStatus } from '#domain/console';
import { Button } from '../kit/button.tsx';
import { Health } from '../kit/health.tsx';
import { LogOut } from '../kit/icons/icons.ts';
import popover from '../kit/popover.module.css';
import { ROUTES } from '../platform/route-table.ts';
import { engineTitle } from '../platform/target-engines.ts';
import styles from './cluster-details.module.css';
import { healthLabel, healthMark, healthReason } from './health-labels.ts';
import { READ_ONLY_REASON } from './read-only.ts';
import { SCRATCH_WORDS } from './scratch-words.ts';
import { SANDBOX_WORDS } from './sandbox-words.tsx';
import { StatusButton } from './status-button.tsx';
import { useSignOut } from './use-sign-out.ts';

interface ClusterDetailsProps {
  readonly entry: ClusterEntry | undefined;
  readonly status: ClusterStatus | undefined;
  readonly isReadOnly: boolean;
  readonly isOpenAtFirst: boolean;
}

/** The status of the cluster, and on a press everything about it: why it is not green, what it is, who is signed in. */
export function ClusterDetails({ entry, status, isReadOnly, isOpenAtFirst }: ClusterDetailsProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <StatusButton
        ref={button}
        mark={healthMark(status)}
        label={entry === undefined ? 'Unknown cluster' : healthLabel(status)}
        isOpen={isOpen}
        onPress={() => setIsOpen(!isOpen)}
      />
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
          {status && <Doing status={status} onLeave={() => setIsOpen(false)} />}
          {status && <Facts status={status} />}
          {entry?.kind === 'sandbox' && <p className={styles['text']}>{SANDBOX_WORDS}</p>}
          {entry?.isScratch === true && <p className={styles['text']}>{SCRATCH_WORDS}</p>}
          {isReadOnly && <p className={styles['text']}>{READ_ONLY_REASON}</p>}
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
      {reason !== undefined && <p className={styles['text']}>{reason}</p>}
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
