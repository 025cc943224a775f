import {
  isSameTemplate,
  missingComponents,
  sendableTemplate,
  type ServerComponentTemplate,
  type ServerTemplate,
} from '../template/index.ts';
import type { JsonObject } from '../json/index.ts';
import { missingSentence, type WithMissing } from '../console/index-parts.ts';
import type { Bundle, BundleItem } from './bundle.ts';

/** The templates that a cluster has, by name. */
export interface PresentTemplates {
  readonly component_template: ReadonlyMap<string, JsonObject>;
  readonly index_template: ReadonlyMap<string, JsonObject>;
  readonly legacy_template: ReadonlyMap<string, JsonObject>;
}

/** The index templates that a cluster answers with; a kind that it did not give is absent. */
interface ListedTemplates extends WithMissing {
  readonly templates?: readonly ServerTemplate[];
  readonly legacyTemplates?: readonly ServerTemplate[];
}

/** Why templates of some kinds can't be compared, as sentences; null where the cluster gave all of them. */
export function unreadTemplates(
  { templates, legacyTemplates, missing = [] }: ListedTemplates,
  kinds: readonly BundleItem['kind'][],
): string | null {
  const isUnread =
    (templates === undefined && kinds.includes('index_template')) ||
    (legacyTemplates === undefined && kinds.includes('legacy_template'));
  return isUnread ? missing.map(missingSentence).join(' ') : null;
}

/** From the lists that a cluster answers with; see {@link unreadTemplates}. */
export function presentTemplates(
  { templates = [], legacyTemplates = [] }: ListedTemplates,
  components: readonly ServerComponentTemplate[],
): PresentTemplates {
  const byName = (items: readonly { readonly name: string; readonly body: unknown }[]) =>
    new Map(items.map(({ name, body }) => [name, body as JsonObject]));
  return {
    component_template: byName(components),
    index_template: byName(templates),
    legacy_template: byName(legacyTemplates),
  };
}

/** What becomes of one template of a bundle on a cluster. */
export interface MoveStep extends BundleItem {
  readonly action: 'create' | 'update' | 'unchanged';
  /** What the cluster has under the name. */
  readonly before: JsonObject | undefined;
  /** Component templates that it names, and that neither the cluster nor the bundle has. */
  readonly missing: readonly string[];
}

/** What an import comes to, in the order in which it has to be sent. */
export function planMove({ items }: Bundle, present: PresentTemplates): readonly MoveStep[] {
  const components = new Set([
    ...present.component_template.keys(),
    ...items.flatMap(({ kind, name }) => (kind === 'component_template' ? [name] : [])),
  ]);
  return items.map((item): MoveStep => {
    const found = present[item.kind].get(item.name);
    const before = found && sendableTemplate(found);
    const action = before === undefined ? 'create' : isSameTemplate(before, item.body) ? 'unchanged' : 'update';
    return {
      ...item,
      action,
      before,
      missing: item.kind === 'index_template' ? missingComponents(item.body, (name) => components.has(name)) : [],
    };
  });
}
