import { actionOf, openActionState, type Action } from '#domain/action';
import type { ClusterEntry } from '#domain/console';
import { parseLiveStream, type LiveObject } from '#domain/document';
import { ClusterError, type ClusterCall } from '#domain/ports';
import type { SealedRecord } from '#domain/events';
import { openLog } from '#domain/log';
import { openPlanState, planOf, planStream } from '#domain/plan';
import { exists, isRefused, uuidOf } from '../console/calls.ts';
import { isKnown } from '../console/caller.ts';
import type { OpenCluster, ServerContext } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import { templateResource } from '../console/template-resource.ts';
import { noProof } from './author-refusals.ts';
import { ErasedStreamError } from './erasure-store.ts';
import { userKeyOf, usersOf } from './identity.ts';
import type { RecordStore } from './record-store.ts';
import { subjectOf, type StreamSubject } from './stream-subject.ts';
import type { TrailRegister } from './trail-register.ts';

/** How long an answer of a cluster about what somebody may read there is taken for true, in milliseconds. */
const PROBE_LIFETIME_MS = 60_000;
/** How many answers are kept for one set of credentials. */
const MAX_PROBES = 10_000;
/** How many streams are looked at beside each other. */
const PROBES_AT_ONCE = 8;

/** Who asks: the caller, and the author that the caller has proved to be, which counts where nobody is signed in. */
export interface Reader extends Pick<ServerContext, 'caller' | 'openCluster'> {
  readonly author: string | undefined;
}

/** Who may see which stream. */
export interface StreamRights {
  /** Does nothing for who may read and add to a stream. @throws RequestError, ClusterError with why not */
  check(reader: Reader, stream: string): Promise<void>;
  /** Does nothing for whose draft it is. @throws RequestError */
  checkOwner(reader: Reader, stream: string): void;
  /** Whether the cluster of a stream has its index or template now; `unknown` where it does not say. */
  findLive(reader: Reader, stream: string): Promise<'there' | 'absent' | 'unknown'>;
  /** The streams among these that somebody may read; where a cluster does not say, none of it. */
  visible<Item extends { readonly stream: string }>(reader: Reader, items: readonly Item[]): Promise<readonly Item[]>;
}

/** The properties of an action that decide who may see it. */
type SeenAction = Pick<Action, 'route' | 'names'>;

export interface StreamRightsOptions {
  readonly entries: readonly ClusterEntry[];
  readonly register: TrailRegister;
  readonly records: RecordStore;
  /** The rule of the list of actions, which their streams follow. */
  readonly maySeeAction: (cluster: OpenCluster, action: SeenAction) => Promise<boolean>;
  /** In milliseconds. */
  readonly nowMs: () => number;
}

interface Probe {
  readonly at: number;
  readonly done: Promise<unknown>;
}

export function streamRights({ entries, register, records, maySeeAction, nowMs }: StreamRightsOptions): StreamRights {
  /** Each is gone with its session. */
  const probes = new WeakMap<OpenCluster, Map<string, Probe>>();
  /** Routes and names of actions, by stream: an action keeps them. */
  const actionsSeen = new Map<string, SeenAction>();
  /** Clusters of plans, by the plan's id: a plan keeps its cluster. */
  const clustersOfPlans = new Map<string, string>();

  /** Runs a probe, unless its outcome is known; failures of the way to a cluster are not kept. */
  function probed(cluster: OpenCluster, key: string, run: () => Promise<unknown>): Promise<unknown> {
    const known = probes.get(cluster) ?? new Map<string, Probe>();
    probes.set(cluster, known);
    const cached = known.get(key);
    if (cached !== undefined && nowMs() - cached.at < PROBE_LIFETIME_MS) return cached.done;
    if (known.size >= MAX_PROBES) known.clear();
    const done = run();
    known.set(key, { at: nowMs(), done });
    done.catch((error: unknown) => {
      if (!isDenial(error)) known.delete(key);
    });
    return done;
  }

  function reach(cluster: OpenCluster): Promise<unknown> {
    return probed(cluster, '', () => cluster.capabilities());
  }

  async function look(cluster: OpenCluster, call: ClusterCall): Promise<unknown> {
    await reach(cluster);
    return probed(cluster, JSON.stringify(call.path), async () => {
      try {
        await cluster.gateway.send(call);
      } catch (error) {
        // What is not there any more can be read by who may reach the cluster, as what it was.
        if (!(error instanceof ClusterError) || error.fault !== 'refused') throw error;
      }
    });
  }

  /** The clusters of the configuration that are the one of a stream: by id, or by what they report. */
  async function clustersCalled(reader: Reader, cluster: string): Promise<readonly OpenCluster[]> {
    const byId = entries.find(({ id }) => id === cluster);
    if (byId !== undefined) return [reader.openCluster(byId.id)];
    const opened = entries.map(({ id }) => reader.openCluster(id));
    const uuids = await Promise.allSettled(
      opened.map(async (each) => {
        await reach(each);
        return (await each.capabilities()).uuid;
      }),
    );
    const found = opened.filter((_, index) => {
      const outcome = uuids[index];
      return outcome?.status === 'fulfilled' && outcome.value === cluster;
    });
    if (found.length > 0) return found;
    // One that could not be asked may be it: why it could not is what the caller has to know.
    const failed = uuids.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    throw new RequestError(404, 'The cluster of this stream is not configured on this server.');
  }

  async function checkCluster(reader: Reader, cluster: string, call?: ClusterCall): Promise<void> {
    let denied: unknown;
    for (const opened of await clustersCalled(reader, cluster)) {
      try {
        await (call === undefined ? reach(opened) : look(opened, call));
        return;
      } catch (error) {
        denied = error;
      }
    }
    throw denied;
  }

  /** Null where the stream was erased. */
  async function firstRecords(stream: string): Promise<readonly SealedRecord[] | null> {
    try {
      return (await records.readPage(stream, 0, 1)).records;
    } catch (error) {
      if (error instanceof ErasedStreamError) return null;
      throw error;
    }
  }

  /** Null where the plan was erased. */
  async function clusterOfPlan(id: string): Promise<string | null> {
    const known = clustersOfPlans.get(id);
    if (known !== undefined) return known;
    const first = await firstRecords(planStream(id));
    if (first === null) return null;
    const plan = planOf(openPlanState({ body: undefined }, openLog(first).events).body);
    if (plan === undefined) throw new RequestError(404, 'There is no such plan.');
    clustersOfPlans.set(id, plan.cluster);
    return plan.cluster;
  }

  /** The route and the names of an action; null if it was erased, or if the stream has no records. */
  async function actionIn(stream: string): Promise<SeenAction | null> {
    const known = actionsSeen.get(stream);
    if (known !== undefined) return known;
    const first = await firstRecords(stream);
    const action =
      first === null ? undefined : actionOf(openActionState({ body: undefined }, openLog(first).events).body);
    if (action === undefined) return null;
    if (actionsSeen.size >= MAX_PROBES) actionsSeen.clear();
    const { route, names } = action;
    actionsSeen.set(stream, { route, names });
    return { route, names };
  }

  async function checkAction(reader: Reader, stream: string, cluster: string): Promise<void> {
    await checkCluster(reader, cluster);
    const action = await actionIn(stream);
    if (action === null) return;
    for (const opened of await clustersCalled(reader, cluster)) if (await maySeeAction(opened, action)) return;
    throw new RequestError(403, 'You may not read what this action was about.');
  }

  function checkOwner(reader: Reader, stream: string, subject: StreamSubject): void {
    const entry = register.streamEntry(stream);
    const users = usersOf(reader.caller);
    // A list of drafts is its author's before anything is in it.
    const author = subject.kind === 'drafts' ? subject.author : entry?.author;
    if (author === undefined) return;
    const user = entry?.user ?? userKeyOf(author, register);
    if (user === null ? reader.author === author : users.some(({ key }) => key === user)) return;
    if (user !== null && users.length === 0)
      throw new RequestError(401, 'Sign in to open this. It belongs to a user who signs in.');
    throw new RequestError(403, 'This belongs to another author and is not shared.');
  }

  async function check(reader: Reader, stream: string): Promise<void> {
    const subject = knownSubjectOf(stream);
    switch (subject.kind) {
      case 'draft':
      case 'drafts':
        if (register.streamEntry(stream)?.isShared !== true) checkOwner(reader, stream, subject);
        return;
      case 'lint_rules':
        return check(reader, subject.stream);
      case 'server':
        // It names no index and no person but those who act.
        return;
      case 'code':
        // Its clusters may be none of this server, and its names are not for everybody.
        if (reader.author === undefined && !isKnown(reader.caller)) throw noProof();
        return;
      case 'plan': {
        const cluster = await clusterOfPlan(subject.id);
        // Of an erased plan nobody knows the cluster any more, and what is left of it names nothing.
        return cluster === null ? undefined : checkCluster(reader, cluster);
      }
      case 'action':
        return checkAction(reader, stream, subject.cluster);
      default:
        return checkCluster(reader, subject.cluster, callAbout(subject));
    }
  }

  async function findLive(reader: Reader, stream: string): Promise<'there' | 'absent' | 'unknown'> {
    const live = parseLiveStream(stream);
    if (live?.cluster === undefined) return 'unknown';
    let isDenied = false;
    for (const opened of await clustersCalled(reader, live.cluster)) {
      try {
        if (await isThere(opened, live)) return 'there';
      } catch (error) {
        if (!isDenial(error)) throw error;
        isDenied = true;
      }
    }
    return isDenied ? 'unknown' : 'absent';
  }

  async function isVisible(reader: Reader, stream: string): Promise<boolean> {
    try {
      await check(reader, stream);
      return true;
    } catch (error) {
      if (error instanceof RequestError || error instanceof ClusterError) return false;
      throw error;
    }
  }

  return {
    check,
    findLive,
    checkOwner(reader, stream) {
      const subject = subjectOf(stream);
      if (subject !== null) checkOwner(reader, stream, subject);
    },
    async visible(reader, items) {
      const shownItems = [];
      for (let at = 0; at < items.length; at += PROBES_AT_ONCE) {
        const some = items.slice(at, at + PROBES_AT_ONCE);
        const isShown = await Promise.all(some.map(({ stream }) => isVisible(reader, stream)));
        shownItems.push(...some.filter((_, index) => isShown[index]));
      }
      return shownItems;
    },
  };
}

/**
 * Returns the subject of a stream.
 * @throws RequestError if no stream can have this name
 */
export function knownSubjectOf(stream: string): StreamSubject {
  const subject = subjectOf(stream);
  if (subject === null) throw new RequestError(400, 'There are no streams of this kind.', { stream: shown(stream) });
  return subject;
}

/** Whether a cluster has something now: of an index, the very one. @throws ClusterError */
async function isThere(cluster: OpenCluster, { kind, name, uuid }: LiveObject): Promise<boolean> {
  const context = { cluster, signal: new AbortController().signal };
  if (kind !== 'index') return exists(context, templateResource(kind).pathOf(name));
  try {
    return (await uuidOf(context, name)) === uuid;
  } catch (error) {
    if (isRefused(error, 404)) return false;
    throw error;
  }
}

/** Asks whether something is there: who may not read it is refused. */
function callAbout({ kind, name }: Extract<StreamSubject, { readonly name: string }>): ClusterCall {
  return { method: 'HEAD', path: kind === 'index' ? [name] : templateResource(kind).pathOf(name) };
}

function isDenial(error: unknown): boolean {
  return error instanceof ClusterError && (error.fault === 'unauthorized' || error.fault === 'forbidden');
}

/** How much of a hostile name an error repeats. */
const SHOWN = 255;

function shown(text: string): string {
  return text.slice(0, SHOWN);
}
