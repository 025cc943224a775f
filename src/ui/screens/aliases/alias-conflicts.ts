import type { AliasEntry } from '#domain/console';
import { useApiQuery } from '../../platform/use-api-query.ts';
import type { AliasFaults } from './alias-form.ts';

type Flags = Pick<AliasEntry, 'alias' | 'index' | 'is_write_index' | 'is_hidden'>;

/**
 * What engines refuse of an alias for what it is on its other indices: it is hidden on all of them or on none, and one
 * of them at most is written to. `listed` are aliases of any index.
 */
export function aliasConflicts(added: Flags, listed: readonly Flags[]): Pick<AliasFaults, 'isWriteIndex' | 'isHidden'> {
  const others = listed.filter(({ alias, index }) => alias === added.alias && index !== added.index);
  const written = others.find((entry) => entry.is_write_index === true);
  const isHidden = added.is_hidden === true;
  const unlike = others.filter((entry) => (entry.is_hidden === true) !== isHidden).map(({ index }) => index);
  return {
    ...(added.is_write_index === true &&
      written !== undefined && { isWriteIndex: `${written.index} is the write index already. Turn that off first.` }),
    ...(unlike.length > 0 && {
      isHidden: `The alias is ${isHidden ? 'not hidden' : 'hidden'} on ${namesOf(unlike)}. It must be the same on all of its indices.`,
    }),
  };
}

function namesOf([name = '', ...others]: readonly string[]): string {
  return others.length === 0 ? name : `${name} and ${others.length.toLocaleString('en')} more`;
}

/** As {@link aliasConflicts}, among all aliases of the cluster; none where those can’t be read. */
export function useAliasConflicts(added: Flags): ReturnType<typeof aliasConflicts> {
  const { data = [] } = useApiQuery('all_aliases.list', {});
  return aliasConflicts(added, data);
}
