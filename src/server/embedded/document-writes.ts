import type { JsonObject, JsonValue } from '#domain/json';
import { checkBlocks } from './blocks.ts';
import { newDataStream } from './data-stream-endpoints.ts';
import type { IndexDocument, StoredSource } from './documents.ts';
import { EngineError, illegalArgument } from './engine-error.ts';
import type { EngineContext } from './engine-context.ts';
import { sourceName, type EngineState } from './engine-state.ts';
import { indexClosed } from './index-actions.ts';
import { newIndex } from './index-creation.ts';
import { meantName } from './names.ts';
import type { Change } from './storage.ts';
import { createsDataStreams, templateFor } from './templates.ts';

/** Where a document goes, with what must be made first. */
export interface WriteTarget {
  readonly index: IndexDocument;
  readonly created: readonly Change[];
}

/** @throws EngineError where nothing of this name can be written to */
export function writeTarget(context: EngineContext, expression: string): WriteTarget {
  const { state } = context;
  const name = meantName(state, expression);
  const known = state.indices.get(name) ?? writeIndexOf(state, name);
  if (known !== undefined) return { index: known, created: [] };
  const template = templateFor(state, name);
  if (template !== undefined && createsDataStreams(template.template)) {
    const { stream, index } = newDataStream(context, name);
    return {
      index,
      created: [
        { kind: 'data_stream', name, value: stream },
        { kind: 'index', name: index.name, value: index },
      ],
    };
  }
  const index = newIndex(context, expression, {});
  return { index, created: [{ kind: 'index', name: index.name, value: index }] };
}

/** The index that an alias or a data stream writes to; undefined for a name that is neither. @throws EngineError */
function writeIndexOf(state: EngineState, name: string): IndexDocument | undefined {
  const stream = state.dataStreams.get(name);
  if (stream !== undefined) return state.indices.get(stream.indices.at(-1) ?? '');
  const names = state.indicesOfAlias(name);
  if (names.length === 0) return undefined;
  const written = declaredWriteIndex(state, name) ?? (names.length === 1 ? names[0] : undefined);
  if (written === undefined) {
    throw illegalArgument(
      `no write index is defined for alias [${name}]. The write index may be explicitly disabled using is_write_index=false or the alias points to multiple indices without one being designated as a write index`,
    );
  }
  return state.indices.get(written);
}

/** The index that an alias says it writes to. */
export function declaredWriteIndex(state: EngineState, alias: string): string | undefined {
  return state
    .indicesOfAlias(alias)
    .find((index) => state.indices.get(index)?.aliases[alias]?.['is_write_index'] === true);
}

/** @throws EngineError where an index takes no documents, or not in this way */
export function checkWritable(index: IndexDocument, isCreation: boolean): void {
  if (index.state === 'close') throw indexClosed(index);
  checkBlocks([index], 'write');
  if (index.dataStream !== null && !isCreation)
    throw illegalArgument(`only write ops with an op_type of create are allowed in data streams`);
}

/** A document as it is stored. @throws EngineError where it is there already and may only be created */
export function storedSource(
  index: IndexDocument,
  id: string,
  source: JsonValue,
  { before, sequence, isCreation }: { before: StoredSource | undefined; sequence: number; isCreation: boolean },
): StoredSource {
  if (before !== undefined && isCreation) throw versionConflict(index, id, before.version);
  return { index: index.name, id, sequence, version: (before?.version ?? 0) + 1, source };
}

/** @throws EngineError where a document is not the one that the caller has read */
export function checkCondition(
  index: IndexDocument,
  id: string,
  before: StoredSource | undefined,
  query: Readonly<Record<string, string>>,
): void {
  const { if_seq_no: sequence, if_primary_term: term } = query;
  if (sequence === undefined && term === undefined) return;
  if (sequence === undefined || term === undefined)
    throw illegalArgument('ifSeqNo and ifPrimaryTerm must be set together');
  if (String(before?.sequence) === sequence && term === '1') return;
  const current =
    before === undefined
      ? 'but no document was found'
      : `current document has seqNo [${before.sequence}] and primary term [1]`;
  const reason = `[${id}]: version conflict, required seqNo [${sequence}], primary term [${term}]. ${current}`;
  const more: JsonObject = { index_uuid: index.uuid, shard: '0', index: index.name };
  throw new EngineError(409, 'version_conflict_engine_exception', reason, more);
}

export function versionConflict(index: IndexDocument, id: string, version: number): EngineError {
  const reason = `[${id}]: version conflict, document already exists (current version [${version}])`;
  const more: JsonObject = { index_uuid: index.uuid, shard: '0', index: index.name };
  return new EngineError(409, 'version_conflict_engine_exception', reason, more);
}

export function documentChange({ uuid }: IndexDocument, stored: StoredSource): Change {
  return { kind: 'document', name: sourceName(uuid, stored.id), value: stored };
}
