import type { TargetEngine } from '../catalogue/engines.ts';
import { member, objectMember, pickMembers, stringsIn, type JsonObject } from '../json/value.ts';
import { composeTemplate, type ComponentBodies, type ComposedProblem } from './compose.ts';

/** A new index, or a new backing index where its template makes data streams. */
export interface NewIndex {
  readonly mappings: JsonObject;
  /** By whole names. */
  readonly settings: JsonObject;
  /** Of its template; absent where that makes indices. */
  readonly dataStream?: JsonObject;
}

/** What a new index of a composable template gets, and why an engine refuses to make one of it. */
export function newIndexOf(
  body: JsonObject,
  components: ComponentBodies,
  target: TargetEngine,
): { readonly index: NewIndex; readonly problems: readonly ComposedProblem[] } {
  const { mappings, settings, problems } = composeTemplate(body, components, target);
  const dataStream = objectMember(body, 'data_stream');
  const set = pickMembers(settings, (_, value) => value !== null);
  return { index: { mappings, settings: set, ...(dataStream !== undefined && { dataStream }) }, problems };
}

/** The component templates that a template needs and that do not exist. */
export function missingComponents(body: JsonObject, exists: (name: string) => boolean): readonly string[] {
  const optional = stringsIn(member(body, 'ignore_missing_component_templates'));
  return stringsIn(member(body, 'composed_of')).filter((name) => !exists(name) && !optional.includes(name));
}
