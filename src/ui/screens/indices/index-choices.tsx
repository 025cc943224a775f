import { Suspense, useState } from 'react';
import { hasExpression, withExpression, withoutExpression } from '#domain/console';
import { IconButton } from '../../kit/icon-button.tsx';
import { CircleHelp } from '../../kit/icons/icons.ts';
import { Select } from '../../kit/select.tsx';
import { Switch } from '../../kit/switch.tsx';
import type { ListUrlState } from '../../lists/use-list-url-state.ts';
import type { IndexFilter } from '../../platform/extensions.ts';
import { useExtensions } from '../../platform/extensions/use-extensions.ts';
import { lazyPart } from '../../kit/lazy-part.tsx';
import type { IndicesSearch } from './indices-search.ts';

const FilterHelp = lazyPart(async () => (await import('./filter-help.tsx')).FilterHelp);

/** The choices that narrow the list of indices beside the text of the filter, and help on the filter syntax. */
export function IndexChoices({ url }: { readonly url: ListUrlState<IndicesSearch> }) {
  const { filters, toggles } = useExtensions();
  const [isHelpShown, setIsHelpShown] = useState(false);
  const { search, text, onFilter, change } = url;
  const setToggle = (id: string, isOn: boolean) =>
    change(({ toggles: on = [] }) => ({
      toggles: isOn ? [...on, id] : on.filter((one) => one !== id),
      page: undefined,
    }));
  return (
    <>
      <IconButton icon={CircleHelp} label="Filter syntax" onPress={() => setIsHelpShown(true)} />
      {filters.map((filter) => (
        <ExtensionFilter key={filter.id} filter={filter} text={text} onFilter={onFilter} />
      ))}
      <Switch
        isSelected={search.includeHiddenIndices === true}
        onChange={(includeHiddenIndices) => change({ includeHiddenIndices, page: undefined })}
      >
        Include hidden indices
      </Switch>
      {toggles.map(({ id, label }) => (
        <Switch key={id} isSelected={search.toggles?.includes(id) === true} onChange={(isOn) => setToggle(id, isOn)}>
          {label}
        </Switch>
      ))}
      <Suspense>{isHelpShown && <FilterHelp onClose={() => setIsHelpShown(false)} />}</Suspense>
    </>
  );
}

const ANY = 'any';

/** A choice of an extension; the chosen value is part of the text of the filter. */
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
    <Select label={label} isLabelHidden items={items} value={chosen === -1 ? ANY : String(chosen)} onChange={choose} />
  );
}
