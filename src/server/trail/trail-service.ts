import { clusterMappings } from '#domain/document';
import { ERASED_NAME, personBehind } from '#domain/events';
import type { JsonObject } from '#domain/json';
import { openLog } from '#domain/log';
import { isFinished, openPlanState, planOf, planStream } from '#domain/plan';
import type { EventStore, IdSource } from '#domain/ports';
import { isSameTemplate } from '#domain/template';
import { MAX_RECORDS, MAX_WAIT_SECONDS, type RouteAnswer } from '#domain/wire';
import { actorOf, ANONYMOUS, isServerGiven, quotaKeyOf, SERVER_AUTHOR, type Caller } from '../console/caller.ts';
import type { ChangesCheck, NoteReading, RecordSave } from '../console/changes.ts';
import type { HandlersIn, ServerContext } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import type { RecordMade } from '../console/made-document.ts';
import { authorProofs, erasedIdsOf, type AuthorProofs, type AuthorProofsOptions } from './author-proofs.ts';
import { refusal } from './author-refusals.ts';
import { recordedAuthor, userKeyOf, userOfAuthor, usersOf } from './identity.ts';
import { ErasedStreamError, type Erasure, type TrailKeeper } from './erasure-store.ts';
import { MAX_PEOPLE_OF_CALLER, MAX_PEOPLE_OF_DOCUMENT, presence, type PresenceChange } from './presence.ts';
import { appendCheck } from './append-check.ts';
import { refuseUnreadable } from './append-form.ts';
import { changesCheck } from './changes-check.ts';
import { withRecordedAuthors } from './recorded-authors.ts';
import { readingCheck } from './reading-check.ts';
import type { RecordStore } from './record-store.ts';
import { originRecorder } from './origin-recorder.ts';
import { saveRecorder } from './save-recorder.ts';
import { noteReading, seenReadings } from './seen-readings.ts';
import { knownSubjectOf, streamRights, type Reader, type StreamRightsOptions } from './stream-rights.ts';
import { withRequestErrors } from './store-errors.ts';
import { ownedStream, subjectOf } from './stream-subject.ts';
import type { AuthorEntry, TrailRegister } from './trail-register.ts';
import { trailNews } from './trail-news.ts';
import { waitingPolls } from './waiting-polls.ts';

export interface TrailServiceOptions extends Pick<StreamRightsOptions, 'entries' | 'maySeeAction'> {
  readonly records: RecordStore & Pick<EventStore, 'subscribe'>;
  readonly register: TrailRegister;
  /** Absent where nothing but names is erased, and that without an event. */
  readonly keeper?: TrailKeeper;
  /** Records that an author can be proved from another device; only does it where absent. */
  readonly noteRestored?: AuthorProofsOptions['noteRestored'];
  /** Absent where there are no plans. */
  readonly plans?: PlansAtWork;
  /** In milliseconds. */
  readonly nowMs: () => number;
  /** Of events that the server itself records in the logs of documents. */
  readonly ids: IdSource;
  /** SHA-256 of a text, in hexadecimal digits, by the platform; ours, which takes longer, where absent. */
  readonly sha256?: (text: string) => string;
}

/** What the plans of the server have to do with their logs. */
interface PlansAtWork {
  /** Whether this server is carrying it out or undoing it now. */
  isAtWork(id: string): boolean;
  /** Keeps nothing of a plan that was erased. */
  forget(id: string): void;
}

/** The trail that all who use this server share. */
export interface OwnedTrailService {
  /** Each call is answered with what its caller may see. */
  readonly handlers: HandlersIn<'trail'>;
  /** Checks the list of changes of a call to a cluster. */
  readonly checkChanges: ChangesCheck;
  /** Notes what was read of something that has a document. */
  readonly noteReading: NoteReading;
  /** Records that a document was saved. */
  readonly recordSave: RecordSave;
  /** Records what an index was made from. */
  readonly recordMade: RecordMade;
  /** The version of a template’s log, where its newest reading of the cluster is this body; null otherwise. */
  readonly versionWith: (stream: string, body: JsonObject) => Promise<number | null>;
  /**
   * The caller without an author that it has not proved.
   * @throws RequestError if the event would have another caller's author
   */
  readonly vouched: AuthorProofs['vouched'];
  /** Answers all waiting polls; later polls are not held. */
  endWaiting(): void;
  close(): void;
}

/** How far the time at which an author was last heard of may be behind, in milliseconds. */
const LAST_AT_PRECISION_MS = 60_000;

/** Where a poll is: the newest leaf and the changes of presence that it has seen; null for none of them. */
interface Cursor {
  readonly position: number;
  readonly people: number | null;
}

/** The trail of a server, over what it keeps. */
export function trailService({
  entries,
  maySeeAction,
  records,
  register,
  keeper,
  plans,
  noteRestored,
  nowMs,
  ids,
  sha256,
}: TrailServiceOptions): OwnedTrailService {
  const proofs = authorProofs({ register, records, nowMs, ...(noteRestored !== undefined && { noteRestored }) });
  const rights = streamRights({ entries, register, records, maySeeAction, nowMs });
  const polls = waitingPolls();
  const news = trailNews(records, polls.changes);
  const appends = appendCheck(records);
  const seen = seenReadings(sha256);
  const people = presence(nowMs, (authors) => polls.wakeAuthors(authors));
  const unsubscribe = records.subscribe(({ stream, isCut }) => {
    if (isCut === true) appends.forget(stream);
    polls.wake();
  });

  const readerOf = ({ caller, openCluster }: ServerContext, author: string | undefined): Reader => ({
    caller,
    openCluster,
    // Who says to be an author without a proof is nobody.
    author: proofs.isProved(author, caller) ? author : undefined,
  });

  /** Each write waits for the disk, so an author is written only if something has changed. */
  function noteAuthor(author: string, user: string | null): void {
    const known = register.authorEntry(author);
    const isNewUser = user !== null && known?.user !== user;
    if (known !== undefined && !isNewUser && nowMs() - Date.parse(known.lastAt) < LAST_AT_PRECISION_MS) return;
    register.noteAuthor(author, user, new Date(nowMs()).toISOString());
  }

  /** Another server may know whose a draft is. */
  async function learnOwner(given: string): Promise<void> {
    const stream = ownedStream(given);
    const kind = subjectOf(stream)?.kind;
    const isOwned = kind === 'draft' || kind === 'drafts';
    if (isOwned && register.streamEntry(stream) === undefined) await records.refresh?.();
  }

  function personOf({ author, user }: Pick<AuthorEntry, 'author' | 'user'>) {
    return { id: author, name: records.names.nameOf(author) ?? ERASED_NAME, verified: user !== null };
  }

  async function streamsSince(
    { position: seen }: Cursor,
    reader: Reader,
    hasTails: boolean,
  ): Promise<{ readonly position: number; readonly streams: RouteAnswer<'trail.changes'>['streams'] }> {
    const { position, streams } = await news.since(seen);
    const visible = await rights.visible(reader, streams);
    const shown = visible.map(async (changed) => {
      const { stream, version } = changed;
      const isTailShown = hasTails && reader.author !== undefined && people.isOpen(reader.author, stream);
      const tail = isTailShown ? await news.tailOf(changed) : undefined;
      return {
        stream,
        version,
        ...(tail !== undefined && { tail: { after: tail.after, records: [...tail.records], names: [...tail.names] } }),
      };
    });
    return { position, streams: await Promise.all(shown) };
  }

  /** Who else is at the documents that the reader has open, as far as it is new. */
  async function othersSince(
    { people: seen }: Cursor,
    reader: Reader,
  ): Promise<{ readonly people: number; readonly others: readonly PresenceChange[] }> {
    const count = people.count();
    const news = reader.author === undefined ? [] : people.news(reader.author, seen);
    return { people: count, others: news.length === 0 ? news : await rights.visible(reader, news) };
  }

  function personCalled(id: string) {
    const name = records.names.nameOf(id) ?? (id === SERVER_AUTHOR.id ? SERVER_AUTHOR.name : ERASED_NAME);
    return { id, name, verified: isServerGiven(id) && id !== ANONYMOUS.id };
  }

  /** An erasure as it is shown: its time, reason and author. */
  function shownErasure({ at, reason, author }: Erasure) {
    return { at, reason, by: author === null ? null : personCalled(author) };
  }

  function erasing(): TrailKeeper {
    if (keeper === undefined) throw new RequestError(501, 'This server erases no logs.');
    return keeper;
  }

  /**
   * Actions that can't be undone require a proof of the author of the draft, or of the operator of the server.
   * @throws RequestError
   */
  function refuseOthersLogs(stream: string, caller: Caller): void {
    if (caller.isOperator === true) return;
    const entry = register.streamEntry(ownedStream(stream));
    const owner = entry === undefined ? null : (entry.user ?? userKeyOf(entry.author, register));
    const isOwn =
      owner === null ? proofs.isProved(entry?.author, caller) : usersOf(caller).some(({ key }) => key === owner);
    if (isOwn) return;
    throw new RequestError(
      403,
      'Only your own drafts can be erased from here. Erase other logs with “mapledger erase log” and the data folder of the server.',
    );
  }

  /** A plan that goes on needs its log, and so does who looks at the cluster afterwards. @throws RequestError */
  async function refuseUnfinished(id: string): Promise<void> {
    const { records: log } = await records.readPage(planStream(id), 0, MAX_RECORDS);
    const plan = planOf(openPlanState({ body: undefined }, openLog(log).events).body);
    if (plan !== undefined && isFinished(plan) && plans?.isAtWork(id) !== true) return;
    throw new RequestError(409, 'Only plans that are done, cancelled or undone can be erased. Cancel this one first.');
  }

  const checkReadings = readingCheck({ entries, records, rights, appends, isSeen: seen.has });
  const checkChanges = changesCheck({ rights, records, appends, learnOwner });
  const handlers: HandlersIn<'trail'> = {
    'trail.append': async ({ body: { stream, after, events, author } }, context) => {
      const { kind } = knownSubjectOf(stream);
      if (kind === 'plan' || kind === 'action' || kind === 'code' || kind === 'server')
        throw new RequestError(403, 'Only the server adds to the streams of plans, actions, projects and itself.');
      refuseUnreadable(stream, events);
      const { caller } = context;
      const writer = personBehind(author ?? events.at(-1)?.author.id ?? '');
      const name = events.findLast((event) => personBehind(event.author.id) === writer)?.author.name ?? '';
      await proofs.require(writer, name, caller);
      await learnOwner(stream);
      await rights.check({ caller, openCluster: context.openCluster, author: writer }, stream);
      const users = usersOf(caller);
      await checkReadings({ stream, after, events }, { caller, openCluster: context.openCluster, author: writer });
      const imported = await proofs.importedOf({ stream, after, events, writer, caller });
      const user = userOfAuthor({ id: writer, name }, users, register)?.key ?? null;
      const isOwned = kind === 'draft' || kind === 'drafts';
      if (isOwned && after === 0 && register.streamEntry(stream) === undefined)
        register.begin(stream, { author: writer, user });
      const checked = await appends.check(stream, after, events);
      const outcome = await records.record(
        stream,
        after,
        withRecordedAuthors(
          events,
          { writer, users, imported, isSeen: (event) => seen.has(stream, event) },
          { register, names: records.names },
        ),
        () => proofs.confirm(writer, caller),
      );
      if (outcome.conflict) return { outcome: 'conflict', version: outcome.actualVersion };
      checked.done(outcome);
      noteAuthor(writer, user);
      return {
        outcome: 'recorded',
        version: outcome.version,
        records: [...outcome.records],
        names: [...records.names.namesIn(outcome.records)],
      };
    },

    'trail.read': async ({ query: { stream, after = 0, limit = MAX_RECORDS, author } }, context) => {
      await learnOwner(stream);
      await rights.check(readerOf(context, author), stream);
      const page = await records.readPage(stream, after, limit);
      return { ...page, records: [...page.records], names: [...page.names] };
    },

    'trail.streams': async ({ query: { prefix, author } }, context) => {
      const all = await records.recordedStreams();
      // There is one for each call to a cluster: who wants those asks for them.
      const asked = all.filter(({ stream }) =>
        prefix === undefined ? subjectOf(stream)?.kind !== 'action' : stream.startsWith(prefix),
      );
      const visible = await rights.visible(readerOf(context, author), asked);
      const erasures = new Map(keeper?.all().map((erasure) => [erasure.stream, erasure]));
      return {
        streams: visible.map(({ stream, version, recordedAt }) => {
          const entry = register.streamEntry(stream);
          const draft = entry?.draft ?? null;
          const erasure = erasures.get(stream);
          return {
            stream,
            version,
            recordedAt,
            owner: entry === undefined ? null : personOf(entry),
            isShared: entry?.isShared ?? true,
            ...(draft !== null && { draft }),
            ...(erasure !== undefined && { erased: shownErasure(erasure) }),
          };
        }),
      };
    },

    'trail.changes': async ({ query }, context) => {
      const { cursor: given, author, wait = MAX_WAIT_SECONDS, records: hasTails = false } = query;
      const reader = readerOf(context, author);
      const who = { caller: quotaKeyOf(context.caller), author: reader.author };
      const endMs = nowMs() + wait * 1_000;
      let cursor = given === undefined ? { position: await records.position(), people: null } : parseCursor(given);
      let hasWaited = given === undefined;
      for (;;) {
        const seen = polls.changes();
        const { position, streams } = await streamsSince(cursor, reader, hasTails);
        const { people: count, others } = await othersSince(cursor, reader);
        const isOver = given === undefined || nowMs() >= endMs || context.signal.aborted || polls.isClosed();
        if (isOver || streams.length > 0 || (hasWaited && others.length > 0)) {
          const shown = others.map((each) => ({ ...each, here: [...each.here], left: [...each.left] }));
          return {
            cursor: formatCursor({ position, people: count }),
            streams,
            ...(shown.length > 0 && { others: shown }),
          };
        }
        // Presence is sent at a limited rate: the poll is woken when the next time has come.
        cursor = { position, people: others.length > 0 ? cursor.people : count };
        const waiting = polls.wait(seen, endMs - nowMs(), context.signal, who);
        if (waiting === null) throw new RequestError(503, 'Too many clients are waiting for changes. Try again later.');
        // Somebody may have come since it was looked at.
        const { author: self } = who;
        if (self !== undefined && people.news(self, cursor.people).length > 0) polls.wakeAuthors([self]);
        await waiting;
        hasWaited = true;
      }
    },

    'trail.present': async ({ body: { author, name, stream, field } }, context) => {
      const { caller } = context;
      const quota = quotaKeyOf(caller);
      const place = stream === null ? null : { author, stream };
      // Before anything is kept of somebody who can't be shown.
      if (place !== null && !people.hasRoom(place, quota)) throw noRoom();
      await proofs.require(author, name, caller);
      if (stream === null) return {};
      await rights.check(readerOf(context, author), stream);
      const user = userOfAuthor({ id: author, name }, usersOf(caller), register);
      const isOfUser = userKeyOf(author, register) !== null;
      const said = user === null && isOfUser ? (records.names.nameOf(author) ?? ERASED_NAME) : name;
      const { id, ...who } = recordedAuthor({ id: author, name: said, verified: false }, user);
      if (!people.say({ author: id, ...who, stream, field }, quota)) throw noRoom();
      return {};
    },

    'trail.share': async ({ body: { stream, isShared, draft, author } }, context) => {
      if (subjectOf(stream)?.kind !== 'draft') throw new RequestError(400, 'Only drafts can be shared.');
      await learnOwner(stream);
      if (register.streamEntry(stream) === undefined)
        throw new RequestError(404, 'This draft is not recorded on the server yet.');
      rights.checkOwner(readerOf(context, author), stream);
      register.share(stream, isShared, draft);
      polls.wake();
      return {};
    },

    'trail.authors': async (_input, { caller }) => {
      const drafts = register.streamEntries().filter(({ stream }) => subjectOf(stream)?.kind === 'draft');
      return {
        authors: proofs.provedBy(caller).map((entry) => ({
          ...personOf(entry),
          drafts: drafts.filter(({ author }) => author === entry.author).length,
          lastAt: entry.lastAt,
        })),
      };
    },

    'trail.erase': async ({ body: { author } }, { caller }) => {
      if (caller.isOperator !== true && !proofs.isProved(author, caller))
        throw refusal(userKeyOf(personBehind(author), register), caller);
      people.forget(personBehind(author));
      let names = 0;
      // What was recorded of clusters under a name of the person goes with the others.
      for (const id of erasedIdsOf(author))
        names += keeper === undefined ? records.names.erase(id) : await keeper.eraseNames(id, actorOf(caller));
      return { names };
    },

    'trail.erase_stream': async ({ body: { stream, version, reason } }, { caller }) => {
      const subject = subjectOf(stream);
      if (subject === null || subject.kind === 'server')
        throw new RequestError(
          400,
          'Only logs of drafts, indices, templates, actions, plans and projects can be erased.',
        );
      refuseOthersLogs(stream, caller);
      const known = erasing().find(stream);
      const actual = await records.versionOf(stream);
      if (actual === 0) throw new RequestError(404, `The server has no log "${stream}".`);
      if (known === undefined && actual !== version)
        throw new RequestError(409, `This log has ${actual} events by now, not ${version}. Look at it again.`, {
          version: actual,
        });
      // The same request again is one whose answer was lost; any other one would erase nothing.
      if (known !== undefined && (known.version !== version || known.reason !== reason))
        throw new ErasedStreamError(known);
      if (known === undefined && subject.kind === 'plan') await refuseUnfinished(subject.id);
      const erasure =
        known ?? (await erasing().eraseStream({ stream, version, kind: subject.kind, reason }, actorOf(caller)));
      appends.forget(stream);
      if (subject.kind === 'plan') plans?.forget(subject.id);
      return { events: erasure.version, erased: shownErasure(erasure) };
    },

    'trail.tombstones': async ({ query: { stream, after = 0, limit = MAX_RECORDS, author } }, context) => {
      await rights.check(readerOf(context, author), stream);
      const erasure = keeper?.find(stream);
      if (keeper === undefined || erasure === undefined) throw new RequestError(404, 'Nothing of this log was erased.');
      const { version } = erasure;
      const tombstones = [...keeper.tombstones(stream, after, limit)];
      if (tombstones.length === 0 && after < version)
        throw new RequestError(503, 'This log is being erased. Try again in a moment.');
      return { version, erased: shownErasure(erasure), tombstones, hasMore: after + tombstones.length < version };
    },

    'trail.prove': ({ body }, { caller }) => proofs.prove(body, caller),

    'trail.recovery': async ({ body: { author, digest } }, { caller }) => {
      proofs.keepRecovery(author, digest, caller);
      return {};
    },
  };

  const clock = { now: () => new Date(nowMs()).toISOString() };
  return {
    handlers: {
      ...handlers,
      'trail.append': asRequestErrors(handlers['trail.append']),
      'trail.prove': asRequestErrors(handlers['trail.prove']),
      'trail.read': asRequestErrors(handlers['trail.read']),
      'trail.share': asRequestErrors(handlers['trail.share']),
      'trail.erase_stream': asRequestErrors(handlers['trail.erase_stream']),
    },
    checkChanges: (changes, call) => withRequestErrors(() => checkChanges(changes, call)),
    noteReading: (reading) => noteReading(seen, reading),
    recordSave: saveRecorder({ records, appends, ids, clock }),
    recordMade: originRecorder({ records, appends, ids, clock }),
    async versionWith(stream, body) {
      const decided = await appends.decidedStream(stream);
      const document = decided?.decisions.document;
      const isOf = document != null && isSameTemplate(clusterMappings(document.body), body);
      return isOf ? (decided?.version ?? null) : null;
    },
    vouched: (caller, isRecorded) => proofs.vouched(caller, isRecorded),
    endWaiting: () => polls.close(),
    close() {
      polls.close();
      people.close();
      unsubscribe();
    },
  };
}

/** A handler that answers failures of the store as what they mean to a caller. */
function asRequestErrors<Input, Answer>(
  handler: (input: Input, context: ServerContext) => Promise<Answer>,
): (input: Input, context: ServerContext) => Promise<Answer> {
  return (input, context) => withRequestErrors(() => handler(input, context));
}

function parseCursor(text: string): Cursor {
  const [position = 0, count = 0] = text.split('.').map(Number);
  return { position, people: count };
}

function formatCursor({ position, people }: { readonly position: number; readonly people: number }): string {
  return `${position}.${people}`;
}

function noRoom(): RequestError {
  return new RequestError(
    429,
    `At most ${MAX_PEOPLE_OF_DOCUMENT} people are shown at a document, and at most ${MAX_PEOPLE_OF_CALLER} of one user or address. Others are not shown.`,
  );
}
