import { draftStream, type BatchCommand } from '#domain/commands';
import { LIVE_MAPPINGS_AT, liveDocument, liveTemplateDocument, templateStream } from '#domain/document';
import { addMissing, cutText, type InferredField } from '#domain/infer';
import { isObject, joinPointer, valueAt, type JsonObject, type Pointer } from '#domain/json';
import { templateMappingsAt } from '#domain/template';
import { countOf } from '#domain/console';
import { openDocument, type OpenDocumentOptions } from '../../../machines/document-session.ts';
import { NotADraftError } from '../../files/import-draft.ts';
import { preparedIndexStream } from '../../files/index-stream.ts';
import type { ConsoleApi } from '../../platform/console-api.ts';
import { draftById } from '../../platform/draft-list.ts';
import type { Services } from '../../platform/services.ts';
import { findTemplate } from '../../platform/template-calls.ts';
import { readLive } from '../index-detail/use-live-reading.ts';
import { ComparedGoneError, comparedTitle, type ComparedReading } from './compared-mapping.ts';
import { MAX_REASON_LENGTH } from './create-inferred-draft.ts';

/** Fields are added one by one up to here; the cost is quadratic. */
const MAX_ADDITIONS = 500;

interface AddMissingOptions {
  readonly reading: ComparedReading;
  /** The chosen fields, those that hold others before these. */
  readonly fields: readonly InferredField[];
  /** The mappings that the documents were compared with. */
  readonly compared: JsonObject;
  /** The uuid of the cluster, or its id in the configuration. */
  readonly cluster: string;
  readonly origin: string;
  readonly documents: number;
}

/**
 * Adds fields to the document in which a draft, or the mapping of an index or a template, is edited: as one event with
 * their reasons, which is undone at once. Nothing is sent to the cluster. Resolves with how many fields were not there.
 * @throws ComparedGoneError where it was deleted meanwhile, NotADraftError where the document refuses the fields
 */
export async function addMissingFields(
  services: Services,
  api: ConsoleApi,
  { reading, fields, compared, cluster, origin, documents }: AddMissingOptions,
): Promise<number> {
  const options = await documentOf(services, api, reading, cluster);
  const counted = countOf(documents, 'document');
  const why = fields.map(({ path, reason }) => `${path.join('.')}: ${reason}`).join(' ');
  const reason = cutText(`Inferred from ${counted} of ${origin}. ${why}`, MAX_REASON_LENGTH);
  const { store, clock, ids, author } = services;
  const session = await openDocument({ store, clock, ids, author, reason }, options);
  try {
    const { body, mappingsAt } = session.getSnapshot().state;
    const own = valueAt(body, mappingsAt);
    const { additions, mappings } = addMissing(fields, isObject(own) ? own : {}, compared);
    if (additions.length === 0) return 0;
    const summary = `Add ${countOf(fields.length, 'missing field')}`;
    const batch = (commands: BatchCommand['payload']['commands']): BatchCommand => ({
      type: 'batch',
      payload: { commands: [...commands], summary },
    });
    const whole = batch([{ type: 'editor.replaceMappings', payload: { mappings } }]);
    const byField = batch(
      additions.map(({ parent, name, definition }) => ({
        type: 'field.add',
        payload: { parent: parent.length === 0 ? null : pointerTo(mappingsAt, parent), name, definition },
      })),
    );
    let reduced = session.dispatch(additions.length > MAX_ADDITIONS ? whole : byField);
    // What engines take, and an editor does not offer: a name of spaces, say.
    if ('rejected' in reduced && reduced.rejected.detail['code'] === 'field.name_not_allowed')
      reduced = session.dispatch(whole);
    if ('rejected' in reduced) throw new NotADraftError(reduced.rejected.detail.message);
    await session.whenSaved();
    return additions.length;
  } finally {
    session.close();
  }
}

function pointerTo(mappingsAt: Pointer, path: readonly string[]): Pointer {
  return path.reduce((at, name) => joinPointer(at, 'properties', name), mappingsAt);
}

/** The document that the editor opens, where it still is what was compared. */
async function documentOf(
  services: Services,
  api: ConsoleApi,
  { choice, uuid }: ComparedReading,
  cluster: string,
): Promise<OpenDocumentOptions> {
  const { kind, name } = choice;
  const gone = new ComparedGoneError(`The ${comparedTitle(choice)} no longer exists.`);
  switch (kind) {
    case 'draft': {
      const draft = draftById(services.drafts.getSnapshot().state.body, choice.id);
      if (draft === null) throw gone;
      return { stream: draftStream(draft.id), mappingsAt: draft.mappingsAt };
    }
    case 'index': {
      const live = await readLive(api, name);
      if (live.uuid === null) throw gone;
      if (live.uuid !== uuid)
        throw new ComparedGoneError(`The index ${name} was deleted and created again. Compare with it again.`);
      const stream = await preparedIndexStream(services, { cluster, name, uuid });
      return { stream, mappingsAt: LIVE_MAPPINGS_AT, found: liveDocument(live.mappings) };
    }
    default: {
      const found = await findTemplate(api, kind, name);
      if (found === null) throw gone;
      return {
        stream: templateStream({ kind, cluster, name }),
        mappingsAt: templateMappingsAt(kind, found.body),
        found: liveTemplateDocument(found.body),
      };
    }
  }
}
