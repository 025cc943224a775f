import type { IndexActionEntry } from '#domain/console';

/** Whether an action asks before it is done. */
export function asksFirst({ loses, id }: IndexActionEntry): boolean {
  return loses !== undefined || id === 'force_merge';
}
