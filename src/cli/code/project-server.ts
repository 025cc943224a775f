import { randomUUID } from 'node:crypto';
import type { Applied, ApplyEnd, Claim } from '#domain/apply';
import { digestOf, formatAddress, type CodeObject, type PlanHeader, type PlannedRequest } from '#domain/code';
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
} as const;

/** Where the author comes from, for the help. */
export const SERVER_HELP = `With --server, or ${SERVER_VARIABLE}, a Mapledger server records what was applied and has one lock per project. ${AUTHOR_VARIABLE} is the id of the author and ${DEVICE_VARIABLE} the secret that proves it, such as from "openssl rand -hex 32"; the first use binds the id to the secret.`;

/** An apply that has the lock of its project. */
export interface HeldApply {
  /** Records a request. @throws UnavailableError where the lock is lost, or the server does not answer */
  note(request: PlannedRequest, outcome: SendOutcome): Promise<void>;
  /** Does nothing while the lock is held. @throws UnavailableError */
  requireLock(): void;
  end(end: Omit<ApplyEnd, 'id'>): Promise<void>;
}

/** A Mapledger server as an apply uses it. */
export interface ProjectServer {
  /** @throws UnavailableError where another apply has the lock, or another project claims an object */
  begin(header: PlanHeader, objects: readonly CodeObject[]): Promise<HeldApply>;
}

/**
 * The server that is chosen; undefined where none is.
 * @throws UsageError where nobody is named or proved, UnavailableError where the server does not take the proof
 */
export async function projectServer(
  { env }: Pick<Terminal, 'env'>,
  option: string | undefined,
  every?: Every,
): Promise<ProjectServer | undefined> {
  const address = option ?? env[SERVER_VARIABLE];
  if (address === undefined || address === '') return undefined;
  const [author, device] = [env[AUTHOR_VARIABLE], env[DEVICE_VARIABLE]];
  if (!author || !device)
    throw new UsageError(
      `A server records who applies: set ${AUTHOR_VARIABLE} to the id of the author and ${DEVICE_VARIABLE} to the secret that proves it.`,
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
    async begin(header, objects) {
      const { project, environment, commit, isDirty } = header;
      const id = randomUUID();
      const post = (route: 'code.begin' | 'code.renew' | 'code.note' | 'code.end', body: JsonObject) =>
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
        async end(end) {
          await lease.stop();
          await post('code.end', { ...end });
        },
      };
    },
  };
}

function pathOf(route: 'code.begin' | 'code.renew' | 'code.note' | 'code.end', project: string): string {
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
