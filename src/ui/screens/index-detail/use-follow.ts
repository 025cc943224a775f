import { useEffect, useEffectEvent } from 'react';
import type { JsonObject } from '#domain/json';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { announce } from '../../kit/announcer.tsx';
import { showToast } from '../../kit/toast.tsx';
import { followSource, saveMembers, type FollowedSave } from '../../platform/sent-changes.ts';

/** Takes over the current mapping of the cluster; after an update, together with the requested mapping. */
export function followCluster(document: DocumentSession, mappings: JsonObject, save?: FollowedSave): void {
  const reduced = document.dispatch(
    { type: 'mapping.follow', payload: { mappings, ...saveMembers(save) } },
    followSource(save),
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
  else if (save === undefined) announce(summary);
}

/**
 * Follows each reading of the live mapping once, when it arrives: never an older one again, or two tabs with readings
 * of different age would alternate forever.
 */
export function useFollow(document: DocumentSession, mappings: JsonObject | undefined, readAt: number): void {
  const follow = useEffectEvent(() => {
    if (mappings !== undefined) followCluster(document, mappings);
  });
  useEffect(() => follow(), [document, readAt]);
  // Where another author turns out to have created the document, it contains an earlier reading.
  useEffect(
    () =>
      document.onEvents((events, isOwn) => {
        if (!isOwn && events.some(({ type }) => type === 'document.created')) follow();
      }),
    [document],
  );
}
