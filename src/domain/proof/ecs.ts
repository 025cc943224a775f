import { isClusterAuthor, nameOfAuthor, personBehind } from '../events/cluster-author.ts';
import type { Author, DocumentEvent, StoredEvent } from '../events/event.ts';
import { timeOf } from '../events/event-time.ts';
import type { SealedRecord } from '../events/seal.ts';
import { authorOfEvent } from '../history/authorship.ts';
import { isObject, member, type JsonObject, type JsonValue } from '../json/value.ts';
import { readEvent, type NamesByCommitment } from '../log/log.ts';

/** Version of the Elastic Common Schema whose field names are used. */
const ECS_VERSION = '8.17.0';
const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:.]*:[0-9a-f:.]*)$/i;

/** What a line of the Elastic Common Schema is made of. */
export interface EcsSource extends Pick<
  DocumentEvent,
  'id' | 'at' | 'type' | 'rules' | 'summary' | 'reason' | 'undoes' | 'importedBy'
> {
  readonly author: Author;
  readonly stream: string;
  readonly version: number;
  /** Absent for what no server has recorded. */
  readonly recordedAt?: string;
  /** Of the record. */
  readonly hash?: string;
  /** Where a call to a cluster came from. */
  readonly address?: string;
  readonly requestId?: string;
  readonly outcome?: 'success' | 'failure' | 'unknown';
}

/**
 * An event with the field names of the Elastic Common Schema; other members are below `mapledger`. The user of a
 * cluster state is the person who reported it, so that a pipeline finds people by one id; `message` and
 * `mapledger.is_from_cluster` mark it as the cluster's.
 */
export function ecsOf(source: EcsSource): JsonObject {
  const { id, at, recordedAt, type, summary, reason, undoes, importedBy, stream, version, hash } = source;
  const { address, requestId, outcome } = source;
  const author = authorOfEvent(source, source);
  const isFromCluster = isClusterAuthor(author.id);
  return {
    '@timestamp': timeOf(source),
    ecs: { version: ECS_VERSION },
    message: isFromCluster ? `${nameOfAuthor(author)}: ${summary}` : summary,
    event: {
      kind: 'event',
      category: ['configuration'],
      type: [ecsType(type)],
      action: type,
      id,
      created: at,
      provider: 'mapledger',
      sequence: version,
      ...(outcome !== undefined && { outcome }),
      ...(reason !== undefined && { reason }),
      ...(hash !== undefined && { hash }),
    },
    user: { id: personBehind(author.id), ...(author.isErased !== true && { name: author.name }) },
    ...(address !== undefined && { source: { address, ...(ADDRESS.test(address) && { ip: address }) } }),
    ...(requestId !== undefined && { http: { request: { id: requestId } } }),
    mapledger: {
      stream,
      version,
      is_verified: author.verified,
      is_recorded: recordedAt !== undefined,
      ...(isFromCluster && { is_from_cluster: true }),
      ...(importedBy !== undefined && { imported_by: importedBy }),
      ...(undoes !== undefined && { undoes }),
    },
  };
}

/** A record with the field names of the Elastic Common Schema. @throws LogFaultError for a record that is no event */
export function ecsOfRecord(record: SealedRecord, names: NamesByCommitment): JsonObject {
  const event = readEvent(record.text, 1, { names });
  return ecsOf({ ...event, ...actionPart(event), hash: record.hash });
}

/** What the events of a call to a cluster say about it. */
function actionPart({ stream, type, patch }: StoredEvent): Pick<EcsSource, 'address' | 'requestId' | 'outcome'> {
  if (!stream.startsWith('action/')) return {};
  if (type === 'action.begun') {
    const [begin] = patch;
    const request = begin?.op === 'add' ? begin.value : undefined;
    const [address, requestId] = [textOf(request, 'address'), textOf(request, 'requestId')];
    return { ...(address !== undefined && { address }), ...(requestId !== undefined && { requestId }) };
  }
  for (const operation of patch) {
    if (operation.op !== 'add' && operation.op !== 'replace') continue;
    const kind = textOf(operation.value, operation.path === '/settled' ? 'found' : 'kind');
    if (kind !== undefined) return { outcome: kind === 'done' ? 'success' : kind === 'failed' ? 'failure' : 'unknown' };
  }
  return {};
}

function textOf(value: JsonValue | undefined, name: string): string | undefined {
  const found = value !== undefined && isObject(value) ? member(value, name) : undefined;
  return typeof found === 'string' ? found : undefined;
}

function ecsType(type: string): string {
  if (/\.created$|\.begun$/.test(type)) return 'creation';
  return /[.a-z](?:removed|deleted)$/i.test(type) ? 'deletion' : 'change';
}
