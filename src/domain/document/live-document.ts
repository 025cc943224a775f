import { valueAt } from '../json/patch.ts';
import { joinPointer, type Pointer } from '../json/pointer.ts';
import { copyObject, isObject, objectMember, setMember, type JsonObject, type JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';

/** The mapping of a live index is edited in a document `{ mappings, cluster }`: as it is wanted, and as the cluster was last seen to have it. */
export const LIVE_MAPPINGS_AT: Pointer = '/mappings';
const CLUSTER = 'cluster';
export const CLUSTER_AT: Pointer = joinPointer('', CLUSTER);

const INDEX_STREAM = 'index/';

/** The stream of a live index' mapping; one that was deleted and made again under its name has another. */
export function indexStream(name: string, uuid: string): string {
  return `${INDEX_STREAM}${name}/${uuid}`;
}

/** Where what is typed about the settings of a live index is kept; no events have this name. */
export function indexSettingsStream(name: string, uuid: string): string {
  return `index_settings/${name}/${uuid}`;
}

/** What a stream of a live mapping is about; null for another one. */
export function parseIndexStream(stream: string): { readonly name: string; readonly uuid: string } | null {
  const slash = stream.lastIndexOf('/');
  if (!stream.startsWith(INDEX_STREAM) || slash < INDEX_STREAM.length) return null;
  return { name: stream.slice(INDEX_STREAM.length, slash), uuid: stream.slice(slash + 1) };
}

/** The body with which the document of a live mapping begins. */
export function liveDocument(mappings: JsonObject): JsonObject {
  return { mappings, cluster: mappings };
}

/** The mapping as the cluster was last seen to have it. */
export function clusterMappings(body: JsonValue | undefined): JsonObject {
  const value = valueAt(body, CLUSTER_AT);
  return isObject(value) ? value : {};
}

/** Whether a document is of the mapping of a live index. */
export function isLiveDocument({ body, mappingsAt }: Pick<DocumentState, 'body' | 'mappingsAt'>): boolean {
  return mappingsAt === LIVE_MAPPINGS_AT && isObject(body) && objectMember(body, CLUSTER) !== undefined;
}

/** An earlier body of a live mapping as it can come back: what the cluster has is no one's to take back. */
export function withClusterOf(earlier: JsonValue, body: JsonValue): JsonValue {
  if (!isObject(earlier)) return earlier;
  const kept = copyObject(earlier);
  setMember(kept, CLUSTER, clusterMappings(body));
  return kept;
}
