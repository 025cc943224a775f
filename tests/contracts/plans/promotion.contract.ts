import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isObject, member, type JsonObject, type JsonValue } from '#domain/json';
import { randomFrom } from '../../../src/fuzz/generate/random.ts';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { isSameTemplate } from '#domain/template';
import type { PlanProposal, PlanView } from '../../../src/server/console/plans.ts';
import { PlanDesk, type KillAt } from './plan-desk.ts';
import type { PlanCluster } from './plans.contract.ts';

type Promotion = NonNullable<PlanProposal['promotion']>;
type Item = Promotion['templates'][number];

const [SAME, PARTS, FRESH, LOGS, CHANGED] = ['promo-same', 'promo-parts', 'promo-fresh', 'promo-logs', 'promo-changed'];
const SOURCE = 'staging';
const SAME_BODY = { template: { settings: { number_of_replicas: 0 } } };
const PARTS_BEFORE = { template: { mappings: { properties: { level: { type: 'text' } } } }, version: 1 };
const CHANGED_BEFORE = { index_patterns: ['promo-changed-*'], priority: 7, composed_of: [PARTS] };
/** What a colleague writes under a name of the plan. */
const FOREIGN: JsonObject = { template: { settings: { number_of_shards: 3 } }, _meta: { owner: 'a colleague' } };

/** What is promoted, in an order in which the cluster would refuse it. */
const ITEMS: readonly Item[] = [
  {
    kind: 'index_template',
    name: LOGS,
    body: {
      index_patterns: ['promo-logs-*'],
      priority: 11,
      composed_of: [FRESH, PARTS],
      version: 4,
      // What engines answer in another form than it is sent in.
      data_stream: {},
      template: { aliases: { 'promo-all': { routing: '1' } } },
    },
  },
  {
    kind: 'index_template',
    name: CHANGED,
    body: { index_patterns: ['promo-changed-*'], priority: 8, composed_of: [SAME, FRESH] },
    seen: CHANGED_BEFORE,
  },
  { kind: 'component_template', name: SAME, body: SAME_BODY, isUnchanged: true },
  {
    kind: 'component_template',
    name: PARTS,
    body: { template: { mappings: { properties: { level: { type: 'keyword' } } } }, version: 2 },
    seen: PARTS_BEFORE,
  },
  { kind: 'component_template', name: FRESH, body: { template: { settings: { number_of_replicas: 1 } } } },
];
/** What is sent of them: the order in which they need each other. */
const SENT = [FRESH, PARTS, CHANGED, LOGS];

interface PromotionContractOptions {
  readonly killEvery?: number;
  /** Runs in which somebody else changes templates at moments drawn by lot, and the server may die. */
  readonly interleavings?: number;
  readonly timeoutMs?: number;
}

/** What a promotion does on every engine, in the hands of a server that may die, beside somebody else who changes templates. */
export function describePromotions(
  name: string,
  open: () => Promise<PlanCluster | { readonly missing: string }>,
  source: ClusterGateway,
  { killEvery = 1, interleavings = 50, timeoutMs = 60_000 }: PromotionContractOptions = {},
): void {
  describe(`${name}: promotions`, { timeout: timeoutMs }, () => {
    let opened: PlanCluster | { readonly missing: string };
    let desk: PlanDesk;
    const gatewayOf = () => {
      if ('missing' in opened) throw new Error(opened.missing);
      return opened.gateway;
    };
    /** Calls that change something, as they reach the cluster. */
    const written: ClusterCall[] = [];
    /** Stands between the server and the cluster. */
    let between: (
      call: ClusterCall,
      send: () => ReturnType<ClusterGateway['send']>,
    ) => ReturnType<ClusterGateway['send']>;
    const watched: ClusterGateway = {
      send: async (call) => {
        if (call.method !== 'GET' && call.method !== 'HEAD' && call.isReading !== true) written.push(call);
        return between(call, () => gatewayOf().send(call));
      },
    };
    beforeAll(async () => {
      opened = await open();
    }, timeoutMs);
    afterAll(async () => {
      if ('missing' in opened) return;
      await clear();
      await opened.destroy();
    });
    beforeEach(async (context) => {
      if ('missing' in opened) return context.skip(opened.missing);
      await prepare();
    });

    const pathOf = ({ kind, name: of }: Pick<Item, 'kind' | 'name'>) => [`_${kind}`, of];
    const itemOf = (wanted: string) => {
      const item = ITEMS.find((each) => each.name === wanted);
      if (item === undefined) throw new Error(`There is no ${wanted}`);
      return item;
    };

    async function put(gateway: ClusterGateway, item: Pick<Item, 'kind' | 'name'>, body: JsonValue): Promise<void> {
      await gateway.send({ method: 'PUT', path: pathOf(item), body: JSON.stringify(body) });
    }

    async function remove(gateway: ClusterGateway, item: Item): Promise<void> {
      try {
        await gateway.send({ method: 'DELETE', path: pathOf(item) });
      } catch (error) {
        if (!(error instanceof ClusterError) || error.status !== 404) throw error;
      }
    }

    /** What the cluster itself has, past the server; null for nothing. */
    async function found(gateway: ClusterGateway, item: Item): Promise<JsonObject | null> {
      try {
        const { body } = await gateway.send({ method: 'GET', path: pathOf(item) });
        const entries = member(JSON.parse(body) as JsonObject, `${item.kind}s`) as readonly JsonObject[];
        const value = member(entries[0] ?? {}, item.kind);
        return isObject(value) ? value : null;
      } catch (error) {
        if (error instanceof ClusterError && error.status === 404) return null;
        throw error;
      }
    }

    async function expectOnCluster(expected: Readonly<Record<string, JsonObject | null>>): Promise<void> {
      for (const [of, body] of Object.entries(expected)) {
        const now = await found(gatewayOf(), itemOf(of));
        const isSame = body === null || now === null ? body === now : isSameTemplate(now, body);
        expect({ of, now, isSame }).toEqual({ of, now, isSame: true });
      }
    }

    const before = { [SAME]: SAME_BODY, [PARTS]: PARTS_BEFORE, [CHANGED]: CHANGED_BEFORE, [FRESH]: null, [LOGS]: null };
    const after = Object.fromEntries(ITEMS.map((item) => [item.name, item.body]));

    async function clear(): Promise<void> {
      const order = ITEMS.toSorted((a, b) => (a.kind < b.kind ? 1 : -1));
      for (const item of order) await remove(gatewayOf(), item);
      for (const item of order) await remove(source, item);
    }

    async function prepare(killAt: KillAt = null): Promise<void> {
      between = (_call, send) => send();
      await clear();
      const target = gatewayOf();
      for (const [of, body] of Object.entries(before)) if (body !== null) await put(target, itemOf(of), body);
      for (const item of ITEMS.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))) await put(source, item, item.body);
      desk = new PlanDesk(watched, killAt, { [SOURCE]: source });
      written.length = 0;
    }

    const propose = (templates: readonly Item[] = ITEMS) =>
      desk.propose({ name: SOURCE, promotion: { from: SOURCE, templates: [...templates] } });
    const states = ({ plan }: PlanView) => plan.steps.map(({ state }) => state);
    const messageAt = ({ plan }: PlanView, at: number) => plan.steps[at]?.error?.message;
    const namesWritten = () => written.map(({ path }) => path.at(-1));

    it('proposes exactly the requests that it sends, in the order in which templates need each other', async () => {
      const proposed = await propose();
      expect(written).toEqual([]);
      const { plan } = await desk.act(proposed.id, 'approve');
      expect([plan.state, plan.steps.map(({ error }) => error?.message)]).toEqual(['done', SENT.map(() => undefined)]);
      expect(namesWritten()).toEqual(SENT);
      expect(written.map(requestOf)).toEqual(proposed.plan.steps.flatMap(({ requests }) => requests));
      await expectOnCluster(after);
      expect(plan.steps.map(({ result }) => result?.['notice'])).toEqual(SENT.map(() => undefined));
    });

    it('is refused where the cluster is not what was compared', async () => {
      await put(gatewayOf(), itemOf(PARTS), FOREIGN);
      await expect(propose()).rejects.toThrow('have changed since they were compared');
      // One that was the same, too.
      await put(gatewayOf(), itemOf(PARTS), PARTS_BEFORE);
      await put(gatewayOf(), itemOf(SAME), FOREIGN);
      await expect(propose()).rejects.toThrow('have changed since they were compared');
      expect(written).toEqual([]);
    });

    it.each([
      ['changed', PARTS, FOREIGN],
      ['created', FRESH, FOREIGN],
      ['deleted', CHANGED, null],
    ])('stops before it overwrites what somebody has %s since', async (_how, of, theirs) => {
      const { id } = await propose();
      const item = itemOf(of);
      if (theirs === null) await remove(gatewayOf(), item);
      else await put(gatewayOf(), item, theirs);
      const at = SENT.indexOf(of);
      const stopped = await desk.act(id, 'approve');
      expect(stopped.plan.state).toBe('stopped');
      expect(messageAt(stopped, at)).toMatch(
        new RegExp(`${of}" was (changed|created by another client|deleted) since`),
      );
      expect(namesWritten()).toEqual(SENT.slice(0, at));
      await expectOnCluster({ [of]: theirs });
      // Resuming looks again, as long as it is theirs and after it was put back.
      expect((await desk.act(id, 'resume')).plan.state).toBe('stopped');
      await expectOnCluster({ [of]: theirs });
      const was = before[of];
      if (was == null) await remove(gatewayOf(), item);
      else await put(gatewayOf(), item, was);
      expect((await desk.act(id, 'resume')).plan.state).toBe('done');
      await expectOnCluster(after);
    });

    it('stops before what somebody changes between two of its steps', async () => {
      const { id } = await propose();
      between = async (call, send) => {
        const answer = await send();
        if (call.method === 'PUT' && call.path.at(-1) === FRESH) await put(gatewayOf(), itemOf(PARTS), FOREIGN);
        return answer;
      };
      const stopped = await desk.act(id, 'approve');
      expect([stopped.plan.state, states(stopped)]).toEqual(['stopped', ['done', 'pending', 'pending', 'pending']]);
      await expectOnCluster({ [PARTS]: FOREIGN, [CHANGED]: CHANGED_BEFORE, [LOGS]: null });
    });

    it('leaves it to the engine to refuse a name that is taken between its look and its request', async () => {
      const { id } = await propose();
      between = async (call, send) => {
        if (call.method === 'PUT' && call.path.at(-1) === FRESH) await put(gatewayOf(), itemOf(FRESH), FOREIGN);
        return send();
      };
      const stopped = await desk.act(id, 'approve');
      expect([stopped.plan.state, states(stopped)[0]]).toEqual(['stopped', 'failed']);
      await expectOnCluster({ [FRESH]: FOREIGN });
    });

    it('sends nothing where somebody has sent the same, and leaves theirs when it is undone', async () => {
      const { id } = await propose();
      for (const of of [FRESH, PARTS]) await put(gatewayOf(), itemOf(of), itemOf(of).body);
      const { plan } = await desk.act(id, 'approve');
      expect(plan.state).toBe('done');
      expect(plan.steps[0]?.result?.['notice']).toContain('had it already');
      expect(namesWritten()).toEqual([CHANGED, LOGS]);
      expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
      await expectOnCluster({ ...before, [FRESH]: itemOf(FRESH).body, [PARTS]: itemOf(PARTS).body });
    });

    it.each([
      ['and was carried out', true],
      ['and never arrived', false],
    ])('looks up a request whose answer was lost %s', async (_what, isSent) => {
      const { id } = await propose();
      let lost = 0;
      between = async (call, send) => {
        if (call.method !== 'PUT' || call.path.at(-1) !== PARTS || lost > 0) return send();
        lost++;
        if (isSent) await send();
        throw new ClusterError('timeout', 'No answer.', { request: requestOf(call) });
      };
      const open = await desk.act(id, 'approve');
      expect([open.plan.state, states(open)[1]]).toEqual(['stopped', 'unknown']);
      const { plan } = await desk.act(id, 'resume');
      expect(plan.state).toBe('done');
      expect(namesWritten()).toEqual(isSent ? SENT : [FRESH, PARTS, PARTS, CHANGED, LOGS]);
      await expectOnCluster(after);
    });

    it('does not take for its own what somebody wrote after an answer was lost, nor undoes it', async () => {
      const { id } = await propose();
      between = async (call, send) => {
        if (call.method !== 'PUT' || call.path.at(-1) !== PARTS) return send();
        await send();
        await put(gatewayOf(), itemOf(PARTS), FOREIGN);
        throw new ClusterError('timeout', 'No answer.', { request: requestOf(call) });
      };
      await desk.act(id, 'approve');
      between = (_call, send) => send();
      const stopped = await desk.act(id, 'resume');
      expect(stopped.plan.state).toBe('stopped');
      expect(messageAt(stopped, 1)).toContain('was changed since it was compared');
      await desk.act(id, 'undo');
      await expectOnCluster({ [PARTS]: FOREIGN, [FRESH]: null });
    });

    it('is undone from the last template to the first, and leaves all as it was', async () => {
      const { id } = await propose();
      await desk.act(id, 'approve');
      written.length = 0;
      const { plan } = await desk.act(id, 'undo');
      expect([plan.state, plan.steps.map(({ error }) => error?.message)]).toEqual([
        'undone',
        SENT.map(() => undefined),
      ]);
      expect(namesWritten()).toEqual(SENT.toReversed());
      await expectOnCluster(before);
    });

    it('does not undo what somebody has changed since', async () => {
      const { id } = await propose();
      await desk.act(id, 'approve');
      const theirs = { ...itemOf(CHANGED).body, priority: 99 };
      await put(gatewayOf(), itemOf(CHANGED), theirs);
      const stopped = await desk.act(id, 'undo');
      expect(stopped.plan.state).toBe('undo_stopped');
      expect(messageAt(stopped, SENT.indexOf(CHANGED))).toContain('was changed since');
      await expectOnCluster({ [CHANGED]: theirs, [LOGS]: null, [PARTS]: itemOf(PARTS).body });
    });

    it('does not undo what somebody changes right after it has looked', async () => {
      const { id } = await propose();
      await desk.act(id, 'approve');
      const theirs = { ...itemOf(CHANGED).body, priority: 99 };
      let looks = 0;
      between = async (call, send) => {
        const answer = await send();
        if (call.method === 'GET' && call.path.at(-1) === CHANGED && looks++ === 0)
          await put(gatewayOf(), itemOf(CHANGED), theirs);
        return answer;
      };
      const stopped = await desk.act(id, 'undo');
      expect(looks).toBe(2);
      expect(stopped.plan.state).toBe('undo_stopped');
      expect(messageAt(stopped, SENT.indexOf(CHANGED))).toContain('was changed since');
      await expectOnCluster({ [CHANGED]: theirs, [LOGS]: null, [PARTS]: itemOf(PARTS).body });
    });

    it('sends what was approved where the source has changed since, and says so', async () => {
      const { id } = await propose();
      await put(source, itemOf(PARTS), FOREIGN);
      await remove(source, itemOf(LOGS));
      const { plan } = await desk.act(id, 'approve');
      expect(plan.state).toBe('done');
      expect(plan.steps.map(({ result }) => result?.['notice'])).toEqual([
        undefined,
        `It was changed on ${SOURCE} since. What was approved is sent.`,
        undefined,
        `It was deleted on ${SOURCE} since. What was approved is sent.`,
      ]);
      await expectOnCluster(after);
    });

    it('finishes wherever the server was killed, sends nothing twice that it knows of, and can be undone', async () => {
      for (let moment = 1; ; moment += killEvery) {
        let wasKilled = false;
        for (const isSent of [false, true]) {
          await prepare({ moment, isSent });
          const proposed = await propose().catch(() => undefined);
          if (proposed === undefined) {
            wasKilled = true;
            continue;
          }
          await desk.act(proposed.id, 'approve').catch(() => undefined);
          wasKilled = desk.wasKilled;
          if (!wasKilled) break;
          await desk.restart();
          const { plan } = await desk.get(proposed.id);
          const ended = plan.state === 'done' ? plan : (await goOn(proposed.id, plan.state)).plan;
          expect([moment, isSent, ended.state, ended.steps.map(({ error }) => error?.message)]).toEqual([
            moment,
            isSent,
            'done',
            SENT.map(() => undefined),
          ]);
          await expectOnCluster(after);
          const undone = await desk.act(proposed.id, 'undo');
          expect([moment, isSent, undone.plan.state]).toEqual([moment, isSent, 'undone']);
          await expectOnCluster(before);
        }
        if (!wasKilled) {
          // Each step has an event before and after its request, and there are the proposal and the approval.
          expect(moment).toBeGreaterThan(SENT.length * 3);
          return;
        }
      }
    });

    it('never overwrites what somebody else wrote, and is never done with another cluster, however they meet', async () => {
      let [stopped, finished, undone] = [0, 0, 0];
      const overwritten: string[] = [];
      for (let seed = 1; seed <= interleavings; seed++) {
        const random = randomFrom(seed);
        // In every third run the server lives.
        await prepare(
          random.below(3) === 0 ? null : { moment: 2 + random.below(SENT.length * 3), isSent: random.below(2) === 0 },
        );
        const proposed = await propose();
        const theirs = new Map<string, JsonObject>();
        const actAt = [random.below(30), random.below(60)];
        let calls = 0;
        let readLast: string | undefined;
        between = async (call, send) => {
          const isWrite = call.method === 'PUT' || call.method === 'DELETE';
          const name = call.path.at(-1) ?? '';
          const of = random.pick(SENT);
          // Between the last look at a template and its update is one request, in which no engine protects it: they act at any other moment.
          if (actAt.includes(calls++) && !(isWrite && name === of && readLast === of)) {
            const body = { ...foreignOf(of), version: 1_000 + seed };
            await put(gatewayOf(), itemOf(of), body);
            theirs.set(of, body);
          }
          if (!isWrite) readLast = name;
          else if (theirs.has(name)) overwritten.push(`run ${seed}: ${call.method} ${name}`);
          return send();
        };
        const act = async (action: 'approve' | 'resume' | 'undo') => {
          await desk.act(proposed.id, action).catch(() => undefined);
          if (desk.wasKilled) await desk.restart();
          return (await desk.get(proposed.id)).plan;
        };
        let plan = await act('approve');
        for (let tries = 0; plan.state === 'paused' || (plan.state === 'stopped' && tries < 2); tries++)
          plan = await act('resume');
        if (plan.state === 'proposed') continue;
        between = (_call, send) => send();
        // What they wrote is there, whatever became of the plan.
        await expectOnCluster(Object.fromEntries(theirs));
        if (plan.state === 'done') {
          finished++;
          await expectOnCluster({ ...after, ...Object.fromEntries(theirs) });
        } else {
          stopped++;
          expect([seed, plan.state, theirs.size > 0]).toEqual([seed, 'stopped', true]);
        }
        const back = await act('undo');
        await expectOnCluster(Object.fromEntries(theirs));
        if (back.state !== 'undone') continue;
        undone++;
        await expectOnCluster({ ...before, ...Object.fromEntries(theirs) });
      }
      expect(overwritten).toEqual([]);
      // Each outcome came up: a run in which everything ends alike says nothing.
      expect(Math.min(stopped, finished, undone)).toBeGreaterThan(0);
    });

    const foreignOf = (of: string): JsonObject =>
      itemOf(of).kind === 'index_template' ? { index_patterns: [`${of}-theirs-*`], priority: 500 } : FOREIGN;

    const goOn = (id: string, state: string) => desk.act(id, state === 'proposed' ? 'approve' : 'resume');
  });
}
