import {
  besideStream,
  type BesideStream,
  type BesideKind,
  DRAFTS_STREAM,
  draftStream,
  isDraftsStream,
  type Draft,
} from '#domain/commands';
import {
  LIVE_BODY_AT,
  LIVE_MAPPINGS_AT,
  parseIndexStream,
  parseTemplateStream,
  replay,
  ReplayError,
} from '#domain/document';
import { withoutPlace, type SealedRecord } from '#domain/events';
import { isObject, valueAt, type Body } from '#domain/json';
import { capitalized } from '#domain/console';
import { errorWords } from '../platform/error-words.ts';
import { LogFaultError, namesByCommitment, openLog, type OpenedLog } from '#domain/log';
import { locateMappings } from '#domain/template';
import { draftById, draftsOf } from '../platform/draft-list.ts';
import { freeName } from './draft-names.ts';
import { keptIndexStream } from './index-stream.ts';
import { copyIdOf, isRecordedForAnother, isSameStart, type DraftPorts } from './import-draft.ts';
import { DEFAULT_ENGINE } from '../platform/target-engines.ts';
import type { Backup, BackupStream } from './backup-file.ts';

/**
 * The result for one draft or one live document of a backup. `added`: it is on the list now. `continued`: the log here
 * was shorter, and was extended. `copied`: the log here diverged, so a new draft was made. `logOnly`: the draft was
 * deleted in the backup, so its log was added and nothing to the list. `present`: nothing was written. `refused`: it
 * can't be trusted. `mappingAdded`, `templateAdded`, `testsAdded`, `lintAdded`: the log of an index mapping, a
 * template, document tests or switched off rules of lint was not here.
 */
export interface ImportedDraft {
  readonly outcome:
    | 'added'
    | 'continued'
    | 'copied'
    | 'logOnly'
    | 'mappingAdded'
    | 'templateAdded'
    | 'testsAdded'
    | 'lintAdded'
    | 'present'
    | 'refused';
  readonly name: string;
  /** Why it was refused. */
  readonly reason?: string;
}

const DRAFT_STREAM = draftStream('');

/**
 * Imports what a backup has and this device has not, draft by draft: a refused one does not affect the others.
 * Importing the same backup again writes nothing. @throws what the store throws
 */
export async function importBackup(
  ports: DraftPorts,
  { streams, unreadable }: Backup,
): Promise<readonly ImportedDraft[]> {
  const listed = listIn(streams);
  const results: ImportedDraft[] = [];
  for (const { stream, records, names } of streams) {
    if (isDraftsStream(stream)) continue;
    const id = stream.slice(DRAFT_STREAM.length);
    const known = draftById(listed, id);
    const live = liveIn(stream);
    const name = known?.name ?? live?.name ?? stream;
    try {
      const log = openLog(records, { names: namesByCommitment(names) });
      await ports.store.keptNames?.keep(names);
      const beside = besideStream(stream);
      if (beside !== null && log.stream === stream) {
        const { kind } = beside;
        results.push(await takeInBeside(ports, { kind, name: nameBeside(listed, beside), stream, records, log }));
        continue;
      }
      if (live !== null && log.stream === stream) {
        results.push(await takeInLive(ports, { ...live, stream, records, log, body: bodyOf(log) }));
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
    draftById(listed, stream.slice(DRAFT_STREAM.length))?.name ?? (isDraftsStream(stream) ? 'list of drafts' : stream)
  );
}

/**
 * The list of drafts in the backup. Only names and targets come from it, so a log that can't be trusted counts as none.
 */
function listIn(streams: readonly BackupStream[]): Body {
  const lists = streams.filter(({ stream }) => isDraftsStream(stream));
  const list = lists.find(({ stream }) => stream !== DRAFTS_STREAM) ?? lists[0];
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
    throw new LogFaultError(error.position, errorWords(error.cause));
  }
}

/** The name of a draft whose own name is lost. */
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
  /** It is missing from the list of the backup, which could be read. */
  readonly isDeleted: boolean;
}

/** Appends the records that the log here does not have; returns how many, or null where the logs have diverged. */
async function appendRest(
  { store }: DraftPorts,
  stream: string,
  records: readonly SealedRecord[],
  { events }: OpenedLog,
): Promise<number | null> {
  const kept = await store.read(stream);
  const shared = Math.min(kept.length, records.length);
  const isSameText = shared === 0 || kept[shared - 1]?.hash === records[shared - 1]?.hash;
  if (!isSameText && !isSameStart(openLog(kept).events, events)) return null;
  const rest = records.slice(kept.length);
  if (rest.length === 0) return 0;
  // There is a conflict where another tab has appended in the same moment.
  const appended = isSameText
    ? await store.appendSealed(stream, kept.length, rest)
    : await store.append(stream, kept.length, events.slice(kept.length).map(withoutPlace));
  return appended.conflict ? null : rest.length;
}

async function takeIn(ports: DraftPorts, given: Given): Promise<ImportedDraft> {
  const { id, records, log } = given;
  const isHere = (await ports.store.read(draftStream(id))).length > 0;
  if (!isHere && isRecordedForAnother(ports, log)) return copy(ports, given, 'added');
  const added = await appendRest(ports, draftStream(id), records, log);
  if (added === null) return copy(ports, given);
  const isLonger = added > 0;
  const present = draftById(ports.drafts.getSnapshot().state.body, id);
  if (present !== null) return { outcome: isLonger ? 'continued' : 'present', name: present.name };
  const entry = entryOf(given, ports);
  if (given.isDeleted) return { outcome: isLonger ? 'logOnly' : 'present', name: entry.name };
  return { outcome: 'added', name: putOnList(ports, id, entry) };
}

/** In words: what a log beside a document has, and how its absence here is reported. */
const BESIDE = {
  tests: { noun: 'Document tests', other: 'other tests', added: 'testsAdded' },
  lint: { noun: 'Switched off lint rules', other: 'other switched off rules', added: 'lintAdded' },
} as const satisfies Readonly<Record<BesideKind, object>>;

function nameBeside(listed: Body, { kind, stream }: BesideStream): string {
  const name = draftById(listed, stream.slice(DRAFT_STREAM.length))?.name ?? liveIn(stream)?.name ?? stream;
  return `${BESIDE[kind].noun} of ${name}`;
}

interface GivenBeside extends Pick<Given, 'records' | 'log'> {
  readonly kind: BesideKind;
  readonly name: string;
  readonly stream: string;
}

/** Extends the log here that is beside that of a document. @throws LogFaultError for one that has diverged */
async function takeInBeside(
  ports: DraftPorts,
  { kind, name, stream, records, log }: GivenBeside,
): Promise<ImportedDraft> {
  bodyOf(log);
  const added = await appendRest(ports, stream, records, log);
  if (added === null) throw new LogFaultError(1, `this device has ${BESIDE[kind].other} of the same document`);
  return { outcome: added === 0 ? 'present' : added === records.length ? BESIDE[kind].added : 'continued', name };
}

/** A live document, as a backup names it. */
interface NamedLive {
  /** In words: "Mapping of index logs". */
  readonly name: string;
  /** The beginning of the id of a copy. */
  readonly id: string;
  readonly isTemplate: boolean;
}

interface GivenLive extends NamedLive, Pick<Given, 'records' | 'log' | 'body'> {
  readonly stream: string;
}

function liveIn(stream: string): NamedLive | null {
  const index = parseIndexStream(stream);
  if (index !== null) return { name: `Mapping of index ${index.name}`, id: index.uuid, isTemplate: false };
  const template = parseTemplateStream(stream);
  if (template === null) return null;
  const noun = template.kind.replace('_', ' ');
  const id = `${template.kind}-${template.cluster}-${template.name}`;
  return { name: `${capitalized(noun)} ${template.name}`, id, isTemplate: true };
}

/** The name of a log on this device: a backup may be from before logs of indices named their cluster. */
async function streamHere({ store }: DraftPorts, stream: string): Promise<string> {
  const index = parseIndexStream(stream);
  return index === null ? stream : ((await keptIndexStream(store, index)) ?? stream);
}

/** Extends the log of a live document here; one that has diverged becomes a draft. */
async function takeInLive(
  ports: DraftPorts,
  { stream, name, id, isTemplate, records, log, body }: GivenLive,
): Promise<ImportedDraft> {
  const isNew = await appendRest(ports, await streamHere(ports, stream), records, log);
  if (isNew !== null)
    return {
      outcome:
        isNew === 0
          ? 'present'
          : isNew === records.length
            ? isTemplate
              ? 'templateAdded'
              : 'mappingAdded'
            : 'continued',
      name,
    };
  const wanted = isTemplate ? valueAt(body, LIVE_BODY_AT) : undefined;
  const place = locateMappings(wanted ?? {});
  const draft: Draft = {
    name,
    target: DEFAULT_ENGINE,
    kind: isTemplate ? place.kind : 'mappings',
    mappingsAt: isTemplate ? `${LIVE_BODY_AT}${place.mappingsAt}` : LIVE_MAPPINGS_AT,
    createdAt: ports.clock.now(),
  };
  return copy(ports, { id, records, log, body, known: draft, isDeleted: false });
}

/** Adds it as the log of a new draft, with an id that is derived from the log: so the same backup adds it once. */
async function copy(ports: DraftPorts, given: Given, outcome: 'copied' | 'added' = 'copied'): Promise<ImportedDraft> {
  const { log, id } = given;
  if (log.newerFormat !== undefined)
    throw new LogFaultError(
      log.events.length,
      `it was written by a newer version of Mapledger (event format ${log.newerFormat}), and this device has a different log with the same name`,
    );
  const copyId = copyIdOf(id, log);
  const events = log.events.map(withoutPlace);
  const kept = await ports.store.read(draftStream(copyId));
  if (kept.length === 0) await ports.store.append(draftStream(copyId), 0, events);
  const present = draftById(ports.drafts.getSnapshot().state.body, copyId);
  if (present !== null) return { outcome: 'present', name: present.name };
  const entry = entryOf(given, ports);
  if (given.isDeleted) return { outcome: kept.length === 0 ? 'logOnly' : 'present', name: entry.name };
  const name = outcome === 'added' ? entry.name : `${entry.name} (from backup)`;
  return { outcome, name: putOnList(ports, copyId, { ...entry, name }) };
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

/** The name that it has on the list. @throws LogFaultError where the list does not take it */
function putOnList({ drafts }: DraftPorts, id: string, draft: Draft): string {
  const name = freeName(
    draft.name,
    draftsOf(drafts.getSnapshot().state.body).map((other) => other.name),
  );
  const reduced = drafts.dispatch({ type: 'draft.add', payload: { id, draft: { ...draft, name } } });
  if ('rejected' in reduced) throw new LogFaultError(1, reduced.rejected.detail.message);
  return name;
}
