import type { ComponentTemplateItem } from '#domain/template';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError } from '../../platform/console-api.ts';
import type { DeletionOutcome } from '../../lists/deletion-report.tsx';
import { useDeletion } from '../../lists/use-deletion.tsx';

const NOUN = { one: 'component template', many: 'component templates' } as const;

/** The names of one call stand in one segment of its path, which holds this many characters. */
const NAMES_LENGTH = 1_024;

/** Why a component template can't be deleted; undefined where nothing uses it. */
export function inUseReason(usedBy: readonly string[]): string | undefined {
  return usedBy.length === 0
    ? undefined
    : `It is in use by ${usedBy.join(', ')}. Take it out of ${usedBy.length === 1 ? 'that template' : 'those templates'} first.`;
}

/** Deleting component templates that are not in use. */
export function useComponentDeletion(onDone: (outcome: DeletionOutcome) => void) {
  const { api } = useApi();
  return useDeletion<ComponentTemplateItem>({
    noun: NOUN,
    doomedOf: ({ name, isManaged }) => ({
      key: name,
      name,
      isGuarded: isManaged || name.startsWith('.'),
      note: isManaged ? 'Managed' : undefined,
    }),
    lossOf: (components) => (
      <p>No index template uses {components.length === 1 ? 'it' : 'them'} now. This can’t be undone.</p>
    ),
    remove: async (components) => {
      const deleted: string[] = [];
      const errors: DeletionOutcome['errors'][number][] = [];
      for (const names of inCalls(components.map(({ name }) => name))) {
        try {
          const answer = await api.call('component_templates.delete', { params: { name: names.join(',') } });
          deleted.push(...answer.itemsDeleted);
          errors.push(...answer.errors);
        } catch (error) {
          // What earlier calls have deleted has to be said too.
          if (!(error instanceof ApiError) || (deleted.length === 0 && errors.length === 0)) throw error;
          errors.push(
            ...names.map((name) => ({
              name,
              error: { statusCode: error.statusCode, error: error.name, message: error.message },
            })),
          );
        }
      }
      return { deleted, errors };
    },
    onDone,
  });
}

/** Names in as few lists as fit into a path each. */
function inCalls(names: readonly string[]): readonly (readonly string[])[] {
  const calls: string[][] = [];
  let length = Infinity;
  for (const name of names) {
    length += name.length + 1;
    if (length > NAMES_LENGTH) {
      calls.push([]);
      length = name.length;
    }
    calls.at(-1)?.push(name);
  }
  return calls;
}
