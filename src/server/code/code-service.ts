import {
  claimChanges,
  claimConflict,
  isHeld,
  lockSentence,
  recordedObjects,
  type Claim,
  type CodeCommand,
} from '#domain/apply';
import { ERASED_NAME, type Author } from '#domain/events';
import { MAX_CLAIMS } from '#domain/wire';
import type { ActionRights } from '../actions/action-rights.ts';
import { actorOf, ANONYMOUS, type Caller } from '../console/caller.ts';
import type { HandlersIn } from '../console/context.ts';
import { RequestError } from '../console/errors.ts';
import { noProof } from '../trail/author-refusals.ts';
import { withRequestErrors } from '../trail/store-errors.ts';
import { claimsOn, claimStates, readableClaims } from './cluster-claims.ts';
import {
  projectRecords,
  type LoggedProject,
  type ProjectRecordsOptions,
  type RefusedCommand,
} from './project-records.ts';

/** How long the lock is held after each sign of life of an apply, in seconds. */
export const LEASE_SECONDS = 60;

export interface CodeHandlersOptions extends ProjectRecordsOptions {
  /** Notes that an author has recorded something. */
  readonly noteAuthor?: (author: Author) => void;
  /** Who may see what was done to an object, which decides who may know that it is claimed. */
  readonly maySee: ActionRights['maySee'];
}

/** What applies of projects have done: their records, and the lock of each. */
export function codeHandlers(options: CodeHandlersOptions): HandlersIn<'code'> {
  const records = projectRecords(options);
  const now = () => options.clock.now();
  /** Claims of different projects are compared one apply after another. */
  let turn: Promise<unknown> = Promise.resolve();

  function lease(): { until: string; leaseSeconds: number } {
    return { until: new Date(Date.parse(now()) + LEASE_SECONDS * 1_000).toISOString(), leaseSeconds: LEASE_SECONDS };
  }

  async function claimedByOthers(project: string, cluster: string): Promise<ReadonlyMap<string, string>> {
    const claimed = new Map<string, string>();
    for (const { project: other, record } of await records.all()) {
      if (other === project) continue;
      // An apply that goes on may be about to delete what it has no file of.
      const isRunning = record.apply?.cluster === cluster && isHeld(record.apply, now());
      for (const [object, { isLeft }] of recordedObjects(record, cluster))
        if (isLeft !== true || isRunning) claimed.set(object, other);
    }
    return claimed;
  }

  /** @throws RequestError where an object has another project already */
  function refuseClaimed(project: string, others: ReadonlyMap<string, string>, objects: readonly string[]): void {
    const conflict = claimConflict(project, others, objects);
    if (conflict !== null) throw new RequestError(409, conflict);
  }

  async function inTurn<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    const before = turn;
    const running = (async () => {
      await before.catch(() => undefined);
      return run();
    })();
    turn = running.catch(() => undefined);
    return running;
  }

  /**
   * Records something of the apply that has the lock.
   * @throws RequestError where another apply has it, or another author began it
   */
  async function record(project: string, command: CodeCommand, caller: Caller): Promise<RefusedCommand | null> {
    const author = provedAuthor(caller);
    const { holder } = await records.read(project);
    if (holder !== undefined && holder.id !== author.id)
      throw new RequestError(403, `The newest apply of project ${project} was begun by ${nameOf(holder)}, not by you.`);
    const said = await records.dispatch(project, () => command, author);
    return 'refused' in said ? said : null;
  }

  async function renew(project: string, id: string, caller: Caller) {
    const renewed = lease();
    const refused = await record(project, { type: 'code.renew', payload: { id, until: renewed.until } }, caller);
    if (refused !== null) throw notHeld(project, refused);
    return renewed;
  }

  const handlers: HandlersIn<'code'> = {
    'code.claims': async ({ query: { state: isCompared = false } }, context) => {
      const { uuid } = await context.cluster.capabilities();
      const claimed = uuid === undefined ? [] : claimsOn(uuid, await records.all());
      const seen = await readableClaims(claimed, context.cluster, options.maySee);
      const shown = seen.slice(0, MAX_CLAIMS);
      const states = isCompared ? await claimStates(shown, context) : null;
      return {
        claims: shown.map((claim) => {
          const { project, object, address, file, digest, isLeft } = claim;
          const { author, at, environment, commit, isDirty, outcome = 'running' } = claim.applied;
          const state = states?.get(claim);
          return {
            ...{ project, object, kind: address.kind, name: address.name, file, digest, isLeft },
            applied: { at, by: nameOf(author), environment, commit, isDirty, outcome },
            ...(state !== undefined && { state }),
          };
        }),
        more: seen.length - shown.length,
        hidden: claimed.length - seen.length,
      };
    },

    'code.get': async ({ params: { name: project }, query: { on } }, { caller }) => {
      provedAuthor(caller);
      const { record, holder } = await records.read(project);
      const { apply } = record;
      return {
        lock: apply !== undefined && isHeld(apply, now()) ? { ...apply, author: nameOf(holder) } : null,
        objects: [...recordedObjects(record, on)].map(([object, { file, digest, isMade = false, isLeft = false }]) => ({
          ...{ object, file, digest, isMade, isLeft },
        })),
        others: [...(await claimedByOthers(project, on))].map(([object, other]) => ({ project: other, object })),
      };
    },

    'code.begin': ({ params: { name: project }, body: { id, objects, ...source } }, { caller }) =>
      inTurn(async () => {
        const author = provedAuthor(caller);
        const claimed = new Map<string, Claim>(objects.map(({ object, ...claim }) => [object, claim]));
        refuseClaimed(project, await claimedByOthers(project, source.cluster), [...claimed.keys()]);
        const { record } = await records.read(project);
        // The answer to the same request was lost.
        if (record.apply?.id === id) return renew(project, id, caller);
        const held = lease();
        const at = now();
        const said = await records.dispatch(
          project,
          (logged) => {
            const { claims, dropped } = claimChanges(recordedObjects(logged.record, source.cluster), claimed);
            const apply = { id, at, until: held.until, ...source };
            return { type: 'code.begin', payload: { apply, claims, dropped: [...dropped] } };
          },
          author,
        );
        if ('refused' in said) throw locked(project, said);
        options.noteAuthor?.(author);
        return held;
      }),

    'code.renew': ({ params: { name: project }, body: { id } }, { caller }) => renew(project, id, caller),

    'code.note': async ({ params: { name: project }, body: { id, ...done } }, { caller }) => {
      const renewed = lease();
      const payload = { id, until: renewed.until, ...done };
      const refused = await record(project, { type: 'code.note', payload }, caller);
      if (refused !== null) throw notHeld(project, refused);
      return renewed;
    },

    'code.end': async ({ params: { name: project }, body }, { caller }) => {
      const refused = await record(project, { type: 'code.end', payload: body }, caller);
      // The answer to the same request was lost.
      if (refused !== null && refused.record.last?.id !== body.id) throw notHeld(project, refused);
      return {};
    },
  };
  return {
    'code.claims': (input, context) => withRequestErrors(() => handlers['code.claims'](input, context)),
    'code.get': (input, context) => withRequestErrors(() => handlers['code.get'](input, context)),
    'code.begin': (input, context) => withRequestErrors(() => handlers['code.begin'](input, context)),
    'code.renew': (input, context) => withRequestErrors(() => handlers['code.renew'](input, context)),
    'code.note': (input, context) => withRequestErrors(() => handlers['code.note'](input, context)),
    'code.end': (input, context) => withRequestErrors(() => handlers['code.end'](input, context)),
  };
}

/** @throws RequestError where nothing proves who calls */
function provedAuthor(caller: Caller): Author {
  const author = actorOf(caller);
  if (author.id === ANONYMOUS.id) throw noProof();
  return author;
}

function nameOf(holder: Author | undefined): string {
  return holder === undefined || holder.isErased === true ? ERASED_NAME : holder.name;
}

function locked(project: string, { record: { apply }, holder }: LoggedProject): RequestError {
  const { at = '', until = '', environment = null } = apply ?? {};
  return new RequestError(409, lockSentence(project, { environment, at, until }, nameOf(holder)));
}

function notHeld(project: string, { record: { apply }, holder }: LoggedProject): RequestError {
  const who = apply === undefined ? '' : ` ${nameOf(holder)} has it since ${apply.at}.`;
  return new RequestError(409, `This apply has no lock on project ${project} any more.${who}`);
}
