import { randomUUID } from 'node:crypto';
import { lockSentence, type Applied, type ApplyEnd, type Claim, type RecordedObject } from '#domain/apply';
import {
  digestOf,
  formatAddress,
  type CodeObject,
  type ObjectAddress,
  type PlanHeader,
  type PlannedRequest,
} from '#domain/code';
import { ERASED_NAME } from '#domain/events';
import { asJson, type JsonObject } from '#domain/json';
import { ROUTES, type RouteAnswer } from '#domain/wire';
import { askServer, askRoute, RefusedError, type AskServer, type Question } from '../ask-server.ts';
import { UnavailableError, UsageError } from '../errors.ts';
import { DEVICE_VARIABLE } from '../server-trail.ts';
import type { Terminal } from '../terminal.ts';
import { holdLease, type Every } from './hold-lease.ts';
import type { SendOutcome } from './send-requests.ts';

/** The server where the option does not say it, and the author of the records there. */
const SERVER_VARIABLE = 'MAPLEDGER_SERVER';
const AUTHOR_VARIABLE = 'MAPLEDGER_AUTHOR';

export const SERVER_OPTION = {
  server: {
    type: 'string',
    value: 'URL',
    help: `The Mapledger server that records applies and keeps the lock (default: ${SERVER_VARIABLE}).`,
  },
  prune: {
    type: 'boolean',
    help: 'Delete the templates that an apply of this project has created and that have no file any more. Needs a server.',
  },
} as const;

/** What is deleted and what is not, for the help. */
export const PRUNE_HELP =
  'With --prune component and index templates are deleted that an earlier apply of this project is recorded to have created on this cluster, that are as it left them, and that have no file any more. What else has no file is listed as left, with the reason: indices, legacy templates, what another client has created or changed, what another project claims, what is in use, and names that a pattern of "prune": { "keep": [] } in the configuration fits.';

/** Where the author comes from, for the help. */
export const SERVER_HELP = `With --server, or ${SERVER_VARIABLE}, a Mapledger server records what is applied and has one lock per project. ${AUTHOR_VARIABLE} is the id of the author and ${DEVICE_VARIABLE} the secret that proves it, such as from "openssl rand -hex 32"; the first use binds the id to the secret.`;

/** What an apply does to data streams. */
export type StreamChange = Extract<Applied, 'rolled_over' | 'write_index_updated'>;

/** An apply that has the lock of its project. */
export interface HeldApply {
  /** Records a request. @throws UnavailableError where the lock is lost, or the server does not answer */
  note(request: PlannedRequest, outcome: SendOutcome): Promise<void>;
  /** Records that an index was replaced by one that is as its file says. */
  noteReplaced(address: ObjectAddress): Promise<void>;
  /** Records what was done to a data stream after the requests. @throws UnavailableError as `note` */
  noteStream(dataStream: string, did: StreamChange, outcome: SendOutcome): Promise<void>;
  /** Records that another client has deleted what an apply has created. @throws UnavailableError as `note` */
  noteGone(address: ObjectAddress): Promise<void>;
  /** Does nothing while the lock is held. @throws UnavailableError */
  requireLock(): void;
  end(end: Omit<ApplyEnd, 'id'>): Promise<void>;
}

/** What a server has recorded about a project and a cluster. */
export interface ProjectView {
  readonly objects: ReadonlyMap<string, RecordedObject>;
  /** What others claim, with their projects. */
  readonly others: ReadonlyMap<string, string>;
  /** Who has the lock since when, as a sentence; undefined where it is free. */
  readonly lock: string | undefined;
}

/** A Mapledger server as plans and applies use it. */
export interface ProjectServer {
  /** @throws UnavailableError where the server does not show the record */
  read(header: PlanHeader): Promise<ProjectView>;
  /** @throws UnavailableError where another apply has the lock, or another project claims an object */
  begin(header: PlanHeader, objects: readonly CodeObject[]): Promise<HeldApply>;
}

interface ServerChoice {
  readonly server?: string | undefined;
  readonly prune?: boolean | undefined;
}

/**
 * The server that is chosen; undefined where none is.
 * @throws UsageError where nobody is named or proved, or something is to be deleted without a server
 * @throws UnavailableError where the server does not take the proof
 */
export async function projectServer(
  { env }: Pick<Terminal, 'env'>,
  { server: option, prune = false }: ServerChoice,
  every?: Every,
): Promise<ProjectServer | undefined> {
  const address = option ?? env[SERVER_VARIABLE];
  if (address === undefined || address === '') {
    if (!prune) return undefined;
    throw new UsageError(
      `--prune needs a server: only its record says which templates an apply of this project has created. Add --server, or set ${SERVER_VARIABLE}.`,
    );
  }
  const [author, device] = [env[AUTHOR_VARIABLE], env[DEVICE_VARIABLE]];
  if (!author || !device)
    throw new UsageError(
      `A server shows its records to proved authors only, and records who applies: set ${AUTHOR_VARIABLE} to the id of the author and ${DEVICE_VARIABLE} to the secret that proves it.`,
    );
  const { outcome, person } = await askRoute(askServer(address, { device }), 'trail.prove', {
    method: 'POST',
    body: { author },
  });
  if (outcome !== 'proved' || person === null)
    throw new UnavailableError(`${DEVICE_VARIABLE} does not prove that you are ${author}.`);
  // Of an author who has recorded nothing yet there is no name.
  const name = person.name === ERASED_NAME ? author : person.name;
  return serverOver(askServer(address, { device, author: { id: author, name } }), every);
}

function serverOver(ask: AskServer, every: Every | undefined): ProjectServer {
  /** Asks once more where no answer came: the server takes each of these requests twice. */
  async function insist(path: string, question: Question): Promise<JsonObject> {
    try {
      return await ask(path, question);
    } catch (error) {
      if (!(error instanceof UnavailableError) || error instanceof RefusedError) throw error;
      return ask(path, question);
    }
  }
  return {
    async read(header) {
      const { project } = header;
      const query = { on: uuidOf(header) };
      const view = (await insist(pathOf('code.get', project), { query })) as unknown as RouteAnswer<'code.get'>;
      return {
        objects: new Map(view.objects.map(({ object, ...recorded }) => [object, recordedFrom(recorded)])),
        others: new Map(view.others.map(({ object, project: other }) => [object, other])),
        lock: view.lock === null ? undefined : lockSentence(project, view.lock, view.lock.author),
      };
    },
    async begin(header, objects) {
      const { project, environment, commit, isDirty } = header;
      const id = randomUUID();
      const post = (route: Exclude<CodeRoute, 'code.get'>, body: JsonObject) =>
        insist(pathOf(route, project), { method: 'POST', body: { id, ...body } });
      const claims = objects.filter(({ kind }) => kind !== 'legacy_template').map(claimOf);
      const begun = (await post('code.begin', {
        ...{ cluster: uuidOf(header), environment, commit, isDirty },
        objects: asJson(claims),
      })) as unknown as RouteAnswer<'code.begin'>;
      const lease = holdLease({
        seconds: begun.leaseSeconds,
        renew: () => post('code.renew', {}),
        isFinal: (error) => error instanceof RefusedError,
        ...(every !== undefined && { every }),
      });
      return {
        requireLock() {
          if (lease.lost !== undefined) throw lease.lost;
        },
        async note(request, outcome) {
          // What was there already was made by another client.
          if (outcome === 'already' && didOf(request) !== 'deleted') return;
          await post('code.note', { object: formatAddress(request), did: didOf(request) });
        },
        async noteReplaced(address) {
          await post('code.note', { object: formatAddress(address), did: 'updated' });
        },
        async noteStream(dataStream, did, outcome) {
          if (outcome === 'sent') await post('code.note', { object: `data_streams/${dataStream}`, did });
        },
        async noteGone(address) {
          await post('code.note', { object: formatAddress(address), did: 'gone' });
        },
        async end(end) {
          await lease.stop();
          await post('code.end', { ...end });
        },
      };
    },
  };
}

type RecordedAnswer = Omit<RouteAnswer<'code.get'>['objects'][number], 'object'>;

function recordedFrom({ file, digest, isMade, isLeft }: RecordedAnswer): RecordedObject {
  return { file, digest, ...(isMade && { isMade: true as const }), ...(isLeft && { isLeft: true as const }) };
}

type CodeRoute = 'code.get' | 'code.begin' | 'code.renew' | 'code.note' | 'code.end';

function pathOf(route: CodeRoute, project: string): string {
  return ROUTES[route].path.replace(':name', encodeURIComponent(project));
}

/** @throws UnavailableError where nothing tells the cluster from others */
function uuidOf({ cluster: { uuid } }: PlanHeader): string {
  if (uuid !== null) return uuid;
  throw new UnavailableError('The cluster does not report its UUID, so nothing can be recorded about it.');
}

function claimOf(object: CodeObject): Claim & { readonly object: string } {
  return { object: formatAddress(object), file: object.file, digest: digestOf(object.body) };
}

function didOf(request: PlannedRequest): Applied {
  if (request.kind === 'index') return request.part === 'create' ? 'created' : 'updated';
  if (request.body === null) return 'deleted';
  return request.expects === undefined ? 'created' : 'updated';
}
