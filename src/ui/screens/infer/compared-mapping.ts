import type { TargetEngine } from '#domain/catalogue';
import type { TemplateStreamKind } from '#domain/document';
import type { CheckedMapping } from '#domain/infer';
import { isObject, stringsIn, valueAt, type JsonObject } from '#domain/json';
import { dataStreamAround, KIND_NOUNS, mappingsPlaceIn, newIndexOf, settingsBeside } from '#domain/template';
import { bodiesOf } from '../../cluster/template-bodies.ts';
import { readDraftBody } from '../../files/draft-body.ts';
import type { ConsoleApi } from '../../platform/console-api.ts';
import { draftById } from '../../platform/draft-list.ts';
import type { Services } from '../../platform/services.ts';
import { findTemplate } from '../../platform/template-calls.ts';
import { readLive } from '../index-detail/use-live-reading.ts';

/** What documents can be compared with, by its name; of a draft also its id. */
export type ComparedChoice =
  | { readonly kind: 'index' | TemplateStreamKind; readonly name: string }
  | { readonly kind: 'draft'; readonly name: string; readonly id: string };

/** A chosen mapping as it was read. */
export interface ComparedReading {
  readonly choice: ComparedChoice;
  /** Where fields are added: the mappings of the index, the template or the draft itself. */
  readonly mappings: JsonObject;
  readonly settings?: JsonObject | undefined;
  /** Of an index template that makes data streams. */
  readonly dataStream?: JsonObject | undefined;
  /** Of an index: a new one by its name has another. */
  readonly uuid?: string;
  /** An index template that is composed of components, with their bodies. */
  readonly composed?: { readonly body: JsonObject; readonly components: ReadonlyMap<string, JsonObject> };
  /** Why no fields can be added. */
  readonly readOnlyReason?: string;
}

/** What was chosen does not exist any more. */
export class ComparedGoneError extends Error {
  override readonly name = 'ComparedGoneError';
}

/** `index orders`, within a sentence. */
export function comparedTitle({ kind, name }: ComparedChoice): string {
  return `${kind === 'index' || kind === 'draft' ? kind : KIND_NOUNS[kind]} ${name}`;
}

/**
 * Reads a chosen mapping with the settings beside it.
 * @throws ComparedGoneError, ApiError, LogFaultError
 */
export async function readCompared(
  { store, drafts }: Pick<Services, 'store' | 'drafts'>,
  api: ConsoleApi,
  choice: ComparedChoice,
  signal?: AbortSignal,
): Promise<ComparedReading> {
  const options = signal && { signal };
  const { kind, name } = choice;
  switch (kind) {
    case 'index': {
      const { uuid, mappings } = await readLive(api, name, signal);
      if (uuid === null) throw new ComparedGoneError(`Index ${name} no longer exists.`);
      // Not with what engines tell for defaults: they tell that nothing is coerced, and coerce numbers.
      const { settings } = await api.call('settings.get', { params: { name } }, options);
      return { choice, mappings, settings, uuid };
    }
    case 'draft': {
      const draft = draftById(drafts.getSnapshot().state.body, choice.id);
      if (draft === null) throw new ComparedGoneError(`Draft ${name} no longer exists.`);
      const { body, mappings } = await readDraftBody(store, draft);
      return {
        choice,
        mappings,
        settings: settingsBeside(body, draft.mappingsAt),
        dataStream: dataStreamAround(body, draft.mappingsAt),
        ...(await componentsOf(api, body, draft.kind === 'index template', options)),
      };
    }
    default: {
      const found = await findTemplate(api, kind, name, signal);
      if (found === null) throw new ComparedGoneError(`The ${KIND_NOUNS[kind]} ${name} no longer exists.`);
      const { body, type } = found;
      const { mappingsAt } = mappingsPlaceIn(kind, body);
      const mappings = valueAt(body, mappingsAt);
      return {
        choice,
        mappings: isObject(mappings) ? mappings : {},
        settings: settingsBeside(body, mappingsAt),
        dataStream: dataStreamAround(body, mappingsAt),
        ...(type === 'cloudManaged' && {
          readOnlyReason: 'It is managed by the cloud provider. Clone it to change a copy.',
        }),
        ...(await componentsOf(api, body, kind === 'index_template', options)),
      };
    }
  }
}

async function componentsOf(
  api: ConsoleApi,
  body: JsonObject,
  isComposable: boolean,
  options: { readonly signal: AbortSignal } | undefined,
): Promise<Pick<ComparedReading, 'composed'>> {
  if (!isComposable || stringsIn(body['composed_of']).length === 0) return {};
  return { composed: { body, components: bodiesOf(await api.call('component_templates.list', {}, options)) } };
}

/** The mapping that documents get: of a composed template, with the fields of its components. */
export function checkedMappingOf(
  { mappings, settings, dataStream, composed }: ComparedReading,
  target: TargetEngine,
): CheckedMapping & { readonly mappings: JsonObject } {
  if (composed !== undefined) return newIndexOf(composed.body, composed.components, target).index;
  return { mappings, ...(settings !== undefined && { settings }), ...(dataStream !== undefined && { dataStream }) };
}
