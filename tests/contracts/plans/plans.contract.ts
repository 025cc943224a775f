import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isObject, objectMember, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { outcomeOf } from '#domain/plan';
import { ClusterError, requestOf, type ClusterGateway } from '#domain/ports';
import type { PlanView } from '../../../src/server/console/plans.ts';
import { PlanDesk, type KillAt } from './plan-desk.ts';
import { startWriter } from './plan-writer.ts';

export interface PlanCluster {
  readonly gateway: ClusterGateway;
  destroy(): Promise<void>;
}

const [INDEX, NEXT, CLONE, ALIAS, FILTERED] = [
  'plan-logs',
  'plan-logs-v2',
  'plan-logs-old',
  'plan-current',
  'plan-errors',
];
const ROLLED = 'plan-rolled';
const DOCUMENTS = 25;
const MAPPINGS = { properties: { level: { type: 'text' }, n: { type: 'long' } } };
const NEW_MAPPINGS = { properties: { level: { type: 'keyword' }, n: { type: 'long' } } };
/** Of two shards, so that the order of documents is that of none. */
const SETTINGS = { number_of_shards: 2, number_of_replicas: 0 };
const FILTER = { term: { level: 'error' } };

interface PlanContractOptions {
  /** Moments at which the server is killed, beside the first: every one, or each n-th. */
  readonly killEvery?: number;
  readonly timeoutMs?: number;
}

/** What plans do on every engine, in the hands of a server that may die. */
export function describePlans(
  name: string,
  open: () => Promise<PlanCluster | { readonly missing: string }>,
  { killEvery = 1, timeoutMs = 60_000 }: PlanContractOptions = {},
): void {
  describe(`${name}: plans`, { timeout: timeoutMs }, () => {
    let opened: PlanCluster | { readonly missing: string };
    let desk: PlanDesk;
    const gatewayOf = () => {
      if ('missing' in opened) throw new Error(opened.missing);
      return opened.gateway;
    };
    beforeAll(async () => {
      opened = await open();
    }, timeoutMs);
    afterAll(async () => {
      if (!('missing' in opened)) {
        await clear();
        await opened.destroy();
      }
    });
    beforeEach(async (context) => {
      if ('missing' in opened) return context.skip(opened.missing);
      await prepare();
    });

    async function clear(): Promise<void> {
      const cleaner = new PlanDesk(gatewayOf());
      for (const index of [INDEX, NEXT, CLONE]) await cleaner.tryAsk('DELETE', `/${index}`);
    }

    async function prepare(killAt: KillAt = null): Promise<void> {
      await clear();
      desk = new PlanDesk(gatewayOf(), killAt);
      await desk.ask('PUT', `/${INDEX}`, {
        settings: SETTINGS,
        mappings: MAPPINGS,
        aliases: { [ALIAS]: { is_write_index: true }, [FILTERED]: { filter: FILTER } },
      });
      for (let n = 0; n < DOCUMENTS; n++)
        await desk.ask('PUT', `/${INDEX}/_doc/${n}`, { n, level: n % 5 === 0 ? 'error' : 'info' });
      await desk.ask('POST', `/${INDEX}/_refresh`);
    }

    const byAlias = () => desk.propose({ name: INDEX, replaceIndex: { newIndex: NEXT, mappings: NEW_MAPPINGS } });
    const byName = () =>
      desk.propose({ name: INDEX, replaceIndex: { newIndex: NEXT, cloneAs: CLONE, mappings: NEW_MAPPINGS } });

    async function expectReplaced(view: PlanView): Promise<void> {
      expect(view.plan.steps.map(({ title, state, error }) => [title, state, error?.message])).toEqual(
        view.plan.steps.map(({ title }) => [title, 'done', undefined]),
      );
      expect(view.plan.state).toBe('done');
      expect(await desk.count(NEXT)).toBe(DOCUMENTS);
      const aliases = await aliasesOf(NEXT);
      expect(aliases[ALIAS]).toEqual({ is_write_index: true });
      expect(valueAt(aliases, `/${FILTERED}/filter`)).toEqual(FILTER);
      expect(valueAt(await desk.ask('GET', `/${NEXT}/_mapping`), `/${NEXT}/mappings/properties/level/type`)).toBe(
        'keyword',
      );
    }

    async function aliasesOf(index: string): Promise<JsonObject> {
      return objectMember(objectMember(await desk.ask('GET', `/${index}/_alias`), index) ?? {}, 'aliases') ?? {};
    }

    const uuidOf = async (index: string) =>
      String(valueAt(await desk.ask('GET', `/${index}/_settings`), `/${index}/settings/index/uuid`));

    /** The indices that the plans have made, each of which one; its uuid is given where the plan takes it away. */
    async function expectMade(...made: readonly (readonly [name: string, from: string, uuid?: string])[]) {
      const streamsOf = (name: string, uuid: string) =>
        expect.arrayContaining([expect.stringMatching(`^index/[^/]+/${name}/${uuid}$`)]) as string[];
      expect(
        desk.made.map(({ stream, body, from }) => ({ stream: [stream], mappings: body['mappings'], from })),
      ).toEqual(
        await Promise.all(
          made.map(async ([name, from, uuid]) => ({
            stream: streamsOf(name, await uuidOf(name)),
            mappings: valueAt(await desk.ask('GET', `/${name}/_mapping`), `/${name}/mappings`),
            from: [streamsOf(from, uuid ?? (await uuidOf(from)))],
          })),
        ),
      );
    }

    const write = (index: string, id: string, body: JsonObject = { n: -1 }) =>
      desk.tryAsk('PUT', `/${index}/_doc/${id}`, body);

    it('shows every request before anything is sent', async () => {
      const { plan } = await byAlias();
      expect(plan.state).toBe('proposed');
      expect(plan.steps.map(({ title }) => title)).toEqual([
        `Create index ${NEXT}`,
        `Block writes to ${INDEX}`,
        expect.stringMatching(new RegExp(`${INDEX} (in)?to ${NEXT}$`)),
        `Compare ${INDEX} with ${NEXT}`,
        `Swap aliases to ${NEXT}`,
      ]);
      expect(plan.steps.every(({ requests }) => requests.length > 0)).toBe(true);
      expect(plan.steps[0]).toMatchObject({ creates: [NEXT], requests: [{ method: 'PUT', path: `/${NEXT}` }] });
      expect(plan.notes[0]).toContain('are refused');
      expect(await desk.tryAsk('GET', `/${NEXT}`)).toBeNull();
      expect(await write(INDEX, 'before')).not.toBeNull();
    });

    it('puts a new index in the place of another one, with filters and the write index of its aliases', async () => {
      const { id } = await byAlias();
      await expectReplaced(await desk.act(id, 'approve'));
      await expectMade([NEXT, INDEX]);
      expect(await aliasesOf(INDEX)).toEqual({});
      expect(await desk.count(INDEX)).toBe(DOCUMENTS);
      expect(await write(INDEX, 'late')).toBeNull();
      expect(await write(ALIAS, 'later')).not.toBeNull();
    });

    it('clones an index whose own name clients use, and gives its name to the new one in one call', async () => {
      const source = await uuidOf(INDEX);
      const { id } = await byName();
      await expectReplaced(await desk.act(id, 'approve'));
      await expectMade([NEXT, INDEX, source], [CLONE, INDEX, source]);
      expect(Object.keys(await desk.ask('GET', `/${INDEX}/_settings`))).toEqual([NEXT]);
      expect(await desk.count(CLONE)).toBe(DOCUMENTS);
      const swaps = (await desk.actionLog.recent(100)).filter(
        ({ body }) => body?.text.includes('remove_index') === true,
      );
      expect(swaps).toHaveLength(1);
      expect(await write(INDEX, 'later')).not.toBeNull();
    });

    /** Which of the plan's indices refuse writes. */
    async function blockedNow(): Promise<readonly string[]> {
      const found = await Promise.all(
        [INDEX, NEXT, CLONE].map(async (index) => {
          const all = await desk.tryAsk('GET', `/${index}/_settings?flat_settings=true`);
          // Under the name of an alias another index answers.
          return valueAt(all ?? {}, `/${index}/settings/index.blocks.write`) === 'true' ? [index] : [];
        }),
      );
      return found.flat();
    }

    const replacing = (more: object) => ({ replaceIndex: { newIndex: NEXT, mappings: NEW_MAPPINGS, ...more } });
    const resizing = (more: object) => ({ resize: { method: 'clone', newIndex: NEXT, ...more } }) as const;
    const ENDS = [
      ['swaps aliases', true, replacing({}), [INDEX]],
      ['swaps aliases and allows writes', true, replacing({ allowsWrites: true }), []],
      ['swaps the name', true, replacing({ cloneAs: CLONE }), [CLONE]],
      ['swaps the name and allows writes', false, replacing({ cloneAs: CLONE, allowsWrites: true }), []],
      ['swaps nothing', false, replacing({}), [INDEX]],
      ['swaps nothing and allows writes', false, replacing({ allowsWrites: true }), []],
      ['clones', false, resizing({}), [INDEX]],
      ['clones and allows writes', false, resizing({ allowsWrites: true }), []],
    ] as const;
    it.each(ENDS)('%s: ends with the blocks that it says, and undoes them', async (_, hasAliases, how, blocked) => {
      if (!hasAliases)
        await desk.ask('POST', '/_aliases', { actions: [{ remove: { index: INDEX, aliases: [ALIAS, FILTERED] } }] });
      const { id } = await desk.propose({ name: INDEX, ...how });
      const { plan } = await desk.act(id, 'approve');
      expect([plan.state, plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
      const isReplaced = Object.keys(await aliasesOf(NEXT)).length > 0;
      expect(outcomeOf(plan)).toEqual({ keepsIndex: 'replaceIndex' in how && !isReplaced, blocked, unset: [] });
      expect(await blockedNow()).toEqual(blocked);
      const [summary] = await desk.list();
      expect(summary?.keepsIndex ?? false).toBe(outcomeOf(plan).keepsIndex);
      expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
      expect(await blockedNow()).toEqual([]);
      expect(await write(INDEX, 'after')).not.toBeNull();
    });

    it.each([
      ['swaps aliases', true],
      ['swaps nothing', false],
    ])('%s: leaves a block that was there before the plan, also when it is undone', async (_, hasAliases) => {
      if (!hasAliases)
        await desk.ask('POST', '/_aliases', { actions: [{ remove: { index: INDEX, aliases: [ALIAS, FILTERED] } }] });
      await desk.ask('PUT', `/${INDEX}/_block/write`);
      const { id } = await desk.propose({ name: INDEX, ...replacing({ allowsWrites: true }) });
      const { plan } = await desk.act(id, 'approve');
      expect([plan.state, outcomeOf(plan).blocked, await blockedNow()]).toEqual(['done', [], [INDEX]]);
      expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
      expect(await blockedNow()).toEqual([INDEX]);
    });

    it('writes each request into the action log before it is sent', async () => {
      const { id } = await byAlias();
      await desk.act(id, 'approve');
      const actions = (await desk.actionLog.recent(100)).toReversed();
      expect(actions.map(({ outcome }) => outcome?.kind)).toEqual(actions.map(() => 'done'));
      expect(actions[0]).toMatchObject({ names: [id, NEXT], requestId: `plan ${id}, step 1` });
    });

    it('swaps back while nothing was written, and leaves all as it was', async () => {
      const { id } = await byAlias();
      await desk.act(id, 'approve');
      const { plan } = await desk.act(id, 'undo');
      expect(plan.steps.map(({ state, error }) => [state, error?.message])).toEqual(
        plan.steps.map(() => ['undone', undefined]),
      );
      expect(plan.state).toBe('undone');
      expect(Object.keys(await aliasesOf(INDEX)).sort()).toEqual([ALIAS, FILTERED]);
      expect(await desk.tryAsk('GET', `/${NEXT}`)).toBeNull();
      expect(await write(ALIAS, 'after')).not.toBeNull();
    });

    it('swaps a name back to the clone, which stays', async () => {
      const { id } = await byName();
      await desk.act(id, 'approve');
      const { plan } = await desk.act(id, 'undo');
      expect([plan.state, plan.steps.map(({ error }) => error?.message)]).toEqual([
        'undone',
        plan.steps.map(() => undefined),
      ]);
      expect(Object.keys(await desk.ask('GET', `/${INDEX}/_settings`))).toEqual([CLONE]);
      expect(await write(INDEX, 'after')).not.toBeNull();
    });

    it('does not swap back where something was written since, and says so', async () => {
      const { id } = await byAlias();
      await desk.act(id, 'approve');
      expect(await write(ALIAS, 'since')).not.toBeNull();
      const { plan } = await desk.act(id, 'undo');
      expect(plan.state).toBe('undo_stopped');
      expect(plan.steps.at(-1)?.error?.message).toContain('Documents were written');
      // Clients go on where they were.
      expect(await write(ALIAS, 'afterwards')).not.toBeNull();
      expect(await desk.count(INDEX)).toBe(DOCUMENTS);
    });

    it('stops at the step that the cluster refuses, with its reason, and goes on once that is mended', async () => {
      const refused = await desk.propose({
        name: INDEX,
        replaceIndex: { newIndex: NEXT, mappings: { properties: { n: { type: 'no_such_type' } } } },
      });
      const { plan } = await desk.act(refused.id, 'approve');
      expect(plan.state).toBe('stopped');
      expect(plan.steps[0]).toMatchObject({
        state: 'failed',
        error: { message: expect.stringContaining('no_such_type') },
      });
      expect(await write(INDEX, 'free')).not.toBeNull();

      const { id } = await byAlias();
      await desk.ask('PUT', `/${NEXT}`, {});
      const taken = await desk.act(id, 'approve');
      expect(taken.plan.steps[0]?.error?.message).toContain('already in use');
      await desk.ask('DELETE', `/${NEXT}`);
      await desk.ask('DELETE', `/${INDEX}/_doc/free`);
      await expectReplaced(await desk.act(id, 'resume'));
    });

    it('looks up what came of a step whose answer was lost, and does not send it again', async () => {
      const gateway = gatewayOf();
      let lost = 0;
      desk = new PlanDesk({
        ...gateway,
        async send(call) {
          const answer = await gateway.send(call);
          if (call.method !== 'PUT' || call.path.join('/') !== NEXT) return answer;
          lost++;
          throw new ClusterError('timeout', 'No answer.', { request: requestOf(call) });
        },
      });
      const { id } = await byAlias();
      const { plan } = await desk.act(id, 'approve');
      expect([plan.state, plan.steps[0]?.state]).toEqual(['stopped', 'unknown']);
      await expectReplaced(await desk.act(id, 'resume'));
      await expectMade([NEXT, INDEX]);
      expect(lost).toBe(1);
    });

    it('does not insist on equal counts where the index takes writes meanwhile', async () => {
      let proposed: PlanView;
      try {
        proposed = await desk.propose({ name: INDEX, replaceIndex: { newIndex: NEXT, takesWrites: true } });
      } catch (error) {
        // Without reindex there is no such plan: a copy needs the block.
        expect(error).toMatchObject({ message: expect.stringContaining('only while writes are blocked') });
        return;
      }
      const { id, plan } = proposed;
      expect(plan.notes[0]).toContain('may be missing or out of date');
      const done = await desk.act(id, 'approve');
      expect([done.plan.state, done.plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
      expect(await write(INDEX, 'meanwhile')).not.toBeNull();
    });

    it('copies without replicas and refresh, gives the index its settings afterwards, and is undone', async () => {
      await desk.ask('PUT', `/${INDEX}/_settings`, { 'index.refresh_interval': '7s' });
      const readNew = async () =>
        valueAt(await desk.ask('GET', `/${NEXT}/_settings?flat_settings=true`), `/${NEXT}/settings`);
      const settings = { number_of_replicas: 0, auto_expand_replicas: '0-all' };
      const { id } = await desk.propose({ name: INDEX, ...replacing({ fastCopy: true, settings }) });
      const done = await desk.act(id, 'approve');
      expect([done.plan.state, done.plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
      expect(done.plan.steps[0]?.requests[0]?.body).toMatch(/"index.refresh_interval":"-1"/);
      expect(await readNew()).toMatchObject({
        'index.refresh_interval': '7s',
        'index.number_of_replicas': '0',
        'index.auto_expand_replicas': '0-all',
      });
      expect(outcomeOf(done.plan).unset).toEqual([]);
      expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
      expect(await desk.tryAsk('GET', `/${NEXT}`)).toBeNull();
    });

    it('says which settings its index lacks where it was cancelled before they are set', async () => {
      const { id } = await desk.propose({ name: INDEX, ...replacing({ fastCopy: true }) });
      desk.isHeld = true;
      await desk.begin(id, 'approve');
      const isCopying = ({ kind, state }: PlanView['plan']['steps'][number]) =>
        (kind === 'reindex' || kind === 'copy') && state === 'running';
      await expect.poll(async () => (await desk.get(id)).plan.steps.some(isCopying), { timeout: 20_000 }).toBe(true);
      await desk.begin(id, 'cancel');
      desk.isHeld = false;
      await desk.settled();
      const { plan } = await desk.get(id);
      expect(outcomeOf(plan).unset).toEqual([
        { index: NEXT, settings: { 'index.number_of_replicas': '0', 'index.refresh_interval': null } },
      ]);
      expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
      expect(await desk.tryAsk('GET', `/${NEXT}`)).toBeNull();
    });

    describe('a reindex in slices with a throttle', () => {
      /** More than one batch, so that it has to wait for the next. */
      const MANY = 2_100;
      const fill = async () => {
        const lines = Array.from({ length: MANY }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n}}\n`);
        await gatewayOf().send({ method: 'POST', path: [INDEX, '_bulk'], body: lines.join('') });
        await desk.ask('POST', `/${INDEX}/_refresh`);
      };
      /** A plan whose reindex waits for minutes; null where the cluster has none. */
      async function stalled(choices: JsonObject = {}): Promise<string | null> {
        await fill();
        let id: string;
        try {
          const slow = { newIndex: NEXT, slices: 2, docsPerSecond: 1, ...choices } as const;
          ({ id } = await desk.propose({ name: INDEX, replaceIndex: slow }));
        } catch (error) {
          expect(error).toMatchObject({ message: expect.stringContaining('no slices, no throttle') });
          return null;
        }
        await desk.begin(id, 'approve');
        await expect
          .poll(async () => (await desk.get(id)).progress, { timeout: 20_000 })
          .toMatchObject({
            done: expect.toSatisfy((done) => done > 0 && done < MANY),
            total: MANY,
          });
        return id;
      }
      const stepOf = (plan: PlanView['plan']) => plan.steps.find(({ kind }) => kind === 'reindex');
      async function expectAll(id: string): Promise<void> {
        const { plan } = await desk.get(id);
        expect([plan.state, plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
        expect(stepOf(plan)?.result).toEqual({ total: MANY, written: MANY });
        expect(await desk.count(NEXT)).toBe(MANY);
      }

      it('is changed while it runs, by two people at the same time too', async () => {
        const id = await stalled();
        if (id === null) return;
        expect((await desk.throttle(id, 2)).isApplied).toBe(true);
        const both = await Promise.all([desk.throttle(id, 3), desk.throttle(id, null)]);
        expect(both.map(({ isApplied }) => isApplied)).toEqual([true, true]);
        await desk.throttle(id, null);
        await desk.settled();
        await expectAll(id);
        expect(stepOf((await desk.get(id)).plan)?.input).not.toHaveProperty('docsPerSecond');
        expect((await desk.throttle(id, 5)).isApplied).toBe(false);
      });

      it('is changed while no server carries the plan out, which goes on with it', async () => {
        const id = await stalled();
        if (id === null) return;
        await desk.stop();
        expect(await desk.throttle(id, 1_000_000)).toMatchObject({ isApplied: true, plan: { state: 'paused' } });
        await desk.act(id, 'resume');
        await expectAll(id);
      });

      it('is kept for a task that has to be sent again', async () => {
        const id = await stalled();
        if (id === null) return;
        await desk.stop();
        const task = String(stepOf((await desk.get(id)).plan)?.note?.['task']);
        await desk.ask('POST', `/_tasks/${task}/_cancel`);
        await expect.poll(async () => (await desk.ask('GET', `/_tasks/${task}`))['completed']).toBe(true);
        expect(await desk.throttle(id, 1_000_000)).toMatchObject({ isApplied: false, plan: { state: 'paused' } });
        const { plan } = await desk.act(id, 'resume');
        expect(stepOf(plan)).toMatchObject({
          state: 'failed',
          error: { message: expect.stringContaining('was cancelled') },
        });
        await desk.act(id, 'resume');
        await expectAll(id);
        expect(stepOf((await desk.get(id)).plan)?.requests.at(-1)?.path).toContain('requests_per_second=1000000');
      });

      it('with a script is described by its indices, which is how a task that was not noted is found', async () => {
        // The sandbox has no scripts.
        if ((await desk.tryAsk('GET', '/_ingest/pipeline')) === null) return;
        const id = await stalled({ script: 'ctx._source.n += 1' });
        if (id === null) return;
        const { tasks } = await desk.ask('GET', '/_tasks?actions=*reindex&detailed=true&group_by=none');
        const descriptions = (tasks as readonly JsonObject[]).map(({ description }) => description);
        expect(descriptions).not.toEqual([]);
        for (const description of descriptions)
          expect(description).toMatch(/^reindex from \[plan-logs\] updated with Script\{.*\} to \[plan-logs-v2\]/s);
        expect((await desk.act(id, 'cancel')).plan.state).toBe('cancelled');
      });

      it('is cancelled with all of its slices', async () => {
        const id = await stalled();
        if (id === null) return;
        const { plan } = await desk.act(id, 'cancel');
        expect(plan.state).toBe('cancelled');
        expect(await desk.ask('GET', '/_tasks?actions=*reindex')).toMatchObject({ nodes: {} });
        expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
        expect(await desk.tryAsk('GET', `/${NEXT}`)).toBeNull();
      });
    });

    describe('a reindex that changes documents', () => {
      const PIPELINE = 'plan-stamp';
      const script = "ctx._source.n += 1000; ctx._source.remove('level')";
      const LEAVES_OUT = 'if (ctx._source.n % 5 == 0) { ctx.op = "noop" }';
      const sources = async () => {
        const found = await desk.ask('POST', `/${NEXT}/_search`, { size: 100, sort: ['n'] });
        const hits = valueAt(found, '/hits/hits') as readonly JsonObject[];
        return hits.map((hit) => hit['_source']);
      };
      /** Whether the engine has pipelines; then there is one now, which is removed after the test. */
      const hasPipelines = async () => {
        const processors = [{ set: { field: 'by', value: 'plan' } }];
        const answer = await desk.tryAsk('PUT', `/_ingest/pipeline/${PIPELINE}`, { processors });
        onTestFinished(async () => void (await desk.tryAsk('DELETE', `/_ingest/pipeline/${PIPELINE}`)));
        return answer !== null;
      };
      const replace = (choices: JsonObject) =>
        desk.propose({ name: INDEX, replaceIndex: { newIndex: NEXT, ...choices } });

      it('by a pipeline and a script', async () => {
        if (!(await hasPipelines())) return;
        const { id } = await replace({ pipeline: PIPELINE, script });
        const { plan } = await desk.act(id, 'approve');
        expect([plan.state, plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
        const changed = Array.from({ length: DOCUMENTS }, (_, n) => ({ n: n + 1000, by: 'plan' }));
        expect(await sources()).toEqual(changed);
        expect(plan.steps.find(({ kind }) => kind === 'compare')?.result).toMatchObject({
          ...{ source: DOCUMENTS, dest: DOCUMENTS, compared: 0, differing: 0 },
        });
      });

      it('stops where documents are left out, unless the plan allows it', async () => {
        if (!(await hasPipelines())) return;
        const { id } = await replace({ script: LEAVES_OUT });
        const { plan } = await desk.act(id, 'approve');
        expect(plan.steps.flatMap(({ error }) => error?.message ?? [])).toEqual([
          `"${INDEX}" has 25 documents, "${NEXT}" has 20. The pipeline or script left some out, or gave several the same ID. Undo the plan, and make a new one that allows it.`,
        ]);
        expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
        const allowed = await replace({ script: LEAVES_OUT, leavesOut: true });
        expect((await desk.act(allowed.id, 'approve')).plan.state).toBe('done');
        expect(await desk.count(NEXT)).toBe(20);
      });

      it('is refused where there is no such pipeline, and fails before anything is swapped where the script is wrong', async () => {
        await expect(replace({ pipeline: 'plan-none' })).rejects.toThrow(
          /no ingest pipeline|no pipeline and no script/,
        );
        if (!(await hasPipelines())) return;
        const { id } = await replace({ script: 'ctx.nonsense(' });
        const { plan } = await desk.act(id, 'approve');
        expect([plan.state, plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual([
          'stopped',
          [expect.stringMatching(/^Reindexing failed: compile error: .*ctx\.nonsense\(/s)],
        ]);
        expect(await aliasesOf(INDEX)).toHaveProperty(ALIAS);
        expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
      });
    });

    it('leaves behind what the engine has written into the settings of an index', async () => {
      // Shrunk, verified for reading only, closed and opened again: each leaves settings that a new index must not have.
      await desk.ask('PUT', `/${INDEX}/_block/write`);
      await desk.ask('POST', `/${INDEX}/_shrink/${CLONE}`, { settings: { 'index.number_of_shards': 1 } });
      await expect.poll(() => desk.count(CLONE), { timeout: 20_000 }).toBe(DOCUMENTS);
      await desk.ask('DELETE', `/${INDEX}`);
      await desk.ask('PUT', `/${CLONE}/_block/read_only`);
      await desk.ask('PUT', `/${CLONE}/_settings`, { 'index.blocks.read_only': null });
      await desk.ask('POST', `/${CLONE}/_close`);
      await desk.ask('POST', `/${CLONE}/_open`);
      await expect.poll(() => desk.count(CLONE), { timeout: 20_000 }).toBe(DOCUMENTS);
      const { id } = await desk.propose({ name: CLONE, replaceIndex: { newIndex: NEXT } });
      const { plan } = await desk.act(id, 'approve');
      expect([plan.state, plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
      expect(await desk.count(NEXT)).toBe(DOCUMENTS);
      const settingsOf = async (index: string) =>
        objectMember(
          objectMember(await desk.ask('GET', `/${index}/_settings?flat_settings=true`), index) ?? {},
          'settings',
        ) ?? {};
      const [old, made] = [await settingsOf(CLONE), await settingsOf(NEXT)];
      const left = Object.keys(old).filter((name) => !Object.hasOwn(made, name));
      expect(left).not.toEqual([]);
      expect(Object.keys(made).filter((name) => /resize|verified|initial_recovery|blocks/.test(name))).toEqual([]);
    });

    it('shrinks an index that it has blocked, and takes that back', async () => {
      const { id } = await desk.propose({
        name: INDEX,
        resize: { method: 'shrink', newIndex: NEXT, settings: { 'index.number_of_shards': 1 } },
      });
      const { plan } = await desk.act(id, 'approve');
      expect([plan.state, plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
      const settings = await desk.ask('GET', `/${NEXT}/_settings?flat_settings=true`);
      expect(objectMember(objectMember(settings, NEXT) ?? {}, 'settings')).toMatchObject({
        'index.number_of_shards': '1',
      });
      expect(await desk.count(NEXT)).toBe(DOCUMENTS);
      expect(await write(NEXT, 'new')).not.toBeNull();
      await desk.ask('DELETE', `/${NEXT}/_doc/new`);
      expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
      expect(await desk.tryAsk('GET', `/${NEXT}`)).toBeNull();
      expect(await write(INDEX, 'after')).not.toBeNull();
    });

    it('rolls an alias over after its template, and finds that it was done', async () => {
      const body = {
        index_patterns: [`${ROLLED}-0*`],
        priority: 900,
        template: { mappings: { properties: { a: { type: 'ip' } } } },
      };
      const template = { kind: 'index_template', name: ROLLED, body } as const;
      // At the seventh moment the answer of the rollover is lost.
      for (const moment of [0, 7]) {
        await desk.tryAsk('DELETE', `/_index_template/${ROLLED}`);
        for (const index of [`${ROLLED}-000001`, `${ROLLED}-000002`]) await desk.tryAsk('DELETE', `/${index}`);
        desk = new PlanDesk(gatewayOf(), { moment, isSent: true });
        await desk.ask('PUT', `/${ROLLED}-000001`, {
          settings: SETTINGS,
          aliases: { [ROLLED]: { is_write_index: true } },
        });
        const { id } = await desk.propose({ name: ROLLED, rollover: { template } });
        await desk.act(id, 'approve');
        if (desk.wasKilled) {
          await desk.restart();
          await desk.act(id, 'resume');
        }
        const { plan } = await desk.get(id);
        expect([plan.state, plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
        expect(plan.steps[1]?.result).toEqual({ from: `${ROLLED}-000001`, to: `${ROLLED}-000002` });
        expect(await desk.tryAsk('GET', `/${ROLLED}-000003`)).toBeNull();
        const mappings = await desk.ask('GET', `/${ROLLED}-000002/_mapping`);
        expect(valueAt(mappings, `/${ROLLED}-000002/mappings/properties/a/type`)).toBe('ip');
        expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
        expect(await desk.tryAsk('GET', `/_index_template/${ROLLED}`)).toBeNull();
      }
      for (const index of [`${ROLLED}-000001`, `${ROLLED}-000002`]) await desk.tryAsk('DELETE', `/${index}`);
    });

    it('stops where the aliases changed since it was made', async () => {
      const { id } = await byAlias();
      await desk.ask('POST', '/_aliases', { actions: [{ remove: { index: INDEX, alias: FILTERED } }] });
      const { plan } = await desk.act(id, 'approve');
      expect(plan.steps.at(-1)?.error?.message).toContain('changed since the plan was made');
      expect(Object.keys(await aliasesOf(INDEX))).toEqual([ALIAS]);
    });

    it('is begun once by two who approve it at once', async () => {
      const { id } = await byAlias();
      const both = await Promise.allSettled([desk.begin(id, 'approve'), desk.begin(id, 'approve')]);
      await desk.settled();
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      await expectReplaced(await desk.get(id));
      const created = (await desk.actionLog.recent(100)).filter(({ requestId }) => requestId === `plan ${id}, step 1`);
      expect(created).toHaveLength(1);
    });

    it('is cancelled where it is, and undone from there', async () => {
      const { id } = await byAlias();
      desk.isHeld = true;
      expect((await desk.begin(id, 'approve')).plan.state).toBe('running');
      await expect
        .poll(async () => (await desk.get(id)).plan.steps[2]?.note ?? (await desk.get(id)).progress)
        .toBeDefined();
      desk.isHeld = false;
      const { plan } = await desk.act(id, 'cancel');
      expect(plan.state).toBe('cancelled');
      expect(plan.steps.map(({ state }) => state)).toEqual(['done', 'done', 'unknown', 'pending', 'pending']);
      expect(await write(ALIAS, 'blocked')).toBeNull();
      const undone = await desk.act(id, 'undo');
      expect([undone.plan.state, undone.plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual([
        'undone',
        expect.any(Array),
      ]);
      expect(await desk.tryAsk('GET', `/${NEXT}`)).toBeNull();
      expect(await write(ALIAS, 'after')).not.toBeNull();
      expect(Object.keys(await aliasesOf(INDEX)).sort()).toEqual([ALIAS, FILTERED]);
    });

    it.each([
      ['before it is done', false],
      ['after it is done', true],
    ])('is resumed wherever its server was killed: at each event and each request, %s', async (_, isSent) => {
      const killed: number[] = [];
      for (let moment = 1; ; moment += killEvery) {
        await prepare({ moment, isSent });
        let id: string;
        try {
          ({ id } = await byAlias());
        } catch {
          // Killed before there was a plan that anybody knew of.
          await desk.restart();
          ({ id } = await byAlias());
        }
        await desk.act(id, 'approve');
        if (!desk.wasKilled && moment > 1) {
          await expectReplaced(await desk.get(id));
          break;
        }
        killed.push(moment);
        await desk.restart();
        const { plan } = await desk.get(id);
        if (plan.state === 'done') continue;
        expect(['proposed', 'paused']).toContain(plan.state);
        await expectReplaced(await desk.act(id, plan.state === 'proposed' ? 'approve' : 'resume'));
        expect(await aliasesOf(INDEX)).toEqual({});
      }
      expect(killed.length).toBeGreaterThanOrEqual(Math.floor(12 / killEvery));
    });

    it('is undone wherever its server was killed while undoing it', async () => {
      const killed: number[] = [];
      // The moments of the way there are not counted: it takes 20 of them.
      for (let moment = 21; ; moment += killEvery) {
        await prepare({ moment, isSent: moment % 2 === 0 });
        const { id } = await byAlias();
        const done = await desk.act(id, 'approve');
        if (done.plan.state !== 'done') continue;
        await desk.act(id, 'undo');
        if (desk.wasKilled) {
          killed.push(moment);
          await desk.restart();
          const { plan } = await desk.get(id);
          if (plan.state !== 'undone') await desk.act(id, 'undo');
        }
        const { plan } = await desk.get(id);
        expect([moment, plan.state, plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual([
          moment,
          'undone',
          [],
        ]);
        expect(await desk.tryAsk('GET', `/${NEXT}`)).toBeNull();
        expect(Object.keys(await aliasesOf(INDEX)).sort()).toEqual([ALIAS, FILTERED]);
        expect(await write(ALIAS, 'after')).not.toBeNull();
        if (!killed.includes(moment)) break;
      }
      expect(killed.length).toBeGreaterThanOrEqual(Math.floor(4 / killEvery));
    });

    it('loses no document that was acknowledged, while a writer is at work and the server is killed', async () => {
      await prepare({ moment: 9, isSent: true });
      const writer = startWriter(gatewayOf(), ALIAS);
      const { id } = await byAlias();
      await desk.act(id, 'approve');
      expect(desk.wasKilled).toBe(true);
      await desk.restart();
      const { plan } = await desk.act(id, 'resume');
      expect([plan.state, plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
      await writer.writeMore(20);
      const { acknowledged, refused } = await writer.stop();
      await desk.ask('POST', `/${ALIAS}/_refresh`);
      const found = new Set(await idsIn(ALIAS));
      expect(acknowledged.filter((written) => !found.has(written))).toEqual([]);
      expect(acknowledged.length).toBeGreaterThan(20);
      // The plan's answer to writes meanwhile is that they are refused: clients try again.
      expect(refused).toBeGreaterThan(0);
    });

    async function idsIn(index: string): Promise<readonly string[]> {
      const response = await desk.ask('POST', `/${index}/_search`, { size: 5_000, query: { match_all: {} } });
      const hits = valueAt(response, '/hits/hits');
      return (Array.isArray(hits) ? (hits as readonly JsonValue[]) : [])
        .filter(isObject)
        .map((hit) => String(hit['_id']));
    }
  });
}
