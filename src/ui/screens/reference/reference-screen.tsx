import { useEffect, useMemo, useRef, useState } from 'react';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { CATALOGUE, referenceTypes, typeTitle, type TargetEngine } from '#domain/catalogue';
import { countOf } from '#domain/console';
import { keysOf } from '../../actions/action-list.ts';
import { useActions } from '../../actions/use-actions.tsx';
import { Screen } from '../../frame/screen.tsx';
import { ScreenTabs } from '../../frame/screen-tabs.tsx';
import { BookOpen, SearchX } from '../../kit/icons/icons.ts';
import { engineTitle, DEFAULT_ENGINE, OFFERED_ENGINES, versionFault } from '../../platform/target-engines.ts';
import { announce } from '../../kit/announcer.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Select } from '../../kit/select.tsx';
import { ROUTES } from '../../platform/route-table.ts';
import { EngineVersionFields } from '../drafts/engine-field.tsx';
import { findTypes } from './find-types.ts';
import { engineId, engineOf, readReferenceSearch, type ReferenceSearch } from './reference-search.ts';
import { TypeList } from './type-list.tsx';
import { TypeReference } from './type-reference.tsx';
import common from '../../kit/common.module.css';
import styles from './reference-screen.module.css';

/** The field types and their parameters, from the catalogue. */
export function ReferenceScreen() {
  const { search, text, setText, choose, setEngine } = useReferencePlace();
  const input = useRef<HTMLInputElement>(null);
  useActions([{ id: 'reference.search', run: () => input.current?.focus() }]);
  const types = useMemo(() => referenceTypes(CATALOGUE, engineOf(search.engine)), [search.engine]);
  const found = useMemo(() => findTypes(types, text), [types, text]);
  const target = engineOf(search.engine);
  const chosen =
    types.find(({ name }) => name === search.type) ?? referenceTypes().find(({ name }) => name === search.type);
  const reference = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In a block: in newer browsers the call returns a promise, which React would take for a cleanup function.
    reference.current?.scrollTo(0, 0);
  }, [search.type]);
  const onChoose = (type: string) => {
    choose(type);
    announce(`Showing ${typeTitle(type)}`);
  };
  return (
    <Screen title="Field types" tabs={<ScreenTabs of="help" />}>
      <div className={styles['page']}>
        <div className={styles['side']}>
          <div className={styles['filters']}>
            <SearchField
              label="Search types and parameters"
              placeholder="Type or parameter"
              keys={keysOf('reference.search')}
              inputRef={input}
              value={text}
              onChange={setText}
            />
            <EngineFilter value={target} onChange={(engine) => setEngine(engine && engineId(engine))} />
            <div className={styles['narrow']}>
              <Select
                label="Field type"
                placeholder="Choose a type"
                items={found.map(({ type: { name, title } }) => ({ id: name, label: title, description: name }))}
                value={found.some(({ type }) => type.name === search.type) ? (search.type ?? null) : null}
                onChange={onChoose}
              />
            </div>
            <p className={common['mutedSmall']} role="status">
              {countText(found.length, target)}
            </p>
          </div>
          <div className={styles['wide']}>
            {found.length > 0 && <TypeList found={found} chosen={search.type} onChoose={onChoose} />}
          </div>
        </div>
        <div className={styles['main']} ref={reference} tabIndex={0} role="region" aria-label="Reference">
          {chosen !== undefined && <TypeReference type={chosen} target={target} />}
          {chosen === undefined && search.type === undefined && (
            <EmptyState icon={BookOpen} title="Choose a field type">
              See what a type holds, where it can be used, which engines support it, and its parameters with their
              defaults.
            </EmptyState>
          )}
          {chosen === undefined && search.type !== undefined && (
            <EmptyState icon={SearchX} title={`Unknown field type “${search.type}”`}>
              It may come from a plugin. Choose another type or search for a parameter.
            </EmptyState>
          )}
        </div>
      </div>
    </Screen>
  );
}

function countText(count: number, target: TargetEngine | undefined): string {
  if (count > 0) return countOf(count, 'type');
  return target === undefined
    ? 'No matching types or parameters.'
    : `No matching types or parameters in ${engineTitle(target)}.`;
}

const route = getRouteApi(ROUTES.fieldTypes);

/** The search parameters of the reference, and how to change them. */
function useReferencePlace() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  // The address follows the typed text, possibly after the next key: the input keeps its own text until another address
  // is opened.
  const [text, setText] = useState(search.q ?? '');
  useEffect(
    () =>
      router.history.subscribe(({ location, action }) => {
        if (action.type !== 'REPLACE')
          setText(readReferenceSearch(router.options.parseSearch(location.search)).q ?? '');
      }),
    [router],
  );
  const go = (
    change: { readonly [Name in keyof ReferenceSearch]?: ReferenceSearch[Name] | undefined },
    replace: boolean,
  ) => {
    const merge = (before: ReferenceSearch) => readReferenceSearch({ ...before, ...change });
    void navigate({ search: merge, replace });
  };
  return {
    search,
    text,
    setText(next: string) {
      setText(next);
      go({ q: next }, true);
    },
    choose: (type: string) => go({ type, q: text }, false),
    setEngine: (engine: string | undefined) => go({ engine }, true),
  };
}

const ALL = 'all';
const OTHER = 'other';
const OFFERED = OFFERED_ENGINES.map((engine) => ({ id: engineId(engine), label: engineTitle(engine), engine }));
const CHOICES = [
  { id: ALL, label: 'All engines' },
  ...OFFERED.map(({ id, label }) => ({ id, label })),
  { id: OTHER, label: 'Other version' },
];

interface EngineFilterProps {
  readonly value: TargetEngine | undefined;
  readonly onChange: (engine: TargetEngine | undefined) => void;
}

/** Limits the reference to what one engine supports. */
function EngineFilter({ value, onChange }: EngineFilterProps) {
  // A version that is being entered; null while the choice is an item of the list.
  const [entered, setEntered] = useState<TargetEngine | null>(null);
  const isOffered = value === undefined || OFFERED.some(({ id }) => id === engineId(value));
  const other = entered ?? (isOffered ? null : value);
  const choose = (id: string) => {
    setEntered(id === OTHER ? { ...(value ?? DEFAULT_ENGINE), version: '' } : null);
    if (id !== OTHER) onChange(OFFERED.find((choice) => choice.id === id)?.engine);
  };
  const enter = (engine: TargetEngine) => {
    setEntered(engine);
    if (versionFault(engine.version) === null) onChange(engine);
  };
  return (
    <>
      <Select
        label="Engine"
        items={CHOICES}
        value={other !== null ? OTHER : value === undefined ? ALL : engineId(value)}
        onChange={choose}
      />
      {other !== null && <EngineVersionFields value={other} onChange={enter} showsFault={other.version !== ''} />}
    </>
  );
}
