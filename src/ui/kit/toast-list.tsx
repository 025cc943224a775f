import {
  Text,
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as AriaToastRegion,
  type UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { X } from './icons/icons.ts';
import { MessageIcon } from './message-kind.tsx';
import type { ToastMessage } from './toast-message.ts';
import styles from './toast.module.css';

/** The toasts of a queue. */
export function ToastList({ queue }: { readonly queue: ToastQueue<ToastMessage> }) {
  return (
    <AriaToastRegion queue={queue} aria-label="Notifications" className={styles['region'] ?? ''}>
      {({ toast }) => (
        <AriaToast toast={toast} className={classNames(styles['toast'], styles[toast.content.kind])}>
          <MessageIcon kind={toast.content.kind} />
          <ToastContent className={styles['content'] ?? ''}>
            <Text slot="title" className={styles['title'] ?? ''}>
              {toast.content.title}
            </Text>
            {toast.content.text !== undefined && (
              <Text slot="description" className={styles['text'] ?? ''}>
                {toast.content.text}
              </Text>
            )}
          </ToastContent>
          {toast.content.action && (
            <Button
              size="small"
              onPress={() => {
                toast.content.action?.onAction();
                queue.close(toast.key);
              }}
            >
              {toast.content.action.label}
            </Button>
          )}
          <IconButton slot="close" icon={X} label="Close" size="small" placement="left" />
        </AriaToast>
      )}
    </AriaToastRegion>
  );
}
