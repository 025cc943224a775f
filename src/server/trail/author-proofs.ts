import { ERASED_NAME, idsOfPerson, isClusterAuthor, personBehind, sha256Hex, type DocumentEvent } from '#domain/events';
import { LogFaultError, readEvent } from '#domain/log';
import type { RestoredBy } from '#domain/storage';
import { MAX_DEVICES, type RouteAnswer, type RouteInput } from '#domain/wire';
import { isServerGiven, quotaKeyOf, type Caller } from '../console/caller.ts';
import { RequestError } from '../console/errors.ts';
import { fromBefore, invalidCode, noProof, refusal, tooManyNew } from './author-refusals.ts';
import { callerQuota } from './caller-quota.ts';
import { ErasedStreamError } from './erasure-store.ts';
import { userKeyOf, usersOf } from './identity.ts';
import type { NameRegister, RecordStore } from './record-store.ts';
import { ownedStream, subjectOf } from './stream-subject.ts';
import type { AuthorEntry, StreamEntry, TrailRegister } from './trail-register.ts';

/** Whether a caller is an author: the caller has proved it, nobody has, or another caller has. */
export type Proof = 'proved' | 'unclaimed' | 'taken';

type ProveInput = RouteInput<'trail.prove'>['body'];
type Hold = NonNullable<ProveInput['hold']>;

/** The author of cluster states by the first rules; no caller can prove to be it. */
const NOBODY = 'cluster';

/**
 * How many ids that nobody used before one caller may bind to devices in {@link NEW_AUTHORS_WINDOW_MS}: each is kept on
 * the disk.
 */
export const MAX_NEW_AUTHORS = 1_000;
export const NEW_AUTHORS_WINDOW_MS = 60 * 60 * 1_000;

export interface AuthorProofsOptions {
  readonly register: TrailRegister;
  readonly records: Pick<RecordStore, 'readPage' | 'versionOf' | 'countRecorded' | 'refresh'> & {
    readonly names: Pick<NameRegister, 'nameOf' | 'isRecorded'>;
  };
  /** In milliseconds. */
  readonly nowMs: () => number;
  /**
   * Records that an author can be proved from another device, together with `write`, or not at all. Only writes where
   * absent.
   */
  readonly noteRestored?: (author: string, by: RestoredBy, caller: Caller, write: () => void) => Promise<void>;
}

/**
 * Which caller is which author, by a sign-in or the secret of a device. The author of a cluster state is the person who
 * reported it.
 */
export interface AuthorProofs {
  proofOf(author: string, caller: Caller): Proof;
  isProved(author: string | undefined, caller: Caller): boolean;
  /** Those who have recorded something and are the caller. */
  provedBy(caller: Caller): readonly AuthorEntry[];
  /**
   * Does nothing if the caller is the author; the first caller to use an id binds it. `name` is the name claimed by the
   * caller.
   * @throws RequestError
   */
  require(author: string, name: string, caller: Caller): Promise<void>;
  /**
   * Throws if another caller has proved to be the author since {@link require}, for example on another server.
   * @throws RequestError
   */
  confirm(author: string, caller: Caller): void;
  /**
   * The ids of those events that somebody imports for others.
   * @throws RequestError where the writer may not import there, naming the event
   */
  importedOf(append: {
    readonly stream: string;
    readonly after: number;
    readonly events: readonly DocumentEvent[];
    readonly writer: string;
    readonly caller: Caller;
  }): Promise<ReadonlySet<string>>;
  /**
   * Returns the caller without an author that it did not prove. An author id that is about to be recorded for the first
   * time is bound to the caller.
   * @throws RequestError for one that is taken
   */
  vouched(caller: Caller, isRecorded: boolean): Promise<Caller>;
  /** @throws RequestError for a code that is not valid */
  prove(input: ProveInput, caller: Caller): Promise<RouteAnswer<'trail.prove'>>;
  /** @throws RequestError */
  keepRecovery(author: string, digest: string, caller: Caller): void;
}

export function authorProofs({ register, records, nowMs, noteRestored }: AuthorProofsOptions): AuthorProofs {
  const now = () => new Date(nowMs()).toISOString();
  const newAuthors = callerQuota(MAX_NEW_AUTHORS, NEW_AUTHORS_WINDOW_MS, nowMs);
  const hasDevice = (person: string, digest: string) =>
    register.deviceDigests(person).some((each) => each.kind === 'device' && each.digest === digest);

  function proofOf(author: string, caller: Caller): Proof {
    const person = personBehind(author);
    const users = usersOf(caller);
    const owner = userKeyOf(person, register);
    if (owner !== null && users.some(({ key }) => key === owner)) return 'proved';
    if (isServerGiven(person) || person === NOBODY) return 'taken';
    // On a device that several users share, nobody is another user.
    if (caller.device !== undefined && hasDevice(person, caller.device))
      return owner !== null && users.length > 0 ? 'taken' : 'proved';
    return owner === null && register.deviceDigests(person).length === 0 ? 'unclaimed' : 'taken';
  }

  /** Another server may know by whom an author is proved. */
  async function newestProofOf(author: string, caller: Caller): Promise<Proof> {
    const known = proofOf(author, caller);
    if (known === 'proved' || records.refresh === undefined) return known;
    await records.refresh();
    return proofOf(author, caller);
  }

  /** Whether the author has recorded, or is in a record that another author has sent, before anything proved it. */
  const isFromBefore = (person: string) =>
    register.authorEntry(person) !== undefined || idsOfPerson(person).some((id) => records.names.isRecorded(id));

  function addDevice(person: string, digest: string): void {
    const devices = register.deviceDigests(person).filter(({ kind }) => kind === 'device');
    const oldest = devices[0]?.digest;
    if (devices.length >= MAX_DEVICES && oldest !== undefined) register.removeDevice(person, oldest);
    register.addDevice(person, digest, 'device', now());
  }

  /** Binds an id that nobody used before. @throws RequestError where the caller has bound too many */
  function bindNew(person: string, device: string, caller: Caller): void {
    const seconds = newAuthors.take(quotaKeyOf(caller));
    if (seconds !== null) throw tooManyNew(seconds);
    addDevice(person, device);
  }

  async function restored(person: string, by: RestoredBy, caller: Caller, write: () => void): Promise<void> {
    if (noteRestored === undefined) write();
    else await noteRestored(person, by, caller, write);
  }

  async function require(author: string, name: string, caller: Caller): Promise<void> {
    const person = personBehind(author);
    const proof = await newestProofOf(person, caller);
    if (proof === 'proved') return;
    if (proof === 'taken') throw refusal(userKeyOf(person, register), caller);
    if (isFromBefore(person)) throw fromBefore();
    if (caller.device !== undefined) bindNew(person, caller.device, caller);
    // The register takes the id for the user's as soon as something is recorded.
    else if (!usersOf(caller).some((user) => user.name === name)) throw noProof();
  }

  /**
   * Whether somebody has what only a device of the author can have: a record that the author itself has sent, of a log
   * that others could never read.
   */
  async function isHeld(person: string, hold: Hold): Promise<boolean> {
    const entry = register.streamEntry(hold.stream);
    return entry?.author === person && isUnseen(entry) && (await isRecordOf(person, hold));
  }

  async function isRecordOf(person: string, { stream, version, hash }: Hold): Promise<boolean> {
    try {
      const [record] = (await records.readPage(stream, version - 1, 1)).records;
      if (record?.hash !== hash) return false;
      const { author, importedBy } = readEvent(record.text, version);
      return importedBy === undefined && personBehind(author.id) === person;
    } catch (error) {
      if (error instanceof ErasedStreamError || error instanceof LogFaultError) return false;
      throw error;
    }
  }

  function personOf(person: string) {
    const name = records.names.nameOf(person) ?? ERASED_NAME;
    return { id: person, name, verified: userKeyOf(person, register) !== null };
  }

  async function useCode(person: string, code: string, caller: Caller): Promise<void> {
    const { device } = caller;
    if (device === undefined) throw noProof();
    await records.refresh?.();
    const digest = sha256Hex(code);
    const isValid = () =>
      register.deviceDigests(person).some((each) => each.kind === 'recovery' && each.digest === digest);
    if (!isValid()) throw invalidCode();
    await restored(person, 'code', caller, () => {
      // Two at once: it is used once.
      if (!isValid()) throw invalidCode();
      register.removeDevice(person, digest);
      addDevice(person, device);
    });
  }

  async function outcomeOf(person: string, hold: Hold | undefined, caller: Caller): Promise<Proof> {
    const { device } = caller;
    const proof = await newestProofOf(person, caller);
    if (proof === 'taken' || device === undefined) return proof;
    if (proof === 'proved') {
      if (!hasDevice(person, device) && !isServerGiven(person))
        await restored(person, 'sign_in', caller, () => addDevice(person, device));
      return 'proved';
    }
    if (!isFromBefore(person)) bindNew(person, device, caller);
    else if (hold !== undefined && (await isHeld(person, hold)))
      await restored(person, 'history', caller, () => {
        if (proofOf(person, caller) === 'unclaimed') addDevice(person, device);
      });
    return proofOf(person, caller);
  }

  return {
    proofOf,
    require,
    isProved: (author, caller) => author !== undefined && proofOf(author, caller) === 'proved',
    confirm(author, caller) {
      const person = personBehind(author);
      if (proofOf(person, caller) === 'taken') throw refusal(userKeyOf(person, register), caller);
    },
    provedBy(caller) {
      const keys = new Set(usersOf(caller).map(({ key }) => key));
      const own = new Set(caller.device === undefined ? [] : register.authorsOfDevice(caller.device));
      return register
        .authorEntries()
        .filter(({ author, user }) => (user !== null && keys.has(user)) || own.has(author))
        .filter(({ author }) => proofOf(author, caller) === 'proved');
    },
    async importedOf({ stream, after, events, writer, caller }) {
      // A draft never reads a cluster, so events of a cluster in it come from another log.
      const isDraft = subjectOf(stream)?.kind === 'draft';
      const others = events.filter(
        ({ author }) =>
          (isDraft && isClusterAuthor(author.id)) ||
          (personBehind(author.id) !== personBehind(writer) && proofOf(author.id, caller) !== 'proved'),
      );
      const ids = new Set(others.map(({ id }) => id));
      if (ids.size === 0 || (await mayImport(stream, after, ids, { writer, caller }))) return ids;
      const index = events.findIndex(({ id }) => ids.has(id));
      const reason = 'is of another author, and only the owner of a draft can import events of others';
      throw new RequestError(403, `Not recorded: /body/events/${index} ${reason}.`, {
        issues: [{ at: `/body/events/${index}/author`, reason }],
      });
    },
    async vouched(caller, isRecorded) {
      const { claimed, ...others } = caller;
      if (claimed === undefined) return caller;
      const proof = isRecorded ? await newestProofOf(claimed.id, caller) : proofOf(claimed.id, caller);
      if (isRecorded && proof === 'taken') throw refusal(userKeyOf(claimed.id, register), caller);
      const isNew = proof === 'unclaimed' && !isFromBefore(claimed.id);
      if (proof !== 'proved' && (!isRecorded || !isNew || caller.device === undefined)) return others;
      if (proof !== 'proved' && caller.device !== undefined) bindNew(claimed.id, caller.device, caller);
      const isOfUser = userKeyOf(claimed.id, register) !== null;
      // The name of a user is the user's, whatever the device says.
      return isOfUser ? { ...others, claimed: { id: claimed.id, name: personOf(claimed.id).name } } : caller;
    },
    async prove({ author, hold, code }, caller) {
      const person = personBehind(author);
      if (code !== undefined) await useCode(person, code, caller);
      const outcome = code === undefined ? await outcomeOf(person, hold, caller) : 'proved';
      return { outcome, person: outcome === 'proved' ? personOf(person) : null };
    },
    keepRecovery(author, digest, caller) {
      const person = personBehind(author);
      const proof = proofOf(person, caller);
      if (proof === 'taken') throw refusal(userKeyOf(person, register), caller);
      if (proof === 'unclaimed') throw isFromBefore(person) ? fromBefore() : noProof();
      replaceRecovery(register, person, digest, now());
    },
  };

  /** Who may bring in events of others: whose draft it is, who begins a draft, and who sends again what is there. */
  async function mayImport(
    stream: string,
    after: number,
    ids: ReadonlySet<string>,
    { writer, caller }: { readonly writer: string; readonly caller: Caller },
  ): Promise<boolean> {
    const owned = ownedStream(stream);
    const entry = register.streamEntry(owned);
    const users = usersOf(caller);
    const isOwner =
      entry !== undefined &&
      (entry.author === writer || (entry.user !== null && users.some(({ key }) => key === entry.user)));
    const isDraft = subjectOf(owned)?.kind === 'draft';
    if (isOwner || (isDraft && after === 0 && (await records.versionOf(stream)) === 0)) return true;
    return (await records.countRecorded(stream, [...ids])) === ids.size;
  }
}

/** Keeps the digest of a recovery code in place of the one before: an author has one. */
export function replaceRecovery(register: TrailRegister, person: string, digest: string, at: string): void {
  for (const each of register.deviceDigests(person))
    if (each.kind === 'recovery') register.removeDevice(person, each.digest);
  register.addDevice(person, digest, 'recovery', at);
}

/** All ids whose names go with those of a person. */
export function erasedIdsOf(author: string): readonly string[] {
  return idsOfPerson(personBehind(author));
}

/** Whether nobody but its owner could ever read a log: the list of drafts, and a draft that never was shared. */
function isUnseen({ stream, isShared, draft, isRestored }: StreamEntry): boolean {
  const kind = subjectOf(stream)?.kind;
  if (kind === 'drafts') return true;
  return kind === 'draft' && !isShared && draft === null && isRestored !== true;
}
