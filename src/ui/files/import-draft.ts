import type { TargetEngine } from '#domain/catalogue';
import { type Draft, draftStream } from '#domain/commands';
import { formatSize } from '#domain/console';
import { createState, replay, ReplayError } from '#domain/document';
import { withoutPlace, type DocumentEvent, type SealedRecord, type StoredEvent } from '#domain/events';
import { isObject, MAX_TEXT_LENGTH, readPastedText, type Body, type JsonObject } from '#domain/json';
import { errorWords } from '../platform/error-words.ts';
import {
  isSameEvent,
  looksLikeLog,
  looksLikeRecord,
  namesByCommitment,
  NO_RECORD,
  openLog,
  parseLogFile,
  LogFaultError,
  type OpenedLog,
} from '#domain/log';
import { fieldCount, rootContainer, summaryOf } from '#domain/mapping';
import type { Clock, EventStore, IdSource, RecordedName } from '#domain/ports';
import { describeLeftOut, locateMappings, NoMappingsError, pastedBodies, type MappingsPlace } from '#domain/template';
import { looksLikeReplay } from '../../machines/replay/replay-file.ts';
import { openDocument, type DocumentSession, type SessionPorts } from '../../machines/document-session.ts';
import { looksLikeBackup } from './backup-file.ts';
import { draftById, draftsOf } from '../platform/draft-list.ts';
import { freeName } from './draft-names.ts';

/** JSON or a log that can't become a draft. */
export class NotADraftError extends Error {
  override readonly name = 'NotADraftError';
}

export interface GivenBody {
  readonly kind: 'body';
  /** The name of the index or template, where the text has it. */
  readonly name?: string;
  readonly body: JsonObject;
  readonly place: MappingsPlace;
  /** Comments and read-only members that are not in the body, in words. */
  readonly leftOut?: string;
}

export interface GivenLog {
  readonly kind: 'log';
  readonly log: OpenedLog;
  readonly records: readonly SealedRecord[];
  /** Names of its authors, where a server has recorded it. */
  readonly names: readonly RecordedName[];
  /** The body that results from the log. */
  readonly body: JsonObject;
  readonly place: MappingsPlace;
}

/** What imported text contains. */
export type Given = GivenBody | GivenLog;

/** How many names of mappings and templates a refusal lists. */
const MAX_NAMED = 5;

/**
 * Reads the one mapping, template or exported log in a text, and checks it as a whole.
 * @throws as {@link readAllGiven}, and NotADraftError where there are several
 */
export function readGiven(text: string): Given {
  const [given, ...others] = readAllGiven(text);
  if (given !== undefined && others.length === 0) return given;
  const all = given === undefined ? others : [given, ...others];
  const names = all.slice(0, MAX_NAMED).map((each, index) => titleOfGiven(each, index));
  const more = all.length - names.length;
  throw new NotADraftError(
    `It has ${all.length} mappings or templates, and one is expected: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  );
}

/** What a mapping or template of a text is called in a choice: by its name or, without one, its number. */
export function titleOfGiven(given: Given, index: number): string {
  return (given.kind === 'body' ? given.name : undefined) ?? `${given.place.kind} ${index + 1}`;
}

/**
 * Reads every mapping and template in a text as people copy it, or an exported log; at least one.
 * @throws JsonTextError for text that is not JSON, LogFaultError for an untrusted log, NotADraftError for the rest.
 */
export function readAllGiven(text: string): readonly Given[] {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (looksLikeLog(source)) return [readLog(source)];
  if (looksLikeBackup(source)) throw new NotADraftError('This is a backup. Import it under Storage.');
  if (looksLikeReplay(source))
    throw new NotADraftError('This is a replay. Open it with “Open replay” in the command palette.');
  const values = readPastedText(source);
  if (values.some(({ value }) => isObject(value) && looksLikeRecord(value))) throw new LogFaultError(1, NO_RECORD);
  try {
    return pastedBodies(values).map((pasted): GivenBody => {
      const { name, body, place } = pasted;
      const leftOut = describeLeftOut(pasted);
      return {
        kind: 'body',
        ...(name !== undefined && { name }),
        body,
        place,
        ...(leftOut !== null && { leftOut }),
      };
    });
  } catch (error) {
    if (!(error instanceof NoMappingsError)) throw error;
    throw new NotADraftError(error.message);
  }
}

function readLog(source: string): GivenLog {
  const { records, names } = parseLogFile(source);
  const log = openLog(records, { names: namesByCommitment(names) });
  const body = replayed(log.events);
  if (!isObject(body)) throw new NotADraftError('The log doesn’t produce a JSON object.');
  return { kind: 'log', log, records, names, body, place: locateMappings(body) };
}

/** A patch that does not fit is a fault of the log, at its record. */
function replayed(events: readonly DocumentEvent[]): Body {
  try {
    return replay(undefined, events);
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    throw new LogFaultError(error.position, errorWords(error.cause));
  }
}

/** Refuses a file before it is read: 64 Mi characters are at least as many bytes. */
export function assertReadable(sizeBytes: number): void {
  // A character takes at most three bytes of a file.
  if (sizeBytes <= MAX_TEXT_LENGTH * 3) return;
  throw new NotADraftError(`The file is ${formatSize(sizeBytes)}; the limit is ${formatSize(MAX_TEXT_LENGTH * 3)}.`);
}

/** How many fields and multi-fields a body maps. */
export function fieldsIn(body: Body, mappingsAt: string): number {
  const root = rootContainer(createState({ body, mappingsAt }).body, mappingsAt);
  return root === undefined ? 0 : fieldCount(summaryOf(root));
}

/** What an import or a duplicate works with. */
export interface DraftPorts extends SessionPorts {
  readonly drafts: DocumentSession;
}

interface DraftOptions extends Pick<Draft, 'cloneOf' | 'sourceDraft'> {
  readonly name: string;
  readonly target: TargetEngine;
}

function entryOf(options: DraftOptions, { kind, mappingsAt }: MappingsPlace, clock: Clock): Draft {
  return { ...options, kind, mappingsAt, createdAt: clock.now() };
}

function list(ports: DraftPorts, id: string, draft: Draft): void {
  const reduced = ports.drafts.dispatch({ type: 'draft.add', payload: { id, draft } });
  if ('rejected' in reduced) throw new NotADraftError(reduced.rejected.detail.message);
}

function freeDraftName(ports: DraftPorts, name: string): string {
  return freeName(
    name,
    draftsOf(ports.drafts.getSnapshot().state.body).map((draft) => draft.name),
  );
}

/**
 * Starts the log of a new draft with a body, lets `fill` change it, then puts it on the list. Returns its id.
 * @throws NotADraftError where it is too large
 */
export async function createDraft(
  ports: DraftPorts,
  body: JsonObject,
  options: DraftOptions,
  place = locateMappings(body),
  fill?: (session: DocumentSession) => Promise<void>,
): Promise<string> {
  const id = ports.ids.next();
  const session = await openDocument(ports, { stream: draftStream(id), mappingsAt: place.mappingsAt, startWith: body });
  await fill?.(session);
  session.close();
  list(ports, id, entryOf(options, place, ports.clock));
  return id;
}

/** The result of an import, to be shown. */
export interface Imported {
  readonly draftId: string;
  /** The name that the draft has now. */
  readonly name: string;
  readonly fields: number;
  /** `present`: this device has the log already, and nothing was written. `copy`: it has another log of that name. */
  readonly outcome: 'created' | 'present' | 'copy';
}

/** Creates a draft from imported content. @throws NotADraftError, and what the store throws. */
export async function importGiven(ports: DraftPorts, given: Given, { name, target }: DraftOptions): Promise<Imported> {
  const fields = fieldsIn(given.body, given.place.mappingsAt);
  if (given.kind === 'log') return { ...(await importLog(ports, given, { name, target })), fields };
  const named = freeDraftName(ports, name);
  const draftId = await createDraft(ports, given.body, { name: named, target }, given.place);
  return { draftId, name: named, fields, outcome: 'created' };
}

const DRAFT_STREAM = draftStream('');

/**
 * Whether another author began a log. A server only lets the author who recorded a stream first add to it, and that may
 * be the other author, now or later: so it becomes a separate draft here, by the same name each time.
 */
function isOfAnother({ author }: DraftPorts, { events }: OpenedLog): boolean {
  const [first] = events;
  return first !== undefined && first.author.id !== author.id;
}

/**
 * Whether a server has recorded a log for another author. A backup is usually of the same author, but a cleared browser
 * has a new one: only then this makes a copy.
 */
export function isRecordedForAnother(ports: DraftPorts, log: OpenedLog): boolean {
  return log.events[0]?.recordedAt !== undefined && isOfAnother(ports, log);
}

export function copyIdOf(draftId: string, { lastHash }: OpenedLog): string {
  return `${draftId}-${lastHash.slice(0, 12)}`;
}

/**
 * Stores a log unchanged where this device has none under its name; where it has the same one, or a longer one with the
 * same beginning, nothing is written. Otherwise the events are sealed again, in their order and with their authors, as
 * the log of a new draft.
 */
async function importLog(
  ports: DraftPorts,
  { log, records, names, place }: GivenLog,
  options: DraftOptions,
): Promise<Pick<Imported, 'draftId' | 'name' | 'outcome'>> {
  const isOfADraft = log.stream.startsWith(DRAFT_STREAM) && log.stream.length > DRAFT_STREAM.length;
  if (!isOfADraft) return copyLog(ports, log, place, options);
  const draftId = log.stream.slice(DRAFT_STREAM.length);
  const kept = await ports.store.read(log.stream);
  const isSameText = records.every(({ hash }, index) => kept[index]?.hash === hash);
  const isKept = kept.length >= records.length && (isSameText || isSameStart(openLog(kept).events, log.events));
  await ports.store.keptNames?.keep(names);
  if (kept.length > 0 && !isKept) return copyLog(ports, log, place, options);
  if (!isKept && isOfAnother(ports, log)) {
    const copyId = copyIdOf(draftId, log);
    const copied = draftById(ports.drafts.getSnapshot().state.body, copyId);
    return copied === null
      ? { ...(await copyLog(ports, log, place, options, copyId)), outcome: 'created' }
      : { draftId: copyId, name: copied.name, outcome: 'present' };
  }
  if (kept.length === 0) {
    const appended = await ports.store.appendSealed(log.stream, 0, records);
    if (appended.conflict) return copyLog(ports, log, place, options);
  }
  const present = draftsOf(ports.drafts.getSnapshot().state.body).find(({ id }) => id === draftId);
  if (present !== undefined) return { draftId, name: present.name, outcome: 'present' };
  const name = freeDraftName(ports, options.name);
  list(ports, draftId, entryOf({ ...options, name }, place, ports.clock));
  return { draftId, name, outcome: 'created' };
}

async function copyLog(
  ports: DraftPorts,
  log: OpenedLog,
  place: MappingsPlace,
  options: DraftOptions,
  draftId = ports.ids.next(),
): Promise<Pick<Imported, 'draftId' | 'name' | 'outcome'>> {
  if (log.newerFormat !== undefined) {
    throw new NotADraftError(
      `This device has a different log with the same name, and this log was written by a newer version of Mapledger (event format ${log.newerFormat}), so it can't be copied.`,
    );
  }
  await appendAll(ports.store, draftStream(draftId), log.events.map(withoutPlace));
  const name = freeDraftName(ports, options.name);
  list(ports, draftId, entryOf({ ...options, name }, place, ports.clock));
  return { draftId, name, outcome: 'copy' };
}

async function appendAll(store: EventStore, stream: string, events: readonly DocumentEvent[]): Promise<void> {
  const appended = await store.append(stream, 0, events);
  if (appended.conflict) throw new NotADraftError(`The stream "${stream}" already exists.`);
}

/** Whether one log begins with the other, even where a server has sealed only one of them anew. */
export function isSameStart(one: readonly StoredEvent[], other: readonly StoredEvent[]): boolean {
  return one.slice(0, other.length).every((event, index) => {
    const same = other[index];
    return same !== undefined && isSameEvent(event, same);
  });
}

/** Creates a draft from the present body of another one. Returns its id and name. @throws LogFaultError */
export async function duplicateDraft(
  ports: DraftPorts & { readonly ids: IdSource },
  source: { readonly id: string } & DraftOptions,
): Promise<{ readonly id: string; readonly name: string }> {
  const { events } = openLog(await ports.store.read(draftStream(source.id)));
  const body = replayed(events);
  if (!isObject(body)) throw new NotADraftError('This draft has no body to copy.');
  const name = freeDraftName(ports, `${source.name} copy`);
  return { id: await createDraft(ports, body, { name, target: source.target }), name };
}
