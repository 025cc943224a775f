import { valueOnCluster } from '#domain/document';
import { isObject, type JsonObject } from '#domain/json';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { showToast } from '../../kit/toast.tsx';
import { followSource, saveMembers, type FollowedSave } from '../../platform/sent-changes.ts';

/** The body that was last seen on the cluster. */
export function lastSeen(document: DocumentSession): JsonObject {
  const value = valueOnCluster(document.getSnapshot().state, '/body');
  return isObject(value) ? value : {};
}

/** Notes the cluster's body of a template; after a save, together with the body that was sent. */
export function followTemplate(document: DocumentSession, body: JsonObject, save?: FollowedSave): void {
  const reduced = document.dispatch(
    { type: 'template.follow', payload: { body, ...saveMembers(save) } },
    followSource(save),
  );
  if (!('event' in reduced) || save !== undefined) return;
  const { summary, command } = reduced.event;
  const hasKept = 'kept' in (command.payload as object);
  showToast({
    kind: hasKept ? 'warning' : 'info',
    title: 'The template was changed outside',
    text: hasKept ? `${summary}. Your edits are kept. Review them before you save.` : `${summary}. See the history.`,
  });
}
