import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components';
import { lazyPart } from './lazy-part.tsx';
import type { MessageKind } from './message-kind.tsx';
import type { ToastMessage } from './toast-message.ts';

/** Where the console is a guest: the host shows what is told. */
interface HostNotifications {
  notify(notification: { readonly kind: MessageKind; readonly title: string; readonly text?: string }): void;
}

let host: HostNotifications | null = null;

/** From now on the host shows what asks for nothing; returns what ends that. */
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

/** Takes away the toast that has a tag: what it tells of is over. */
export function closeToast(tag: string): void {
  const key = tagged.get(tag);
  if (key !== undefined) queue.close(key);
}

/**
 * Tells something at the edge of the screen; returns the way to take it away. An error stays until it is closed; the same words again, and the same tag,
 * take the place of the first.
 */
export function showToast(message: ToastMessage): () => void {
  const { kind, title, text, action, tag } = message;
  if (tag !== undefined) closeToast(tag);
  // A host has no button of ours: what offers one stays here.
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

/** Where toasts appear; once, in the shell. Those that are still there go with it. */
export function ToastRegion() {
  const isNeeded = useSyncExternalStore(subscribe, isAnyShown);
  useEffect(
    () => () => {
      queue.clear();
      tagged.clear();
    },
    [],
  );
  return <Suspense>{isNeeded && <ToastList queue={queue} />}</Suspense>;
}
