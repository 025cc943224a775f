import type { ReactNode } from 'react';
import { ListBox, ListBoxItem, Text } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { Check } from './icons/icons.ts';
import type { Option } from './option.ts';
import styles from './popover.module.css';

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
      className={classNames(styles['list'], styles['options'])}
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
