import { INDEX_FILTER_FIELDS } from '#domain/console';
import { Modal } from '../../kit/modal.tsx';
import styles from './filter-help.module.css';

const WAYS = [
  ['logs', 'The name contains “logs”.'],
  ['logs-*-2026', 'Matches the whole name; * is a wildcard.'],
  ['"logs-app"', 'Matches the exact name.'],
  ['health:red status:open', 'Matches both conditions.'],
  ['-data_stream:*', 'A minus excludes: indices without a data stream.'],
  ['documents:>1000 size:<=1gb', 'Numbers and sizes support >, >=, < and <=.'],
  ['isFrozen:true', 'True or false.'],
] as const;

/** How the text of the filter is read. */
export function FilterHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="Filter syntax" onClose={onClose} isText>
      <dl className={styles['ways']}>
        {WAYS.map(([text, meaning]) => (
          <div key={text} className={styles['way']}>
            <dt>{text}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['fields']}>
        Fields: {INDEX_FILTER_FIELDS.map((name, at) => [at > 0 && ', ', <code key={name}>{name}</code>])}.
        Case-insensitive. Use \ to escape a character.
      </p>
    </Modal>
  );
}
