import {
  parseIndexStream,
  parseLiveStream,
  sampledStream,
  type DocumentState,
  type LiveTemplate,
} from '#domain/document';
import type { BesideKind } from '#domain/commands';
import type { StreamInfo } from '#domain/ports';
import { STORAGE_STREAM } from '#domain/storage';
import { storedLogs } from '../../files/stored-logs.ts';
import type { RecordedStream } from '../../platform/change-source.ts';

/** An object with a log on this device or on the server, as it is shown to people. */
export interface ChangedDocument extends StreamInfo {
  /**
   * `shared`: a draft that is not in the list of this device; `action`: a call to a cluster; `server`: what the server
   * did to its own data; `sample`: an object of the sample data, as its history that came with it says; `tests` and
   * `lint`: the document tests, and the switched off rules of lint, that are kept with an object.
   */
  readonly kind: 'draft' | 'deleted' | 'shared' | 'index' | 'template' | 'action' | 'server' | 'sample' | BesideKind;
  readonly name: string;
  /** Id of the draft, or uuid of the index. */
  readonly id: string;
  /** The template of a cluster, where the document is one. */
  readonly template?: LiveTemplate;
  /** The document's cluster, by its id in the configuration or its uuid; absent where the log does not name it. */
  readonly cluster?: string;
}

/**
 * Drafts, including deleted ones and those of others, and edited indices and templates; lists of drafts are not
 * included.
 */
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

/** The objects of the sample data that came with a history. */
export function sampledDocuments(samples: readonly StreamInfo[]): readonly ChangedDocument[] {
  return samples.map(({ stream, version }) => {
    const live = parseLiveStream(sampledStream(stream) ?? '');
    return { stream, version, kind: 'sample', id: live?.uuid ?? '', name: live?.name ?? stream };
  });
}
