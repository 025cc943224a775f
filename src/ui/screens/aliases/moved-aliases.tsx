import { deepEqual, formatJson } from '#domain/json';
import { NamesList } from '../../lists/names-list.tsx';
import type { AliasStates } from './alias-operations.ts';

interface MovedAliasesProps {
  readonly expected: AliasStates;
  readonly now: AliasStates;
}

/** The aliases that are not as they were reviewed. */
export function MovedAliases({ expected, now }: MovedAliasesProps) {
  const items = Object.entries(now)
    .filter(([id, options]) => !deepEqual(options, expected[id] ?? null))
    .map(([id, options]) => ({
      key: id,
      name: id,
      note: options === null ? 'No longer exists' : `Exists with ${formatJson(options)}`,
    }));
  return <NamesList label="Changed meanwhile" items={items} />;
}
