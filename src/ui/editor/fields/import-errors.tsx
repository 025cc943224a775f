import { useId, useState } from 'react';
import { importErrorText, type ImportError } from '#domain/mapping';
import { Button } from '../../kit/button.tsx';
import { LineList } from '../../kit/line-list.tsx';
import styles from './import-errors.module.css';

/** The errors in mappings: the first one, and the others on request. */
export function ImportErrors({ errors }: { readonly errors: readonly ImportError[] }) {
  const [isExpanded, setIsExpanded] = useState(false);
  const id = useId();
  const [first] = errors;
  if (first === undefined) return null;
  const more = errors.length - 1;
  return (
    <div className={styles['errors']}>
      <div id={id}>
        {isExpanded ? (
          <LineList label="Errors" count={errors.length}>
            {(index) => errors[index] && importErrorText(errors[index])}
          </LineList>
        ) : (
          <ul className={styles['list']} aria-label="Errors">
            <li className={styles['error']}>{importErrorText(first)}</li>
          </ul>
        )}
      </div>
      {more > 0 && (
        <Button size="small" aria-expanded={isExpanded} aria-controls={id} onPress={() => setIsExpanded(!isExpanded)}>
          {isExpanded ? 'Hide errors' : `Show ${more.toLocaleString('en')} more errors`}
        </Button>
      )}
    </div>
  );
}
