import { draftsStream, draftStream } from '#domain/commands';
import { sha256Hex, type SealedRecord } from '#domain/events';
import type { HttpService, TrailReplica } from '#domain/ports';
import { formatRecoveryCode, parseRecoveryCode, RECOVERY_BYTES, recoveryCode } from '#domain/wire';
import type { Database } from '../../infra/database.ts';
import { replaceDeviceAuthor } from '../../infra/device-author.ts';
import { freeName } from '../files/draft-names.ts';
import { consoleApi } from '../platform/console-api.ts';
import { draftById, draftsOf } from '../platform/draft-list.ts';
import type { Services } from '../platform/services.ts';
import { isVisibleToOthers, type ServerAuthor, type TrailControls } from '../platform/trail.ts';

const DRAFT = draftStream('');

type DraftControls = Pick<
  TrailControls,
  | 'say'
  | 'readSharing'
  | 'share'
  | 'listShared'
  | 'takeUp'
  | 'listAuthors'
  | 'restore'
  | 'restoreByCode'
  | 'makeRecoveryCode'
>;

interface TrailDraftsPorts {
  readonly database: Database;
  readonly replica: TrailReplica;
  readonly http: HttpService;
  readonly services: Services;
  /** Loads the page again. */
  readonly reload: () => void;
}

/** The server's data on drafts, and the transfer of drafts from there to this device. */
export function trailDrafts({ database, replica, http, services, reload }: TrailDraftsPorts): DraftControls {
  const api = consoleApi(http, null);
  const { identity, drafts, clock, trail } = services;
  const me = () => identity.getSnapshot();
  const listed = () => drafts.getSnapshot().state.body;

  async function streamsOf(prefix: string, author: string) {
    return (await api.call('trail.streams', { query: { prefix, author } })).streams;
  }

  /** Stores a stream as the server has it; one that exists here already is left to the normal sync. */
  async function pull(stream: string, author: string): Promise<void> {
    const found = await replica.read(stream);
    if (found.head.version > 0) return;
    const records: SealedRecord[] = [];
    for (let hasMore = true; hasMore;) {
      const answer = await api.call('trail.read', { query: { stream, after: records.length, author } });
      await replica.keepNames(answer.names);
      records.push(...answer.records);
      hasMore = answer.hasMore && answer.records.length > 0;
    }
    if (records.length > 0) await replica.rewrite(found, { recorded: records, outbox: [], isRebased: false });
  }

  return {
    say(stream, field) {
      if (!isVisibleToOthers(trail.getSnapshot(), stream)) return;
      const { id, name } = me();
      // A failure to report presence needs no alarm; whether the server answers is shown elsewhere.
      api.call('trail.present', { body: { author: id, name, stream, field } }).catch(() => undefined);
    },
    async readSharing(stream) {
      if (!stream.startsWith(DRAFT)) return null;
      const { id } = me();
      const found = (await streamsOf(stream, id)).find((each) => each.stream === stream);
      if (found === undefined) return null;
      return { isOwner: found.owner === null || found.owner.id === id, isShared: found.isShared };
    },
    async share(stream, isShared) {
      const draft = draftById(listed(), stream.slice(DRAFT.length));
      if (draft === null) throw new Error('This draft is not on the list of drafts.');
      const { name, kind, mappingsAt, target } = draft;
      await api.call('trail.share', {
        body: { stream, isShared, draft: { name, kind, mappingsAt, target }, author: me().id },
      });
    },
    async listShared() {
      const here = new Set(draftsOf(listed()).map(({ id }) => draftStream(id)));
      return (await streamsOf(DRAFT, me().id)).flatMap(({ stream, owner, isShared, draft }) =>
        !isShared || draft === undefined || here.has(stream)
          ? []
          : { stream, draft, owner: owner?.name ?? 'Unknown author' },
      );
    },
    async takeUp({ stream, draft }) {
      await pull(stream, me().id);
      const id = stream.slice(DRAFT.length);
      const names = draftsOf(listed()).map(({ name }) => name);
      const added = drafts.dispatch({
        type: 'draft.add',
        payload: { id, draft: { ...draft, name: freeName(draft.name, names), createdAt: clock.now() } },
      });
      if ('rejected' in added) throw new Error(added.rejected.detail.message);
      await drafts.whenSaved();
      return id;
    },
    async listAuthors() {
      const { authors } = await api.call('trail.authors', {});
      return authors.filter((author) => author.drafts > 0 && author.id !== me().id);
    },
    async makeRecoveryCode() {
      const author = me().id;
      const code = recoveryCode(author, crypto.getRandomValues(new Uint8Array(RECOVERY_BYTES)));
      await api.call('trail.recovery', { body: { author, digest: sha256Hex(code.secret) } });
      return formatRecoveryCode(code);
    },
    async restoreByCode(text) {
      const code = parseRecoveryCode(text);
      if (code === null) throw new Error('This is not a recovery code. Paste all of it.');
      const { person } = await api.call('trail.prove', { body: { author: code.author, code: code.secret } });
      if (person !== null) await goOnAs(person);
    },
    async restore({ id, name }) {
      const { outcome } = await api.call('trail.prove', { body: { author: id } });
      if (outcome !== 'proved') throw new Error(`This browser can’t prove that it is ${name}.`);
      await goOnAs({ id, name });
    },
  };

  /** Stores all drafts of an author whom this device has proved to be. */
  async function goOnAs({ id, name }: Pick<ServerAuthor, 'id' | 'name'>): Promise<void> {
    // The drafts of the device's present author are here already.
    if (id !== me().id) {
      for (const { stream, owner } of await streamsOf(DRAFT, id)) if (owner?.id === id) await pull(stream, id);
      // Last: where this is interrupted, the author is offered again.
      await pull(draftsStream(id), id);
      await replaceDeviceAuthor(database, { id, name, verified: false });
    }
    reload();
  }
}
