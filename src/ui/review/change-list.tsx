import { useState } from 'react';
import { Button } from '../kit/button.tsx';
import { Chip, type ChipTone } from '../kit/chip.tsx';
import styles from './review.module.css';

/** At most this many changes are listed before the user asks for more. */
const CHANGES_SHOWN = 50;

/** One line of a list: a mark, and the change in words. */
export interface ListedChange {
  readonly key: string;
  readonly mark: string;
  readonly tone: ChipTone;
  readonly text: string;
}

/** Changes in words; a long list starts with its first changes. */
export function ChangeList({ label, changes }: { readonly label: string; readonly changes: readonly ListedChange[] }) {
  const [limit, setLimit] = useState(CHANGES_SHOWN);
  const hidden = changes.length - limit;
  return (
    <>
      <ul className={styles['changes']} aria-label={label}>
        {changes.slice(0, limit).map(({ key, mark, tone, text }) => (
          <li key={key}>
            <Chip tone={tone}>{mark}</Chip>
            <span className={styles['text']}>{textBeside(mark, text)}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="small" variant="quiet" onPress={() => setLimit(limit + CHANGES_SHOWN * 10)}>
          Show {Math.min(hidden, CHANGES_SHOWN * 10).toLocaleString('en')} more of {hidden.toLocaleString('en')}
        </Button>
      )}
    </>
  );
}

/** A change without the verb that its mark says already: "field host" beside "Added" for "Add field host". */
function textBeside(mark: string, text: string): string {
  const [verb = '', ...rest] = text.split(' ');
  return rest.length > 0 && mark.startsWith(verb) ? rest.join(' ') : text;
}
