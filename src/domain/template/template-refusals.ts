import {
  elasticsearch,
  engineTitle,
  isKnownBy,
  opensearch,
  type Engines,
  type TargetEngine,
} from '../catalogue/engines.ts';
import { valueAt } from '../json/patch.ts';
import { joinPointer, parsePointer, type Pointer } from '../json/pointer.ts';
import {
  isArray,
  isObject,
  member,
  numberFrom,
  objectMember,
  stringsIn,
  type JsonObject,
  type JsonValue,
} from '../json/value.ts';
import { aliasNameProblem } from '../console/index-names.ts';
import { flatSettings } from '../console/index-settings.ts';
import type { ForeseenRefusal } from '../mapping/foreseen-refusal.ts';
import { foreseenRefusals } from '../mapping/foreseen-refusals.ts';
import { DEFAULT_FIELD_LIMIT, FIELD_LIMIT_SETTING } from '../mapping/limit-refusals.ts';
import { aliasFindings, bodyFindings } from './body-findings.ts';
import type { ComponentBodies } from './compose.ts';
import type { TemplateChange } from './conflicts.ts';
import type { MappingsPlace } from './locate.ts';
import { missingComponents, newIndexOf, type NewIndex } from './new-index.ts';
import { mappingsPlaceIn } from './mappings-of-stream.ts';
import { indexPatternProblem } from './template-names.ts';

/**
 * Why an engine refuses a template for what is in it: its members, index patterns, aliases and mappings. The mappings
 * of an index template are judged with its component templates, and with the settings of both; not where `components`
 * is null, as they are not known. Pointers begin at the body, or at the mappings. Cost: as `foreseenRefusals`.
 */
export function templateRefusals(
  { kind, body }: Pick<TemplateChange, 'kind' | 'body'>,
  components: ComponentBodies | null,
  target: TargetEngine,
): readonly ForeseenRefusal[] {
  const place = mappingsPlaceIn(kind, body);
  if (kind === 'legacy_template') return bodyFindings(body, target, place).refusals;
  const ofMembers = memberRefusals(kind, body, target);
  if (ofMembers.length > 0) return ofMembers;
  const type = typeRefusal(place, target);
  const aliases = [...aliasNames(body), ...aliasFindings(body, place, target).refusals];
  if (type !== null) return [type, ...aliases];
  const whole = wholeOf(kind, body, components, target);
  return whole === null ? aliases : [...mappingsRefusals(whole, target), ...aliases];
}

type ComposedKind = 'index_template' | 'component_template';

/** What an engine judges: a template with its component templates. Null where it can't be known, or not be composed. */
function wholeOf(
  kind: ComposedKind,
  body: JsonObject,
  components: ComponentBodies | null,
  target: TargetEngine,
): Pick<NewIndex, 'mappings' | 'settings'> | null {
  const composedOf = kind === 'index_template' ? stringsIn(member(body, 'composed_of')) : [];
  if (composedOf.length === 0) {
    const part = objectMember(body, 'template') ?? {};
    const own = valueAt(body, mappingsPlaceIn(kind, body).mappingsAt);
    return { mappings: isObject(own) ? own : {}, settings: flatSettings(objectMember(part, 'settings') ?? {}) };
  }
  if (components === null || missingComponents(body, (name) => components.get(name) !== undefined).length > 0)
    return null;
  const { index, problems } = newIndexOf(body, components, target);
  // What can't be composed is a conflict of its parts.
  return problems.length > 0 ? null : index;
}

/** The engine adds the time of a data stream, so that it is not missed. */
function mappingsRefusals(
  { mappings, settings }: Pick<NewIndex, 'mappings' | 'settings'>,
  target: TargetEngine,
): readonly ForeseenRefusal[] {
  const inForce = { [FIELD_LIMIT_SETTING]: DEFAULT_FIELD_LIMIT, ...settings };
  return foreseenRefusals({}, mappings, target, inForce).filter(({ at }) => at !== '/_data_stream_timestamp');
}

/** Mappings below a type that engines with component templates do not take. */
function typeRefusal({ mappingsAt }: Pick<MappingsPlace, 'mappingsAt'>, target: TargetEngine): ForeseenRefusal | null {
  const [, , type] = parsePointer(mappingsAt);
  if (type === undefined || (type === '_doc' && isKnownBy(TAKES_DOC, target))) return null;
  return { at: mappingsAt, path: 'template.mappings', reason: `${engineTitle(target)} takes no type ${type} here.` };
}

const TAKES_DOC: Engines = elasticsearch();

function aliasNames(body: JsonObject): readonly ForeseenRefusal[] {
  const aliases = objectMember(objectMember(body, 'template') ?? {}, 'aliases') ?? {};
  return Object.keys(aliases).flatMap((name) => {
    const reason = aliasNameProblem(name);
    return reason === null ? [] : [{ at: joinPointer('', 'template', 'aliases', name), path: `alias ${name}`, reason }];
  });
}

/** What an engine refuses of the value of a member, as a sentence; null where it takes it. */
type Judge = (value: JsonValue, target: TargetEngine) => string | null;

interface Member {
  readonly judge: Judge;
  /** All where absent. */
  readonly engines?: Engines;
}

const isWord = (value: JsonValue) => !isObject(value) && !isArray(value) && value !== null;
const anObject: Judge = (value) => (isObject(value) ? null : 'It has to be an object.');
const yesOrNo: Judge = (value) =>
  typeof value === 'boolean' || value === 'true' || value === 'false' ? null : 'It has to be true or false.';
const names: Judge = (value) =>
  isArray(value)
    ? value.every(isWord)
      ? null
      : 'Each of them has to be a name.'
    : isWord(value)
      ? null
      : 'It has to be a list of names.';

/** Of numbers engines take texts and leave out decimals; longs are the limit. */
function number(value: JsonValue): number | null {
  const found = typeof value === 'string' && value.trim() === '' ? Number.NaN : numberFrom(value);
  return isWord(value) && typeof value !== 'boolean' && Math.abs(found) < 2 ** 63 ? found : null;
}

const priority: Judge = (value) => {
  const found = number(value);
  return found === null || found < 0 ? 'It has to be a whole number of at least 0.' : null;
};

/** OpenSearch does not publish the state of the cluster with a negative one, and takes no change until then. */
const version: Judge = (value, { distribution }) => {
  const found = number(value);
  if (found === null) return 'It has to be a whole number.';
  return found < 0 && distribution === 'opensearch' ? 'OpenSearch fails on a negative version.' : null;
};

const patterns: Judge = (value) => {
  const all = isArray(value) ? value : [value];
  if (all.length === 0) return 'An index template needs at least one index pattern.';
  if (!all.every(isWord)) return 'Each of them has to be a text.';
  const wrong = all.map(String).find((pattern) => pattern !== '' && indexPatternProblem(pattern) !== null);
  return wrong === undefined ? null : `${wrong}: ${indexPatternProblem(wrong) ?? ''}`;
};

const VERSIONED: Readonly<Record<string, Member>> = {
  version: { judge: version },
  _meta: { judge: anObject },
  deprecated: { judge: yesOrNo, engines: elasticsearch({ from: '8.12' }) },
};
const MEMBERS: Readonly<
  Record<'index_template' | 'component_template' | 'template', Readonly<Record<string, Member>>>
> = {
  index_template: {
    ...VERSIONED,
    index_patterns: { judge: patterns },
    template: { judge: anObject },
    composed_of: { judge: names },
    priority: { judge: priority },
    data_stream: { judge: anObject },
    allow_auto_create: { judge: yesOrNo, engines: elasticsearch({ from: '7.11' }) },
    ignore_missing_component_templates: { judge: names, engines: elasticsearch({ from: '8.7' }) },
    context: { judge: anObject, engines: opensearch() },
  },
  component_template: { ...VERSIONED, template: { judge: anObject } },
  template: {
    settings: { judge: anObject },
    mappings: { judge: anObject },
    aliases: { judge: anObject },
    lifecycle: { judge: anObject, engines: elasticsearch() },
    data_stream_options: { judge: anObject, engines: elasticsearch() },
  },
};
/** Later engines may take what they print. */
const PRINTED = /^(?:created|modified)_date/;
const REQUIRED = { index_template: 'index_patterns', component_template: 'template' } as const;
const OF_STREAMS: readonly string[] = ['lifecycle', 'data_stream_options'];

function memberRefusals(kind: ComposedKind, body: JsonObject, target: TargetEngine): readonly ForeseenRefusal[] {
  const required = REQUIRED[kind];
  const missing =
    member(body, required) === undefined
      ? [
          {
            at: '',
            path: required,
            reason: `${kind === 'index_template' ? 'An index' : 'A component'} template needs it.`,
          },
        ]
      : [];
  const part = objectMember(body, 'template') ?? {};
  const at = joinPointer('', 'template');
  const misplaced =
    kind === 'component_template' || member(body, 'data_stream') !== undefined
      ? []
      : OF_STREAMS.filter((name) => isObject(member(part, name)) && isKnownIn(MEMBERS.template, name, target)).map(
          (name) => ({
            at: joinPointer(at, name),
            path: `template.${name}`,
            reason: 'It needs data_stream: only data streams have it.',
          }),
        );
  return [
    ...missing,
    ...judged(MEMBERS[kind], body, { at: '', path: '' }, target),
    ...judged(MEMBERS.template, part, { at, path: 'template.' }, target),
    ...misplaced,
  ];
}

function judged(
  members: Readonly<Record<string, Member>>,
  holder: JsonObject,
  { at, path }: { readonly at: Pointer; readonly path: string },
  target: TargetEngine,
): readonly ForeseenRefusal[] {
  return Object.entries(holder).flatMap(([name, value]) => {
    const reason = isKnownIn(members, name, target)
      ? (members[name]?.judge(value, target) ?? null)
      : PRINTED.test(name)
        ? null
        : `${engineTitle(target)} doesn’t know it.`;
    return reason === null ? [] : [{ at: joinPointer(at, name), path: `${path}${name}`, reason }];
  });
}

function isKnownIn(members: Readonly<Record<string, Member>>, name: string, target: TargetEngine): boolean {
  const found = Object.hasOwn(members, name) ? members[name] : undefined;
  return found !== undefined && (found.engines === undefined || isKnownBy(found.engines, target));
}
