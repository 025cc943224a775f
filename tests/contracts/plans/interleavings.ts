import {
  deepEqual,
  formatJson,
  member,
  objectMember,
  parseJson,
  valueAt,
  type JsonObject,
  type JsonValue,
} from '#domain/json';
import { canUndo } from '#domain/plan';
import { ClusterError, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { randomFrom, type Random } from '../../../src/fuzz/generate/random.ts';
import { RequestError } from '../../../src/server/console/errors.ts';
import type { PlanProposal, PlanView } from '../../../src/server/console/plans.ts';
import { InterposedGateway } from './interposed-gateway.ts';
import { PlanDesk } from './plan-desk.ts';

const [INDEX, NEXT, CLONE, ALIAS] = ['mixed-logs', 'mixed-logs-v2', 'mixed-logs-old', 'mixed-current'];
const [TEMPLATE, EXTRA] = ['mixed-template', 'mixed-extra'];
const ROLLED = ['mixed-rolled-000001', 'mixed-rolled-000002', 'mixed-rolled-000003'] as const;
const DOCUMENTS = 8;
const MAPPINGS = { properties: { level: { type: 'text' }, n: { type: 'long' } } };
const NEW_MAPPINGS = { properties: { level: { type: 'keyword' }, n: { type: 'long' } } };
const templateOf = (type: string) => ({
  index_patterns: ['mixed-rolled-0*'],
  priority: 903,
  template: { mappings: { properties: { a: { type } } } },
});

/** What a plan is about: each is one way to replace or make an index. */
const STORIES = [
  'alias',
  'name',
  'alias, taking writes',
  'name, taking writes',
  'clone',
  'shrink',
  'split',
  'rollover',
] as const;
type Story = (typeof STORIES)[number];
/** What somebody else does between two requests. */
const DEEDS = [
  'lift',
  'write',
  'lift and write',
  'lift, write and block',
  'create',
  'replace',
  'alias',
  'template',
] as const;
type Deed = (typeof DEEDS)[number];

/** The latest request before which somebody acts, or a server is killed; plans of these sizes send fewer than twice as many. */
const MOST_REQUESTS = 60;
const MOST_MOMENTS = 30;
const MOST_DEEDS = 3;
/** How often a plan that was killed or has stopped is resumed. */
const RESUMES = 2;

/** What came of one interleaving. */
export interface Interleaved {
  readonly seed: number;
  readonly story: Story;
  /** Deeds that were done, and before which request. */
  readonly deeds: readonly string[];
  readonly wasKilled: boolean;
  /** How the plan ended; `refused` where there was none to make. */
  readonly state: string;
  /** What the plan said where it stopped. */
  readonly reasons: readonly string[];
  /** Documents whose writes came between the last look and the swap, and went with the index. */
  readonly lostInGap: number;
  /** From the last look to the answer of the swap, in ms, where the plan says it. */
  readonly gapMs: number | undefined;
  /** What must not be: documents that are lost, and plans that are done with something else than was approved. */
  readonly faults: readonly string[];
}

/** A plan, a second actor who acts between its requests, and a server that may be killed; all by one seed. */
export async function runInterleaving(gateway: ClusterGateway, seed: number): Promise<Interleaved> {
  const random = randomFrom(seed);
  const story = random.pick(STORIES);
  const other = new PlanDesk(gateway);
  // A comparison reads a sample, which has none of what was written in a large index.
  const between = new InterposedGateway(random.below(2) === 0 ? gateway : withoutSamples(gateway));
  const moment = random.below(2) === 0 ? 1 + random.below(MOST_MOMENTS) : null;
  const desk = new PlanDesk(between, moment === null ? null : { moment, isSent: random.below(2) === 0 });
  await prepare(other);
  const actor = new SecondActor(other, story);
  const planned = drawDeeds(random);
  let view: PlanView;
  try {
    view = await propose(desk, story);
  } catch (error) {
    if (desk.wasKilled) {
      await desk.restart();
      view = await propose(desk, story);
    } else if (error instanceof RequestError) {
      // The cluster lacks what such a plan needs.
      return {
        seed,
        story,
        deeds: [],
        wasKilled: false,
        state: 'refused',
        reasons: [],
        lostInGap: 0,
        gapMs: undefined,
        faults: [],
      };
    } else throw error;
  }
  const before = await aliasesOf(other, INDEX);
  between.arm(async (call, sent) => {
    for (const deed of planned.get(sent) ?? []) await actor.act(deed, call);
    actor.watch(call);
  });
  view = await desk.act(view.id, 'approve');
  for (let resumes = 0; resumes < RESUMES; resumes++) {
    if (desk.wasKilled) await desk.restart();
    view = await desk.get(view.id);
    if (view.plan.state === 'proposed') view = await desk.act(view.id, 'approve');
    else if (view.plan.state === 'paused' || view.plan.state === 'stopped') view = await desk.act(view.id, 'resume');
  }
  if (desk.wasKilled) await desk.restart();
  view = await desk.get(view.id);
  const isUndone = random.below(3) === 0 && canUndo(view.plan);
  const reached = view.plan.state;
  const reasons = view.plan.steps.flatMap(({ error }) => error?.message ?? []);
  const faults = [...(reached === 'done' ? await faultsOfDone(view, { story, other, actor, before }) : [])];
  if (isUndone) view = await desk.act(view.id, 'undo');
  between.arm();
  const missing = await missingOf(other, actor, view);
  faults.push(...missing.faults);
  const gapMs = view.plan.steps.map(({ result }) => member(result ?? {}, 'gapMs')).find((ms) => typeof ms === 'number');
  return {
    ...{ seed, story, deeds: actor.done, wasKilled: moment !== null, reasons, lostInGap: missing.inGap, gapMs, faults },
    state: isUndone ? `${reached}, then ${view.plan.state}` : reached,
  };
}

/** The same cluster, where the documents that a comparison would read are none. A copy reads them shard by shard. */
function withoutSamples(gateway: ClusterGateway): ClusterGateway {
  const isSample = ({ path, query, body }: ClusterCall) =>
    path.at(-1) === '_search' &&
    query?.['preference'] === undefined &&
    body !== undefined &&
    Number(valueAt(parseJson(body), '/size')) > 1;
  return {
    send: (call) =>
      isSample(call) ? Promise.resolve({ status: 200, headers: {}, body: '{"hits":{"hits":[]}}' }) : gateway.send(call),
  };
}

function drawDeeds(random: Random): ReadonlyMap<number, readonly Deed[]> {
  const planned = new Map<number, readonly Deed[]>();
  for (let count = 1 + random.below(MOST_DEEDS); count > 0; count--) {
    const at = random.below(MOST_REQUESTS);
    planned.set(at, [...(planned.get(at) ?? []), random.pick(DEEDS)]);
  }
  return planned;
}

/** Somebody with a client of their own, who keeps a ledger of each write that the cluster has confirmed. */
class SecondActor {
  readonly done: string[] = [];
  /** Values by id, as last confirmed, and whether that came between the last look and the swap. */
  readonly ledger = new Map<string, { readonly value: number; readonly isInGap: boolean }>();
  /** Whether something was changed so late that no plan could see it. */
  hasActedLate = false;
  #wasSwapped = false;
  #written = 0;

  constructor(
    private readonly desk: PlanDesk,
    private readonly story: Story,
  ) {
    for (let n = 0; n < DOCUMENTS; n++) this.ledger.set(String(n), { value: n, isInGap: false });
  }

  /** Told each request of the plan before it is sent. */
  watch(call: ClusterCall): void {
    if (isSwap(call) || (isResize(this.story) && isRestoring(call))) this.#wasSwapped = true;
  }

  async act(deed: Deed, call: ClusterCall): Promise<void> {
    const isInGap = isSwap(call) || (isResize(this.story) && isRestoring(call));
    if (isInGap || this.#wasSwapped) this.hasActedLate = true;
    this.done.push(`${deed} before ${call.method} ${call.path.join('/')}`);
    const lift = () => this.desk.tryAsk('PUT', `/${INDEX}/_settings`, { 'index.blocks.write': null });
    switch (deed) {
      case 'lift':
        await lift();
        return;
      case 'write':
        return this.#write(isInGap);
      case 'lift and write':
        await lift();
        return this.#write(isInGap);
      case 'lift, write and block':
        await lift();
        await this.#write(isInGap);
        await this.desk.tryAsk('PUT', `/${INDEX}/_block/write`);
        return;
      case 'create':
        for (const index of this.story.startsWith('name') ? [NEXT, CLONE] : [NEXT])
          await this.desk.tryAsk('PUT', `/${index}`, { mappings: MAPPINGS });
        return;
      case 'replace':
        return this.#replace();
      case 'alias':
        await this.desk.tryAsk('POST', '/_aliases', { actions: [{ add: { index: INDEX, alias: EXTRA } }] });
        return;
      case 'template':
        await this.desk.tryAsk('PUT', `/_index_template/${TEMPLATE}`, templateOf('long'));
        return;
    }
  }

  /** Writes a new document, or a new value of one that is there, under the name that clients use. */
  async #write(isInGap: boolean): Promise<void> {
    this.#written += 1;
    const id = this.#written % 2 === 1 ? String(this.#written % DOCUMENTS) : `late-${this.#written}`;
    const value = 1_000 + this.#written;
    const name = this.story === 'rollover' ? ROLLED[0] : this.story.startsWith('name') ? INDEX : ALIAS;
    const answer = await this.desk.tryAsk('PUT', `/${name}/_doc/${id}`, { n: value, level: 'late' });
    if (answer !== null && name !== ROLLED[0]) this.ledger.set(id, { value, isInGap });
  }

  /** Deletes the new index and makes one of the same name, as long as clients do not use it. */
  async #replace(): Promise<void> {
    const aliases = await aliasesOf(this.desk, NEXT);
    if (aliases === null || Object.keys(aliases).length > 0) return;
    await this.desk.tryAsk('DELETE', `/${NEXT}`);
    await this.desk.tryAsk('PUT', `/${NEXT}`, { mappings: MAPPINGS });
  }
}

function isSwap({ method, path }: ClusterCall): boolean {
  return method === 'POST' && (path[0] === '_aliases' || path.at(-1) === '_rollover');
}

/** The last request of a resize that lets its source take writes again. */
function isRestoring({ method, path }: ClusterCall): boolean {
  return method === 'PUT' && path.join('/') === `${INDEX}/_settings`;
}

function isResize(story: Story): boolean {
  return story === 'clone' || story === 'shrink' || story === 'split';
}

async function prepare(desk: PlanDesk): Promise<void> {
  for (const index of [INDEX, NEXT, CLONE, ...ROLLED]) {
    await desk.tryAsk('DELETE', `/${index}`);
  }
  await desk.tryAsk('DELETE', `/_index_template/${TEMPLATE}`);
  await desk.ask('PUT', `/_index_template/${TEMPLATE}`, templateOf('keyword'));
  await desk.ask('PUT', `/${INDEX}`, {
    settings: { number_of_shards: 2, number_of_replicas: 0 },
    mappings: MAPPINGS,
    aliases: { [ALIAS]: { is_write_index: true } },
  });
  await desk.ask('PUT', `/${ROLLED[0]}`, { aliases: { 'mixed-rolled': { is_write_index: true } } });
  for (let n = 0; n < DOCUMENTS; n++) await desk.ask('PUT', `/${INDEX}/_doc/${n}`, { n, level: 'info' });
}

function propose(desk: PlanDesk, story: Story): Promise<PlanView> {
  return desk.propose(proposalOf(story));
}

function proposalOf(story: Story): PlanProposal {
  switch (story) {
    case 'alias':
    case 'alias, taking writes':
      return { name: INDEX, replaceIndex: { newIndex: NEXT, mappings: NEW_MAPPINGS, takesWrites: story !== 'alias' } };
    case 'name':
    case 'name, taking writes': {
      const takesWrites = story !== 'name';
      return { name: INDEX, replaceIndex: { newIndex: NEXT, cloneAs: CLONE, mappings: NEW_MAPPINGS, takesWrites } };
    }
    case 'clone':
      return { name: INDEX, resize: { method: 'clone', newIndex: NEXT, allowsWrites: true } };
    case 'shrink':
      return { name: INDEX, resize: { method: 'shrink', newIndex: NEXT, settings: { 'index.number_of_shards': 1 } } };
    case 'split':
      return { name: INDEX, resize: { method: 'split', newIndex: NEXT, settings: { 'index.number_of_shards': 4 } } };
    case 'rollover': {
      const template = { kind: 'index_template', name: TEMPLATE, body: templateOf('ip') } as const;
      return { name: 'mixed-rolled', rollover: { template } };
    }
  }
}

interface Done {
  readonly story: Story;
  readonly other: PlanDesk;
  readonly actor: SecondActor;
  readonly before: JsonObject | null;
}

/** What of a cluster is not as a plan that is done says, where nobody acted after the plan's last look. */
async function faultsOfDone({ plan }: PlanView, { story, other, actor, before }: Done): Promise<readonly string[]> {
  if (actor.hasActedLate) return [];
  const faults: string[] = [];
  const expectEqual = (what: string, found: JsonValue | undefined | null, wanted: JsonValue) => {
    if (!deepEqual(found ?? null, wanted))
      faults.push(`${what} is ${formatJson(found ?? null)}, not ${formatJson(wanted)}`);
  };
  if (story === 'rollover') {
    const template = await other.ask('GET', `/_index_template/${TEMPLATE}`);
    const at = '/index_templates/0/index_template/template/mappings/properties/a/type';
    expectEqual('the type in the template', valueAt(template, at), 'ip');
    const to = String(member(plan.steps.at(-1)?.result ?? {}, 'to'));
    const mapping = await other.tryAsk('GET', `/${to}/_mapping`);
    expectEqual('the type in the new index', valueAt(mapping, `/${to}/mappings/properties/a/type`), 'ip');
    return faults;
  }
  const settings = objectMember(await other.ask('GET', `/${NEXT}/_settings?flat_settings=true`), NEXT);
  const shards = { clone: '2', shrink: '1', split: '4' } as const;
  const resized = story === 'clone' || story === 'shrink' || story === 'split';
  expectEqual(
    'the number of shards',
    member(objectMember(settings ?? {}, 'settings') ?? {}, 'index.number_of_shards'),
    resized ? shards[story] : '2',
  );
  const mapping = await other.ask('GET', `/${NEXT}/_mapping`);
  expectEqual('the type', valueAt(mapping, `/${NEXT}/mappings/properties/level/type`), resized ? 'text' : 'keyword');
  if (resized) return faults;
  const own = story.startsWith('name') ? { [INDEX]: {} } : {};
  expectEqual('the aliases of the new index', await aliasesOf(other, NEXT), { ...own, ...before });
  if (!story.startsWith('name')) expectEqual('the aliases of the old index', await aliasesOf(other, INDEX), {});
  return faults;
}

/** Confirmed documents that clients do not find, and the plan does not name. */
async function missingOf(
  other: PlanDesk,
  { ledger }: SecondActor,
  { plan }: PlanView,
): Promise<{ readonly faults: readonly string[]; readonly inGap: number }> {
  const reached = await documentsOf(other, ALIAS);
  const everywhere = [reached, ...(await Promise.all([INDEX, CLONE, NEXT].map((index) => documentsOf(other, index))))];
  const missing = [...ledger].filter(([id, { value }]) => reached.get(id) !== value);
  const lost = missing.filter(([id, { value }]) => everywhere.every((documents) => documents.get(id) !== value));
  const inGap = lost.filter(([, { isInGap }]) => isInGap);
  const left = plan.left?.writes ?? 0;
  const faults = lost
    .filter(([, { isInGap }]) => !isInGap)
    .map(([id, { value }]) => `document ${id} with ${value} is lost`);
  const notReached = missing.length - inGap.length;
  // Found right after the swap, and said: the plan is not done.
  const isReplaced = plan.steps.some(({ error }) => error?.message.includes('deleted and created again') === true);
  if (notReached > left && !isReplaced)
    faults.push(`${notReached} documents are not reached by clients, and the plan names ${left}`);
  return { faults, inGap: inGap.length };
}

async function documentsOf(desk: PlanDesk, name: string): Promise<ReadonlyMap<string, number>> {
  if ((await desk.tryAsk('POST', `/${name}/_refresh`)) === null) return new Map();
  const response = await desk.ask('POST', `/${name}/_search`, { size: 1_000, query: { match_all: {} } });
  const hits = valueAt(response, '/hits/hits') as unknown as readonly { _id: string; _source: { n: number } }[];
  return new Map(hits.map(({ _id, _source: { n } }) => [_id, n]));
}

async function aliasesOf(desk: PlanDesk, index: string): Promise<JsonObject | null> {
  try {
    return objectMember(objectMember(await desk.ask('GET', `/${index}/_alias`), index) ?? {}, 'aliases') ?? null;
  } catch (error) {
    if (error instanceof ClusterError && error.status === 404) return null;
    throw error;
  }
}
