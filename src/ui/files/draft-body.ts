import { draftStream } from '#domain/commands';
import { replay } from '#domain/document';
import { isObject, valueAt, type JsonObject } from '#domain/json';
import { openLog } from '#domain/log';
import type { EventStore } from '#domain/ports';
import type { ListedDraft } from '../platform/draft-list.ts';

interface DraftBody {
  readonly body: JsonObject;
  readonly mappings: JsonObject;
}

/** The body that results from a draft's stored log. @throws LogFaultError, ReplayError */
export async function readDraftBody(store: EventStore, { id, mappingsAt }: ListedDraft): Promise<DraftBody> {
  const body = replay(undefined, openLog(await store.read(draftStream(id))).events);
  const mappings = valueAt(body, mappingsAt);
  return { body: isObject(body) ? body : {}, mappings: isObject(mappings) ? mappings : {} };
}
