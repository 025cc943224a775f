import { useEffect, useEffectEvent } from 'react';
import type { JsonObject } from '#domain/json';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { announce } from '../../kit/announcer.tsx';
import { showToast } from '../../kit/toast.tsx';

/** Takes over what the cluster has now. `sent` is what it was asked to have, after an update. */
export function followCluster(document: DocumentSession, mappings: JsonObject, sent?: JsonObject): void {
  const reduced = document.dispatch(
    { type: 'mapping.follow', payload: { mappings, ...(sent && { sent }) } },
    sent === undefined ? 'reading' : 'answer',
  );
  if (!('event' in reduced)) return;
  const { summary, command } = reduced.event;
  const hasKept = 'kept' in (command.payload as object);
  if (hasKept)
    showToast({
      kind: 'warning',
      title: 'Conflicting changes on the cluster',
      text: `${summary}. Your edits are kept. Review them before you apply them.`,
    });
  else announce(summary);
}

/**
 * Follows each reading of the live mapping once, when it comes in: never an older one again, or two tabs with readings of different age would
 * take turns for ever.
 */
export function useFollow(document: DocumentSession, mappings: JsonObject | undefined, readAt: number): void {
  const follow = useEffectEvent(() => {
    if (mappings !== undefined) followCluster(document, mappings);
  });
  useEffect(() => follow(), [document, readAt]);
  // Where the document turns out to have been begun by somebody else, it has an earlier reading.
  useEffect(
    () =>
      document.onEvents((events, isOwn) => {
        if (!isOwn && events.some(({ type }) => type === 'document.created')) follow();
      }),
    [document],
  );
}
