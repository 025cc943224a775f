import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { draftStream, lintRulesStream, switchedOffRules } from '#domain/commands';
import { formatJson, isObject, parseJson, valueAt, type JsonObject, type JsonValue } from '#domain/json';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { memoryUnappliedContent } from '../../../infra/memory-unapplied-content.ts';
import { createDraft } from '../../files/import-draft.ts';
import { DEFAULT_ENGINE } from '../../platform/target-engines.ts';
import { datedTemplates } from '../../testing/dated-templates.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const LOGS = {
  index_patterns: ['logs-*'],
  priority: 7,
  composed_of: ['base', 'ecs'],
  template: { settings: { index: { number_of_shards: '1' } }, aliases: { all: {} } },
  _meta: { by: 'ada' },
};

/** A cluster with templates; its calls are recorded, and can be made to fail after they were done. */
async function cluster(
  answer: (call: ClusterCall) => ReturnType<ClusterGateway['send']> | undefined = () => undefined,
  within: (engine: ClusterGateway) => ClusterGateway = (engine) => engine,
) {
  const calls: ClusterCall[] = [];
  const state = { losesResponses: false };
  const between = (engine: ClusterGateway): ClusterGateway => ({
    async send(call) {
      calls.push(call);
      const response = await (answer(call) ?? within(engine).send(call));
      if (state.losesResponses && call.method === 'PUT')
        throw new ClusterError('cut', 'The response was cut.', { request: requestOf(call) });
      return response;
    },
  });
  const server = testServer({ between });
  await server.ask('PUT', ['_component_template', 'base'], {
    template: { settings: { number_of_replicas: 0 }, mappings: { properties: { message: { type: 'text' } } } },
  });
  await server.ask('PUT', ['_component_template', 'ecs'], {
    template: { mappings: { properties: { message: { type: 'match_only_text' }, host: { type: 'keyword' } } } },
  });
  await server.ask('PUT', ['_component_template', 'spare'], { template: { settings: { codec: 'best_compression' } } });
  await server.ask('PUT', ['_index_template', 'logs'], LOGS);
  await server.ask('PUT', ['_template', 'old'], { index_patterns: ['old-*'], order: 3, mappings: { properties: {} } });
  calls.length = 0;
  const writes = () => calls.filter(({ method }) => method === 'PUT').map(({ path }) => path.join('/'));
  const template = async (name = 'logs'): Promise<JsonObject> =>
    objectAt(parseJson(await server.ask('GET', ['_index_template', name])), '/index_templates/0/index_template');
  return { server, state, writes, template };
}

function objectAt(value: JsonValue, at: string): JsonObject {
  const found = valueAt(value, at);
  return isObject(found) ? found : {};
}

async function open(path: string, given?: Awaited<ReturnType<typeof cluster>>) {
  const opened = given ?? (await cluster());
  const counted: string[] = [];
  const services = await testServices(memoryEventStore(), {
    http: opened.server.http,
    usage: { count: (event) => void counted.push(event) },
  });
  return { ...opened, counted, ...(await openTestConsole(path, services)) };
}

const step = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const bar = page.getByRole('region', { name: 'Unsaved template' });
const saveState = page.getByRole('banner').getByRole('status');
const review = page.getByRole('dialog', { name: /^(Update|Create) (index|legacy|component) template/ });

async function retype(name: string, text: string): Promise<void> {
  await userEvent.fill(box(name), text);
  await userEvent.keyboard('{Enter}');
}

async function save(): Promise<void> {
  await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
  await userEvent.click(review.getByRole('button', { name: /^(?:Update|Create) / }));
}

describe('a template of the cluster', () => {
  it('is visited in every step and sends nothing without an edit', async () => {
    const { writes, template, router } = await open('/edit_template/logs');
    await expect.element(box('Priority')).toHaveValue('7');
    const before = await template();
    for (const name of ['Component templates', 'Settings', 'Mappings', 'Aliases', 'Review', 'Logistics']) {
      await userEvent.click(step(name));
      await expect.element(step(name)).toHaveAttribute('aria-selected', 'true');
    }
    expect(router.state.location.search).toEqual({});
    await expect.element(bar).not.toBeInTheDocument();
    expect(writes()).toEqual([]);
    expect(await template()).toEqual(before);
  });

  it('is edited by keyboard, reviewed and saved, and differs in what was edited alone', async () => {
    const { writes, template, counted } = await open('/edit_template/logs');
    const before = await template();
    await retype('Priority', '9');
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
    await expectAccessible();
    bar.getByRole('button', { name: 'Review and save' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(review.getByText('Request', { exact: true }));
    await expect.element(review.getByLabelText('Request')).toHaveTextContent('PUT /_index_template/logs');
    await expectAccessible();
    review.getByRole('button', { name: 'Update index template logs' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(bar).not.toBeInTheDocument();
    expect(writes()).toEqual(['_index_template/logs']);
    expect(await template()).toEqual({ ...before, priority: 9 });
    expect(counted).toContain('template_update');
  });

  it('says after undo what the cluster still has, and leads to the review', async () => {
    const { template } = await open('/edit_template/logs');
    const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog');
    await retype('Priority', '9');
    await save();
    await expect.element(bar).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: /^Undo: / }));
    const undone = toasts.filter({ hasText: 'Undone: Edit logistics: priority' });
    await expect.element(undone).toHaveTextContent('Changed here; the cluster differs in priority.');
    await userEvent.click(undone.getByRole('button', { name: 'Review' }));
    await expect.element(review).toBeVisible();
    await userEvent.click(review.getByRole('button', { name: 'Update index template logs' }));
    await expect.element(bar).not.toBeInTheDocument();
    expect(await template()).toMatchObject({ priority: 7 });
    await userEvent.click(page.getByRole('button', { name: /^Redo: / }));
    await expect
      .element(toasts.filter({ hasText: 'Redone' }))
      .toHaveTextContent('Changed here; the cluster differs in priority.');
  });

  it('discards what is not saved by an event of its own, which can be undone', async () => {
    const { services } = await open('/edit_template/logs');
    const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('alertdialog');
    await retype('Priority', '9');
    await userEvent.click(bar.getByRole('button', { name: 'Discard changes' }));
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(box('Priority')).toHaveValue('7');
    const [session] = services.documents.all().filter(({ stream }) => stream.startsWith('index_template/'));
    expect(session?.getSnapshot().state.history.tip?.event.summary).toBe('Discard unsent changes');
    const discarded = toasts.filter({ hasText: 'Discarded unsent changes' });
    await expect.element(discarded).toHaveTextContent('Same as on the cluster.');
    await userEvent.click(discarded.getByRole('button', { name: 'Undo' }));
    await expect.element(box('Priority')).toHaveValue('9');
  });

  it('stays as it was saved when an earlier version is looked at', async () => {
    const { template } = await open('/edit_template/logs');
    await retype('Priority', '9');
    await save();
    await expect.element(bar).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Show history' }));
    await userEvent.click(page.getByRole('option', { name: /Edit logistics: priority/ }).first());
    await userEvent.click(page.getByRole('button', { name: 'Back to current version' }));
    await expect.element(box('Priority')).toHaveValue('9');
    await expect.element(bar).not.toBeInTheDocument();
    expect(await template()).toMatchObject({ priority: 9 });
  });

  it('is stopped where it was changed on the cluster meanwhile, and rebased', async () => {
    const { server, writes, template } = await open('/edit_template/logs');
    await retype('Priority', '9');
    await server.ask('PUT', ['_index_template', 'logs'], { ...LOGS, version: 4 });
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    const conflict = page.getByRole('dialog', { name: /logs was changed/ });
    await expect.element(conflict).toBeVisible();
    expect(writes()).toEqual([]);
    await expectAccessible();
    await userEvent.click(conflict.getByRole('button', { name: /^Rebase/ }));
    await expect.element(box('Version')).toHaveValue('4');
    await expect.element(box('Priority')).toHaveValue('9');
    await save();
    await expect.element(bar).not.toBeInTheDocument();
    expect(await template()).toMatchObject({ priority: 9, version: 4 });
  });

  it.each([
    // My change is that the other one is not there; what they have changed is theirs either way.
    ['Keep mine', { priority: 9 }, ['Changed outside (1 change)', 'Replace template (1 change)']],
    ['Take theirs', { version: 4 }, ['Changed outside (1 change)', 'Discard unsent changes']],
  ])('says what the person has chosen, and nothing of theirs as the person’s: %s', async (choice, wanted, rows) => {
    const { server, services } = await open('/edit_template/logs');
    await retype('Priority', '9');
    await server.ask('PUT', ['_index_template', 'logs'], { ...LOGS, version: 4 });
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    const conflict = page.getByRole('dialog', { name: /logs was changed/ });
    await userEvent.click(conflict.getByRole('button', { name: choice }));
    await expect.element(conflict).not.toBeInTheDocument();
    const [session] = services.documents.all().filter(({ stream }) => stream.startsWith('index_template/'));
    const { state } = session?.getSnapshot() ?? {};
    expect(valueAt(state?.body, '/body')).toEqual({ ...LOGS, ...wanted });
    const tip = state?.history.tip;
    expect([tip?.previous?.event.summary, tip?.event.summary]).toEqual(rows);
    const patched = tip?.event.patch.map(({ op, path }) => [op, path]);
    expect(patched).toEqual(choice === 'Keep mine' ? [['remove', '/body/version']] : [['replace', '/body/priority']]);
  });

  it('is saved though another client has saved the same meanwhile, which dates it anew', async () => {
    const dates = datedTemplates();
    const { template } = await open('/edit_template/logs', await cluster(undefined, dates.between));
    await retype('Priority', '9');
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(review).toBeVisible();
    dates.touch();
    await userEvent.click(review.getByRole('button', { name: 'Update index template logs' }));
    await expect.element(bar).not.toBeInTheDocument();
    expect(await template()).toMatchObject({ priority: 9 });
  });

  it('has no conflict in what the cluster adds by itself', async () => {
    const dates = datedTemplates();
    const { server, template } = await open('/edit_template/logs', await cluster(undefined, dates.between));
    await retype('Priority', '9');
    await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
    await expect.element(review).toBeVisible();
    await server.ask('PUT', ['_index_template', 'logs'], { ...LOGS, version: 4 });
    dates.touch();
    await userEvent.click(review.getByRole('button', { name: 'Update index template logs' }));
    const conflict = page.getByRole('dialog', { name: /logs was changed/ });
    await expect.element(conflict.getByText('The changes don’t conflict')).toBeVisible();
    await expect.element(conflict.getByRole('row', { name: /modified_date/ })).not.toBeInTheDocument();
    await userEvent.click(conflict.getByRole('button', { name: /^Rebase/ }));
    await expect.element(box('Version')).toHaveValue('4');
    await save();
    await expect.element(bar).not.toBeInTheDocument();
    expect(await template()).toMatchObject({ priority: 9, version: 4 });
  });

  it('finds out whether a save was done when its response is lost', async () => {
    const { state, writes, template } = await open('/edit_template/logs');
    await retype('Priority', '9');
    state.losesResponses = true;
    await save();
    await expect.element(bar).not.toBeInTheDocument();
    expect(writes()).toEqual(['_index_template/logs']);
    expect(await template()).toMatchObject({ priority: 9 });
  });

  it('notes on opening what was changed outside', async () => {
    const opened = await cluster();
    const store = memoryEventStore();
    const services = () => testServices(store, { http: opened.server.http });
    await openTestConsole('/edit_template/logs', await services());
    await retype('Priority', '9');
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
    await cleanup();
    await opened.server.ask('PUT', ['_index_template', 'logs'], { ...LOGS, version: 4 });
    await openTestConsole('/edit_template/logs', await services());
    await expect.element(box('Version')).toHaveValue('4');
    await expect.element(box('Priority')).toHaveValue('9');
    await userEvent.click(page.getByRole('button', { name: 'Show history' }));
    await expect.element(page.getByText('Changed outside (1 change)').first()).toBeVisible();
  });

  it('keeps what is typed and not applied, also over a visit', async () => {
    const opened = await cluster();
    const store = memoryEventStore();
    const unapplied = memoryUnappliedContent();
    const services = () => testServices(store, { http: opened.server.http, unapplied });
    await openTestConsole('/edit_template/logs', await services());
    await retype('Priority', '-1');
    await expect.element(page.getByText('Enter a number of at least 0.')).toBeVisible();
    await userEvent.click(step('Settings'));
    await expect.element(box('Primary shards')).toHaveValue('1');
    await cleanup();
    await openTestConsole('/edit_template/logs', await services());
    await expect.element(box('Priority')).toHaveValue('-1');
    await userEvent.click(page.getByRole('button', { name: 'Discard', exact: true }));
    await expect.element(box('Priority')).toHaveValue('7');
  });

  it('that is gone, and was never seen, says so and leads back to the list', async () => {
    const { router } = await open('/edit_template/nobody');
    await expect.element(page.getByText('The index template nobody doesn’t exist on this cluster.')).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Go back to index templates' }));
    await expect.poll(() => router.state.location.pathname).toMatch(/\/templates$/);
  });
});

describe('the steps', () => {
  it('order component templates by keyboard, and say what a later one overrides', async () => {
    const { template } = await open('/edit_template/logs?step=components');
    const list = page.getByRole('grid', { name: /^Component templates/ });
    await expect.element(list.getByRole('row').nth(0)).toHaveTextContent(/base.*1 overridden/);
    await expectAccessible();
    list.getByRole('button', { name: 'Move base down' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(list.getByRole('row').nth(0)).toHaveTextContent('ecs');
    const added = page.getByRole('combobox', { name: 'Add component template' });
    const place = added.element().getBoundingClientRect().y;
    await userEvent.click(added);
    await userEvent.keyboard('spare{Enter}');
    await expect.element(list.getByRole('row').nth(2)).toHaveTextContent('spare');
    expect(added.element().getBoundingClientRect().y).toBe(place);
    await save();
    await expect.element(bar).not.toBeInTheDocument();
    expect((await template())['composed_of']).toEqual(['ecs', 'base', 'spare']);
  });

  it('order component templates by dragging, also with keys', async () => {
    await open('/edit_template/logs?step=components');
    const list = page.getByRole('grid', { name: /^Component templates/ });
    await expect.element(list.getByRole('row').nth(0)).toHaveTextContent('base');
    list.getByRole('button', { name: 'Drag base' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', { name: /Insert after ecs/ })).toBeInTheDocument();
    await userEvent.keyboard('{End}{Enter}');
    await expect.element(list.getByRole('row').nth(0)).toHaveTextContent('ecs');
    await expect.element(saveState).toHaveTextContent('Unsaved · 1');
  });

  it('keep the name of a component that does not exist, with a warning', async () => {
    const opened = await cluster();
    await opened.server.ask('PUT', ['_index_template', 'logs'], {
      ...LOGS,
      composed_of: ['base', 'later'],
      ignore_missing_component_templates: ['later'],
    });
    await open('/edit_template/logs?step=components', opened);
    await expect.element(page.getByText('Component template later doesn’t exist')).toBeVisible();
    await expect.element(page.getByRole('row', { name: 'later' })).toHaveTextContent('Missing, ignored');
  });

  it('change settings by inputs and as text', async () => {
    const { template, router } = await open('/edit_template/logs');
    await userEvent.click(step('Settings'));
    await expect.poll(() => router.state.location.search).toEqual({ step: 'settings' });
    await retype('Refresh interval', '10 apples');
    await expect.element(page.getByText('Enter a duration such as 5s, or -1.')).toBeVisible();
    await retype('Refresh interval', '10s');
    await userEvent.click(page.getByRole('radio', { name: 'JSON' }));
    await expect.element(page.getByLabelText('Settings').last()).toHaveTextContent('refresh_interval');
    await save();
    await expect.element(bar).not.toBeInTheDocument();
    expect(valueAt(await template(), '/template/settings/index')).toEqual({
      number_of_shards: '1',
      refresh_interval: '10s',
    });
  });

  it('choose a lifecycle policy of those that exist, and keep one that does not', async () => {
    const body = (value: JsonValue) => Promise.resolve({ status: 200, headers: {}, body: JSON.stringify(value) });
    const policies = Object.fromEntries(
      ['30-days', 'forever'].map((name) => [name, { policy: { phases: { hot: {} } } }]),
    );
    const opened = await cluster((call) =>
      call.path[0] !== '_ilm' ? undefined : body(call.path[1] === 'policy' ? policies : { operation_mode: 'RUNNING' }),
    );
    await opened.server.ask('PUT', ['_index_template', 'logs'], {
      ...LOGS,
      template: { settings: { 'index.lifecycle.name': 'gone' } },
    });
    const { template } = await open('/edit_template/logs?step=settings', opened);
    await userEvent.click(page.getByRole('button', { name: 'gone (doesn’t exist) ILM policy' }));
    await userEvent.click(page.getByRole('option', { name: '30-days' }));
    await save();
    await expect.element(bar).not.toBeInTheDocument();
    expect(formatJson(await template())).toContain('"30-days"');
  });

  it('show aliases with integers beyond 2^53, and keep their digits', async () => {
    const opened = await cluster();
    const filter = { term: { id: 12_345_678_901_234_567_891n } };
    await opened.server.ask('PUT', ['_index_template', 'logs'], {
      ...LOGS,
      template: { aliases: { one: { filter, routing: 9_007_199_254_740_993n } } },
    });
    const { template } = await open('/edit_template/logs?step=aliases', opened);
    const table = page.getByRole('table', { name: 'Aliases of the template' });
    await expect.element(table.getByRole('row', { name: 'one' })).toHaveTextContent('Yes');
    await userEvent.click(page.getByRole('button', { name: 'Edit alias one' }));
    await expect.element(box('Filter')).toHaveValue(formatJson(filter, 2));
    await userEvent.click(page.getByText('Hidden', { exact: true }));
    await userEvent.click(page.getByRole('button', { name: 'Update alias' }));
    await save();
    await expect.element(bar).not.toBeInTheDocument();
    expect(valueAt(await template(), '/template/aliases/one')).toMatchObject({ filter, is_hidden: true });
  });

  it('add, change and remove aliases', async () => {
    const { template } = await open('/edit_template/logs?step=aliases');
    await userEvent.click(page.getByRole('button', { name: 'Add alias' }));
    await userEvent.fill(box('Name'), 'errors');
    await userEvent.fill(box('Filter'), '{"term":{"level":"error"}}');
    await expectAccessible();
    await userEvent.click(page.getByRole('form', { name: 'New alias' }).getByRole('button', { name: 'Add alias' }));
    await expect.element(page.getByRole('row', { name: /errors/ })).toHaveTextContent('Yes');
    await userEvent.click(page.getByRole('button', { name: 'Remove alias all' }));
    await save();
    await expect.element(bar).not.toBeInTheDocument();
    expect(valueAt(await template(), '/template/aliases')).toEqual({
      errors: { filter: { term: { level: 'error' } } },
    });
  });

  it('are undone and redone like any change', async () => {
    await open('/edit_template/logs');
    await retype('Priority', '9');
    await userEvent.click(page.getByRole('button', { name: /^Undo/ }));
    await expect.element(box('Priority')).toHaveValue('7');
    await userEvent.click(page.getByRole('button', { name: /^Redo/ }));
    await expect.element(box('Priority')).toHaveValue('9');
  });
});

describe('a new template', () => {
  const goOn = () => userEvent.click(page.getByRole('button', { name: 'Continue' }));
  const draftsIn = ({ drafts }: Awaited<ReturnType<typeof open>>['services']) =>
    Object.values(drafts.getSnapshot().state.body ?? {});

  it('is a draft once it was started, is created on the cluster, and linked to what it became', async () => {
    const { services, writes, template, counted, router } = await open('/create_template');
    await expect.element(box('Name')).toHaveFocus();
    await userEvent.keyboard('metrics');
    expect(draftsIn(services)).toEqual([]);
    await userEvent.fill(box('Index patterns'), 'metrics-*');
    await userEvent.keyboard('{Enter}');
    await expectAccessible();
    await goOn();
    await expect.element(step('Logistics')).toHaveAttribute('aria-selected', 'true');
    expect(router.state.location.pathname).toMatch(/\/create_template$/);
    await expect.element(page.getByRole('link', { name: 'Index templates' }).first()).toBeVisible();
    expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(0);
    await save();
    await expect.poll(() => router.state.location.pathname).toMatch(/\/templates\/metrics$/);
    expect(writes()).toEqual(['_index_template/metrics']);
    expect(await template('metrics')).toMatchObject({ index_patterns: ['metrics-*'] });
    expect(counted).toContain('template_create');
    const [draft] = draftsIn(services);
    expect(draft).toMatchObject({ name: 'metrics', became: [{ what: 'index template', name: 'metrics' }] });
  });

  it('has the lint rules that were switched off for the draft of mappings it was started from', async () => {
    const store = memoryEventStore();
    const server = testServer();
    const services = await testServices(store, { http: server.http });
    const draft = await createDraft(services, { properties: {} }, { name: 'mappings', target: DEFAULT_ENGINE });
    const rules = await services.documents.open({ stream: lintRulesStream(draftStream(draft)) });
    rules.dispatch({ type: 'document.create', payload: { body: {} } });
    rules.dispatch({ type: 'lintRule.switchOff', payload: { rule: 'dynamic-root', reason: 'Not known yet.' } });
    await openTestConsole(`/create_template?draft=${draft}`, services);
    await userEvent.fill(box('Name'), 'metrics');
    await userEvent.fill(box('Index patterns'), 'metrics-*');
    await goOn();
    await save();
    await expect.element(page.getByRole('dialog', { name: 'metrics' })).toBeVisible();
    const isMade = (stream: string) => /^lint_rules\/index_template\/.*\/metrics$/.test(stream);
    const find = async () => (await store.streams()).map(({ stream }) => stream).find(isMade);
    await expect.poll(find).toBeDefined();
    const made = (await find()) ?? '';
    const { state } = (await services.documents.open({ stream: made })).getSnapshot();
    expect(switchedOffRules(state)).toMatchObject([{ rule: 'dynamic-root', reason: 'Not known yet.' }]);
  });

  it('has those of the template that it was cloned from', async () => {
    const { server } = await cluster();
    const store = memoryEventStore();
    const services = await testServices(store, { http: server.http });
    await openTestConsole('/edit_template/logs', services);
    await expect.element(box('Priority')).toBeVisible();
    const opened = services.documents.all().find(({ stream }) => stream.startsWith('index_template/'));
    const rules = await services.documents.open({ stream: lintRulesStream(opened?.stream ?? ''), beginsWith: {} });
    rules.dispatch({ type: 'lintRule.switchOff', payload: { rule: 'dynamic-root', reason: 'Not known yet.' } });
    await rules.whenSaved();
    await cleanup();
    const { router } = await openTestConsole('/clone_template/logs', services);
    await goOn();
    await expect.poll(() => (router.state.location.search as { readonly id?: string }).id).toBeDefined();
    const { id = '' } = router.state.location.search as { readonly id?: string };
    const copy = await services.documents.open({ stream: lintRulesStream(draftStream(id)), beginsWith: {} });
    const reasons = () => switchedOffRules(copy.getSnapshot().state).map(({ reason }) => reason);
    await expect.poll(reasons).toEqual(['Not known yet.']);
  });

  it('says what is wrong once an input was left, and is not started', async () => {
    const { services, router } = await open('/create_template');
    await expect.element(box('Name')).toHaveFocus();
    await userEvent.keyboard('Lo');
    await expect.element(box('Name')).toHaveValue('Lo');
    await expect.element(page.getByText('The name must be in lower case.')).not.toBeInTheDocument();
    await userEvent.tab();
    await expect.element(page.getByText('The name must be in lower case.')).toBeVisible();
    await userEvent.fill(box('Name'), 'logs');
    await expect.element(page.getByText('The cluster already has a template named logs.')).toBeVisible();
    await goOn();
    await expect.element(box('Name')).toHaveFocus();
    await expect.element(page.getByText('Add at least one index pattern.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
    await expect.poll(() => router.state.location.pathname).toMatch(/\/templates$/);
    expect(draftsIn(services)).toEqual([]);
  });

  it('starts from a template, with other patterns', async () => {
    const { services } = await open('/create_template');
    await userEvent.fill(box('Name'), 'metrics');
    await userEvent.click(page.getByRole('button', { name: 'Nothing Start from' }));
    await userEvent.click(page.getByRole('option', { name: 'Existing index template' }));
    await userEvent.click(page.getByRole('combobox', { name: 'Index template' }));
    await userEvent.keyboard('logs{Enter}');
    await userEvent.fill(box('Index patterns'), 'metrics-*');
    await goOn();
    await expect.element(box('Priority')).toHaveValue('7');
    await expect.element(page.getByRole('row', { name: 'metrics-*' })).toBeVisible();
    expect(draftsIn(services)).toMatchObject([{ name: 'metrics', cloneOf: 'logs' }]);
  });

  it('starts from the mappings and settings of an index', async () => {
    const given = await cluster();
    await given.server.ask('PUT', ['orders'], {
      settings: { number_of_shards: 3 },
      mappings: { properties: { sku: { type: 'keyword' } } },
    });
    await open('/create_component_template', given);
    await userEvent.fill(box('Name'), 'orders-base');
    await userEvent.click(page.getByRole('button', { name: 'Nothing Start from' }));
    await userEvent.click(page.getByRole('option', { name: 'Existing index' }));
    await goOn();
    await expect.element(page.getByText('Choose an index.')).toBeVisible();
    await userEvent.click(page.getByRole('combobox', { name: 'Index' }));
    await userEvent.keyboard('orders{Enter}');
    await goOn();
    await save();
    await expect.element(page.getByRole('dialog', { name: 'orders-base', exact: true })).toBeVisible();
    const stored = await given.server.ask('GET', ['_component_template', 'orders-base']);
    expect(stored).toContain('sku');
    expect(stored).toContain('number_of_shards');
    expect(stored).not.toContain('uuid');
  });

  it('can’t be a clone of a template that does not exist, and leads back to the list', async () => {
    const { router } = await open('/clone_template/nobody');
    await expect.element(page.getByText('The index template nobody doesn’t exist on this cluster.')).toBeVisible();
    await userEvent.click(page.getByRole('link', { name: 'Go back to index templates' }));
    await expect.poll(() => router.state.location.pathname).toMatch(/\/templates$/);
  });

  it('is a clone, of a legacy template too', async () => {
    const { server, counted } = await open('/clone_template/old?legacy=true');
    await expect.element(box('Name')).toHaveValue('old-copy');
    await goOn();
    await expect.element(box('Order')).toHaveValue('3');
    await save();
    // The review is shown first, which also names the template.
    await expect.element(page.getByRole('dialog', { name: 'old-copy', exact: true })).toBeVisible();
    expect(await server.ask('GET', ['_template', 'old-copy'])).toContain('old-*');
    expect(counted).toContain('template_clone');
  });
});

describe('a component template', () => {
  it('is edited in its own steps', async () => {
    const { server } = await open('/edit_component_template/base');
    await expect.element(step('Component templates')).not.toBeInTheDocument();
    await retype('Version', '3');
    await save();
    await expect.element(bar).not.toBeInTheDocument();
    expect(await server.ask('GET', ['_component_template', 'base'])).toContain('"version":3');
  });
});
