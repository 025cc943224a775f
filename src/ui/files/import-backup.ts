import { DRAFTS_STREAM, draftStream, type Draft } from '#domain/commands';
import { LIVE_MAPPINGS_AT, parseIndexStream, replay, ReplayError } from '#domain/document';
import type { SealedRecord } from '#domain/events';
import { errorText, isObject, type Body } from '#domain/json';
import { LogFaultError, openLog, type OpenedLog } from '#domain/log';
import { locateMappings } from '#domain/template';
import { draftById, draftsOf } from '../platform/draft-list.ts';
import { freeName } from './draft-names.ts';
import type { DraftPorts } from './import-draft.ts';
import { DEFAULT_ENGINE } from '../platform/target-engines.ts';
import type { Backup, BackupStream } from './backup-file.ts';

/**
 * What became of one draft, or mapping of an index, of a backup. `added`: it is on the list now. `continued`: the log here was shorter, and goes on. `copied`: the log
 * here went another way, so it is a new draft. `logOnly`: it had been deleted there, so its log was added and nothing to the list. `present`: nothing
 * was written. `refused`: it can't be trusted. `mappingAdded`: the log of an index' mapping was not here.
 */
export interface ImportedDraft {
  readonly outcome: 'added' | 'continued' | 'copied' | 'logOnly' | 'mappingAdded' | 'present' | 'refused';
  readonly name: string;
  /** Why it was refused. */
  readonly reason?: string;
}

const DRAFT_STREAM = draftStream('');

/**
 * Takes in what a backup has and this device has not, draft by draft: what is refused leaves the others alone. Importing
 * the same backup again writes nothing. @throws what the store throws
 */
export async function importBackup(
  ports: DraftPorts,
  { streams, unreadable }: Backup,
): Promise<readonly ImportedDraft[]> {
  const listed = listIn(streams);
  const results: ImportedDraft[] = [];
  for (const { stream, records } of streams) {
    if (stream === DRAFTS_STREAM) continue;
    const id = stream.slice(DRAFT_STREAM.length);
    const known = draftById(listed, id);
    const index = parseIndexStream(stream);
    const name = known?.name ?? (index === null ? stream : mappingName(index.name));
    try {
      const log = openLog(records);
      if (index !== null && log.stream === stream) {
        results.push(await takeInMapping(ports, { ...index, stream, records, log, body: bodyOf(log) }));
        continue;
      }
      if (!stream.startsWith(DRAFT_STREAM) || id === '' || log.stream !== stream)
        throw new LogFaultError(1, `it is not the log of ${stream}`);
      const body = bodyOf(log);
      results.push(
        await takeIn(ports, { id, records, log, body, known, isDeleted: known === null && listed !== undefined }),
      );
    } catch (error) {
      if (!(error instanceof LogFaultError)) throw error;
      results.push({ outcome: 'refused', name, reason: `record ${error.position}: ${error.reason}` });
    }
  }
  return [
    ...results,
    ...unreadable.map(({ stream, reason }): ImportedDraft => ({
      outcome: 'refused',
      name: nameOf(listed, stream),
      reason,
    })),
  ];
}

function nameOf(listed: Body, stream: string): string {
  return (
    draftById(listed, stream.slice(DRAFT_STREAM.length))?.name ?? (stream === DRAFTS_STREAM ? 'list of drafts' : stream)
  );
}

/** The list of drafts as the backup has it. Only names and targets come from it, so a log that can't be trusted is as none. */
function listIn(streams: readonly BackupStream[]): Body {
  const list = streams.find(({ stream }) => stream === DRAFTS_STREAM);
  if (list === undefined) return undefined;
  try {
    return bodyOf(openLog(list.records));
  } catch (error) {
    if (error instanceof LogFaultError) return undefined;
    throw error;
  }
}

function bodyOf({ events }: OpenedLog): Body {
  try {
    return replay(undefined, events);
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    throw new LogFaultError(error.position, errorText(error.cause));
  }
}

/** What a draft is called whose name nobody knows any more. */
export function recoveredName(id: string): string {
  return `Recovered draft ${id.slice(-6)}`;
}

interface Given {
  readonly id: string;
  readonly records: readonly SealedRecord[];
  readonly log: OpenedLog;
  readonly body: Body;
  /** Its entry in the list of the backup, where there is one. */
  readonly known: Draft | null;
  /** It is not on the list of the backup, which could be read. */
  readonly isDeleted: boolean;
}

/** Adds what a log has beyond the one here; returns how many records that were, or null where the two went different ways. */
async function appendRest(
  { store }: DraftPorts,
  stream: string,
  records: readonly SealedRecord[],
): Promise<number | null> {
  const kept = await store.read(stream);
  const shared = Math.min(kept.length, records.length);
  if (shared > 0 && kept[shared - 1]?.hash !== records[shared - 1]?.hash) return null;
  const rest = records.slice(kept.length);
  if (rest.length === 0) return 0;
  // There is a conflict where another tab has gone on in the same moment.
  const appended = await store.appendSealed(stream, kept.length, rest);
  return appended.conflict ? null : rest.length;
}

async function takeIn(ports: DraftPorts, given: Given): Promise<ImportedDraft> {
  const { id, records } = given;
  const added = await appendRest(ports, draftStream(id), records);
  if (added === null) return copy(ports, given);
  const isLonger = added > 0;
  const present = draftById(ports.drafts.getSnapshot().state.body, id);
  if (present !== null) return { outcome: isLonger ? 'continued' : 'present', name: present.name };
  const entry = entryOf(given, ports);
  if (given.isDeleted) return { outcome: isLonger ? 'logOnly' : 'present', name: entry.name };
  return { outcome: 'added', name: putOnList(ports, id, entry) };
}

interface GivenMapping extends Pick<Given, 'records' | 'log' | 'body'> {
  readonly stream: string;
  readonly name: string;
  readonly uuid: string;
}

/** The mapping of an index goes on where the log here ends; one that went another way becomes a draft. */
async function takeInMapping(
  ports: DraftPorts,
  { stream, name, uuid, records, log, body }: GivenMapping,
): Promise<ImportedDraft> {
  const isNew = await appendRest(ports, stream, records);
  if (isNew !== null)
    return {
      outcome: isNew === 0 ? 'present' : isNew === records.length ? 'mappingAdded' : 'continued',
      name: mappingName(name),
    };
  const draft = {
    name: mappingName(name),
    target: DEFAULT_ENGINE,
    kind: 'mappings',
    mappingsAt: LIVE_MAPPINGS_AT,
    createdAt: ports.clock.now(),
  } as const;
  return copy(ports, { id: uuid, records, log, body, known: draft, isDeleted: false });
}

function mappingName(index: string): string {
  return `Mapping of index ${index}`;
}

/** As the log of a new draft, whose id says which log it is of: so the same backup makes it once. */
async function copy(ports: DraftPorts, given: Given): Promise<ImportedDraft> {
  const { log, id } = given;
  if (log.newerFormat !== undefined)
    throw new LogFaultError(
      log.events.length,
      `it was written by a newer version of Mapledger (event format ${log.newerFormat}), and this device has a different log with the same name`,
    );
  const copyId = `${id}-${log.lastHash.slice(0, 12)}`;
  const events = log.events.map(({ stream: _stream, version: _version, ...event }) => event);
  const kept = await ports.store.read(draftStream(copyId));
  if (kept.length === 0) await ports.store.append(draftStream(copyId), 0, events);
  const present = draftById(ports.drafts.getSnapshot().state.body, copyId);
  if (present !== null) return { outcome: 'present', name: present.name };
  const entry = entryOf(given, ports);
  if (given.isDeleted) return { outcome: kept.length === 0 ? 'logOnly' : 'present', name: entry.name };
  return { outcome: 'copied', name: putOnList(ports, copyId, { ...entry, name: `${entry.name} (from backup)` }) };
}

function entryOf({ known, body, id }: Given, { clock }: DraftPorts): Draft {
  const place = locateMappings(isObject(body) ? body : {});
  if (known !== null) {
    const { name, target, kind, mappingsAt, createdAt } = known;
    return { name, target, kind, mappingsAt, createdAt };
  }
  return {
    name: recoveredName(id),
    target: DEFAULT_ENGINE,
    kind: place.kind,
    mappingsAt: place.mappingsAt,
    createdAt: clock.now(),
  };
}

/** The name that it has there. @throws LogFaultError where the list does not take it */
function putOnList({ drafts }: DraftPorts, id: string, draft: Draft): string {
  const name = freeName(
    draft.name,
    draftsOf(drafts.getSnapshot().state.body).map((other) => other.name),
  );
  const reduced = drafts.dispatch({ type: 'draft.add', payload: { id, draft: { ...draft, name } } });
  if ('rejected' in reduced) throw new LogFaultError(1, reduced.rejected.detail.message);
  return name;
}
