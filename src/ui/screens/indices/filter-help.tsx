import { INDEX_FILTER_FIELDS } from '#domain/console';
import { Modal } from '../../kit/modal.tsx';
import styles from './filter-help.module.css';

const WAYS = [
  ['logs', 'The name has “logs” in it.'],
  ['logs-*-2026', 'The whole name fits; * is anything.'],
  ['"logs-app"', 'The name is exactly this.'],
  ['health:red status:open', 'Both hold.'],
  ['-data_stream:*', 'A minus excludes: indices of no data stream.'],
  ['documents:>1000 size:<=1gb', 'Numbers and sizes take >, >=, < and <=.'],
  ['isFrozen:true', 'True or false.'],
] as const;

/** How the text of the filter is read. */
export function FilterHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal title="How to filter" onClose={onClose} isText>
      <dl className={styles['ways']}>
        {WAYS.map(([text, meaning]) => (
          <div key={text} className={styles['way']}>
            <dt>{text}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['fields']}>
        Fields: {INDEX_FILTER_FIELDS.map((name, at) => [at > 0 && ', ', <code key={name}>{name}</code>])}. Capital
        letters make no difference; a backslash takes the character behind it as it stands.
      </p>
    </Modal>
  );
}
