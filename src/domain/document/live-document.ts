import { valueAt } from '../json/patch.ts';
import { isWithin, joinPointer, type Pointer } from '../json/pointer.ts';
import { copyObject, isObject, objectMember, setMember, type JsonObject, type JsonValue } from '../json/value.ts';
import type { DocumentState } from '../state/state.ts';

/**
 * The mapping of a live index is edited in a document `{ mappings, cluster }`: as it is wanted, and as the cluster was
 * last seen to have it.
 */
export const LIVE_MAPPINGS_AT: Pointer = '/mappings';
/** A template that exists on a cluster is edited in a document `{ body, cluster }`: likewise. */
export const LIVE_BODY_AT: Pointer = '/body';
const CLUSTER = 'cluster';
export const CLUSTER_AT: Pointer = joinPointer('', CLUSTER);

const INDEX_STREAM = 'index/';

/** The stream of a live index' mapping; one that was deleted and made again under its name has another. */
export function indexStream({ cluster, name, uuid }: LiveIndex): string {
  return `${INDEX_STREAM}${cluster === undefined ? '' : `${encodeURIComponent(cluster)}/`}${name}/${uuid}`;
}

/** Where what is typed about the settings of a live index is kept; no events have this name. */
export function indexSettingsStream(name: string, uuid: string): string {
  return `index_settings/${name}/${uuid}`;
}

/** A live index as its stream says it. */
export interface LiveIndex {
  /** As in {@link LiveTemplate}; absent in a stream from before streams named their cluster. */
  readonly cluster?: string;
  readonly name: string;
  readonly uuid: string;
}

/** Whether two streams are of the same index: a uuid belongs to one, however a stream calls its cluster. */
export function isSameIndex(one: LiveIndex, other: LiveIndex): boolean {
  return one.name === other.name && one.uuid === other.uuid;
}

/**
 * What a stream of a live mapping is about; null for another one. No name of an index has a slash: what is before one
 * is the cluster.
 */
export function parseIndexStream(stream: string): LiveIndex | null {
  const slash = stream.lastIndexOf('/');
  if (!stream.startsWith(INDEX_STREAM) || slash < INDEX_STREAM.length) return null;
  const named = stream.slice(INDEX_STREAM.length, slash);
  const uuid = stream.slice(slash + 1);
  const before = named.indexOf('/');
  const cluster = before < 1 ? null : decoded(named.slice(0, before));
  return cluster === null ? { name: named, uuid } : { cluster, name: named.slice(before + 1), uuid };
}

export const TEMPLATE_STREAM_KINDS = ['index_template', 'legacy_template', 'component_template'] as const;
export type TemplateStreamKind = (typeof TEMPLATE_STREAM_KINDS)[number];

/** A template that exists on a cluster. */
export interface LiveTemplate {
  readonly kind: TemplateStreamKind;
  /** The uuid of the cluster where it reports one, else its id in the configuration. */
  readonly cluster: string;
  readonly name: string;
}

/** The stream of a template of a cluster. */
export function templateStream({ kind, cluster, name }: LiveTemplate): string {
  return `${kind}/${encodeURIComponent(cluster)}/${name}`;
}

/** What a stream of a live template is about; null for another one. */
export function parseTemplateStream(stream: string): LiveTemplate | null {
  const kind = TEMPLATE_STREAM_KINDS.find((each) => stream.startsWith(`${each}/`));
  if (kind === undefined) return null;
  const rest = stream.slice(kind.length + 1);
  const slash = rest.indexOf('/');
  const name = rest.slice(slash + 1);
  const cluster = slash < 1 || name === '' ? null : decoded(rest.slice(0, slash));
  return cluster === null ? null : { kind, cluster, name };
}

/** What is on a cluster and has a stream. */
export interface LiveObject {
  readonly kind: 'index' | TemplateStreamKind;
  readonly name: string;
  /** Absent in a stream from before those of indices named their cluster. */
  readonly cluster?: string;
  /** Of an index. */
  readonly uuid?: string;
}

/** What a stream of a live mapping or template is about; null for another one. */
export function parseLiveStream(stream: string): LiveObject | null {
  const index = parseIndexStream(stream);
  return index === null ? parseTemplateStream(stream) : { kind: 'index', ...index };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The body with which the document of a live mapping begins. */
export function liveDocument(mappings: JsonObject): JsonObject {
  return { mappings, cluster: mappings };
}

/** The body with which the document of a live template begins. */
export function liveTemplateDocument(body: JsonObject): JsonObject {
  return { body, cluster: body };
}

/** The mapping or the template as the cluster was last seen to have it. */
export function clusterMappings(body: JsonValue | undefined): JsonObject {
  const value = valueAt(body, CLUSTER_AT);
  return isObject(value) ? value : {};
}

/** Whether a document is of the mapping of a live index. */
export function isLiveDocument({ body, mappingsAt }: Pick<DocumentState, 'body' | 'mappingsAt'>): boolean {
  return mappingsAt === LIVE_MAPPINGS_AT && isObject(body) && objectMember(body, CLUSTER) !== undefined;
}

/** Where a document says how something live is wanted; null where it is about nothing live. */
export function wantedAt(state: Pick<DocumentState, 'body' | 'mappingsAt'>): Pointer | null {
  if (isLiveDocument(state)) return LIVE_MAPPINGS_AT;
  const { body, mappingsAt } = state;
  return isWithin(mappingsAt, LIVE_BODY_AT) && isObject(body) && objectMember(body, CLUSTER) !== undefined
    ? LIVE_BODY_AT
    : null;
}

/**
 * What the cluster was last seen to have at a place of a live document; undefined where it has nothing, or the document
 * is of nothing live.
 */
export function valueOnCluster(
  state: Pick<DocumentState, 'body' | 'mappingsAt'>,
  pointer: Pointer,
): JsonValue | undefined {
  const at = wantedAt(state);
  return at === null ? undefined : valueAt(state.body, `${CLUSTER_AT}${pointer.slice(at.length)}`);
}

/** An earlier body of something live as it can come back: what the cluster has is no one's to take back. */
export function withClusterOf(earlier: JsonValue, body: JsonValue): JsonValue {
  if (!isObject(earlier)) return earlier;
  const kept = copyObject(earlier);
  setMember(kept, CLUSTER, clusterMappings(body));
  return kept;
}
