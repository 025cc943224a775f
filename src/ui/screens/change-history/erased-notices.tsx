import { exactTime } from '../../files/relative-time.ts';
import { Banner } from '../../kit/banner.tsx';
import type { ActionSource } from './actions.ts';

interface ErasedNoticesProps {
  /** How many logs the server has erased. */
  readonly logs: number;
  readonly actions: readonly ActionSource[];
}

/** What the history no longer shows, because the server has erased it. */
export function ErasedNotices({ logs, actions }: ErasedNoticesProps) {
  const erased = actions.flatMap(({ label, first }) =>
    first.erased === undefined ? [] : [{ label, ...first.erased }],
  );
  const total = erased.reduce((sum, each) => sum + each.actions, 0);
  return (
    <>
      {total > 0 && (
        <Banner kind="info" title={`${counted(total, 'action')} erased`}>
          {erased.map(({ label, actions: count, until }) => (
            <p key={label}>
              {label}: {count.toLocaleString('en')}, the newest of <time dateTime={until}>{exactTime(until)}</time>
            </p>
          ))}
          Their content is gone for good, and their hashes are kept.
        </Banner>
      )}
      {logs > 0 && (
        <Banner kind="info" title={`${counted(logs, 'log')} erased`}>
          Their content is gone for good, and their hashes are kept. Choose the kind Server to see when, why and by
          whom.
        </Banner>
      )}
    </>
  );
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun} was` : `${count.toLocaleString('en')} ${noun}s were`;
}
