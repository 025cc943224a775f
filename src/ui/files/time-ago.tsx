import { exactTime, relativeTime } from './relative-time.ts';

/** A time in words, the exact one on hover. */
export function TimeAgo({ at, now }: { readonly at: string; readonly now: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
