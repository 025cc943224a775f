import { formatJson, isObject, parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, type ClusterGateway, type EventStore } from '#domain/ports';
import { memoryEventStore } from '../../../src/infra/memory-event-store.ts';
import { localCaller } from '../../../src/server/console/caller.ts';
import { openClusters } from '../../../src/server/clusters/clusters.ts';
import { memoryActionLog } from '../../../src/ui/testing/memory-actions.ts';
import type { ConsoleContext } from '../../../src/server/console/context.ts';
import type { MadeFrom } from '../../../src/server/console/made-document.ts';
import type { PlanProposal, PlanView } from '../../../src/server/console/plans.ts';
import { memoryPlans } from '../../../src/ui/testing/memory-plans.ts';

/** What a server is killed at: its n-th append of an event or call that writes. `null`: it lives. */
export type KillAt = { readonly moment: number; readonly isSent: boolean } | null;

class KilledError extends Error {
  override readonly name = 'KilledError';
}

/** A cluster and the plans of a server, which can be killed at any moment and started again. */
export class PlanDesk {
  readonly store: EventStore = memoryEventStore();
  readonly actionLog = memoryActionLog();
  /** What the plans have made, with what it was made from. */
  readonly made: MadeFrom[] = [];
  /** Has steps wait, until they are interrupted, where they would look again at what they wait for. */
  isHeld = false;
  #moments = 0;
  #isDead = false;
  #service: ReturnType<typeof memoryPlans>;
  #context: ConsoleContext;

  constructor(
    readonly gateway: ClusterGateway,
    private readonly killAt: KillAt = null,
    /** Other clusters of the configuration, by id. */
    private readonly others: Readonly<Record<string, ClusterGateway>> = {},
  ) {
    [this.#service, this.#context] = this.#start();
  }

  /** Whether the kill has happened. */
  get wasKilled(): boolean {
    return this.#isDead;
  }

  /** The server again, on what its store has. */
  async restart(): Promise<void> {
    await this.#service.settled();
    this.#isDead = false;
    this.#moments = Number.NEGATIVE_INFINITY;
    [this.#service, this.#context] = this.#start();
    await this.#service.recover();
  }

  async propose(proposal: PlanProposal): Promise<PlanView> {
    return this.#service.propose(proposal, this.#context);
  }

  list(): ReturnType<ReturnType<typeof memoryPlans>['list']> {
    return this.#service.list(this.#context);
  }

  get(id: string): Promise<PlanView> {
    return this.#service.get(id, this.#context);
  }

  /** Begins something with a plan, and waits until nothing is at work any more. */
  async act(id: string, action: 'approve' | 'resume' | 'cancel' | 'undo'): Promise<PlanView> {
    try {
      await this.begin(id, action);
    } catch (error) {
      if (!(error instanceof KilledError)) throw error;
    }
    await this.#service.settled();
    return this.get(id);
  }

  begin(id: string, action: 'approve' | 'resume' | 'cancel' | 'undo'): Promise<PlanView> {
    return this.#service.act(id, action, this.#context);
  }

  throttle(id: string, docsPerSecond: number | null): ReturnType<ReturnType<typeof memoryPlans>['throttle']> {
    return this.#service.throttle(id, docsPerSecond, this.#context);
  }

  /** The server ends, and begins again. */
  async stop(): Promise<void> {
    await this.#service.close();
    [this.#service, this.#context] = this.#start();
  }

  settled(): Promise<void> {
    return this.#service.settled();
  }

  /** What the cluster answers, whatever its status. */
  async ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: JsonValue): Promise<JsonObject> {
    const [where = '', search = ''] = path.split('?');
    const query = Object.fromEntries(new URLSearchParams(search));
    const answer = await this.gateway.send({
      method,
      path: where.split('/').filter((segment) => segment !== ''),
      ...(search !== '' && { query }),
      ...(body !== undefined && { body: formatJson(body) }),
    });
    const value = answer.body === '' ? {} : parseJson(answer.body);
    return isObject(value) ? value : {};
  }

  /** As {@link ask}; null where the cluster refuses. */
  async tryAsk(...given: Parameters<PlanDesk['ask']>): Promise<JsonObject | null> {
    try {
      return await this.ask(...given);
    } catch (error) {
      if (error instanceof ClusterError && (error.fault === 'refused' || error.fault === 'forbidden')) return null;
      throw error;
    }
  }

  async count(index: string): Promise<number> {
    return Number(valueAt(await this.ask('GET', `/${index}/_count`), '/count'));
  }

  #start(): [ReturnType<typeof memoryPlans>, ConsoleContext] {
    const { store, actionLog } = this;
    const service = memoryPlans({
      actionLog,
      store: {
        ...store,
        append: async (...given) => {
          await this.#die(() => store.append(...given));
          return store.append(...given);
        },
      },
      delay: (ms, signal) =>
        new Promise((resolve) => {
          if (this.isHeld && !signal.aborted) signal.addEventListener('abort', () => resolve());
          else setTimeout(resolve, Math.min(ms, 20));
        }),
      recordMade: async (made) => void this.made.push(made),
      // What a dead server would log, nobody reads.
      onFailure: (error) => {
        if (!(error instanceof KilledError)) throw error;
      },
    });
    const gateway: ClusterGateway = {
      send: async (call) => {
        if (call.isReading !== true && call.method !== 'GET') await this.#die(() => this.gateway.send(call));
        if (this.#isDead) throw new KilledError();
        return this.gateway.send(call);
      },
    };
    const clusters = openClusters([
      { entry: { id: 'sandbox', label: 'Test', kind: 'sandbox' }, gateway },
      ...Object.entries(this.others).map(([id, other]) => ({
        entry: { id, label: id, kind: 'sandbox' as const },
        gateway: other,
      })),
    ]);
    const cluster = clusters.open('sandbox');
    const signal = new AbortController().signal;
    const openCluster = (id: string | undefined) => clusters.open(id);
    return [service, { cluster, caller: localCaller(cluster), openCluster, isReadOnly: false, signal }];
  }

  /** One more moment at which the server may be killed: before what it is about to do, or after it and before it learns of it. */
  async #die(act: () => Promise<unknown>): Promise<void> {
    if (this.#isDead) throw new KilledError();
    this.#moments += 1;
    if (this.killAt?.moment !== this.#moments) return;
    this.#isDead = true;
    if (this.killAt.isSent) await act();
    throw new KilledError();
  }
}
