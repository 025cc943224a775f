import type { SentChanges } from '#domain/action';
import { parseLiveStream, type LiveObject } from '#domain/document';
import { eventsHeldBy, newestFirst } from '#domain/history';
import { isObject, member } from '#domain/json';
import { ClusterError } from '#domain/ports';
import { isLegacyBody } from '#domain/template';
import { uuidOf } from '../console/calls.ts';
import { changesError, type ChangesCheck, type ChangingCall } from '../console/changes.ts';
import { CHANGES_AT } from '../console/check-input.ts';
import { RequestError } from '../console/errors.ts';
import type { AppendCheck } from './append-check.ts';
import type { RecordStore } from './record-store.ts';
import type { StreamRights } from './stream-rights.ts';
import { subjectOf } from './stream-subject.ts';

interface ChangesCheckOptions {
  readonly rights: StreamRights;
  readonly records: Pick<RecordStore, 'countRecorded' | 'refresh'>;
  readonly appends: Pick<AppendCheck, 'decidedStream'>;
  /** Finds out whose a draft is, where another server may know. */
  readonly learnOwner: (stream: string) => Promise<void>;
}

const STREAM_AT = `${CHANGES_AT}/stream`;

/** The object that a call changes, named as in streams. */
interface CalledObject extends Pick<LiveObject, 'kind' | 'name'> {
  /** What is created can have been a draft. */
  readonly isCreated: boolean;
}

/**
 * Takes changes of the object that a call is about, or of a draft that it is created from, from who may read them. Of
 * those that are recorded only what the body of the call holds is taken: nobody makes others' changes read as sent.
 */
export function changesCheck({ rights, records, appends, learnOwner }: ChangesCheckOptions): ChangesCheck {
  async function refuseUnreadable(stream: string, { context }: ChangingCall): Promise<void> {
    const { caller, openCluster } = context;
    try {
      await learnOwner(stream);
      await rights.check({ caller, openCluster, author: caller.claimed?.id }, stream);
    } catch (error) {
      const isForbidden = error instanceof ClusterError && error.fault === 'forbidden';
      if (isForbidden) throw changesError(403, STREAM_AT, 'is a stream that you may not read');
      if (!(error instanceof RequestError)) throw error;
      const isDenied = error.statusCode === 401 || error.statusCode === 403;
      throw isDenied
        ? changesError(403, STREAM_AT, 'is a stream that you may not read')
        : changesError(400, STREAM_AT, 'is no stream that this server can have');
    }
  }

  /** Of another server the newest may be missing here. */
  async function countUnrecorded(stream: string, events: readonly string[]): Promise<number> {
    const unrecorded = async () => events.length - (await records.countRecorded(stream, events));
    const count = await unrecorded();
    if (count === 0 || records.refresh === undefined) return count;
    await records.refresh();
    return unrecorded();
  }

  /** Without the recorded events of which the body of the call has nothing; all where nobody can tell. */
  async function heldOf(stream: string, events: readonly string[], { input }: ChangingCall): Promise<string[]> {
    const state = (await appends.decidedStream(stream))?.decisions.state ?? null;
    if (state === null) return [...events];
    const held = new Set(eventsHeldBy(state, events, input.body ?? null));
    const recorded = new Set(Array.from(newestFirst(state.history), ({ event }) => event.id));
    return events.filter((id) => held.has(id) || !recorded.has(id));
  }

  return async ({ stream, events: given }: SentChanges, call) => {
    await refuseOthers(stream, call);
    await refuseUnreadable(stream, call);
    const events = [...new Set(given)];
    const unrecorded = await countUnrecorded(stream, events);
    return { stream, events: await heldOf(stream, events, call), ...(unrecorded > 0 && { unrecorded }) };
  };
}

/** @throws RequestError for the stream of another object */
async function refuseOthers(stream: string, call: ChangingCall): Promise<void> {
  const object = calledObjectOf(call);
  const { context } = call;
  if (object.isCreated && subjectOf(stream)?.kind === 'draft') return;
  const said = parseLiveStream(stream);
  const isSame =
    said !== null &&
    said.kind === object.kind &&
    said.name === object.name &&
    (await isCalled(context, said.cluster)) &&
    (said.uuid === undefined || (await uuidOf(context, said.name)) === said.uuid);
  if (isSame) return;
  const what = object.isCreated ? 'neither a draft nor' : 'not';
  throw changesError(
    400,
    STREAM_AT,
    `is ${what} the stream of the ${object.kind.replace('_', ' ')} that the request is about`,
  );
}

/** Returns the index or the template that a call changes. */
export function calledObjectOf({
  id,
  input: { params, query, body },
}: Pick<ChangingCall, 'id' | 'input'>): CalledObject {
  const document = isObject(body) ? body : {};
  const named = member(params ?? document, 'name');
  const isCreated = params === undefined || id === 'indices.create';
  const object = { name: typeof named === 'string' ? named : '', isCreated };
  if (!id.startsWith('index_templates.'))
    return { ...object, kind: id.startsWith('component_templates.') ? 'component_template' : 'index' };
  const legacy = member(query ?? {}, 'legacy');
  const isLegacy = typeof legacy === 'boolean' ? legacy : isLegacyBody(document);
  return { ...object, kind: isLegacy ? 'legacy_template' : 'index_template' };
}

/** Whether a stream that says this id or uuid is of the cluster of a call. */
async function isCalled({ cluster }: ChangingCall['context'], called: string | undefined): Promise<boolean> {
  return called !== undefined && (called === cluster.entry.id || called === (await cluster.capabilities()).uuid);
}
