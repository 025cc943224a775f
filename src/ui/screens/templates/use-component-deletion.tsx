import { deleteTemplateCall } from '#domain/index-operations';
import type { ComponentTemplateItem } from '#domain/template';
import { useApi } from '../../platform/api-provider.tsx';
import { ApiError, isOutcomeUnknown } from '../../platform/console-api.ts';
import { findTemplate } from '../../platform/template-calls.ts';
import type { DeletionOutcome } from '../../lists/deletion-report.tsx';
import type { ResourceDeletion } from '../../lists/use-deletion.tsx';

/** Maximum length of the segment of a path that contains the names of one call, in characters. */
const NAMES_LENGTH = 1_024;

/** Why a component template can't be deleted; undefined where nothing uses it. */
function inUseReason(usedBy: readonly string[] | undefined): string | undefined {
  if (usedBy === undefined) return 'It isn’t known whether index templates use it: they couldn’t be loaded.';
  return usedBy.length === 0
    ? undefined
    : `Used by ${usedBy.join(', ')}. Remove it from ${usedBy.length === 1 ? 'that template' : 'those templates'} first.`;
}

const refusalOf = ({ usedBy }: ComponentTemplateItem) => inUseReason(usedBy);

/** Deleting component templates that are not in use. */
export function useComponentDeletion(): ResourceDeletion<ComponentTemplateItem> {
  const { api } = useApi();
  return {
    refusalOf,
    toDeletionTarget: ({ name, isManaged }) => ({
      key: name,
      name,
      isGuarded: isManaged || name.startsWith('.'),
      note: isManaged ? 'Managed' : undefined,
    }),
    consequencesOf: (components) => (
      <p>{components.length === 1 ? 'It isn’t' : 'They aren’t'} used by any index template. This can’t be undone.</p>
    ),
    callsOf: (components) => components.map(({ name }) => deleteTemplateCall('component_template', name)),
    remove: async (components, reason) => {
      const deleted: string[] = [];
      const errors: DeletionOutcome['errors'][number][] = [];
      for (const names of inCalls(components.map(({ name }) => name))) {
        try {
          const response = await api.call(
            'component_templates.delete',
            { params: { name: names.join(',') } },
            { reason },
          );
          deleted.push(...response.itemsDeleted);
          errors.push(...response.errors);
        } catch (error) {
          // The components that earlier calls have deleted have to be reported too.
          if (!(error instanceof ApiError) || (deleted.length === 0 && errors.length === 0)) throw error;
          errors.push(
            ...names.map((name) => ({
              name,
              ...(isOutcomeUnknown(error) && { outcome: 'unknown' as const }),
              error: { statusCode: error.statusCode, error: error.name, message: error.message },
            })),
          );
        }
      }
      return { deleted, errors };
    },
    exists: async ({ name }) => (await findTemplate(api, 'component_template', name)) !== null,
  };
}

/** Splits names into as few lists as possible, each of which fits into a path. */
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
