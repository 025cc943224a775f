import type { DocumentState } from '#domain/document';
import type { StreamInfo } from '#domain/ports';
import { storedLogs } from '../../files/stored-logs.ts';

/** A document that has a log on this device, as people know it. */
export interface ChangedDocument extends StreamInfo {
  readonly kind: 'draft' | 'deleted' | 'index';
  readonly name: string;
  /** Of the draft, or the uuid of the index. */
  readonly id: string;
}

/** Drafts, also deleted ones, and indices whose mapping was edited here; the list of drafts itself is none of them. */
export function changedDocuments(streams: readonly StreamInfo[], list: DocumentState): readonly ChangedDocument[] {
  return storedLogs(streams, list).flatMap(({ stream, version, kind, id, name }): readonly ChangedDocument[] => {
    return kind === 'list' || kind === 'other' ? [] : [{ stream, version, kind, id, name }];
  });
}
