import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, Text } from 'react-aria-components';
import styles from './popover.module.css';

/** One choice of a select or a combo box. */
export interface Option {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Text that finds it in a combo box, besides its label and id. */
  readonly keywords?: string;
  readonly isDisabled?: boolean;
}

/** The list that a select or combo box opens. */
export function OptionList({
  items,
  emptyText,
}: {
  readonly items?: readonly Option[];
  readonly emptyText?: ReactNode;
}) {
  return (
    <ListBox
      className={styles['list'] ?? ''}
      {...(items && { items })}
      renderEmptyState={() => <p className={styles['empty']}>{emptyText ?? 'No options.'}</p>}
    >
      {(item: Option) => (
        <ListBoxItem
          id={item.id}
          textValue={item.label}
          isDisabled={item.isDisabled === true}
          className={styles['item'] ?? ''}
        >
          {({ isSelected }) => (
            <>
              <span className={styles['words']}>
                <Text slot="label" className={styles['itemLabel'] ?? ''}>
                  {item.label}
                </Text>
                {item.description !== undefined && (
                  <Text slot="description" className={styles['itemDescription'] ?? ''}>
                    {item.description}
                  </Text>
                )}
              </span>
              {isSelected && <Check size={16} aria-hidden className={styles['check']} />}
            </>
          )}
        </ListBoxItem>
      )}
    </ListBox>
  );
}
