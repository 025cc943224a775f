import { useEffect, useMemo, useRef } from 'react';
import { CATALOGUE, referenceTypes, typeTitle, type TargetEngine } from '#domain/catalogue';
import { keysOf } from '../../actions/action-list.ts';
import { useActions } from '../../actions/use-actions.tsx';
import { Screen } from '../../frame/screen.tsx';
import { BookOpen, SearchX } from '../../kit/icons/icons.ts';
import { engineTitle } from '../../platform/target-engines.ts';
import { announce } from '../../kit/announcer.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Select } from '../../kit/select.tsx';
import { EngineFilter } from './engine-filter.tsx';
import { findTypes } from './find-types.ts';
import styles from './reference-screen.module.css';
import { engineId, engineOf } from './reference-search.ts';
import { TypeList } from './type-list.tsx';
import { TypeReference } from './type-reference.tsx';
import { useReferencePlace } from './use-reference-place.ts';

/** The field types and their parameters, as the catalogue has them. */
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
    // In a block: what it gives is a promise in newer browsers, which React would take for a way to clean up.
    reference.current?.scrollTo(0, 0);
  }, [search.type]);
  const onChoose = (type: string) => {
    choose(type);
    announce(`Showing ${typeTitle(type)}`);
  };
  return (
    <Screen title="Field types">
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
            <p className={styles['count']} role="status">
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
  if (count > 0) return count === 1 ? '1 type' : `${count} types`;
  return target === undefined
    ? 'No matching types or parameters.'
    : `No matching types or parameters in ${engineTitle(target)}.`;
}
