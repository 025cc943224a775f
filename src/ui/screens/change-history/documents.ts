import { parseIndexStream, type DocumentState, type LiveTemplate } from '#domain/document';
import type { StreamInfo } from '#domain/ports';
import { STORAGE_STREAM } from '#domain/storage';
import { storedLogs } from '../../files/stored-logs.ts';
import type { RecordedStream } from './change-source.ts';

/** Something that has a log here or on the server, as people know it. */
export interface ChangedDocument extends StreamInfo {
  /** `shared`: a draft that is not on the list of this device; `action`: a call to a cluster; `server`: what the server did to what it keeps. */
  readonly kind: 'draft' | 'deleted' | 'shared' | 'index' | 'template' | 'action' | 'server';
  readonly name: string;
  /** Of the draft, or the uuid of the index. */
  readonly id: string;
  /** The template of a cluster that it is about. */
  readonly template?: LiveTemplate;
  /** The cluster that it is on, by its id in the configuration or its uuid; absent where its log does not say. */
  readonly cluster?: string;
}

/** Drafts, also deleted ones and those of others, indices and templates that were edited; lists of drafts are none of them. */
export function changedDocuments(
  streams: readonly StreamInfo[],
  list: DocumentState,
  recorded: readonly RecordedStream[] = [],
): readonly ChangedDocument[] {
  const shared = new Map(recorded.map(({ stream, draft }) => [stream, draft?.name]));
  return storedLogs(streams, list).flatMap(({ kind, ...log }): readonly ChangedDocument[] => {
    if (log.stream === STORAGE_STREAM) return [{ ...log, kind: 'server', name: 'Server storage' }];
    if (kind === 'list' || kind === 'other') return [];
    const name = kind === 'deleted' ? shared.get(log.stream) : undefined;
    if (name !== undefined) return [{ ...log, kind: 'shared', name }];
    const cluster = log.template?.cluster ?? parseIndexStream(log.stream)?.cluster;
    return [{ ...log, kind, ...(cluster !== undefined && { cluster }) }];
  });
}
