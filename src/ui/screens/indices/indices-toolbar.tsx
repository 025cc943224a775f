import { CircleHelp, Columns3, Download, RotateCw } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { hasExpression, withExpression, withoutExpression, type FilterFault } from '#domain/console';
import { keysOf } from '../../actions/action-list.ts';
import type { IndexFilter } from '../../platform/extensions.ts';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { IconButton } from '../../kit/icon-button.tsx';
import { ChoiceMenu } from '../../kit/menu.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Select } from '../../kit/select.tsx';
import { Switch } from '../../kit/switch.tsx';
import { CHOSEN_COLUMNS, type ChosenColumn } from './column-choice.ts';
import { FilterHelp } from './filter-help.tsx';
import styles from './indices-toolbar.module.css';
import type { IndicesPlace } from './use-indices-place.ts';

interface IndicesToolbarProps {
  readonly place: IndicesPlace;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly faults: readonly FilterFault[];
  readonly columns: ReadonlySet<ChosenColumn>;
  readonly onColumns: (columns: ReadonlySet<ChosenColumn>) => void;
  readonly onExport: () => void;
  readonly onReload: () => void;
  readonly isReading: boolean;
}

/** What narrows the list down, and what is done with the list as a whole. */
export function IndicesToolbar({
  place,
  input,
  faults,
  columns,
  onColumns,
  onExport,
  onReload,
  isReading,
}: IndicesToolbarProps) {
  const { filters, toggles } = useExtensions();
  const [isHelpShown, setIsHelpShown] = useState(false);
  const { search, text, change } = place;
  const { onFilter, setHidden, setToggle } = change;
  const [fault] = faults;
  return (
    <div className={styles['toolbar']}>
      <div className={styles['filter']}>
        <SearchField
          label="Filter indices"
          placeholder="Name, or health:red, status:close, data_stream:…"
          keys={keysOf('list.filter')}
          inputRef={input}
          value={text}
          onChange={onFilter}
          maxLength={2_000}
          {...(fault !== undefined && { 'aria-describedby': 'filter-fault' })}
        />
        {fault !== undefined && (
          <p id="filter-fault" role="alert" className={styles['fault']}>
            At character {fault.at + 1}: {fault.message}
          </p>
        )}
      </div>
      <IconButton icon={CircleHelp} label="How to filter" onPress={() => setIsHelpShown(true)} />
      {filters.map((filter) => (
        <ExtensionFilter key={filter.id} filter={filter} text={text} onFilter={onFilter} />
      ))}
      <div className={styles['switch']}>
        <Switch isSelected={search.includeHiddenIndices === true} onChange={setHidden}>
          Include hidden indices
        </Switch>
      </div>
      {toggles.map(({ id, label }) => (
        <div key={id} className={styles['switch']}>
          <Switch isSelected={search.toggles?.includes(id) === true} onChange={(isOn) => setToggle(id, isOn)}>
            {label}
          </Switch>
        </div>
      ))}
      <div className={styles['whole']}>
        <ChoiceMenu label="Columns" icon={Columns3} items={CHOSEN_COLUMNS} chosen={columns} onChange={onColumns} />
        <IconButton icon={Download} label="Export as CSV" onPress={onExport} />
        <IconButton icon={RotateCw} label="Read again" onPress={onReload} isPending={isReading} />
      </div>
      {isHelpShown && <FilterHelp onClose={() => setIsHelpShown(false)} />}
    </div>
  );
}

const ANY = 'any';

/** A choice of an extension; what is chosen is a part of the text of the filter. */
function ExtensionFilter({
  filter: { label, options },
  text,
  onFilter,
}: {
  readonly filter: IndexFilter;
  readonly text: string;
  readonly onFilter: (text: string) => void;
}) {
  const chosen = options.findIndex(({ filterExpression }) => hasExpression(text, filterExpression));
  const choose = (id: string) => {
    const without = options.reduce((rest, { filterExpression }) => withoutExpression(rest, filterExpression), text);
    const option = options[Number(id)];
    onFilter(id === ANY || option === undefined ? without : withExpression(without, option.filterExpression));
  };
  const items = [
    { id: ANY, label: `${label}: any` },
    ...options.map((option, at) => ({ id: String(at), label: option.label })),
  ];
  return (
    <div className={styles['choice']}>
      <Select
        label={label}
        isLabelHidden
        items={items}
        value={chosen === -1 ? ANY : String(chosen)}
        onChange={choose}
      />
    </div>
  );
}
