import { useMemo, useState } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { definitionText, dynamicText, figuresText, type InferredField } from '#domain/infer';
import { shownName } from '../../files/shown-name.ts';
import { LineList } from '../../kit/line-list.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import styles from './infer-screen.module.css';

interface InferredFieldsProps {
  readonly fields: readonly InferredField[];
  /** Which alternative a field has; -1 for the proposal. */
  readonly choiceOf: (field: InferredField) => number;
  readonly onChoose: (field: InferredField, alternative: number) => void;
}

/** Every field with its type, why, and what else it could be. */
export function InferredFields({ fields, choiceOf, onChoose }: InferredFieldsProps) {
  const [text, setText] = useState('');
  const found = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return wanted === '' ? fields : fields.filter(({ path }) => path.join('.').toLowerCase().includes(wanted));
  }, [fields, text]);
  return (
    <section className={styles['fields']} aria-label="Fields">
      <div className={styles['filter']}>
        <SearchField label="Filter fields" value={text} onChange={setText} />
      </div>
      {found.length === 0 ? (
        <p>{fields.length === 0 ? 'The documents have no fields.' : 'No matching fields.'}</p>
      ) : (
        <LineList key={text} label="Fields and their types" count={found.length} isTall>
          {(index) => {
            const field = found[index];
            return field && <Field field={field} choice={choiceOf(field)} onChoose={onChoose} />;
          }}
        </LineList>
      )}
    </section>
  );
}

interface FieldProps {
  readonly field: InferredField;
  readonly choice: number;
  readonly onChoose: (field: InferredField, alternative: number) => void;
}

function Field({ field, choice, onChoose }: FieldProps) {
  const name = shownName(field.path.join('.'));
  const options = [field, ...field.alternatives];
  return (
    <div className={styles['field']}>
      <p className={styles['name']}>{name}</p>
      <ToggleButtonGroup
        aria-label={`Type of ${name}`}
        orientation="vertical"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[String(choice)]}
        onSelectionChange={(keys) => {
          const chosen = options.findIndex((_, at) => keys.has(String(at - 1))) - 1;
          if (chosen !== choice) onChoose(field, chosen);
        }}
        className={styles['options'] ?? ''}
      >
        {options.map(({ definition, reason }, at) => (
          <div key={definitionText(definition)} className={styles['option']}>
            <ToggleButton id={String(at - 1)} className={styles['type'] ?? ''}>
              {definitionText(definition)}
            </ToggleButton>
            <span className={styles['reason']}>{reason}</span>
          </div>
        ))}
      </ToggleButtonGroup>
      <p className={styles['seen']}>{shownName(figuresText(field))}</p>
      <p className={styles['seen']}>{shownName(dynamicText(field))}</p>
    </div>
  );
}
