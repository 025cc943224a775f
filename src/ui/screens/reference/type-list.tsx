import { ListBox, ListBoxItem } from 'react-aria-components';
import { Chip } from '../../kit/chip.tsx';
import { mainTitleOf, type FoundType } from './find-types.ts';
import styles from './type-list.module.css';

interface TypeListProps {
  readonly found: readonly FoundType[];
  readonly chosen: string | undefined;
  readonly onChoose: (type: string) => void;
}

/** The matching types, each with the parameter that matched. */
export function TypeList({ found, chosen, onChoose }: TypeListProps) {
  return (
    <ListBox
      aria-label="Field types"
      className={styles['list'] ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={chosen === undefined ? [] : [chosen]}
      onSelectionChange={(keys) => {
        const type = found.find(({ type: { name } }) => keys !== 'all' && keys.has(name))?.type.name;
        if (type !== undefined && type !== chosen) onChoose(type);
      }}
      items={found.map((each) => ({ ...each, id: each.type.name }))}
    >
      {({ id, type, parameter }) => (
        <ListBoxItem id={id} textValue={type.title} className={styles['item'] ?? ''}>
          <span className={styles['head']}>
            <span>{type.title}</span>
            {type.isBeta && <Chip tone="warning">Beta</Chip>}
          </span>
          <span className={styles['note']}>
            <code>{type.name}</code>
            {noteOf(id, parameter)}
          </span>
        </ListBoxItem>
      )}
    </ListBox>
  );
}

function noteOf(type: string, parameter: FoundType['parameter']) {
  if (parameter !== null) {
    return (
      <>
        {' has '}
        <code>{parameter.name}</code>
      </>
    );
  }
  const main = mainTitleOf(type);
  return main === null ? null : ` · ${main}`;
}
