import type { ReactNode } from 'react';
import { useActions } from '../actions/use-actions.tsx';
import { ApiErrorNotice } from '../cluster/api-error-notice.tsx';
import { MissingNotice } from '../cluster/missing-notice.tsx';
import { Button } from '../kit/button.tsx';
import { Flyout } from '../kit/flyout.tsx';
import { Trash2 } from '../kit/icons/icons.ts';
import { Skeleton } from '../kit/skeleton.tsx';
import type { ApiError } from '../platform/console-api.ts';
import styles from './lists.module.css';
import type { ResourceDetail } from './resource-list.tsx';

interface ResourceFlyoutProps<Item, Data> {
  /** "data stream". */
  readonly noun: string;
  readonly detail: ResourceDetail<Item>;
  readonly query: { readonly data: Data | undefined; readonly error: ApiError | null; readonly refetch: () => unknown };
  readonly toItem: (data: Data) => Item;
  readonly deleteLabel?: string;
  /** Buttons after the one that deletes. */
  readonly actions?: (data: Data) => ReactNode;
  readonly children: (item: Item, data: Data) => ReactNode;
}

/** The opened item of a {@link ResourceList}, from its own route: loading, failed or shown, with its actions. */
export function ResourceFlyout<Item, Data>({
  noun,
  detail: { name, onClose, onDelete, refusalOf },
  query: { data, error, refetch },
  toItem,
  deleteLabel = `Delete ${noun}`,
  actions,
  children,
}: ResourceFlyoutProps<Item, Data>) {
  const item = data === undefined ? undefined : toItem(data);
  const refusal = item === undefined ? undefined : refusalOf(item);
  useActions(
    item === undefined
      ? []
      : [
          {
            id: `open/delete/${name}`,
            title: deleteLabel,
            group: name,
            isEnabled: refusal === undefined,
            run: () => onDelete(item),
          },
        ],
  );
  return (
    <Flyout
      title={name}
      onClose={onClose}
      {...(item !== undefined &&
        data !== undefined && {
          footer: (
            <>
              {refusal !== undefined && <span className={styles['refusal']}>{refusal}</span>}
              <Button
                variant="dangerQuiet"
                icon={Trash2}
                isDisabled={refusal !== undefined}
                onPress={() => onDelete(item)}
              >
                {deleteLabel}
              </Button>
              {actions?.(data)}
            </>
          ),
        })}
    >
      <div className={styles['detail']} tabIndex={-1} data-autofocus>
        {error && <ApiErrorNotice title={`Couldn’t load the ${noun}`} error={error} onRetry={() => void refetch()} />}
        <MissingNotice answer={data} />
        {item === undefined && !error && <Skeleton height="240px" />}
        {item !== undefined && data !== undefined && children(item, data)}
      </div>
    </Flyout>
  );
}
