import type { SentChanges } from '#domain/action';
import type { TemplateStreamKind } from '#domain/document';
import { copyObject, isObject, type JsonObject } from '#domain/json';
import type { CancelSignal } from '#domain/ports';
import { NOUN_KINDS, templateType, type TemplateType } from '#domain/template';
import type { RouteId } from '#domain/wire';
import { ApiError, type ConsoleApi } from './console-api.ts';
import { saveAnswer, type SaveAnswer } from './sent-changes.ts';

/** The kind of template that a noun names; undefined for another noun. */
export function kindOfNoun(noun: string): TemplateStreamKind | undefined {
  return (NOUN_KINDS as Readonly<Record<string, TemplateStreamKind>>)[noun];
}

/** The routes whose responses are out of date when a template of a kind has changed. */
export const INVALIDATED: readonly RouteId[] = [
  'index_templates.list',
  'index_templates.get',
  'index_templates.match',
  'index_templates.simulate',
  'component_templates.list',
  'component_templates.get',
];

/** A template of the cluster, with what manages it. */
export interface FoundTemplate {
  readonly body: JsonObject;
  readonly type: TemplateType;
}

/** The present body of a template on the cluster; null where it does not exist. @throws ApiError */
export async function readTemplate(
  api: ConsoleApi,
  kind: TemplateStreamKind,
  name: string,
): Promise<JsonObject | null> {
  return (await findTemplate(api, kind, name))?.body ?? null;
}

/** A template of the cluster at present; null where it does not exist. @throws ApiError */
export async function findTemplate(
  api: ConsoleApi,
  kind: TemplateStreamKind,
  name: string,
  signal?: CancelSignal,
): Promise<FoundTemplate | null> {
  const options = signal && { signal };
  try {
    const found =
      kind === 'component_template'
        ? await api.call('component_templates.get', { params: { name } }, options)
        : await api.call('index_templates.get', { params: { name }, query: legacy(kind) }, options);
    const body = isObject(found.body) ? found.body : {};
    // The cloud only names prefixes of index templates.
    const isOfCloud = 'type' in found && found.type === 'cloudManaged';
    return { body, type: isOfCloud ? 'cloudManaged' : templateType(name, body, []) };
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return null;
    throw error;
  }
}

/** What goes with a template that is sent: the changes that it is made of, and why. */
interface TemplateSending {
  readonly changes?: SentChanges | undefined;
  readonly reason?: string | undefined;
}

/** @throws ApiError */
export async function createTemplate(
  api: ConsoleApi,
  kind: TemplateStreamKind,
  name: string,
  template: JsonObject,
  sending?: TemplateSending,
): Promise<void> {
  const body = { ...copyObject(template), name };
  if (kind === 'component_template') await api.call('component_templates.create', { body }, sending);
  else await api.call('index_templates.create', { query: legacy(kind), body }, sending);
}

/**
 * Resolves with whether the server has recorded the save in the document of its changes.
 * @throws ApiError
 */
export async function updateTemplate(
  api: ConsoleApi,
  kind: TemplateStreamKind,
  name: string,
  body: JsonObject,
  sending?: TemplateSending,
): Promise<SaveAnswer> {
  return saveAnswer(
    kind === 'component_template'
      ? await api.call('component_templates.update', { params: { name }, body }, sending)
      : await api.call('index_templates.update', { params: { name }, query: legacy(kind), body }, sending),
  );
}

function legacy(kind: TemplateStreamKind) {
  return { legacy: kind === 'legacy_template' };
}
