import type { TemplateStreamKind } from '../document/live-document.ts';
import { flatSettings } from '../console/index-settings.ts';
import { elasticsearch, isKnownBy, type TargetEngine } from '../catalogue/engines.ts';
import { deepEqual, isObject, member, objectMember, stringsIn, type JsonObject } from '../json/value.ts';
import { composeTemplate, partOf, type ComponentBodies } from './compose.ts';
import {
  composableTargets,
  legacyTargets,
  isMeantBy,
  matchingTemplate,
  patternsOverlap,
  targetOfTemplate,
  type TemplateTarget,
} from './matching-templates.ts';

/** All templates of a cluster, by their names, and its data streams. */
export interface ClusterTemplates {
  readonly indexTemplates: ReadonlyMap<string, JsonObject>;
  readonly legacyTemplates: ReadonlyMap<string, JsonObject>;
  readonly componentTemplates: ReadonlyMap<string, JsonObject>;
  readonly dataStreams: readonly { readonly name: string; readonly hidden?: boolean }[];
}

/** A template as it is to be; one of its name may exist. */
export interface TemplateChange {
  readonly kind: TemplateStreamKind;
  readonly name: string;
  readonly body: JsonObject;
}

export interface TemplateConflict {
  readonly kind:
    | 'same_priority'
    | 'data_stream'
    | 'missing_component'
    | 'composition'
    | 'alias_pattern'
    | 'every_index'
    | 'legacy_overlap'
    | 'legacy_ignored';
  /** The engine will refuse the change; otherwise it takes it, with an effect that may surprise. */
  readonly isRefused: boolean;
  readonly text: string;
}

/** Maximum number of names in a sentence. */
const NAMES_SHOWN = 5;

/** The templates of a cluster after a change. */
export function templatesAfter(cluster: ClusterTemplates, { kind, name, body }: TemplateChange): ClusterTemplates {
  const member = MEMBER_OF[kind];
  return { ...cluster, [member]: new Map(cluster[member]).set(name, body) };
}

const MEMBER_OF = {
  index_template: 'indexTemplates',
  legacy_template: 'legacyTemplates',
  component_template: 'componentTemplates',
} as const satisfies Readonly<Record<TemplateStreamKind, keyof ClusterTemplates>>;

/** Why the engine will refuse a change of a template, or take it without the effect that is expected. */
export function templateConflicts(
  change: TemplateChange,
  cluster: ClusterTemplates,
  target: TargetEngine,
): readonly TemplateConflict[] {
  const after = templatesAfter(cluster, change);
  switch (change.kind) {
    case 'index_template':
      return [
        ...samePriority(change, cluster),
        ...uncoveredStreams(change, cluster, after),
        ...missingComponents(change, cluster, target),
        ...aliasPatterns(change),
        ...lackOfSettings(change, target),
        ...compositionProblems([[change.name, change.body]], after.componentTemplates, target),
        ...overlappedLegacy(change, cluster),
      ];
    case 'legacy_template':
      return [...hiddenLegacy(change), ...legacyOverlaps(change, cluster, target)];
    case 'component_template':
      return compositionProblems(templatesUsing(change.name, cluster), after.componentTemplates, target);
  }
}

/** The composable templates that are composed of a component template. */
export function templatesUsing(
  component: string,
  { indexTemplates }: Pick<ClusterTemplates, 'indexTemplates'>,
): readonly (readonly [name: string, body: JsonObject])[] {
  return [...indexTemplates].filter(([, body]) => stringsIn(member(body, 'composed_of')).includes(component));
}

function overlaps(one: TemplateTarget, other: TemplateTarget): boolean {
  return one.patterns.some((pattern) => other.patterns.some((theirs) => patternsOverlap(pattern, theirs)));
}

function samePriority({ name, body }: TemplateChange, { indexTemplates }: ClusterTemplates): TemplateConflict[] {
  const own = targetOfTemplate(name, body, 'priority');
  const rivals = composableTargets(indexTemplates).filter(
    (other) => other.name !== name && other.priority === own.priority && overlaps(own, other),
  );
  return rivals.length === 0
    ? []
    : [
        {
          kind: 'same_priority',
          isRefused: true,
          text: `${listNames(rivals.map(describeTarget))} ${rivals.length === 1 ? 'has' : 'have'} the same priority (${own.priority}) and overlapping index patterns.`,
        },
      ];
}

const describeTarget = ({ name, patterns }: TemplateTarget) => `${name} (${listNames(patterns)})`;

/** Data streams that would no longer get a template that creates data streams. */
function uncoveredStreams(
  { name: changed, body }: TemplateChange,
  before: ClusterTemplates,
  after: ClusterTemplates,
): TemplateConflict[] {
  const had = before.indexTemplates.get(changed);
  // Most changes are of neither.
  if (had !== undefined && makesStreams(had) === makesStreams(body) && hasSameTarget(had, body)) return [];
  const concerned = streamsOf([had, body], before);
  if (concerned.length === 0) return [];
  const [were, are] = [composableTargets(before.indexTemplates), composableTargets(after.indexTemplates)];
  const isCovered = (targets: readonly TemplateTarget[], from: ClusterTemplates, stream: string, hidden: boolean) => {
    const match = matchingTemplate(targets, stream, hidden);
    return match !== undefined && makesStreams(from.indexTemplates.get(match) ?? {});
  };
  const lost = concerned.filter(
    ({ name, hidden = false }) => isCovered(were, before, name, hidden) && !isCovered(are, after, name, hidden),
  );
  if (lost.length === 0) return [];
  const why = makesStreams(body) ? '' : ' The template doesn’t create data streams.';
  return [
    {
      kind: 'data_stream',
      isRefused: true,
      text: `${lost.length === 1 ? 'Data stream' : 'Data streams'} ${listNames(lost.map(({ name }) => name))} would no longer match a template that creates data streams.${why}`,
    },
  ];
}

function makesStreams(body: JsonObject): boolean {
  return isObject(member(body, 'data_stream'));
}

function hasSameTarget(one: JsonObject, other: JsonObject): boolean {
  const [a, b] = [targetOfTemplate('', one, 'priority'), targetOfTemplate('', other, 'priority')];
  return a.priority === b.priority && deepEqual([...a.patterns], [...b.patterns]);
}

/** The data streams that some bodies of a template are meant for. */
export function streamsOf(
  bodies: readonly (JsonObject | undefined)[],
  { dataStreams }: Pick<ClusterTemplates, 'dataStreams'>,
): ClusterTemplates['dataStreams'] {
  const targets = bodies.flatMap((body) => (body === undefined ? [] : [targetOfTemplate('', body, 'priority')]));
  return dataStreams.filter(({ name, hidden = false }) => targets.some((each) => isMeantBy(each, name, hidden)));
}

/** Engines that take a template whose component templates may be missing. */
const MAY_MISS_COMPONENTS = elasticsearch({ from: '8.7' });

function missingComponents(
  { body }: TemplateChange,
  { componentTemplates }: ClusterTemplates,
  target: TargetEngine,
): TemplateConflict[] {
  const ignored = isKnownBy(MAY_MISS_COMPONENTS, target)
    ? stringsIn(member(body, 'ignore_missing_component_templates'))
    : [];
  const missing = stringsIn(member(body, 'composed_of')).filter((name) => !componentTemplates.has(name));
  const refused = missing.filter((name) => !ignored.includes(name));
  return refused.length === 0
    ? []
    : [
        {
          kind: 'missing_component',
          isRefused: true,
          text: `Component ${refused.length === 1 ? 'template' : 'templates'} ${listNames(refused)} ${refused.length === 1 ? 'doesn’t' : 'don’t'} exist.`,
        },
      ];
}

function aliasPatterns({ body }: TemplateChange): TemplateConflict[] {
  const patterns = patternsIn(body);
  return Object.keys(objectMember(partOf(body), 'aliases') ?? {})
    .filter((alias) => patterns.includes(alias))
    .map((alias) => ({
      kind: 'alias_pattern',
      isRefused: true,
      text: `Alias ${alias} can’t have the name of an index pattern.`,
    }));
}

function compositionProblems(
  templates: readonly (readonly [name: string, body: JsonObject])[],
  components: ComponentBodies,
  target: TargetEngine,
): TemplateConflict[] {
  return templates.flatMap(([name, body]) => {
    const { problems, settings } = composeTemplate(body, components, target);
    return [
      ...problems.map(({ path, reason, layer }): TemplateConflict => {
        const where = layer === null ? '' : ` (component template ${layer})`;
        return { kind: 'composition', isRefused: true, text: `${name}: ${path}${where}: ${reason}` };
      }),
      ...hiddenEverywhere(name, patternsIn(body), settings),
    ];
  });
}

/** The pattern that every index matches. */
const EVERY_INDEX = '*';

/** Engines refuse the setting where it would hide every index, whatever its value, also null. */
function hiddenEverywhere(name: string, patterns: readonly string[], settings: JsonObject): TemplateConflict[] {
  return patterns.includes(EVERY_INDEX) && Object.hasOwn(settings, 'index.hidden')
    ? [{ kind: 'every_index', isRefused: true, text: `${name}: A template of the pattern * can’t set index.hidden.` }]
    : [];
}

function hiddenLegacy({ name, body }: TemplateChange): TemplateConflict[] {
  return hiddenEverywhere(name, patternsIn(body), flatSettings(objectMember(body, 'settings') ?? {}));
}

/** OpenSearch looks for index.hidden in settings that are not there, and fails. */
function lackOfSettings({ body }: TemplateChange, { distribution }: TargetEngine): TemplateConflict[] {
  const isMet =
    distribution === 'opensearch' &&
    patternsIn(body).includes(EVERY_INDEX) &&
    objectMember(partOf(body), 'settings') === undefined;
  const text =
    'OpenSearch can’t store a template of the pattern * without settings, those of component templates aside: add one, such as index.number_of_shards.';
  return isMet ? [{ kind: 'every_index', isRefused: true, text }] : [];
}

const patternsIn = (body: JsonObject) => targetOfTemplate('', body, 'priority').patterns;

/** Legacy templates count only where no composable template matches. */
function overlappedLegacy({ name, body }: TemplateChange, { legacyTemplates }: ClusterTemplates): TemplateConflict[] {
  const own = targetOfTemplate(name, body, 'priority');
  const legacy = legacyTargets(legacyTemplates).filter((other) => overlaps(own, other));
  return legacy.length === 0
    ? []
    : [
        {
          kind: 'legacy_ignored',
          isRefused: false,
          text: `Legacy ${legacy.length === 1 ? 'template' : 'templates'} ${listNames(legacy.map(describeTarget))} will be ignored for indices that match this template.`,
        },
      ];
}

/**
 * Elasticsearch refuses a legacy template whose patterns overlap those of a composable one, unless it had them or they
 * take everything.
 */
const REFUSES_LEGACY_OVERLAP = elasticsearch({ from: '8.0' });

function legacyOverlaps(
  { name, body }: TemplateChange,
  { indexTemplates, legacyTemplates }: ClusterTemplates,
  target: TargetEngine,
): TemplateConflict[] {
  const own = targetOfTemplate(name, body, 'order');
  const composable = composableTargets(indexTemplates).filter((other) => overlaps(own, other));
  if (composable.length === 0) return [];
  const before = legacyTemplates.get(name);
  const hadThem =
    before !== undefined && deepEqual([...targetOfTemplate(name, before, 'order').patterns], [...own.patterns]);
  const isRefused = isKnownBy(REFUSES_LEGACY_OVERLAP, target) && !hadThem && !own.patterns.includes('*');
  const names = listNames(composable.map(describeTarget));
  return [
    {
      kind: 'legacy_overlap',
      isRefused,
      text: isRefused
        ? `The index patterns overlap those of index ${composable.length === 1 ? 'template' : 'templates'} ${names}.`
        : `This template is ignored for indices that match index ${composable.length === 1 ? 'template' : 'templates'} ${names}.`,
    },
  ];
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  return names.length > NAMES_SHOWN ? `${shown} and ${(names.length - NAMES_SHOWN).toLocaleString('en')} more` : shown;
}
