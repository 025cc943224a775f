import type { TargetEngine } from '../catalogue/engines.ts';
import type { JsonObject } from '../json/value.ts';
import {
  compareParts,
  compareVersions,
  composeLegacy,
  composableTargets,
  composeTemplate,
  legacyTargets,
  matchingLegacyTemplates,
  targetOfTemplate,
  templateMatcher,
  templatesAfter,
  templatesUsing,
  type ClusterTemplates,
  type ComposedTemplate,
  type MatchedTemplates,
  type PartChange,
  type TemplateChange,
} from '../template/index.ts';

/** An index or data stream of the cluster, as far as its templates depend on it. */
export interface MatchedName {
  readonly name: string;
  readonly hidden?: boolean;
}

/** Indices and data streams for which a change means the same. */
export interface ImpactGroup {
  readonly before: MatchedTemplates;
  readonly after: MatchedTemplates;
  /** They are as they are; an index that is created under such a name is concerned. */
  readonly indices: readonly string[];
  /** Concerned at their next rollover. */
  readonly dataStreams: readonly string[];
  /** What new indices get that they would not have got before. */
  readonly changes: readonly PartChange[];
}

/** What a template, or those that are composed of a component template, comes to before and after a change. */
export interface ComposedChange {
  readonly name: string;
  /** Null where the template is new. */
  readonly before: ComposedTemplate | null;
  readonly after: ComposedTemplate;
  readonly changes: readonly PartChange[];
}

export interface TemplateImpact {
  readonly templates: readonly ComposedChange[];
  /** Those with the most indices and data streams first; without those for which nothing changes. */
  readonly groups: readonly ImpactGroup[];
  /** Indices and data streams for which the change means nothing, though a template of it matches. */
  readonly unchanged: number;
}

/** A composition as a part of a template. */
export function partOfComposition({
  settings,
  mappings,
  aliases,
  lifecycle,
  data_stream_options: options,
}: ComposedTemplate): JsonObject {
  return {
    settings,
    mappings,
    aliases,
    ...(lifecycle !== undefined && { lifecycle }),
    ...(options !== undefined && { data_stream_options: options }),
  };
}

/**
 * What a change of a template means for new indices of a cluster. Costs a composition for each combination of templates
 * that names get, and a match for each name.
 */
export function templateImpact(
  change: TemplateChange,
  cluster: ClusterTemplates,
  names: { readonly indices: readonly MatchedName[]; readonly dataStreams: readonly MatchedName[] },
  target: TargetEngine,
): TemplateImpact {
  const [before, after] = [readerOf(cluster, target), readerOf(templatesAfter(cluster, change), target)];
  const isConcerned = concernedBy(change, cluster);
  const groups = new Map<string, ImpactGroup & { readonly indices: string[]; readonly dataStreams: string[] }>();
  const add = ({ name, hidden = false }: MatchedName, list: 'indices' | 'dataStreams') => {
    if (!isConcerned(name)) return;
    const [was, is] = [before.match(name, hidden), after.match(name, hidden)];
    const key = JSON.stringify([was, is]);
    const isSame = JSON.stringify(was) === JSON.stringify(is);
    const group = groups.get(key) ?? {
      before: was,
      after: is,
      indices: [],
      dataStreams: [],
      changes: (isSame ? compareVersions : compareParts)(before.partOf(was), after.partOf(is)),
    };
    groups.set(key, group);
    group[list].push(name);
  };
  for (const each of names.indices) add(each, 'indices');
  for (const each of names.dataStreams) add(each, 'dataStreams');
  const sizeOf = ({ indices, dataStreams }: ImpactGroup) => indices.length + dataStreams.length;
  const all = [...groups.values()];
  return {
    templates: composedChanges(change, cluster, target),
    groups: all.filter(({ changes }) => changes.length > 0).sort((a, b) => sizeOf(b) - sizeOf(a)),
    unchanged: all.filter(({ changes }) => changes.length === 0).reduce((sum, group) => sum + sizeOf(group), 0),
  };
}

/** Whether a name is matched by a template that the change is about, before or after it. */
function concernedBy(change: TemplateChange, cluster: ClusterTemplates): (name: string) => boolean {
  const { kind, name, body } = change;
  const rank = kind === 'legacy_template' ? 'order' : 'priority';
  const old = (kind === 'legacy_template' ? cluster.legacyTemplates : cluster.indexTemplates).get(name);
  const bodies =
    kind === 'component_template'
      ? templatesUsing(name, cluster).map(([, each]) => each)
      : [body, ...(old === undefined ? [] : [old])];
  const targets = bodies.map((each) => targetOfTemplate('', each, rank));
  return (index) => matchingLegacyTemplates(targets, index, false).length > 0;
}

interface TemplateReader {
  match(name: string, isHidden: boolean): MatchedTemplates;
  partOf(matched: MatchedTemplates): JsonObject;
}

function readerOf(cluster: ClusterTemplates, target: TargetEngine): TemplateReader {
  return {
    match: templateMatcher(composableTargets(cluster.indexTemplates), legacyTargets(cluster.legacyTemplates)),
    partOf({ names, isLegacy }) {
      const bodies = isLegacy ? cluster.legacyTemplates : cluster.indexTemplates;
      const found = names.map((name) => bodies.get(name)).filter((body) => body !== undefined);
      const [only] = found;
      if (isLegacy) return partOfComposition(composeLegacy(found));
      return only === undefined ? {} : partOfComposition(composeTemplate(only, cluster.componentTemplates, target));
    },
  };
}

function composedChanges(
  change: TemplateChange,
  cluster: ClusterTemplates,
  target: TargetEngine,
): readonly ComposedChange[] {
  const { kind, name, body } = change;
  const after = templatesAfter(cluster, change);
  const composed = (each: JsonObject, { componentTemplates }: ClusterTemplates) =>
    kind === 'legacy_template' ? composeLegacy([each]) : composeTemplate(each, componentTemplates, target);
  const changeOf = (of: string, was: JsonObject | undefined, is: JsonObject): ComposedChange => {
    const [old, next] = [was === undefined ? null : composed(was, cluster), composed(is, after)];
    const changes = compareVersions(old === null ? {} : partOfComposition(old), partOfComposition(next));
    return { name: of, before: old, after: next, changes };
  };
  if (kind === 'component_template')
    return templatesUsing(name, cluster).map(([user, each]) => changeOf(user, each, each));
  const bodies = kind === 'legacy_template' ? cluster.legacyTemplates : cluster.indexTemplates;
  return [changeOf(name, bodies.get(name), body)];
}
