import { valueAt } from '../json/patch.ts';
import { lastToken, parsePointer } from '../json/pointer.ts';
import { isObject } from '../json/value.ts';
import { memberOperations, namesOf } from './changes.ts';
import { addAt, defineCommand, reject, UNCHANGED } from './define-command.ts';
import { SetSchema, exact, UnsetSchema } from '../json/schemas.ts';

/** Members of the mappings that have their own commands. */
const NOT_CONFIGURATION: ReadonlySet<string> = new Set(['properties', 'runtime', 'dynamic_templates']);

/**
 * Writes and removes configuration of the mappings: `dynamic`, `_source`, `_meta`, `_routing`, date detection and the
 * like.
 */
export const configurationSave = defineCommand({
  type: 'configuration.save',
  event: 'configuration.saved',
  pointers: [],
  payload: exact({ set: SetSchema, unset: UnsetSchema }),
  rejects: ['configuration.not_configuration', 'document.unexpected_container', 'mappings.not_an_object'],
  isBatchable: true,
  decide(state, { set = {}, unset = [] }) {
    const foreign = [...Object.keys(set), ...unset].find((name) => NOT_CONFIGURATION.has(name));
    if (foreign !== undefined)
      return reject('configuration.not_configuration', `"${foreign}" is not a configuration key.`);
    const at = state.mappingsAt;
    const mappings = valueAt(state.body, at);
    if (mappings === undefined) {
      if (Object.keys(set).length === 0) return UNCHANGED;
      const patch = addAt(state, parsePointer(at), '', set);
      return patch === null
        ? reject('document.unexpected_container', `The value at "${at}" can't hold mappings.`, at)
        : { patch, summary: `Edit advanced options: ${Object.keys(set).join(', ')}` };
    }
    if (!isObject(mappings)) return reject('mappings.not_an_object', 'Mappings must be a JSON object.', at);
    const patch = memberOperations(mappings, at, { set, unset });
    return patch.length === 0 ? UNCHANGED : { patch, summary: `Edit advanced options: ${namesOf(patch, lastToken)}` };
  },
});
