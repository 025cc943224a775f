import { describe, expect, it } from 'vitest';
import { Check } from 'typebox/value';
import { valueAt } from '../json/patch.ts';
import { parseJson } from '../json/text.ts';
import type { JsonObject } from '../json/value.ts';
import { stepOf } from './plan.ts';
import { outcomeOf } from './plan-outcome.ts';
import {
  proposeReplaceIndex,
  type Proposal,
  type ReplaceIndexChoices,
  type ReplaceIndexFacts,
} from './propose-replace-index.ts';
import { proposeResize } from './propose-resize.ts';
import { proposeRollover } from './propose-rollover.ts';
import { callsOf, STEP_INPUTS } from './step-kinds.ts';

const FACTS: ReplaceIndexFacts = {
  target: { distribution: 'elasticsearch', version: '8.19' },
  settings: {
    'index.number_of_shards': '3',
    'index.uuid': 'u',
    'index.creation_date': '1',
    'index.version.created': '8',
    'index.provided_name': 'logs',
    'index.blocks.write': 'true',
    'index.refresh_interval': '5s',
    'index.analysis.analyzer.mine.type': 'custom',
  },
  mappings: { properties: { a: { type: 'keyword' } } },
  aliases: { current: { is_write_index: true, filter: { term: { a: 1 } }, is_hidden: true, later: 9007199254740993n } },
  reindex: { has: true },
};
const CHOICES: ReplaceIndexChoices = { index: 'logs', newIndex: 'logs-v2', takesWrites: false };

function proposed(choices: Partial<ReplaceIndexChoices> = {}, facts: Partial<ReplaceIndexFacts> = {}) {
  const proposal = proposeReplaceIndex({ ...CHOICES, ...choices }, { ...FACTS, ...facts });
  if ('problem' in proposal) throw new Error(proposal.problem);
  return proposal;
}
const kindsOf = ({ steps }: Exclude<Proposal, { problem: string }>) => steps.map(({ kind }) => kind);
const problemOf = (choices: Partial<ReplaceIndexChoices>, facts: Partial<ReplaceIndexFacts> = {}) => {
  const proposal = proposeReplaceIndex({ ...CHOICES, ...choices }, { ...FACTS, ...facts });
  return 'problem' in proposal ? proposal.problem : null;
};

describe('a plan that replaces an index', () => {
  it('copies settings without what engines write and how the old index stands, and takes what was chosen', () => {
    const [create] = proposed({
      settings: { number_of_shards: 1, refresh_interval: null },
      mappings: { properties: { a: { type: 'text' } } },
    }).steps;
    expect(create).toEqual({
      kind: 'create_index',
      input: {
        index: 'logs-v2',
        body: {
          settings: { 'index.number_of_shards': 1, 'index.analysis.analyzer.mine.type': 'custom' },
          mappings: { properties: { a: { type: 'text' } } },
        },
      },
    });
  });

  it.each<readonly [string, Partial<ReplaceIndexChoices>, string]>([
    ['in slices of the shards without a throttle', {}, 'wait_for_completion=false&slices=auto'],
    ['in one slice', { slices: 1 }, 'wait_for_completion=false'],
    [
      'in a number of slices with a throttle',
      { slices: 8, docsPerSecond: 1_000_000_000 },
      'wait_for_completion=false&slices=8&requests_per_second=1000000000',
    ],
  ])('reindexes %s', (_, choices, query) => {
    const step = proposed(choices).steps.find(({ kind }) => kind === 'reindex');
    expect(step && stepOf(step).requests.at(-1)?.path).toBe(`/_reindex?${query}`);
    expect(step && Check(STEP_INPUTS.reindex, step.input)).toBe(true);
  });

  const BARE = { 'index.number_of_replicas': '0', 'index.refresh_interval': '-1' };
  it.each<readonly [string, JsonObject, JsonObject, JsonObject]>([
    [
      'what the index has',
      { 'index.refresh_interval': '5s' },
      BARE,
      { 'index.number_of_replicas': null, 'index.refresh_interval': '5s' },
    ],
    [
      'what was chosen',
      { number_of_replicas: 2, refresh_interval: null },
      BARE,
      { 'index.number_of_replicas': 2, 'index.refresh_interval': null },
    ],
    [
      'replicas that expand',
      { 'index.auto_expand_replicas': '0-1', refresh_interval: null },
      { ...BARE, 'index.auto_expand_replicas': 'false' },
      { 'index.auto_expand_replicas': '0-1', 'index.number_of_replicas': null, 'index.refresh_interval': null },
    ],
  ])('copies without replicas and refresh, and sets %s before the comparison', (_, settings, bare, asked) => {
    const fast = proposed({ settings, fastCopy: true });
    expect(valueAt(fast.steps[0]?.input, '/body/settings')).toMatchObject(bare);
    expect(kindsOf(fast).slice(2, 5)).toEqual(['reindex', 'update_settings', 'compare']);
    expect(fast.steps[3]).toEqual({
      kind: 'update_settings',
      input: { index: 'logs-v2', settings: asked, expects: bare },
    });
    expect(fast.notes).toContainEqual(expect.stringContaining('no replicas and no refresh until'));
    expect(proposed({ settings }).notes.join()).not.toContain('no refresh');
    expect(kindsOf(proposed({ settings }))).not.toContain('update_settings');
  });

  it('says which settings an index lacks until the step that sets them is done, or the index is gone', () => {
    const steps = proposed({ fastCopy: true, allowsWrites: true }).steps.map(stepOf);
    const unsetWhere = (...states: readonly ('done' | 'failed' | 'undone')[]) =>
      outcomeOf({
        kind: 'replace_index',
        steps: steps.map((step, at) => ({ ...step, state: states[at] ?? 'pending' })),
      }).unset;
    const unset = [
      { index: 'logs-v2', settings: { 'index.number_of_replicas': null, 'index.refresh_interval': '5s' } },
    ];
    expect(unsetWhere()).toEqual([]);
    expect(unsetWhere('done', 'done', 'failed')).toEqual(unset);
    expect(unsetWhere('done', 'done', 'done', 'failed')).toEqual(unset);
    expect(unsetWhere('done', 'done', 'done', 'done')).toEqual([]);
    expect(unsetWhere('undone', 'undone', 'undone', 'undone')).toEqual([]);
  });

  it.each([
    ['logs', { pipeline: 'geoip' }, { dest: { index: 'logs-v2', pipeline: 'geoip' } }, 'content'],
    ['logs', { script: 'ctx.op' }, { script: { lang: 'painless', source: 'ctx.op' } }, 'content'],
    ['logs', { pipeline: 'geoip', leavesOut: true }, { dest: { index: 'logs-v2', pipeline: 'geoip' } }, 'count'],
    ['logs', { leavesOut: true }, { dest: { index: 'logs-v2' } }, undefined],
  ] as const)('of %s with %j, sends that and says what is compared', (index, choices, body, mayDiffer) => {
    const { steps, notes } = proposed(choices);
    const [reindex, compare] = ['reindex', 'compare'].map((kind) => steps.find((step) => step.kind === kind));
    expect(reindex && Check(STEP_INPUTS.reindex, reindex.input)).toBe(true);
    const calls = reindex === undefined ? [] : callsOf(reindex);
    expect(parseJson(calls.at(-1)?.body ?? '')).toMatchObject({ source: { index }, ...body });
    expect(valueAt(compare?.input, '/mayDiffer')).toBe(mayDiffer);
    const said = { content: 'Only the number of documents is compared', count: 'Neither the number of documents nor' };
    expect(notes.filter((note) => /is compared/.test(note))).toEqual(
      mayDiffer === undefined ? [] : [expect.stringContaining(said[mayDiffer])],
    );
  });

  it.each([{ slices: 'auto' }, { docsPerSecond: 5 }, { pipeline: 'geoip' }, { script: 'ctx.op' }] as const)(
    'refuses %j where Mapledger copies',
    (choices) => {
      expect(problemOf(choices, { reindex: { has: false, reason: 'No reindex.' } })).toBe(
        'No reindex. A copy by Mapledger has no slices, no throttle, no pipeline and no script.',
      );
    },
  );

  it('moves aliases with everything that an engine says of them, and can move them back', () => {
    const swap = proposed().steps.at(-1);
    const alias = {
      alias: 'current',
      ...{ is_write_index: true, filter: { term: { a: 1 } }, is_hidden: true, later: 9007199254740993n },
    };
    expect(swap?.input).toMatchObject({
      actions: [{ remove: { index: 'logs', alias: 'current' } }, { add: { index: 'logs-v2', ...alias } }],
      back: [{ remove: { index: 'logs-v2', alias: 'current' } }, { add: { index: 'logs', ...alias } }],
    });
  });

  it.each([
    ['is lost with it', { cloneAs: 'logs-old' }],
    ['stays there, and the plan says so', {}],
  ])('says before the approval that a write in the moment of the swap %s', (words, choices) => {
    expect(proposed(choices).notes.filter((note) => note.includes('can’t swap aliases on a condition'))).toEqual([
      expect.stringContaining(words),
    ]);
  });

  it('clones an index before its name goes to the new one, in one call', () => {
    const proposal = proposed({ cloneAs: 'logs-old' });
    expect(kindsOf(proposal)).toEqual([
      'create_index',
      'block_writes',
      'reindex',
      'compare',
      'resize',
      'update_aliases',
    ]);
    expect(proposal.steps.at(-1)?.input).toMatchObject({
      actions: [
        { remove_index: { index: 'logs' } },
        { add: { index: 'logs-v2', alias: 'logs' } },
        { add: { index: 'logs-v2' } },
      ],
      back: [{ remove: { index: 'logs-v2', alias: 'logs' } }, { add: { index: 'logs-old', alias: 'logs' } }, {}, {}],
      served: 'logs-old',
    });
  });

  it('never copies archived settings, and says which nodes it takes over unless it is told not to', () => {
    const node = 'index.routing.allocation.require._name';
    const settings = {
      ...FACTS.settings,
      'archived.index.old': 'true',
      // Elasticsearch 9 writes it where writes are blocked, and refuses it in a new index.
      'index.verified_read_only': 'true',
      [node]: 'n1',
      'index.routing.allocation.total_shards_per_node': '2',
      'index.routing.allocation.include._tier_preference': 'data_hot',
    };
    const note = expect.stringContaining('where shards may be allocated');
    const plan = proposed({}, { settings });
    const created = valueAt(plan.steps[0]?.input, '/body/settings') as JsonObject;
    expect(Object.keys(created)).not.toContainEqual(expect.stringMatching(/archived|verified/));
    expect(created).toHaveProperty([node], 'n1');
    expect(plan.notes).toContainEqual(
      'logs-v2 takes over where shards may be allocated: index.routing.allocation.require._name (n1), index.routing.allocation.total_shards_per_node (2). Set it to null in the settings to change if its shards may be anywhere.',
    );
    expect(proposed({}, { settings: { ...FACTS.settings, [node]: 'n1' } }).notes).toContainEqual(note);
    expect(
      proposed({ settings: { [node]: null } }, { settings: { ...FACTS.settings, [node]: 'n1' } }).notes,
    ).not.toContainEqual(note);
    expect(proposed().notes).not.toContainEqual(note);
  });

  it('leaves out where shards may be, where that is chosen, and says so; what is changed counts', () => {
    const node = 'index.routing.allocation.require._name';
    const limit = 'index.routing.allocation.total_shards_per_node';
    const tier = 'index.routing.allocation.include._tier_preference';
    const settings = { ...FACTS.settings, [node]: 'n1', [limit]: '2', [tier]: 'data_hot' };
    const plan = proposed({ placement: 'anywhere', settings: { [limit]: 3 } }, { settings });
    const created = valueAt(plan.steps[0]?.input, '/body/settings') as JsonObject;
    expect(created).not.toHaveProperty([node]);
    expect(created).toMatchObject({ [limit]: 3, [tier]: 'data_hot' });
    expect(plan.notes.filter((note) => note.includes('allocated'))).toEqual([
      `logs-v2 takes over where shards may be allocated: ${limit} (3). Set it to null in the settings to change if its shards may be anywhere.`,
      `logs-v2 does not take over where shards may be allocated: ${node} (n1). Its shards may be anywhere.`,
    ]);
    expect(proposed({ placement: 'keep' }, { settings })).toEqual(proposed({}, { settings }));
  });

  it('says what it risks without a block, and blocks before it clones all the same', () => {
    const proposal = proposed({ takesWrites: true, cloneAs: 'logs-old' });
    expect(kindsOf(proposal)).toEqual([
      'create_index',
      'reindex',
      'compare',
      'block_writes',
      'resize',
      'update_aliases',
    ]);
    expect(proposal.notes[0]).toContain('may be missing or out of date');
    expect(proposal.steps[2]?.input).toMatchObject({ mustMatch: false });
    expect(proposed().notes[0]).toContain('are refused');
  });

  it('ends after the comparison where no client reaches the index by an alias', () => {
    const proposal = proposed({}, { aliases: {} });
    expect(kindsOf(proposal)).toEqual(['create_index', 'block_writes', 'reindex', 'compare']);
    expect(proposal.title).toBe('Reindex logs into logs-v2');
    expect(proposal.notes).toContainEqual(
      'logs is not replaced: it has no aliases to swap and keeps its name. Point clients to logs-v2 yourself.',
    );
  });

  const STANDS = {
    own: 'is kept, and stays blocked for writes until you remove the block or undo the plan.',
    lifted:
      'is kept, and takes writes again after the last step. What is written to it from then on is missing in logs-v2.',
  } as const;
  const WAYS = [{ aliases: {} }, {}].flatMap((facts) =>
    [undefined, 'logs-old'].flatMap((cloneAs) =>
      [false, true].flatMap((takesWrites) =>
        [undefined, false, true].flatMap((allowsWrites) =>
          ['false', 'true'].map((blocked) => ({ facts, cloneAs, takesWrites, allowsWrites, blocked })),
        ),
      ),
    ),
  );

  it.each(WAYS)(
    'says what becomes of the index, its name and its block, and leaves no other block: %j',
    ({ facts, cloneAs, takesWrites, allowsWrites, blocked }) => {
      const settings = { ...FACTS.settings, 'index.blocks.write': blocked };
      const proposal = proposed({ cloneAs, takesWrites, allowsWrites }, { ...facts, settings });
      const kept = cloneAs ?? 'logs';
      const hasSwap = kindsOf(proposal).includes('update_aliases');
      expect(proposal.title).toBe(hasSwap ? 'Replace logs with logs-v2' : 'Reindex logs into logs-v2');
      const wasBlocked = blocked === 'true';
      const blocks = !wasBlocked && kindsOf(proposal).includes('block_writes');
      const stands = blocks ? `${kept} ${STANDS[allowsWrites === true ? 'lifted' : 'own']}` : undefined;
      expect(proposal.notes.filter((note) => Object.values(STANDS).some((words) => note.endsWith(words)))).toEqual(
        stands === undefined ? [] : [stands],
      );
      expect(proposal.notes.includes(`Writes were blocked before this plan: ${kept} is kept and stays blocked.`)).toBe(
        wasBlocked,
      );
      const steps = proposal.steps.map((task) => ({
        ...stepOf(task),
        state: 'done' as const,
        ...(task.kind === 'block_writes' && { before: { wasBlocked } }),
      }));
      expect(outcomeOf({ kind: 'replace_index', steps })).toEqual({
        keepsIndex: !hasSwap,
        blocked: blocks && allowsWrites !== true ? [kept] : [],
        unset: [],
      });
    },
  );

  it('takes the block away by a last step that says so and proves its own block', () => {
    const settings = { ...FACTS.settings, 'index.blocks.write': null };
    const last = proposed({ allowsWrites: true }, { aliases: {}, settings }).steps.at(-1);
    expect(last).toEqual({
      kind: 'update_settings',
      input: {
        index: 'logs',
        settings: { 'index.blocks.write': null },
        expects: { 'index.blocks.write': 'true' },
      },
    });
    expect(stepOf(last as never).title).toBe('Allow writes to logs');
  });

  it('copies by itself where the cluster has no reindex, and says why', () => {
    const reindex = { has: false, reason: 'Elasticsearch 9.5.3 has no reindex here.' };
    const proposal = proposed({}, { reindex });
    expect(kindsOf(proposal)).toContain('copy');
    expect(proposal.notes).toContainEqual(expect.stringContaining('Elasticsearch 9.5.3 has no reindex here.'));
    expect(problemOf({ takesWrites: true }, { reindex })).toContain('only while writes are blocked');
  });

  it('does not run the default pipeline a second time', () => {
    const settings = { ...FACTS.settings, 'index.default_pipeline': 'clean', 'index.final_pipeline': 'last' };
    const proposal = proposed({}, { settings });
    expect(proposal.steps[2]?.input).toMatchObject({ skipsPipelines: true });
    expect(stepOf(proposal.steps[2] as never).requests.at(-1)?.body).toContain('"pipeline":"_none"');
    expect(proposal.notes).toContainEqual('The final pipeline last runs again on each document.');
  });

  it.each<[string, Partial<ReplaceIndexChoices>, Partial<ReplaceIndexFacts>, string]>([
    ['a name that no index can have', { newIndex: 'Logs' }, {}, 'lower case'],
    ['its own name', { newIndex: 'logs' }, {}, 'must differ'],
    ['one name for both', { cloneAs: 'logs-v2' }, {}, 'must differ'],
    ['the name of its alias', { newIndex: 'current' }, {}, 'already an alias'],
    ['a backing index', {}, { dataStream: 'logs-web' }, 'roll the stream over'],
    ['an index without sources', {}, { mappings: { _source: { enabled: false } } }, 'does not store _source'],
    ['an index that can’t be read', {}, { settings: { 'index.blocks.read': 'true' } }, 'blocked for reading'],
  ])('is not made for %s', (_, choices, facts, problem) => {
    expect(problemOf(choices, facts)).toContain(problem);
  });
});

describe('other plans', () => {
  it('writes a template before a rollover', () => {
    const template = { kind: 'index_template', name: 'logs', body: { index_patterns: ['logs-*'] } } as const;
    const proposal = proposeRollover({ target: 'logs-web', template }, { writeIndex: 'logs-1', template: null });
    expect('problem' in proposal ? [] : kindsOf(proposal)).toEqual(['put_template', 'rollover']);
    expect('problem' in proposal ? [] : proposal.steps.map(({ input }) => input)).toEqual([
      { ...template, expects: null },
      { target: 'logs-web', expects: 'logs-1' },
    ]);
  });

  it('has every shard on one node before an index shrinks, and does not leave that to the new one', () => {
    const proposal = proposeResize(
      {
        method: 'shrink',
        index: 'logs',
        newIndex: 'small',
        node: 'n1',
        settings: { 'index.number_of_shards': 1 },
        allowsWrites: true,
      },
      { settings: {} },
    );
    if ('problem' in proposal) throw new Error(proposal.problem);
    expect(kindsOf(proposal)).toEqual([
      'block_writes',
      'update_settings',
      'wait_for_shards',
      'resize',
      'wait_for_shards',
      'update_settings',
    ]);
    expect(proposal.steps.at(-1)?.input).toEqual({
      index: 'logs',
      settings: { 'index.routing.allocation.require._name': null, 'index.blocks.write': null },
      expects: { 'index.routing.allocation.require._name': 'n1', 'index.blocks.write': 'true' },
    });
    expect(proposal.notes[0]).toContain('until the last step');
    expect(proposal.steps[3]?.input).toMatchObject({
      body: {
        settings: {
          'index.number_of_shards': 1,
          'index.blocks.write': null,
          'index.routing.allocation.require._name': null,
        },
      },
    });
  });

  it('leaves the source of a resize as it stood: blocked where it was, and on its node', () => {
    const settings = { 'index.blocks.write': 'true', 'index.routing.allocation.require._name': 'n0' };
    const choices = { index: 'logs', newIndex: 'small', allowsWrites: true } as const;
    const clone = proposeResize({ ...choices, method: 'clone' }, { settings });
    expect('problem' in clone ? [] : kindsOf(clone)).toEqual(['resize', 'wait_for_shards']);
    const shrink = proposeResize({ ...choices, method: 'shrink', node: 'n1' }, { settings });
    expect('problem' in shrink ? null : shrink.steps.at(-1)?.input).toEqual({
      index: 'logs',
      settings: { 'index.routing.allocation.require._name': 'n0' },
      expects: { 'index.routing.allocation.require._name': 'n1' },
    });
  });

  it('have steps whose input is of their kind, and that show every request', () => {
    const proposals = [
      proposed({ cloneAs: 'logs-old' }),
      proposeRollover({ target: 'a' }, { writeIndex: 'a-1', template: null }),
      proposeResize({ method: 'clone', index: 'a', newIndex: 'b', allowsWrites: true }, { settings: {} }),
    ];
    for (const proposal of proposals) {
      if ('problem' in proposal) throw new Error(proposal.problem);
      for (const task of proposal.steps) {
        expect([task.kind, Check(STEP_INPUTS[task.kind], task.input)]).toEqual([task.kind, true]);
        expect(stepOf(task).requests.length).toBeGreaterThan(0);
      }
    }
  });
});
