import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatJson, objectMember, valueAt, type JsonObject } from '#domain/json';
import { openLog } from '#domain/log';
import type { ClusterCall } from '#domain/ports';
import type { PlanView } from '../../../src/server/console/plans.ts';
import { InterposedGateway } from './interposed-gateway.ts';
import { PlanDesk } from './plan-desk.ts';
import type { PlanCluster } from './plans.contract.ts';

const [INDEX, NEXT, CLONE, ALIAS] = ['among-logs', 'among-logs-v2', 'among-logs-old', 'among-current'];
const [ROLLED, TEMPLATE] = ['among-rolled', 'among-template'];
const DOCUMENTS = 12;
const MAPPINGS = { properties: { level: { type: 'text' }, n: { type: 'long' } } };
const NEW_MAPPINGS = { properties: { level: { type: 'keyword' }, n: { type: 'long' } } };
const SETTINGS = { number_of_shards: 2, number_of_replicas: 0 };
const TEMPLATE_BODY = {
  index_patterns: [`${ROLLED}-0*`],
  priority: 901,
  template: { mappings: { properties: { a: { type: 'keyword' } } } },
};
const PLANNED_BODY = { ...TEMPLATE_BODY, template: { mappings: { properties: { a: { type: 'ip' } } } } };
const OTHER_BODY = { ...TEMPLATE_BODY, priority: 902 };

const isSwap = ({ path }: ClusterCall) => path[0] === '_aliases';
const isClone = ({ path }: ClusterCall) => path.includes('_clone');
const isCreation = ({ method, path }: ClusterCall) => method === 'PUT' && path.join('/') === NEXT;
const isTemplate = ({ method, path }: ClusterCall) => method === 'PUT' && path[0] === '_index_template';
const isRollover = ({ path }: ClusterCall) => path.at(-1) === '_rollover';
const isRefreshOf = (index: string) => (call: ClusterCall) => call.path.join('/') === `${index}/_refresh`;
const isReading = (path: string) => (call: ClusterCall) => call.method === 'GET' && call.path.join('/') === path;

/** What plans do where somebody else changes the same things meanwhile. */
export function describePlansAmongOthers(
  name: string,
  open: () => Promise<PlanCluster | { readonly missing: string }>,
  { timeoutMs = 60_000 }: { readonly timeoutMs?: number } = {},
): void {
  describe(`${name}: plans among others`, { timeout: timeoutMs }, () => {
    let opened: PlanCluster | { readonly missing: string };
    /** What stands between the plan and the cluster. */
    let between: InterposedGateway;
    let desk: PlanDesk;
    /** Somebody else, with a way of their own. */
    let other: PlanDesk;
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
      other = new PlanDesk(opened.gateway);
      between = new InterposedGateway(opened.gateway);
      desk = new PlanDesk(between);
      await clear();
      await other.ask('PUT', `/${INDEX}`, {
        settings: SETTINGS,
        mappings: MAPPINGS,
        aliases: { [ALIAS]: { is_write_index: true } },
      });
      for (let n = 0; n < DOCUMENTS; n++) await other.ask('PUT', `/${INDEX}/_doc/${n}`, { n, level: 'info' });
      await other.ask('POST', `/${INDEX}/_refresh`);
    });

    async function clear(): Promise<void> {
      const rolled = [1, 2, 3].map((number) => `${ROLLED}-00000${number}`);
      for (const index of [INDEX, NEXT, CLONE, ...rolled]) await other.tryAsk('DELETE', `/${index}`);
      await other.tryAsk('DELETE', `/_index_template/${TEMPLATE}`);
    }

    const byAlias = () => desk.propose({ name: INDEX, replaceIndex: { newIndex: NEXT, mappings: NEW_MAPPINGS } });
    const byName = () =>
      desk.propose({ name: INDEX, replaceIndex: { newIndex: NEXT, cloneAs: CLONE, mappings: NEW_MAPPINGS } });
    const byRollover = async () => {
      await other.ask('PUT', `/_index_template/${TEMPLATE}`, TEMPLATE_BODY);
      await other.ask('PUT', `/${ROLLED}-000001`, {
        settings: SETTINGS,
        aliases: { [ROLLED]: { is_write_index: true } },
      });
      const template = { kind: 'index_template', name: TEMPLATE, body: PLANNED_BODY } as const;
      return desk.propose({ name: ROLLED, rollover: { template } });
    };

    const unblock = () => other.ask('PUT', `/${INDEX}/_settings`, { 'index.blocks.write': null });
    const block = () => other.ask('PUT', `/${INDEX}/_block/write`);
    async function writeDespiteTheBlock(): Promise<void> {
      await unblock();
      expect(await other.tryAsk('PUT', `/${INDEX}/_doc/late`, { n: -1 })).not.toBeNull();
    }
    const createNext = (body: JsonObject) => other.ask('PUT', `/${NEXT}`, body);
    const putTemplate = (body: JsonObject) => other.ask('PUT', `/_index_template/${TEMPLATE}`, body);
    async function templateNow(): Promise<unknown> {
      return valueAt(
        await other.ask('GET', `/_index_template/${TEMPLATE}`),
        '/index_templates/0/index_template/priority',
      );
    }

    /** The state of a plan, and what its steps say is wrong. */
    const outcomeOf = ({ plan }: PlanView) => [plan.state, ...plan.steps.flatMap(({ error }) => error?.message ?? [])];
    const stopped = (words: string | RegExp) => [
      'stopped',
      typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
    ];

    describe('a document that is written although the plan has blocked writes', () => {
      it.each([
        ['before the clone', isClone],
        ['while the aliases are looked at', isReading([NEXT, INDEX, CLONE].join(','))],
      ])('stops a swap that would remove the index: %s', async (_, isMeant) => {
        const { id } = await byName();
        const hasActed = between.actBefore(isMeant, async () => {
          await writeDespiteTheBlock();
          await block();
        });
        const view = await desk.act(id, 'approve');
        expect(hasActed()).toBe(true);
        expect(outcomeOf(view)).toEqual(stopped(/written to since it was compared \(1 write\)/));
        expect(await other.tryAsk('GET', `/${INDEX}/_doc/late`)).not.toBeNull();
        expect(Object.keys(await other.ask('GET', `/${INDEX}/_settings`))).toEqual([INDEX]);
      });

      it('stops a swap after an interruption', async () => {
        const { id } = await byName();
        between.lose(isSwap, { isSent: false });
        expect((await desk.act(id, 'approve')).plan.state).toBe('stopped');
        await writeDespiteTheBlock();
        expect(outcomeOf(await desk.act(id, 'resume'))).toEqual(stopped('was lifted while the plan was running'));
        await block();
        expect(outcomeOf(await desk.act(id, 'resume'))).toEqual(stopped('written to since it was compared'));
        expect(await other.tryAsk('GET', `/${INDEX}/_doc/late`)).not.toBeNull();
        // Taken back, clients have all that they wrote.
        expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
        expect(await other.tryAsk('GET', `/${ALIAS}/_doc/late`)).not.toBeNull();
      });

      it('stops the comparison where the block is lifted during the copy, though the sample has none of them', async () => {
        const put = (ids: readonly number[]) =>
          other.gateway.send({
            method: 'POST',
            path: [INDEX, '_bulk'],
            query: { refresh: true },
            body: ids.map((n) => `{"index":{"_id":"more-${n}"}}\n{"n":${n},"level":"info"}\n`).join(''),
          });
        await put(Array.from({ length: 400 }, (_, n) => n));
        const { id } = await byAlias();
        const hasActed = between.actBefore(isRefreshOf(NEXT), async () => {
          await unblock();
          await other.ask('PUT', `/${INDEX}/_doc/more-200`, { n: -1, level: 'late' });
          // What is newest has been written again as it was.
          await put(Array.from({ length: 30 }, (_, n) => n));
          await block();
        });
        const view = await desk.act(id, 'approve');
        expect(hasActed()).toBe(true);
        expect(outcomeOf(view)).toEqual(stopped('written to since its documents began to be copied (31 writes)'));
        expect(Object.keys(await other.ask('GET', `/_alias/${ALIAS}`))).toEqual([INDEX]);
      });

      it('stops where the block alone is lifted, and goes on once it is back', async () => {
        const { id } = await byAlias();
        between.actBefore(isReading(`${NEXT}/_count`), unblock);
        expect(outcomeOf(await desk.act(id, 'approve'))).toEqual(stopped('was lifted while the plan was running'));
        await block();
        expect((await desk.act(id, 'resume')).plan.state).toBe('done');
      });

      it('is counted where it comes with the swap, and its index is kept', async () => {
        const { id } = await byAlias();
        between.actBefore(isSwap, writeDespiteTheBlock);
        const { plan } = await desk.act(id, 'approve');
        expect([plan.state, plan.left]).toEqual(['done', { index: INDEX, writes: 1 }]);
        expect((await desk.list()).find((each) => each.id === id)?.left).toEqual({ index: INDEX, writes: 1 });
        const { events } = openLog(await desk.store.read(`plan/${id}`));
        expect(events.map(({ summary }) => summary)).toContain(`1 write left in ${INDEX}`);
      });

      it('is counted where a lost swap is found to be done', async () => {
        const { id } = await byAlias();
        between.actBefore(isSwap, writeDespiteTheBlock);
        between.lose(isSwap, { isSent: true });
        expect((await desk.act(id, 'approve')).plan.state).toBe('stopped');
        const { plan } = await desk.act(id, 'resume');
        expect([plan.state, plan.left]).toEqual(['done', { index: INDEX, writes: 1 }]);
      });

      it('says how long one could have come unnoticed', async () => {
        const { id } = await byAlias();
        const { plan } = await desk.act(id, 'approve');
        expect(plan.left).toBeUndefined();
        expect(plan.steps.at(-1)?.result).toEqual({ gapMs: expect.any(Number) });
        expect(plan.notes.join(' ')).toContain('one request remains');
      });
    });

    describe('an index that somebody else has made', () => {
      it.each<[string, JsonObject]>([
        ['another mapping', { settings: SETTINGS, mappings: MAPPINGS }],
        [
          'more fields',
          { settings: SETTINGS, mappings: { properties: { ...NEW_MAPPINGS.properties, more: { type: 'ip' } } } },
        ],
        ['other settings', { settings: { ...SETTINGS, number_of_shards: 1 }, mappings: NEW_MAPPINGS }],
        ['more settings', { settings: { ...SETTINGS, refresh_interval: '9s' }, mappings: NEW_MAPPINGS }],
        ['an alias', { settings: SETTINGS, mappings: NEW_MAPPINGS, aliases: { 'among-other': {} } }],
      ])('is not taken for the plan’s own: %s', async (_, body) => {
        const { id } = await byAlias();
        between.lose(isCreation, { isSent: false });
        await desk.act(id, 'approve');
        await createNext(body);
        expect(outcomeOf(await desk.act(id, 'resume'))).toEqual(stopped('is not what was approved'));
        // Nor is it deleted.
        expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
        expect(await other.tryAsk('GET', `/${NEXT}`)).not.toBeNull();
      });

      it('is taken for the plan’s own where it is what was approved', async () => {
        const { id } = await byAlias();
        between.lose(isCreation, { isSent: true });
        await desk.act(id, 'approve');
        expect((await desk.act(id, 'resume')).plan.state).toBe('done');
      });

      it('is not taken for the plan’s own while it was away: created again', async () => {
        const { id } = await byAlias();
        between.actBefore(isReading(`${INDEX}/_count`), async () => {
          await other.ask('DELETE', `/${NEXT}`);
          await createNext({ settings: SETTINGS, mappings: MAPPINGS });
        });
        expect(outcomeOf(await desk.act(id, 'approve'))).toEqual(stopped('was deleted and created again'));
        expect(Object.keys(objectMember(await other.ask('GET', `/${NEXT}/_alias`), NEXT) ?? {})).toEqual(['aliases']);
      });

      it('is seen last, before a resize lets its source take writes again', async () => {
        const { id, plan } = await desk.propose({
          name: INDEX,
          resize: { method: 'clone', newIndex: NEXT, allowsWrites: true },
        });
        expect(plan.steps.at(-1)?.kind).toBe('update_settings');
        const isLook = isReading(`${INDEX}/_settings`);
        let looks = 0;
        // Before the block, twice before the clone, and twice before the block is lifted.
        const hasActed = between.actBefore(
          (call) => isLook(call) && ++looks === 5,
          async () => {
            await other.ask('DELETE', `/${NEXT}`);
            await createNext({ settings: SETTINGS, mappings: MAPPINGS });
          },
        );
        expect(outcomeOf(await desk.act(id, 'approve'))).toEqual(stopped('was deleted and created again'));
        expect(hasActed()).toBe(true);
        expect(await other.tryAsk('PUT', `/${INDEX}/_doc/late`, { n: -1 })).toBeNull();
      });

      it('is not taken for the clone', async () => {
        const { id } = await byName();
        between.lose(isClone, { isSent: false });
        await desk.act(id, 'approve');
        await other.ask('PUT', `/${CLONE}`, { settings: SETTINGS });
        expect(outcomeOf(await desk.act(id, 'resume'))).toEqual(stopped('it was not made of that index'));
        expect(await desk.count(INDEX)).toBe(DOCUMENTS);
        await desk.act(id, 'undo');
        expect(await other.tryAsk('GET', `/${CLONE}`)).not.toBeNull();
      });

      it.each([
        ['the new index', NEXT, () => byAlias()],
        ['the clone', CLONE, () => byName()],
        [
          'the target of a resize',
          NEXT,
          () => desk.propose({ name: INDEX, resize: { method: 'clone', newIndex: NEXT } }),
        ],
      ])('has its name refused when a plan is proposed: %s', async (_, taken, propose) => {
        await other.ask('PUT', `/${taken}`, {});
        await expect(propose()).rejects.toMatchObject({
          statusCode: 409,
          message: `The name "${taken}" is already in use on the cluster.`,
        });
        expect(await desk.list()).toEqual([]);
      });

      it('refuses a rollover of what can’t be rolled over when it is proposed', async () => {
        await expect(desk.propose({ name: 'among-nothing', rollover: {} })).rejects.toMatchObject({ statusCode: 409 });
      });
    });

    describe('an alias that the old index is given with the swap', () => {
      async function stopAfterSwap(): Promise<string> {
        const { id } = await byAlias();
        between.actBefore(isSwap, () => changeExtra('add'));
        expect(outcomeOf(await desk.act(id, 'approve'))).toEqual(stopped('The aliases were swapped, but'));
        return id;
      }
      const changeExtra = (how: 'add' | 'remove') =>
        other.ask('POST', '/_aliases', { actions: [{ [how]: { index: INDEX, alias: 'among-extra' } }] });

      it('stops the plan, which is done once it is removed', async () => {
        const id = await stopAfterSwap();
        expect(outcomeOf(await desk.act(id, 'resume'))).toEqual(stopped('The aliases were swapped, but'));
        await changeExtra('remove');
        expect((await desk.act(id, 'resume')).plan.state).toBe('done');
      });

      it('does not keep the swap from being undone', async () => {
        const id = await stopAfterSwap();
        await changeExtra('remove');
        expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
        expect(Object.keys(await other.ask('GET', `/_alias/${ALIAS}`))).toEqual([INDEX]);
        expect(await other.tryAsk('GET', `/${NEXT}`)).toBeNull();
      });
    });

    describe('a template that somebody else has changed', () => {
      it('is not written over', async () => {
        const { id } = await byRollover();
        await putTemplate(OTHER_BODY);
        expect(outcomeOf(await desk.act(id, 'approve'))).toEqual(stopped('was changed by another client'));
        expect(await templateNow()).toBe(902);
      });

      it('is not written over after an interruption', async () => {
        const { id } = await byRollover();
        between.lose(isTemplate, { isSent: false });
        await desk.act(id, 'approve');
        await putTemplate(OTHER_BODY);
        expect(outcomeOf(await desk.act(id, 'resume'))).toEqual(stopped('was changed by another client'));
        expect(await templateNow()).toBe(902);
      });

      it('right after the plan has is not written over by an undo, which says so', async () => {
        const { id } = await byRollover();
        let wasPut = false;
        between.actBefore(
          (call) => {
            const isNext = wasPut;
            wasPut ||= isTemplate(call);
            return isNext;
          },
          () => putTemplate(OTHER_BODY),
        );
        expect(outcomeOf(await desk.act(id, 'approve'))).toEqual(stopped('was changed by another client'));
        expect((await desk.act(id, 'undo')).plan.state).toBe('undo_stopped');
        expect(await templateNow()).toBe(902);
        await putTemplate(TEMPLATE_BODY);
        expect((await desk.act(id, 'undo')).plan.state).toBe('undone');
      });

      it('stops the rollover', async () => {
        const { id } = await byRollover();
        between.actBefore(isReading(`_alias/${ROLLED}`), () => putTemplate(OTHER_BODY));
        between.lose(isRollover, { isSent: false });
        await desk.act(id, 'approve');
        expect(outcomeOf(await desk.act(id, 'resume'))).toEqual(stopped('was changed by another client'));
        expect(await other.tryAsk('GET', `/${ROLLED}-000002`)).toBeNull();
      });

      it('is said where it comes with the rollover, of which the new index may be made', async () => {
        const { id } = await byRollover();
        between.actBefore(isRollover, () => putTemplate(OTHER_BODY));
        const says = 'may not be made of the approved template';
        expect(outcomeOf(await desk.act(id, 'approve'))).toEqual(stopped(says));
        expect(outcomeOf(await desk.act(id, 'resume'))).toEqual(stopped(says));
        expect(await other.tryAsk('GET', `/${ROLLED}-000002`)).not.toBeNull();
        expect(await other.tryAsk('GET', `/${ROLLED}-000003`)).toBeNull();
        await putTemplate(PLANNED_BODY);
        expect((await desk.act(id, 'resume')).plan.state).toBe('done');
      });

      it('is not written over by an undo', async () => {
        const { id } = await byRollover();
        await desk.act(id, 'approve');
        await putTemplate(OTHER_BODY);
        expect((await desk.act(id, 'undo')).plan.state).toBe('undo_stopped');
        expect(await templateNow()).toBe(902);
      });
    });

    it('lifts a block that not all shards have acknowledged when it is undone, and goes on when it is resumed', async () => {
      let isLate = true;
      const late = new PlanDesk({
        async send(call) {
          const answer = await between.send(call);
          if (!isLate || !call.path.includes('_block')) return answer;
          return { ...answer, body: formatJson({ acknowledged: true, shards_acknowledged: false }) };
        },
      });
      const propose = () =>
        late.propose({ name: INDEX, replaceIndex: { newIndex: NEXT, mappings: NEW_MAPPINGS, allowsWrites: false } });
      const stopAtBlock = async () => {
        const { id } = await propose();
        expect(outcomeOf(await late.act(id, 'approve'))).toEqual(stopped('have acknowledged the block in time'));
        return id;
      };
      expect((await late.act(await stopAtBlock(), 'undo')).plan.state).toBe('undone');
      expect(await other.tryAsk('PUT', `/${INDEX}/_doc/after`, { n: -1 })).not.toBeNull();
      const id = await stopAtBlock();
      isLate = false;
      expect((await late.act(id, 'resume')).plan.state).toBe('done');
    });

    it('does not roll over again what somebody else has rolled over since', async () => {
      const { id } = await byRollover();
      await other.ask('POST', `/${ROLLED}/_rollover`);
      expect(outcomeOf(await desk.act(id, 'approve'))).toEqual(stopped('was rolled over since the plan was made'));
      expect(await other.tryAsk('GET', `/${ROLLED}-000003`)).toBeNull();
    });

    it('stops where the new index was given an alias', async () => {
      const { id } = await byAlias();
      between.actBefore(isReading(`${INDEX}/_count`), () =>
        other.ask('POST', '/_aliases', { actions: [{ add: { index: NEXT, alias: 'among-other' } }] }),
      );
      expect(outcomeOf(await desk.act(id, 'approve'))).toEqual(stopped(`The aliases of "${NEXT}" changed`));
    });
  });
}
