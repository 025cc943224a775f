import {
  besideStream,
  type BesideKind,
  DRAFTS_STREAM,
  draftStream,
  isDraftsStream,
  type Draft,
} from '#domain/commands';
import {
  indexStream,
  parseIndexStream,
  parseTemplateStream,
  replay,
  type DocumentState,
  type LiveTemplate,
} from '#domain/document';
import { bodyAt, newestFirst } from '#domain/history';
import { isObject, joinPointer } from '#domain/json';
import { openLog } from '#domain/log';
import type { Clock, EventStore, StreamInfo } from '#domain/ports';
import { locateMappings } from '#domain/template';
import { recoveredName } from './import-backup.ts';
import { draftById, draftsOf } from '../platform/draft-list.ts';
import { freeName } from './draft-names.ts';
import { DEFAULT_ENGINE } from '../platform/target-engines.ts';

const DRAFT_STREAM = draftStream('');

/** A log that is stored on this device. */
export interface StoredLog extends StreamInfo {
  /** `deleted`: the draft is not on the list any more, and its log is still here. */
  readonly kind: 'draft' | 'deleted' | 'index' | 'template' | 'list' | BesideKind | 'other';
  /** The id of the draft, or the uuid of the index; empty for other logs. */
  readonly id: string;
  /** The name of the draft, the index or the template; of `tests` and `lint`, of the document that they are beside. */
  readonly name: string;
  /** The cluster's template that the log is about. */
  readonly template?: LiveTemplate;
}

/**
 * The stored logs with names for people: drafts by name first, then indices, templates, deleted drafts and the rest.
 */
export function storedLogs(streams: readonly StreamInfo[], list: DocumentState): readonly StoredLog[] {
  const isCopied = streams.some(({ stream }) => isDraftsStream(stream) && stream !== DRAFTS_STREAM);
  const isCopiedIndex = copiedIndices(streams);
  const shown = streams.filter((log) => !(isCopied && log.stream === DRAFTS_STREAM) && !isCopiedIndex(log));
  const logOf = ({ stream, version }: StreamInfo): StoredLog => {
    const beside = besideStream(stream);
    if (beside !== null)
      return { stream, version, kind: beside.kind, id: '', name: logOf({ stream: beside.stream, version }).name };
    if (isDraftsStream(stream)) return { stream, version, kind: 'list', id: '', name: 'List of drafts' };
    const index = parseIndexStream(stream);
    if (index !== null) return { stream, version, kind: 'index', id: index.uuid, name: index.name };
    const template = parseTemplateStream(stream);
    if (template !== null) return { stream, version, kind: 'template', id: '', name: template.name, template };
    if (!stream.startsWith(DRAFT_STREAM)) return { stream, version, kind: 'other', id: '', name: stream };
    const id = stream.slice(DRAFT_STREAM.length);
    const listed = draftById(list.body, id);
    if (listed !== null) return { stream, version, kind: 'draft', id, name: listed.name };
    return { stream, version, kind: 'deleted', id, name: lastEntryOf(list, id)?.name ?? recoveredName(id) };
  };
  const logs = shown.map(logOf);
  const order = ['draft', 'index', 'template', 'deleted', 'tests', 'lint', 'list', 'other'] as const;
  const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
  return logs.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || collator.compare(a.name, b.name));
}

/**
 * Returns whether a log was copied to another one: a log from before logs of indices named their cluster is copied when
 * its index is opened again.
 */
function copiedIndices(streams: readonly StreamInfo[]): (log: StreamInfo) => boolean {
  const copies = new Map(
    streams.flatMap(({ stream, version }) => {
      const index = parseIndexStream(stream);
      if (index?.cluster === undefined) return [];
      return [[indexStream({ name: index.name, uuid: index.uuid }), version] as const];
    }),
  );
  return ({ stream, version }) => version <= (copies.get(stream) ?? -1);
}

/** The last entry of a draft that is not on the list any more; null where it never was. */
function lastEntryOf(list: DocumentState, id: string): Draft | null {
  const at = joinPointer('', id);
  for (const { event, version } of newestFirst(list.history)) {
    if (!event.patch.some(({ op, path }) => op === 'remove' && path === at)) continue;
    const listed = draftById(bodyAt(list, version - 1), id);
    if (listed === null) return null;
    const { id: _, ...entry } = listed;
    return entry;
  }
  return null;
}

/**
 * The entry that restores a deleted draft to the list: its last one, or one made from its log, under a free name.
 * @throws LogFaultError, ReplayError for a log that can't be read
 */
export async function entryToBringBack(
  store: EventStore,
  clock: Clock,
  list: DocumentState,
  { id, stream, name }: StoredLog,
): Promise<Draft> {
  const entry = lastEntryOf(list, id) ?? (await entryOfLog(store, clock, stream));
  return {
    ...entry,
    name: freeName(
      name,
      draftsOf(list.body).map((other) => other.name),
    ),
  };
}

async function entryOfLog(store: EventStore, clock: Clock, stream: string): Promise<Omit<Draft, 'name'>> {
  const body = replay(undefined, openLog(await store.read(stream)).events);
  const { kind, mappingsAt } = locateMappings(isObject(body) ? body : {});
  return { target: DEFAULT_ENGINE, kind, mappingsAt, createdAt: clock.now() };
}
