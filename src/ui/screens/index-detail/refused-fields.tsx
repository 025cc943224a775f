import type { ReactNode } from 'react';
import type { RefusedField } from '#domain/mapping';
import { countOf } from '#domain/console';
import { Banner } from '../../kit/banner.tsx';
import common from '../../kit/common.module.css';
import styles from './index-detail.module.css';

interface RefusedFieldsProps {
  readonly fields: readonly RefusedField[];
  /** The fields are no longer part of the request. */
  readonly isLeftOut: boolean;
  readonly actions?: ReactNode;
  /** What happens to the fields, and to the rest. */
  readonly children: ReactNode;
}

/** The fields that the cluster has refused in a review, by their paths. */
export function RefusedFields({ fields, isLeftOut, actions, children }: RefusedFieldsProps) {
  const refused = countOf(fields.length, 'field was refused', 'fields were refused');
  const leftOut = fields.length === 1 ? 'is left out' : 'are left out';
  return (
    <Banner
      kind="info"
      title={isLeftOut ? `${refused} and ${leftOut}` : refused}
      {...(actions !== undefined && { actions })}
    >
      <ul className={styles['list']}>
        {fields.map(({ at, path }) => (
          <li key={at} className={common['mono']}>
            {path}
          </li>
        ))}
      </ul>
      <p>{children}</p>
    </Banner>
  );
}
