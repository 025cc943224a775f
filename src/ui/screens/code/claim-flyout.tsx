import { Link } from '@tanstack/react-router';
import { kindTitle } from '#domain/code';
import type { CodeClaim } from '../../cluster/use-code-claims.ts';
import { buttonClass } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { Flyout } from '../../kit/flyout.tsx';
import { History, PencilLine } from '../../kit/icons/icons.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Facts } from '../../lists/facts.tsx';
import { ListTime } from '../../lists/list-time.tsx';
import lists from '../../lists/lists.module.css';
import { detailOf, editorOf, historyOf } from './claim-links.ts';
import { OUTCOME_LABELS, shownState, STATE_WORDS } from './claim-states.ts';
import { RecordedChange } from './recorded-change.tsx';
import { StateChip } from './state-chip.tsx';

interface ClaimFlyoutProps {
  readonly name: string;
  /** Absent where no project claims the object. */
  readonly claim: CodeClaim | undefined;
  /** The claims are not known yet. */
  readonly isPending: boolean;
  readonly onClose: () => void;
}

/** One claim beside the list: the file, the apply, and since when and by whom the object differs. */
export function ClaimFlyout({ name, claim, isPending, onClose }: ClaimFlyoutProps) {
  if (claim === undefined)
    return (
      <Flyout title={name} onClose={onClose}>
        <div className={lists['detail']} tabIndex={-1} data-autofocus>
          {isPending ? <Skeleton height="240px" /> : <p>No project claims this on the cluster.</p>}
        </div>
      </Flyout>
    );
  return (
    <Flyout title={name} onClose={onClose} footer={<ClaimLinks claim={claim} />}>
      <div className={lists['detail']} tabIndex={-1} data-autofocus>
        <div className={common['stack6']}>
          <ClaimFacts claim={claim} />
          {!claim.isLeft && (claim.state === 'changed' || claim.state === 'missing') && (
            <RecordedChange claim={claim} />
          )}
        </div>
      </div>
    </Flyout>
  );
}

function ClaimLinks({ claim }: { readonly claim: CodeClaim }) {
  return (
    <>
      <Link className={buttonClass()} {...historyOf(claim)}>
        <History size={16} aria-hidden />
        History
      </Link>
      {claim.state !== 'missing' && (
        <Link className={buttonClass('primary')} {...editorOf(claim)}>
          <PencilLine size={16} aria-hidden />
          {claim.kind === 'index' ? 'Edit mapping' : 'Edit'}
        </Link>
      )}
    </>
  );
}

function ClaimFacts({ claim }: { readonly claim: CodeClaim }) {
  const { kind, name, project, file, applied } = claim;
  const { at, by, environment, commit, isDirty, outcome } = applied;
  const state = shownState(claim);
  return (
    <Facts
      facts={[
        [
          'State',
          state && (
            <>
              <StateChip state={state} /> {STATE_WORDS[state].description}
            </>
          ),
        ],
        [
          kindTitle(kind),
          claim.state === 'missing' ? (
            name
          ) : (
            <Link key="object" {...detailOf(claim)} className={lists['reference']}>
              {name}
            </Link>
          ),
        ],
        ['Project', project],
        ['File', <code key="file">{file}</code>],
        ['Environment', environment],
        [
          'Commit',
          commit !== null && (
            <>
              <code>{commit}</code>
              {isDirty && ' with uncommitted changes'}
            </>
          ),
        ],
        ['Newest apply', <ListTime key="at" at={at} />],
        ['Applied by', by],
        ['Result of the apply', OUTCOME_LABELS[outcome]],
      ]}
    />
  );
}
