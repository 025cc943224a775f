import type { RouteId } from '#domain/wire';
import type { CodeClaim } from '../../cluster/use-code-claims.ts';
import type { ListedAction } from '../change-history/change-reader.ts';

/** The routes that write an object or delete it; those that delete it for an index, which is compared by that alone. */
const SAVES: Readonly<Record<CodeClaim['kind'], readonly RouteId[]>> = {
  component_template: ['component_templates.create', 'component_templates.update', 'component_templates.delete'],
  index_template: ['index_templates.create', 'index_templates.update', 'index_templates.delete'],
  legacy_template: ['index_templates.create', 'index_templates.update', 'index_templates.delete'],
  // A plan may delete the index that it replaces.
  index: ['indices.delete', 'plans.approve', 'plans.undo'],
};

/**
 * The newest of the actions with the name of a claimed object that may have made it differ; undefined where there is
 * none. The actions are in the order of time, the newest first. Whether a template was a legacy one is in none of them.
 */
export function newestSave(
  { kind }: Pick<CodeClaim, 'kind'>,
  actions: readonly ListedAction[],
): ListedAction | undefined {
  return actions.find(({ route, state }) => state !== 'failed' && SAVES[kind].some((each) => each === route));
}
