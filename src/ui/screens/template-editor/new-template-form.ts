import type { TargetEngine } from '#domain/catalogue';
import { DRAFT_NAME_TAKEN } from '#domain/commands';
import { editableSettings, flatSettings } from '#domain/console';
import type { TemplateStreamKind } from '#domain/document';
import { isObject, pickMembers, withMembers, type JsonObject } from '#domain/json';
import { KIND_NOUNS, patternsProblem, sendableTemplate, templateNameProblem } from '#domain/template';
import { ApiError, type ConsoleApi } from '../../platform/console-api.ts';
import type { ListedDraft } from '../../platform/draft-list.ts';
import { readTemplate } from '../../platform/template-calls.ts';
import type { TypedForm } from '../../platform/typed-forms.ts';

export type NewTemplateForm = TypedForm<'newTemplate'>;

/** What a new template can start from. */
export const START_FROM = ['nothing', 'template', 'index'] as const;

/** The initial body of a template, by kind. */
const EMPTY: Readonly<Record<TemplateStreamKind, JsonObject>> = {
  index_template: { index_patterns: [], template: {} },
  legacy_template: { index_patterns: [], mappings: {} },
  component_template: { template: {} },
};

/** The form as it is opened: for a clone, with a name beside that of its template. */
export function initialForm(
  kind: TemplateStreamKind,
  cloneOf: string | undefined,
  source: Pick<ListedDraft, 'name'> | null,
): NewTemplateForm {
  if (cloneOf !== undefined) return { name: `${cloneOf}-copy`, patterns: [], startFrom: 'template', from: cloneOf };
  return {
    name: source === null ? '' : asTemplateName(source.name, kind),
    patterns: [],
    startFrom: 'nothing',
    from: null,
  };
}

function asTemplateName(name: string, kind: TemplateStreamKind): string {
  const text = name
    .toLowerCase()
    .replace(/[^a-z0-9.-]+/g, '-')
    .replace(/^[-_.]+|[-.]+$/g, '');
  return text === '' ? `new-${KIND_NOUNS[kind].replace(' ', '-')}` : `${text}-template`;
}

interface Known {
  readonly kind: TemplateStreamKind;
  /** Names of the templates of the kind on the cluster; undefined while they are not known. */
  readonly templates: readonly string[] | undefined;
  /** Names of the drafts on this device. */
  readonly drafts: readonly string[];
}

/** Why a template can't be started, by input. */
export function faultsOf(
  { name, patterns, startFrom, from }: NewTemplateForm,
  { kind, templates, drafts }: Known,
): { readonly [Input in 'name' | 'patterns' | 'from']?: string } {
  const noun = KIND_NOUNS[kind];
  const nameFault =
    templateNameProblem(name) ??
    (templates?.includes(name) === true ? `The cluster already has a template named ${name}.` : null) ??
    (drafts.includes(name) ? DRAFT_NAME_TAKEN : null);
  const takesPatterns = kind !== 'component_template' && (startFrom !== 'template' || patterns.length > 0);
  const patternsFault = takesPatterns ? patternsProblem(patterns) : null;
  const fromFault =
    startFrom === 'nothing' || from !== null ? null : `Choose ${startFrom === 'index' ? 'an index' : `the ${noun}`}.`;
  return {
    ...(nameFault !== null && { name: nameFault }),
    ...(patternsFault !== null && { patterns: patternsFault }),
    ...(fromFault !== null && { from: fromFault }),
  };
}

interface Source {
  readonly kind: TemplateStreamKind;
  readonly api: ConsoleApi;
  readonly engine: TargetEngine;
  /** The mappings of a draft to start with. */
  readonly mappings: JsonObject | null;
}

/** The body that a form stands for. @throws ApiError where its template or index can't be read */
export async function startingBody(
  { patterns, startFrom, from }: NewTemplateForm,
  { kind, api, engine, mappings }: Source,
): Promise<JsonObject> {
  const own = kind === 'component_template' || patterns.length === 0 ? {} : { index_patterns: [...patterns] };
  if (startFrom === 'template' && from !== null) {
    const body = await readTemplate(api, kind, from);
    if (body === null) throw new ApiError(404, `The ${KIND_NOUNS[kind]} ${from} doesn’t exist on this cluster.`);
    return withMembers(sendableTemplate(body), own);
  }
  const parts =
    startFrom === 'index' && from !== null ? await partsOfIndex(api, from, engine) : mappings && { mappings };
  if (parts === null) return { ...EMPTY[kind], ...own };
  return kind === 'legacy_template'
    ? { ...EMPTY[kind], ...own, ...parts }
    : { ...EMPTY[kind], ...own, template: parts };
}

/** Mappings and settings of an index, without the settings that no other index shares. */
async function partsOfIndex(api: ConsoleApi, name: string, engine: TargetEngine): Promise<JsonObject> {
  const input = { params: { name } };
  const [{ mappings }, { settings }] = await Promise.all([
    api.call('mapping.get', input),
    api.call('settings.get', input),
  ]);
  const shared = pickMembers(
    editableSettings(flatSettings(isObject(settings) ? settings : {}), engine),
    (setting) => !OWN_SETTINGS.some((own) => setting === own || setting.startsWith(`${own}.`)),
  );
  return {
    ...(Object.keys(shared).length > 0 && { settings: shared }),
    ...(isObject(mappings) && { mappings }),
  };
}

/** Settings that say what has become of one index, rather than how it is made. */
const OWN_SETTINGS = [
  'index.blocks',
  'index.verified_before_close',
  'index.frozen',
  'index.routing.allocation.initial_recovery',
  'index.lifecycle.indexing_complete',
];
