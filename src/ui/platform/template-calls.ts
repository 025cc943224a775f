import type { SentChanges } from '#domain/action';
import type { TemplateStreamKind } from '#domain/document';
import { copyObject, isObject, type JsonObject } from '#domain/json';
import type { CancelSignal } from '#domain/ports';
import type { RouteId } from '#domain/wire';
import { ApiError, type ConsoleApi } from './console-api.ts';

/** What each kind of template is called, within a sentence. */
export const KIND_NOUNS = {
  index_template: 'index template',
  legacy_template: 'legacy template',
  component_template: 'component template',
} as const satisfies Readonly<Record<TemplateStreamKind, string>>;

/** The routes whose responses are out of date when a template of a kind has changed. */
export const INVALIDATED: readonly RouteId[] = [
  'index_templates.list',
  'index_templates.get',
  'index_templates.match',
  'index_templates.simulate',
  'component_templates.list',
  'component_templates.get',
];

/** The template as the cluster has it now; null where there is none of the name. @throws ApiError */
export async function readTemplate(
  api: ConsoleApi,
  kind: TemplateStreamKind,
  name: string,
  signal?: CancelSignal,
): Promise<JsonObject | null> {
  const options = signal && { signal };
  try {
    const { body } =
      kind === 'component_template'
        ? await api.call('component_templates.get', { params: { name } }, options)
        : await api.call('index_templates.get', { params: { name }, query: legacy(kind) }, options);
    return isObject(body) ? body : {};
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return null;
    throw error;
  }
}

/** `changes` are those that the template is made of. @throws ApiError */
export async function createTemplate(
  api: ConsoleApi,
  kind: TemplateStreamKind,
  name: string,
  template: JsonObject,
  changes?: SentChanges,
): Promise<void> {
  const body = { ...copyObject(template), name };
  if (kind === 'component_template') await api.call('component_templates.create', { body }, { changes });
  else await api.call('index_templates.create', { query: legacy(kind), body }, { changes });
}

/**
 * `changes` are those that the template is made of. Resolves with whether the server has recorded in their document that it was saved. @throws ApiError
 */
export async function updateTemplate(
  api: ConsoleApi,
  kind: TemplateStreamKind,
  name: string,
  body: JsonObject,
  changes?: SentChanges,
): Promise<{ readonly isSaveRecorded: boolean }> {
  const { savedVersion } =
    kind === 'component_template'
      ? await api.call('component_templates.update', { params: { name }, body }, { changes })
      : await api.call('index_templates.update', { params: { name }, query: legacy(kind), body }, { changes });
  return { isSaveRecorded: savedVersion !== undefined };
}

function legacy(kind: TemplateStreamKind) {
  return { legacy: kind === 'legacy_template' };
}
