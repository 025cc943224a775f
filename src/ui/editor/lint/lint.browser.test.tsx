import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { lintRulesStream } from '#domain/commands';
import { openLog } from '#domain/log';
import { ClusterError, requestOf } from '#domain/ports';
import { openDocument } from '../../../machines/document-session.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { openTestDraft, type TestDraft } from '../../testing/open-test-draft.ts';
import { addingSettings, answering, openTestIndex } from '../../testing/open-test-index.ts';
import { TEST_CLOCK } from '../../testing/test-clock.ts';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const MAPPINGS = {
  properties: {
    created_at: { type: 'keyword' },
    updated_at: { type: 'text' },
    order_id: { type: 'long' },
    name: { type: 'text' },
  },
};
const pane = page.getByRole('region', { name: 'Lint', exact: true });
const status = pane.getByRole('status');
const rule = (title: string) => pane.getByRole('region', { name: title });
const findings = (title: string) => rule(title).getByRole('listitem');
const openDraft = () => openTestDraft(MAPPINGS, { search: '?tab=lint' });

/** An engine that counts how often fields are used. */
const COUNTING = { distribution: 'elasticsearch', version: '8.17.0' } as const;

describe('findings of lint', () => {
  it('are listed by rule, with the reason, the place and what was seen', async () => {
    await openDraft();
    await expect.element(status).toHaveTextContent('3 findings');
    await expect.element(rule('Date as text')).toHaveTextContent('Warning');
    await expect.element(rule('Date as text')).toHaveTextContent('Text has no order in time');
    await expect
      .element(findings('Date as text').first())
      .toHaveTextContent('created_at It is named like a date, and its type is keyword.');
    await expect.element(rule('Number that is an identifier')).toHaveTextContent('Note');
    await expect.element(rule('Date as text').getByRole('link', { name: 'Documentation' })).toBeVisible();
    await expectAccessible();
  });

  it('are fixed one by one, and taken back by undo', async () => {
    const draft = await openDraft();
    await userEvent.click(pane.getByRole('button', { name: 'Change the type to Date: created_at' }));
    await expect.element(status).toHaveTextContent('2 findings');
    await expect.poll(draft.body).toMatchObject({ properties: { created_at: { type: 'date' } } });
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(status).toHaveTextContent('3 findings');
    await expect.poll(draft.body).toEqual(MAPPINGS);
  });

  it('of one rule are fixed at once, as one step', async () => {
    const draft = await openDraft();
    const before = (await draft.events()).length;
    await userEvent.click(rule('Date as text').getByRole('button', { name: 'Fix 2 fields' }));
    await expect.element(status).toHaveTextContent('1 finding');
    await expect.poll(async () => (await draft.events()).length).toBe(before + 1);
    expect((await draft.events()).at(-1)?.summary).toBe('Fix 2 fields: Date as text');
    expect(rule('Date as text').elements()).toEqual([]);
  });

  it('of one rule with several severities have each its own, with its release note, and are counted by field', async () => {
    const refused = { type: 'text', boost: 2, analyzer: 'persian' };
    const several = { type: 'geo_shape', tree: 'quadtree', boost: 2 };
    const target = { distribution: 'elasticsearch', version: '7.17' } as const;
    const draft = await openTestDraft(
      { properties: { changed: { type: 'text', analyzer: 'persian' }, refused, several } },
      { search: '?tab=lint', target },
    );
    const upgrade = rule('Breaks with an upgrade');
    const finding = (words: string) => upgrade.getByRole('listitem').filter({ hasText: words });
    await expect.element(upgrade).toBeVisible();
    const heading = upgrade.getByRole('heading').element().parentElement;
    expect(heading?.textContent).toContain('Error');
    expect(upgrade.getByRole('link', { name: 'Documentation', exact: true }).elements()).toEqual([]);
    for (const [words, severity, address] of [
      ['refused Elasticsearch 9.5: The boost', 'Error', /mapping-boosts$/],
      ['several Elasticsearch 9.5: Parameters of prefix trees', 'Error', /geo-shape-strategy$/],
      ['changed Elasticsearch 9.5: The persian', 'Warning', /900-breaking-changes$/],
    ] as const) {
      await expect.element(finding(words).getByText(severity, { exact: true })).toBeVisible();
      await expect
        .element(finding(words).getByRole('link', { name: /^Documentation: / }))
        .toHaveAttribute('href', expect.stringMatching(address));
    }
    await userEvent.click(upgrade.getByRole('button', { name: 'Fix 2 fields' }));
    await expect.poll(draft.body).toEqual({
      properties: {
        changed: { type: 'text', analyzer: 'persian' },
        refused: { type: 'text', analyzer: 'persian' },
        several: { type: 'geo_shape' },
      },
    });
    expect((await draft.events()).at(-1)?.summary).toBe('Fix 2 fields: Breaks with an upgrade');
  });

  it('lead to their field', async () => {
    await openDraft();
    await userEvent.click(pane.getByRole('button', { name: 'Show field order_id' }));
    await expect.element(page.getByRole('tab', { name: 'Mapped fields' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('textbox', { name: 'Field name' })).toHaveValue('order_id');
  });

  it('of rules that are off by default are listed on request', async () => {
    await openDraft();
    await userEvent.click(pane.getByText('Keyword without ignore_above', { exact: true }).last());
    await expect.element(rule('Keyword without ignore_above')).toHaveTextContent('created_at');
    await expect.element(status).toHaveTextContent('4 findings');
    await userEvent.click(pane.getByText('Keyword without ignore_above', { exact: true }).last());
    await expect.element(status).toHaveTextContent('3 findings');
  });

  it('of a template are found among the other templates of its cluster', async () => {
    const server = testServer();
    for (const name of ['first', 'second'])
      await server.ask('PUT', ['_index_template', name], {
        index_patterns: [name === 'first' ? 'logs-*' : 'logs-app-*'],
        priority: name === 'first' ? 200 : 100,
        template: { mappings: MAPPINGS },
      });
    await openTestConsole('/edit_template/second?tab=lint', await testServices(undefined, { http: server.http }));
    await expect.element(rule('Templates that overlap')).toHaveTextContent('first');
  });

  it.each([
    [40 * 24, false],
    [1, true],
  ])(
    'of a live index name what nobody used in the last %s hours, and since when that is known',
    async (hours, isShort) => {
      const since = Date.parse(TEST_CLOCK.now()) - hours * 60 * 60 * 1_000;
      const shard = { tracking_started_at_millis: since, stats: { fields: { 'name.raw': { any: 3 } } } };
      const usage = { _shards: { failed: 0 }, logs: { shards: [shard] } };
      const server = testServer({ says: COUNTING, between: answering({ _field_usage_stats: () => usage }) });
      const raw = { raw: { type: 'keyword', ignore_above: 256 } };
      const properties = { name: { type: 'text', fields: raw }, title: { type: 'text', fields: raw } };
      await openTestIndex('/mapping?tab=lint', { server, mappings: { properties } });
      const unused = rule('Keyword of a text that nobody uses');
      await expect.element(status).toHaveTextContent('No findings');
      await userEvent.click(pane.getByRole('button', { name: 'Look at usage' }));
      await expect.element(unused).toHaveTextContent('title.raw It was not used once since its shards were started.');
      expect(unused.element().textContent).not.toContain('name.raw');
      await expect.element(pane.getByText('Uses of fields are counted since')).toBeVisible();
      expect(pane.getByText('That is less than 30 days ago').elements()).toHaveLength(isShort ? 1 : 0);
    },
  );

  it('ask how often fields are used on request alone, and say once that the cluster refuses it', async () => {
    let asked = 0;
    const server = testServer({
      says: COUNTING,
      between: answering({
        _field_usage_stats(call) {
          asked++;
          throw new ClusterError('forbidden', 'is unauthorized', { status: 403, request: requestOf(call) });
        },
      }),
    });
    const raw = { raw: { type: 'keyword' } };
    const properties = { name: { type: 'text', fields: raw }, created_at: { type: 'keyword' } };
    await openTestIndex('/mapping?tab=lint', { server, mappings: { properties } });
    await expect.element(status).toHaveTextContent('1 finding');
    await expect.element(pane.getByText('It needs the index privilege “manage”.')).toBeVisible();
    expect(asked).toBe(0);
    await userEvent.click(pane.getByRole('button', { name: 'Look at usage' }));
    const refusal = pane.getByText('How often fields are used can’t be read: ');
    await expect.element(refusal).toBeVisible();
    expect(asked).toBe(1);
    await userEvent.click(pane.getByRole('button', { name: 'Change the type to Date: created_at' }));
    await expect.element(status).toHaveTextContent('No findings');
    await userEvent.click(page.getByRole('tab', { name: 'Mapped fields' }));
    await userEvent.click(page.getByRole('tab', { name: 'Lint' }));
    await expect.element(refusal).toBeVisible();
    expect(asked).toBe(1);
  });

  it('are of the index that is edited: the usage of another one that has its name now is not shown', async () => {
    const server = testServer({ says: COUNTING });
    const mappings = { properties: { created_at: { type: 'keyword' } } };
    await openTestIndex('/mapping?tab=lint', { server, mappings });
    await expect.element(status).toHaveTextContent('1 finding');
    await server.ask('DELETE', ['logs'], {});
    await server.ask('PUT', ['logs'], { mappings });
    await userEvent.click(pane.getByRole('button', { name: 'Look at usage' }));
    await expect
      .element(pane.getByText('How often fields are used can’t be read: '))
      .toHaveTextContent('"logs" is another index now: the one that was meant has been deleted.');
  });

  it.each([
    ['', {}, '2 findings'],
    [', and not by those of another one that has its name now', { 'index.uuid': 'another' }, '1 finding'],
  ])('go by the settings of the index%s', async (_of, other, count) => {
    const limit = { 'index.mapping.total_fields.limit': '1' };
    const server = testServer({ between: addingSettings({ ...limit, ...other }) });
    await openTestIndex('/mapping?tab=lint', { server, mappings: { properties: { created_at: { type: 'keyword' } } } });
    await expect.element(status).toHaveTextContent(count);
  });

  it('say of which rules nothing is known', async () => {
    await openDraft();
    await expect.element(pane.getByText('without data')).toBeVisible();
  });
});

describe('a rule that is switched off', () => {
  const RULE = 'Date as text';
  const off = pane.getByRole('region', { name: 'Switched off', exact: true });
  const dialog = page.getByRole('dialog', { name: `Switch off “${RULE}”` });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  const submit = dialog.getByRole('button', { name: 'Switch off', exact: true });
  const isRead = async ({ services, stream }: TestDraft) => openLog(await services.store.read(lintRulesStream(stream)));

  async function switchOff(why: string) {
    await userEvent.click(pane.getByRole('button', { name: `Switch off: ${RULE}` }));
    await userEvent.fill(reason, why);
    await userEvent.click(submit);
  }

  it('needs a reason, and is recorded beside the draft with the author, not in it', async () => {
    const draft = await openDraft();
    await expect.element(status).toHaveTextContent('3 findings');
    const before = (await draft.events()).length;
    await userEvent.click(pane.getByRole('button', { name: `Switch off: ${RULE}` }));
    await expect.element(reason).toHaveAttribute('maxlength', '500');
    await userEvent.click(submit);
    await expect.element(dialog).toHaveTextContent('Enter the reason.');
    await expectAccessible();
    await userEvent.fill(reason, '   ');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).toHaveTextContent('Enter the reason.');
    expect((await isRead(draft)).events).toEqual([]);
    await userEvent.fill(reason, ' never compared ');
    await userEvent.keyboard('{Enter}');
    await expect.element(off.getByRole('heading', { name: 'Switched off: 1' })).toBeVisible();
    await expect.element(off.getByRole('listitem')).toHaveTextContent('Date as textnever compared');
    await expect.element(off.getByRole('listitem')).toHaveTextContent(draft.services.author.name);
    await expect.element(status).toHaveTextContent('1 finding');
    expect(rule(RULE).elements()).toEqual([]);
    await expectAccessible();
    await expect.poll(async () => (await isRead(draft)).events.length).toBe(2);
    expect((await isRead(draft)).events.at(-1)).toMatchObject({
      type: 'lintRule.switchedOff',
      author: { id: draft.services.author.id },
      command: { payload: { rule: 'date-as-text', reason: ' never compared ' } },
    });
    expect((await draft.events()).length).toBe(before);
    expect(await draft.body()).toEqual(MAPPINGS);
  });

  it('is switched on again, and undone and redone in the order of all changes', async () => {
    const draft = await openDraft();
    await switchOff('never compared');
    await expect.element(status).toHaveTextContent('1 finding · 1 rule switched off');
    await userEvent.click(pane.getByRole('button', { name: 'Change the type to Keyword: order_id' }));
    await expect.element(status).toHaveTextContent('No findings · 1 rule switched off');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(status).toHaveTextContent('1 finding');
    await expect.element(off).toBeVisible();
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(status).toHaveTextContent('3 findings');
    await expect.element(page.getByText('Undone: Switch lint rule date-as-text off')).toBeVisible();
    expect(off.elements()).toEqual([]);
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.element(status).toHaveTextContent('1 finding');
    await userEvent.click(off.getByRole('button', { name: `Switch on: ${RULE}` }));
    await expect.element(status).toHaveTextContent('3 findings');
    await expect.poll(draft.body).toEqual(MAPPINGS);
  });

  it('stays off after a reload, without marks in the tree, and is seen in the history', async () => {
    const draft = await openTestDraft(MAPPINGS, {
      async prepare(services, stream) {
        const session = await openDocument(services, { stream: lintRulesStream(stream), beginsWith: {} });
        const payload = { rule: 'date-as-text', reason: 'never compared' };
        session.dispatch({ type: 'lintRule.switchOff', payload });
        session.dispatch({
          type: 'lintRule.switchOff',
          payload: { rule: 'rule-of-next-year', reason: 'unknown here' },
        });
        await session.whenSaved();
        session.close();
      },
    });
    await userEvent.click(page.getByRole('tab', { name: 'Lint' }));
    await expect.element(status).toHaveTextContent('1 finding');
    await expect.element(off.getByRole('listitem').nth(1)).toHaveTextContent('rule-of-next-yearunknown here');
    await userEvent.click(off.getByRole('button', { name: 'Switch on: rule-of-next-year' }));
    await expect.element(off.getByRole('heading', { name: 'Switched off: 1' })).toBeVisible();
    await userEvent.click(page.getByRole('tab', { name: 'Mapped fields' }));
    const mark = page.getByRole('row', { name: /^created_at/ }).getByText('Lint', { exact: true });
    await userEvent.click(page.getByRole('button', { name: 'Show history' }));
    const history = page.getByRole('complementary', { name: 'History' });
    await userEvent.click(history.getByText('Lint rules: 3 changes'));
    const steps = history.getByRole('list', { name: 'Changes of lint rules, newest first' }).getByRole('listitem');
    await expect.element(steps.first()).toHaveTextContent('Switch lint rule rule-of-next-year on');
    await expect.element(steps.last()).toHaveTextContent('Switch lint rule date-as-text off');
    expect(mark.elements()).toEqual([]);
    const session = draft.services.documents.all().find(({ stream }) => stream === lintRulesStream(draft.stream));
    session?.dispatch({ type: 'lintRule.switchOn', payload: { rule: 'date-as-text' } });
    await expect.element(mark).toBeVisible();
  });

  it('of a live index changes nothing of its mapping', async () => {
    const { store, mappings } = await openTestIndex('/mapping?tab=lint', { mappings: MAPPINGS });
    await switchOff('never compared');
    await expect.element(off.getByRole('heading', { name: 'Switched off: 1' })).toBeVisible();
    const written = async () => (await store.streams()).map(({ stream }) => stream);
    await expect.poll(written).toContainEqual(expect.stringMatching(/^lint_rules\/index\/.+\/logs\/.+$/));
    expect((await written()).filter((stream) => stream.startsWith('index/'))).toEqual([]);
    expect(await mappings()).toEqual(MAPPINGS);
  });
});

describe('warnings of lint', () => {
  it('are marks of the rows in the tree, which follow the edits; notes are not', async () => {
    await openTestDraft(MAPPINGS);
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    const mark = (name: string) => row(name).getByText('Lint', { exact: true });
    await expect.element(mark('created_at')).toHaveAttribute('title', expect.stringContaining('named like a date'));
    expect(mark('order_id').elements()).toEqual([]);
    await userEvent.click(page.getByRole('tab', { name: 'Lint' }));
    await userEvent.click(pane.getByRole('button', { name: 'Change the type to Date: created_at' }));
    await userEvent.click(page.getByRole('tab', { name: 'Mapped fields' }));
    await expect.element(mark('updated_at')).toBeVisible();
    expect(mark('created_at').elements()).toEqual([]);
  });

  it('leave a field as soon as it is changed, and no other', async () => {
    const { services, stream } = await openTestDraft(MAPPINGS);
    const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
    const mark = (name: string) => row(name).getByText('Lint', { exact: true });
    await expect.element(mark('created_at')).toBeVisible();
    const session = services.documents.all().find((each) => each.stream === stream);
    session?.dispatch({ type: 'field.edit', payload: { field: '/properties/created_at', set: { type: 'date' } } });
    // Long before the rules are checked again.
    for (let frame = 0; frame < 6; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    await expect.element(row('created_at')).toHaveTextContent('Date');
    expect(mark('created_at').elements()).toEqual([]);
    await expect.element(mark('updated_at')).toBeVisible();
  });
});
