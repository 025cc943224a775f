import { engineTitle, type TargetEngine } from '#domain/catalogue';
import { cutText, indexBody, type InferredField, type InferredMapping } from '#domain/infer';
import { isObject, joinPointer, valueAt, type JsonObject } from '#domain/json';
import { countOf } from '#domain/console';
import type { DocumentSession } from '../../../machines/document-session.ts';
import { freeName } from '../../files/draft-names.ts';
import { createDraft, NotADraftError, type DraftPorts } from '../../files/import-draft.ts';
import { draftsOf } from '../../platform/draft-list.ts';

/** Fields are added one by one up to here, each with its reason: the cost is quadratic, 0.1 s for so many. */
const MAX_EVENTS = 500;
/** What a server takes of a reason, in characters. */
export const MAX_REASON_LENGTH = 4_096;
const MAPPINGS_AT = '/mappings';

interface InferredDraftOptions {
  /** The name of the draft, where it is free. */
  readonly name: string;
  /** Where the documents come from. */
  readonly origin: string;
  readonly target: TargetEngine;
  readonly documents: number;
}

/**
 * Creates a draft with the body that `mapledger infer --out` writes, and the reasons in its history. Returns its id.
 */
export function createInferredDraft(
  ports: DraftPorts,
  mapping: InferredMapping,
  { name: wanted, origin, target, documents }: InferredDraftOptions,
): Promise<string> {
  const taken = draftsOf(ports.drafts.getSnapshot().state.body).map(({ name }) => name);
  const name = freeName(wanted, taken);
  const counted = countOf(documents, 'document');
  let reason = `Inferred from ${counted} of ${origin}, for ${engineTitle(target)}`;
  const reasoned: DraftPorts = {
    ...ports,
    get reason() {
      return cutText(reason, MAX_REASON_LENGTH);
    },
  };
  const body = indexBody(mapping);
  const add = async (session: DocumentSession) => {
    // What engines take, and an editor does not offer: a name of spaces, say.
    const rest = mapping.fields.filter((field) => {
      reason = field.reason;
      return mapping.fields.length > MAX_EVENTS || 'rejected' in session.dispatch(additionOf(body, field));
    });
    if (rest.length > 0) {
      reason = rest.map(({ path, reason: why }) => `${path.join('.')}: ${why}`).join(' ');
      const reduced = session.dispatch({ type: 'editor.replaceMappings', payload: { mappings: mapping.mappings } });
      if ('rejected' in reduced) throw new NotADraftError(reduced.rejected.detail.message);
    }
    await session.whenSaved();
  };
  const withoutFields = { ...body, mappings: { ...mapping.mappings, properties: {} } };
  return createDraft(reasoned, withoutFields, { name, target }, { kind: 'mappings', mappingsAt: MAPPINGS_AT }, add);
}

/** The command that adds a field without those that it holds. */
function additionOf(body: JsonObject, { path }: InferredField) {
  const pointer = path.reduce((at, name) => joinPointer(at, 'properties', name), MAPPINGS_AT);
  const parent = path.slice(0, -1).reduce((at, name) => joinPointer(at, 'properties', name), MAPPINGS_AT);
  const found = valueAt(body, pointer);
  const definition = isObject(found) ? found : {};
  return {
    type: 'field.add',
    payload: {
      parent: path.length === 1 ? null : parent,
      name: path.at(-1) ?? '',
      definition: Object.hasOwn(definition, 'properties') ? { ...definition, properties: {} } : definition,
    },
  } as const;
}
