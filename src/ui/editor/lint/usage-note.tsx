import { exactTime } from '../../files/relative-time.ts';
import { Button } from '../../kit/button.tsx';
import common from '../../kit/common.module.css';
import { useCore } from '../../platform/services.ts';
import { useNow } from '../../platform/use-now.ts';
import type { KnownUsage } from './use-field-usage.ts';

/** What is used less often than this may not have been used since the counts began, in ms. */
const LONG_ENOUGH_MS = 30 * 24 * 60 * 60 * 1_000;

/** Since when uses of fields are counted, or how to ask for it: an unused field is unused since then. */
export function UsageNote({ usage, since, error, isPending, ask }: KnownUsage) {
  const { clock } = useCore();
  const now = useNow(clock);
  if (ask === undefined) return null;
  return (
    <div className={common['stack2']}>
      <p className={common['explanation']}>
        {error !== null ? (
          <>How often fields are used can’t be read: {error.message} </>
        ) : usage === undefined ? (
          'How often fields are used is read on request. '
        ) : (
          since !== undefined && <CountedSince since={since} isShort={Date.parse(now) - since < LONG_ENOUGH_MS} />
        )}
        {usage === undefined && 'It needs the index privilege “manage”.'}
      </p>
      <div>
        <Button size="small" isPending={isPending} onPress={ask}>
          {error === null ? (usage === undefined ? 'Look at usage' : 'Refresh usage') : 'Try again'}
        </Button>
      </div>
    </div>
  );
}

function CountedSince({ since, isShort }: { readonly since: number; readonly isShort: boolean }) {
  const time = new Date(since).toISOString();
  return (
    <>
      Uses of fields are counted since <time dateTime={time}>{exactTime(time)}</time>, when a shard of the index was
      started last.
      {isShort && (
        <span className={common['warning']}> That is less than 30 days ago: a field may be needed less often.</span>
      )}
    </>
  );
}
