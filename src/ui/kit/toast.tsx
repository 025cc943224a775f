import { useEffect, useSyncExternalStore } from 'react';
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import { Deferred } from './deferred.tsx';
import { lazyPart } from './lazy-part.tsx';
import type { MessageKind } from './message-kind.tsx';
import type { ToastMessage } from './toast-message.ts';

/** The notifications of the host, where the console is embedded: the host shows the messages. */
interface HostNotifications {
  notify(notification: { readonly kind: MessageKind; readonly title: string; readonly text?: string }): void;
}

let host: HostNotifications | null = null;

/** From now on the host shows messages without an action; returns a function that ends that. */
export function connectNotifications(service: HostNotifications): () => void {
  host = service;
  return () => {
    if (host === service) host = null;
  };
}

const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 10_000;

const queue = new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });
/** Keys of the toasts that have a tag. */
const tagged = new Map<string, string>();

/** Closes the toast with a tag, once its cause is gone. */
export function closeToast(tag: string): void {
  const key = tagged.get(tag);
  if (key !== undefined) queue.close(key);
}

/**
 * Shows a message at the edge of the screen; returns a function that closes it. An error stays until it is closed; a
 * message with the same words, or with the same tag, replaces the earlier one.
 */
export function showToast(message: ToastMessage): () => void {
  const { kind, title, text, action, tag } = message;
  if (tag !== undefined) closeToast(tag);
  // A host can't show buttons of the console: a message with an action is shown here.
  if (host !== null && action === undefined) {
    host.notify({ kind, title, ...(text !== undefined && { text }) });
    return () => undefined;
  }
  for (const { key, content } of queue.visibleToasts)
    if (content.title === message.title && content.text === message.text) queue.close(key);
  const timeout = message.kind === 'danger' ? undefined : message.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
  const key = queue.add(message, {
    ...(timeout !== undefined && { timeout }),
    onClose: () => {
      if (tag !== undefined && tagged.get(tag) === key) tagged.delete(tag);
    },
  });
  if (tag !== undefined) tagged.set(tag, key);
  return () => queue.close(key);
}

const ToastList = lazyPart(async () => (await import('./toast-list.tsx')).ToastList);

const subscribe = (listener: () => void) => queue.subscribe(listener);
const isAnyShown = () => queue.visibleToasts.length > 0;

/** The region in which toasts appear; once, in the shell. Toasts that are still shown are closed with it. */
export function ToastRegion() {
  const isNeeded = useSyncExternalStore(subscribe, isAnyShown);
  useEffect(
    () => () => {
      queue.clear();
      tagged.clear();
    },
    [],
  );
  return <Deferred fallback={null}>{isNeeded && <ToastList queue={queue} />}</Deferred>;
}
