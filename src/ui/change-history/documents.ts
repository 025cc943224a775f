import type { DocumentState, StreamInfo } from '../../domain/index.ts';
import { storedLogs } from '../storage/stored-logs.ts';

/** A document that has a log on this device, as people know it. */
export interface ChangedDocument extends StreamInfo {
  readonly kind: 'draft' | 'deleted' | 'index';
  readonly name: string;
  /** Of the draft; empty for an index. */
  readonly id: string;
}

const INDEX_STREAM = 'index/';

/** Drafts, also deleted ones, and indices whose mapping was edited here; the list of drafts itself is none of them. */
export function changedDocuments(streams: readonly StreamInfo[], list: DocumentState): readonly ChangedDocument[] {
  return storedLogs(streams, list).flatMap(({ stream, version, kind, id, name }): readonly ChangedDocument[] => {
    if (kind === 'draft' || kind === 'deleted') return [{ stream, version, kind, id, name }];
    if (!stream.startsWith(INDEX_STREAM)) return [];
    // `index/{name}/{uuid}`: a name has no slash.
    const [indexName = ''] = stream.slice(INDEX_STREAM.length).split('/');
    return [{ stream, version, kind: 'index', id: '', name: indexName }];
  });
}
