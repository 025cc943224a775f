import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { parseJson, valueAt } from '#domain/json';
import type { HttpRequest } from '#domain/ports';
import { memoryEventStore } from '../../../infra/memory-event-store.ts';
import { createDraft } from '../../files/import-draft.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

async function serverWithIndex(options: Parameters<typeof testServer>[0] = {}) {
  const server = testServer(options);
  await server.ask('PUT', ['logs'], {
    mappings: { properties: { level: { type: 'text' } } },
    aliases: { current: {} },
  });
  await server.ask('PUT', ['logs', '_doc', '1'], { level: 'info' });
  await server.ask('POST', ['logs', '_refresh']);
  const services = await testServices(memoryEventStore(), { http: server.http });
  return { server, services };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('plans', () => {
  it('replaces an index by the mapping of a draft: proposed, approved by one button, done and undone', async () => {
    const { server, services } = await serverWithIndex();
    const draft = await createDraft(
      services,
      { properties: { level: { type: 'keyword' } } },
      { name: 'better', target: { distribution: 'elasticsearch', version: '8.17' } },
    );
    await openTestConsole(`/create_plan?index=logs&draft=${draft}`, services);
    await expect.element(page.getByRole('textbox', { name: 'New index' })).toHaveValue('logs-v2');
    await expect
      .element(page.getByRole('switch', { name: 'Allow writes during reindex' }))
      .toHaveAccessibleDescription(/^Clients can write to the index while it is copied\./);
    await expectAccessible();
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('Nothing has been sent yet')).toBeVisible();
    await expect.element(page.getByLabelText('Request')).not.toBeInTheDocument();
    await userEvent.click(page.getByText('PUT /logs-v2', { exact: true }));
    await expect.element(page.getByLabelText('Request')).toHaveTextContent('"type": "keyword"');
    expect(await server.ask('GET', ['_cat', 'indices'])).not.toContain('logs-v2');

    expect(services.drafts.getSnapshot().state.body).toMatchObject({
      [draft]: { became: [{ what: 'plan', name: 'Replace logs with logs-v2' }] },
    });

    await userEvent.click(button('Approve and run'));
    await expect.element(button('Undo plan')).toBeVisible();
    await expect.element(page.getByText('1 document in the new index', { exact: false })).toBeVisible();
    const aliases = parseJson(await server.ask('GET', ['_alias', 'current']));
    expect(Object.keys(aliases as object)).toEqual(['logs-v2']);
    expect(valueAt(parseJson(await server.ask('GET', ['logs-v2'])), '/logs-v2/mappings/properties/level/type')).toBe(
      'keyword',
    );

    await userEvent.click(button('Undo plan'));
    const dialog = page.getByRole('alertdialog', { name: 'Undo this plan?' });
    await expect.element(dialog.getByText(/Deletes logs-v2/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Undo plan' }));
    await expect.element(page.getByText('Undone').first()).toBeVisible();
    await expect
      .poll(async () => Object.keys(parseJson(await server.ask('GET', ['_alias', 'current'])) as object))
      .toEqual(['logs']);
  });

  it('cancels a proposed plan from the menu of its row, which says why one that has ended can’t be', async () => {
    const { services } = await serverWithIndex();
    const { router } = await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('Nothing has been sent yet')).toBeVisible();
    await router.navigate({ to: '/management/data/index_management/plans' });
    const menu = button('Actions for Replace logs with logs-v2');
    await userEvent.click(menu);
    await userEvent.click(page.getByRole('menuitem', { name: /^Cancel plan/ }));
    const dialog = page.getByRole('alertdialog', { name: 'Cancel this plan?' });
    await expect.element(dialog).toHaveTextContent('Nothing has been sent to the cluster yet.');
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel plan' }));
    await expect.element(page.getByRole('table').getByText('Cancelled')).toBeVisible();
    await userEvent.click(menu);
    await expect.element(page.getByRole('menuitem', { name: /^Cancel plan/ })).toHaveTextContent('It has ended.');
    await userEvent.click(page.getByRole('menuitem', { name: /^Open index/ }));
    await expect.poll(() => router.state.location.pathname).toMatch(/\/logs$/);
  });

  it('asks before a running plan is cancelled, and takes the reason', async () => {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { services } = await serverWithIndex({
      between: (engine) => ({
        async send(call) {
          if (call.path[0] === '_reindex') await isReleased;
          return engine.send(call);
        },
      }),
    });
    await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(button('Create plan'));
    await userEvent.click(button('Approve and run'));
    await expect.element(page.getByText('Running').first()).toBeVisible();
    await userEvent.click(button('Cancel plan'));
    const dialog = page.getByRole('alertdialog', { name: 'Cancel this plan?' });
    await expect.element(dialog).toHaveTextContent('no further step is started.');
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Reason' }), 'OPS-2');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel plan' }));
    release();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText('Completed steps stay until the plan is undone:')).toBeVisible();
  });

  it('shows the request that ends a reindex under way before the plan is cancelled, and sends it', async () => {
    const cancelled: string[] = [];
    const { services } = await serverWithIndex({
      between: (engine) => ({
        async send(call) {
          const [part, , action] = call.path;
          if (part !== '_tasks') return engine.send(call);
          if (action === '_cancel') cancelled.push(`${call.method} /${call.path.join('/')}`);
          const response = await engine.send(call);
          if (cancelled.length > 0) return response;
          return { ...response, body: JSON.stringify({ ...(parseJson(response.body) as object), completed: false }) };
        },
      }),
    });
    await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(button('Create plan'));
    await userEvent.click(button('Approve and run'));
    await userEvent.click(button('Cancel plan'));
    const dialog = page.getByRole('alertdialog', { name: 'Cancel this plan?' });
    await expect.element(dialog).toHaveTextContent('A reindex under way is cancelled');
    await expect.element(dialog).toHaveTextContent(/POST \/_tasks\/sandbox-1(?::|%3A)\d+\/_cancel/);
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel plan' }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.poll(() => cancelled).toEqual([expect.stringMatching(/^POST \/_tasks\/sandbox-1:\d+\/_cancel$/)]);
  });

  it('shows why a plan has stopped, and resumes it', async () => {
    const { server, services } = await serverWithIndex();
    const { router } = await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(button('Create plan'));
    await server.ask('PUT', ['logs-v2'], {});
    await userEvent.click(button('Approve and run'));
    await expect.element(page.getByText('Stopped at step 1')).toBeVisible();
    await expect.element(page.getByText('The name "logs-v2" is already in use on the cluster.')).toBeVisible();
    await server.ask('DELETE', ['logs-v2']);
    await userEvent.click(button('Resume'));
    await expect.element(button('Undo plan')).toBeVisible();
    await router.navigate({ to: '/management/data/index_management/plans' });
    await expect.element(page.getByRole('link', { name: 'Replace logs with logs-v2' })).toBeVisible();
    await expect.element(page.getByText('5 of 5')).toBeVisible();
    await expectAccessible();
  });

  it('says on its page and in the list how many writes are left in the former index', async () => {
    let isLate = false;
    const { services } = await serverWithIndex({
      between: (engine) => ({
        async send(call) {
          if (call.path[0] === '_aliases' && !isLate) {
            isLate = true;
            await engine.send({ method: 'PUT', path: ['logs', '_settings'], body: '{"index.blocks.write":null}' });
            await engine.send({ method: 'PUT', path: ['logs', '_doc', 'late'], body: '{}' });
          }
          return engine.send(call);
        },
      }),
    });
    const { router } = await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText(/Engines can’t swap aliases on a condition/)).toBeVisible();
    await userEvent.click(button('Approve and run'));
    await expect.element(page.getByText('Done, 1 write left')).toBeVisible();
    await expect.element(page.getByText('1 write left in logs', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/ms from the last check to the swap/)).toBeVisible();
    await expectAccessible();
    await router.navigate({ to: '/management/data/index_management/plans' });
    await expect.element(page.getByText('Done, 1 write left')).toBeVisible();
  });

  it('does not swap back over documents that were written since, and leads to a plan for the way back', async () => {
    const { server, services } = await serverWithIndex();
    await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(button('Create plan'));
    await userEvent.click(button('Approve and run'));
    await expect.element(page.getByText('1 document in the new index', { exact: false })).toBeVisible();
    await server.ask('PUT', ['current', '_doc', '2'], { level: 'late' });
    await userEvent.click(button('Undo plan'));
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Undo plan' }));
    await expect.element(page.getByText('Not everything was undone')).toBeVisible();
    expect(Object.keys(parseJson(await server.ask('GET', ['_alias', 'current'])) as object)).toEqual(['logs-v2']);
    await expectAccessible();
    await userEvent.click(page.getByRole('link', { name: 'Plan the way back' }));
    await expect.element(page.getByRole('textbox', { name: 'New index' })).toHaveValue('logs-v3');
  });

  it('names each mistake at its place, and proposes nothing', async () => {
    const { server, services } = await serverWithIndex();
    await openTestConsole('/create_plan?index=logs', services);
    await userEvent.fill(page.getByRole('textbox', { name: 'New index' }), 'Logs');
    await userEvent.fill(page.getByRole('textbox', { name: 'Settings to change' }), '{');
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('The name must be in lower case.')).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'New index' })).toHaveFocus();
    await expect.element(page.getByText(/^Line 1, column 2/)).toBeVisible();
    expect(await server.actionLog.recent(10)).toEqual([]);
  });

  it.each([
    { does: 'never answers', title: 'Loading the settings of logs', label: 'Retry' },
    { does: 'fails', title: 'Couldn’t load the settings of logs', label: 'Try again' },
  ])('says what it waits for where reading the settings $does, and retries it', async ({ does, title, label }) => {
    const { server } = await serverWithIndex();
    await server.ask('PUT', ['logs', '_settings'], { 'index.routing.allocation.require.rack': 'a' });
    let isDown = true;
    const http = {
      ...server.http,
      send: (request: HttpRequest) => {
        if (!isDown || !request.path.endsWith('/settings/logs')) return server.http.send(request);
        return does === 'fails' ? Promise.reject(new Error('Cut off')) : new Promise<never>(() => {});
      },
    };
    await openTestConsole('/create_plan?index=logs', await testServices(memoryEventStore(), { http }));
    await expect.element(page.getByText(title)).toBeVisible();
    if (does === 'never answers') await expect.element(button('Create plan')).toBeDisabled();
    await expectAccessible();
    isDown = false;
    await userEvent.click(button(label));
    await expect.element(page.getByText(title)).not.toBeInTheDocument();
    await expect
      .element(page.getByText('logs limits where its shards may be allocated', { exact: false }))
      .toBeVisible();
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('Choose where the shards may be allocated.')).toBeVisible();
  });

  it('goes on without the settings of the index, and asks what they could have decided', async () => {
    const { server } = await serverWithIndex();
    const http = {
      ...server.http,
      send: (request: HttpRequest) =>
        request.path.endsWith('/settings/logs') ? new Promise<never>(() => {}) : server.http.send(request),
    };
    await openTestConsole('/create_plan?index=logs', await testServices(memoryEventStore(), { http }));
    await userEvent.click(button('Continue without them'));
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('Choose where the shards may be allocated.')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: /Shard allocation of the new index/ }));
    await userEvent.click(page.getByRole('option', { name: 'As the index' }));
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('Nothing has been sent yet')).toBeVisible();
  });

  it('asks to clone an index without aliases, whose name clients use', async () => {
    const { server, services } = await serverWithIndex();
    await server.ask('PUT', ['orders'], {});
    await openTestConsole('/create_plan?index=orders', services);
    await expect.element(page.getByRole('textbox', { name: 'Name of the clone' })).toHaveValue('orders-old');
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('Clone orders to orders-old', { exact: false }).first()).toBeVisible();
  });

  it.each([
    ['Stay blocked', true],
    ['Allowed again', false],
  ])('asks what becomes of writes where nothing is swapped, and says at the end: %s', async (choice, isBlocked) => {
    const { server, services } = await serverWithIndex();
    await server.ask('PUT', ['orders'], {});
    const { router } = await openTestConsole('/create_plan?index=orders', services);
    const keepsName = page.getByRole('switch', { name: 'Keep the old name as an alias' });
    await expect.element(keepsName).toHaveAccessibleDescription(/^orders becomes an alias of the new index\./);
    await userEvent.click(page.getByText('Keep the old name as an alias'));
    await expect
      .element(keepsName)
      .toHaveAccessibleDescription(
        'orders has no aliases, so it is not replaced: clients reach it until you point them to orders-v2.',
      );
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('Choose whether writes stay blocked.')).toBeVisible();
    expect(await server.actionLog.recent(10)).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: /Writes to orders afterwards/ }));
    await userEvent.click(page.getByRole('option', { name: choice }));
    await expectAccessible();
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByRole('heading', { name: 'Reindex orders into orders-v2', level: 1 })).toBeVisible();
    await expect.element(page.getByText(/^orders is not replaced/)).toBeVisible();
    await userEvent.click(button('Approve and run'));
    await expect.element(page.getByText('Done, not replaced')).toBeVisible();
    const outcome = page.getByRole('alert').filter({ hasText: 'orders was not replaced' });
    await expect.element(outcome).toHaveTextContent(/clients that use it still reach it\. Point them to orders-v2\./);
    expect(outcome.element().textContent.includes('The plan left writes to orders blocked')).toBe(isBlocked);
    await expectAccessible();
    const settings = parseJson(await server.ask('GET', ['orders', '_settings']));
    expect(valueAt(settings, '/orders/settings/index/blocks/write')).toBe(isBlocked ? 'true' : undefined);
    await router.navigate({ to: '/management/data/index_management/plans' });
    await expect.element(page.getByText('Done, not replaced')).toBeVisible();
  });

  it('says of a replaced index that its writes stay blocked, before and after, unless the form allows them', async () => {
    const { services } = await serverWithIndex();
    await openTestConsole('/create_plan?index=logs', services);
    await expect
      .element(page.getByRole('button', { name: /Writes to logs afterwards/ }))
      .toHaveTextContent('Stay blocked');
    await userEvent.click(page.getByText('Allow writes during reindex'));
    await expect.element(page.getByRole('button', { name: /Writes to logs afterwards/ })).not.toBeInTheDocument();
    await userEvent.click(page.getByText('Allow writes during reindex'));
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText(/^logs is kept, and stays blocked for writes until/)).toBeVisible();
    await userEvent.click(button('Approve and run'));
    await expect.element(page.getByText('Writes stay blocked')).toBeVisible();
    await expect.element(page.getByText(/The plan left writes to logs blocked/)).toBeVisible();
    await expect.element(page.getByText('Done', { exact: true }).first()).toBeVisible();
  });

  it('asks whether an index that is bound to nodes passes that on, and sends the answer', async () => {
    const { server, services } = await serverWithIndex();
    await server.ask('PUT', ['orders'], {
      settings: { 'index.routing.allocation.require.box': 'hot', 'index.routing.allocation.total_shards_per_node': 2 },
    });
    await openTestConsole('/create_plan?index=orders', services);
    await expect
      .element(
        page.getByText(
          'orders limits where its shards may be allocated: index.routing.allocation.require.box, index.routing.allocation.total_shards_per_node.',
        ),
      )
      .toBeVisible();
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('Choose where the shards may be allocated.')).toBeVisible();
    expect(await server.actionLog.recent(10)).toEqual([]);
    await userEvent.click(page.getByRole('button', { name: /Shard allocation of the new index/ }));
    await userEvent.click(page.getByRole('option', { name: 'On any node' }));
    await expectAccessible();
    await userEvent.click(button('Create plan'));
    await expect
      .element(page.getByText(/orders-v2 does not take over where shards may be allocated: .*box \(hot\)/))
      .toBeVisible();
    await userEvent.click(page.getByText('PUT /orders-v2', { exact: true }));
    await expect.element(page.getByLabelText('Request')).not.toHaveTextContent('require');
  });

  const field = (name: string) => page.getByRole('textbox', { name });

  it.each([
    ['0', '', 'Enter auto, or a whole number from 1 to 1,024.'],
    ['-1', '', 'Enter auto, or a whole number from 1 to 1,024.'],
    ['1025', '', 'Enter auto, or a whole number from 1 to 1,024.'],
    ['some', '', 'Enter auto, or a whole number from 1 to 1,024.'],
    ['auto', '0', 'Enter a whole number from 1 to 1,000,000,000, or nothing.'],
    ['auto', '-5', 'Enter a whole number from 1 to 1,000,000,000, or nothing.'],
    ['auto', '1.5', 'Enter a whole number from 1 to 1,000,000,000, or nothing.'],
    ['auto', '1000000001', 'Enter a whole number from 1 to 1,000,000,000, or nothing.'],
  ])('refuses %j slices with a throttle of %j, where it is folded too', async (slices, limit, fault) => {
    const { server, services } = await serverWithIndex();
    await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(page.getByText('Reindex options'));
    await userEvent.fill(field('Slices'), slices);
    await userEvent.fill(field('Documents per second (optional)'), limit);
    await userEvent.click(page.getByText('Reindex options'));
    await expect.element(field('Slices')).not.toBeInTheDocument();
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText(fault)).toBeVisible();
    expect(await server.actionLog.recent(10)).toEqual([]);
    await expectAccessible();
  });

  it.each([
    ['', '', 'slices=auto'],
    ['auto ', '', 'slices=auto'],
    [' AUTO', '1000000000', 'slices=auto&requests_per_second=1000000000'],
    ['1', '', undefined],
    ['1024', '1', 'slices=1024&requests_per_second=1'],
  ])('shows the request of %j slices with a throttle of %j before it is approved', async (slices, limit, query) => {
    const { services } = await serverWithIndex();
    await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(page.getByText('Reindex options'));
    await userEvent.fill(field('Slices'), slices);
    await userEvent.fill(field('Documents per second (optional)'), limit);
    await userEvent.click(button('Create plan'));
    await userEvent.click(page.getByText('POST /logs/_refresh', { exact: true }).first());
    const path = `/_reindex?wait_for_completion=false${query === undefined ? '' : `&${query}`}`;
    await expect.element(page.getByLabelText('Request 2')).toHaveTextContent(path);
  });

  it('copies without replicas and refresh where that is chosen, and says what the index lacks meanwhile', async () => {
    const { server, services } = await serverWithIndex({
      between: (engine) => ({
        send: (call) =>
          call.path[0] === '_reindex' && isRefusing
            ? engine.send({ ...call, query: { slices: 'none' } })
            : engine.send(call),
      }),
    });
    let isRefusing = true;
    await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(page.getByText('Reindex options'));
    await userEvent.click(page.getByText('No replicas and no refresh while copying'));
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText(/^logs-v2 has no replicas and no refresh until/)).toBeVisible();
    await userEvent.click(button('Approve and run'));
    await expect.element(page.getByText('Stopped at step 3')).toBeVisible();
    await expect
      .element(page.getByText('logs-v2 does not have its settings yet: index.number_of_replicas', { exact: false }))
      .toBeVisible();
    await expectAccessible();
    isRefusing = false;
    await userEvent.click(button('Resume'));
    await expect.element(button('Undo plan')).toBeVisible();
    await expect.element(page.getByText('Done', { exact: true }).first()).toBeVisible();
    const settings = parseJson(await server.ask('GET', ['logs-v2', '_settings']));
    expect(valueAt(settings, '/logs-v2/settings/index/refresh_interval')).toBeUndefined();
  });

  it.each([
    [false, 'Only the number of documents is compared, not their content.'],
    [true, 'Neither the number of documents nor their content is compared.'],
  ])('shows the script of a reindex and what is compared then (documents left out: %s)', async (leavesOut, note) => {
    const { services } = await serverWithIndex();
    await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(page.getByText('Reindex options'));
    const leaves = page.getByText('The pipeline or script may leave documents out');
    await expect.element(leaves).not.toBeInTheDocument();
    await userEvent.fill(field('Script (optional)'), "ctx._source.remove('debug')");
    await expect.element(leaves).toBeVisible();
    if (leavesOut) await userEvent.click(leaves);
    await expectAccessible();
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText(note, { exact: false })).toBeVisible();
    await userEvent.click(page.getByText('POST /logs/_refresh', { exact: true }).first());
    await expect
      .element(page.getByLabelText('Request 2'))
      .toHaveTextContent(/"lang": "painless",\s*"source": "ctx._source.remove\('debug'\)"/);
  });

  const text = (name: string) => page.getByRole('textbox', { name, exact: true });
  /** Each option of a reindex that is typed: how it is shown, and what is sent of it; nothing where it is cleared. */
  const OPTIONS = [
    { name: 'Slices', first: '3', last: '5', member: 'slices', sent: 5, cleared: 'auto' },
    { name: 'Documents per second (optional)', first: '100', last: '250', member: 'docsPerSecond', sent: 250 },
    { name: 'Ingest pipeline (optional)', first: 'geo', last: 'geoip', member: 'pipeline', sent: 'geoip' },
    { name: 'Script (optional)', first: 'a()', last: 'b()', member: 'script', sent: 'b()' },
  ] as const;

  it.each(OPTIONS)('keeps of $name what was typed last, and sends what is shown', async (option) => {
    const { name, first, last, member, sent } = option;
    const { server, services } = await serverWithIndex();
    const bodies: string[] = [];
    const http = {
      send: (request: HttpRequest) => {
        if (request.method === 'POST' && request.path.endsWith('/plans')) bodies.push(request.body ?? '');
        return server.http.send(request);
      },
    };
    const open = async () => {
      await cleanup();
      await openTestConsole('/create_plan?index=logs', { ...services, http });
    };
    /** They are open already where the server has refused the plan, whose form is kept then. */
    const unfold = async () => {
      await expect.element(button('Create plan')).toBeEnabled();
      const options = page.getByText('Reindex options');
      if (options.element().closest('details')?.open !== true) await userEvent.click(options);
    };
    const create = async () => {
      const before = bodies.length;
      await userEvent.click(button('Create plan'));
      await expect.poll(() => bodies.length).toBe(before + 1);
      return valueAt(parseJson(bodies.at(-1) ?? ''), `/replaceIndex/${member}`);
    };
    await open();
    await userEvent.click(page.getByText('Reindex options'));
    await userEvent.fill(text(name), first);
    await userEvent.keyboard('{Escape}{Tab}');
    await expect.element(text(name)).toHaveValue(first);
    await open();
    await expect.element(text(name)).toHaveValue(first);
    await userEvent.fill(text(name), last);
    await userEvent.tab();
    await open();
    await expect.element(text(name)).toHaveValue(last);
    expect(await create()).toBe(sent);
    await open();
    await unfold();
    await userEvent.fill(text(name), last);
    await userEvent.fill(text(name), '');
    await userEvent.tab();
    expect(await create()).toBe('cleared' in option ? option.cleared : undefined);
  });

  it.each(['Ingest pipeline (optional)', 'Script (optional)'])(
    'forgets that documents may be left out once there is no %s',
    async (name) => {
      const { services } = await serverWithIndex();
      await openTestConsole('/create_plan?index=logs', services);
      await userEvent.click(page.getByText('Reindex options'));
      const leaves = page.getByRole('switch', { name: 'The pipeline or script may leave documents out' });
      await userEvent.fill(text(name), 'one');
      await userEvent.click(page.getByText('The pipeline or script may leave documents out'));
      await expect.element(leaves).toBeChecked();
      await cleanup();
      await openTestConsole('/create_plan?index=logs', services);
      await expect.element(leaves).toBeChecked();
      await userEvent.fill(text(name), ' ');
      await expect.element(leaves).not.toBeInTheDocument();
      await userEvent.fill(text(name), 'two');
      await expect.element(leaves).not.toBeChecked();
    },
  );

  it('refuses an ingest pipeline that the cluster does not have, and a script that no engine takes', async () => {
    const { server, services } = await serverWithIndex();
    await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(page.getByText('Reindex options'));
    await userEvent.fill(field('Ingest pipeline (optional)'), 'geoip');
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('The cluster has no ingest pipeline "geoip".')).toBeVisible();
    await userEvent.fill(field('Ingest pipeline (optional)'), '');
    await userEvent.fill(field('Script (optional)'), 'x'.repeat(65_536));
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('A script can have at most 65,535 characters.')).toBeVisible();
    expect((await server.actionLog.recent(10)).map(({ outcome }) => outcome?.kind)).toEqual(['failed']);
  });

  it('has no options of a reindex where the cluster has none, and copies', async () => {
    const { services } = await serverWithIndex({
      between: (engine) => ({
        async send(call) {
          if (call.path.join('/') !== '_nodes/plugins') return engine.send(call);
          return { status: 200, body: '{"nodes":{"a":{"modules":[{"name":"percolator"}]}}}' };
        },
      }),
    });
    await openTestConsole('/create_plan?index=logs', services);
    await expect.element(button('Create plan')).toBeEnabled();
    await expect.element(page.getByText('Reindex options')).not.toBeInTheDocument();
    await userEvent.click(button('Create plan'));
    await expect.element(page.getByText('Copy documents of logs to logs-v2', { exact: false })).toBeVisible();
  });

  it('changes the throttle of a reindex that runs, and says when it has ended', async () => {
    const { server, services } = await serverWithIndex();
    const lines = Array.from({ length: 1_500 }, (_, n) => ({ id: `n${n}` }));
    await Promise.all(lines.map(({ id }) => server.ask('PUT', ['logs', '_doc', id], { level: id })));
    await openTestConsole('/create_plan?index=logs', services);
    await userEvent.click(page.getByText('Reindex options'));
    await userEvent.fill(field('Documents per second (optional)'), '1');
    await userEvent.click(button('Create plan'));
    await userEvent.click(button('Approve and run'));
    await expect.element(page.getByText('1,000 of 1,501')).toBeVisible();
    await expect.element(page.getByText('Throttle: 1 document per second')).toBeVisible();
    await userEvent.click(button('Change throttle'));
    const dialog = page.getByRole('dialog', { name: 'Change throttle' });
    const limit = dialog.getByRole('textbox', { name: 'Documents per second (optional)' });
    await expect.element(limit).toHaveValue('1');
    await userEvent.fill(limit, '0');
    await userEvent.click(dialog.getByRole('button', { name: 'Change throttle' }));
    await expect.element(page.getByText('Enter a whole number from 1 to 1,000,000,000, or nothing.')).toBeVisible();
    await userEvent.fill(limit, '');
    await userEvent.tab();
    await expect.element(dialog.getByText(/_rethrottle\?requests_per_second=-1/)).toBeVisible();
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Change throttle' }));
    await expect.element(page.getByText('Throttle changed: no throttle')).toBeVisible();
    await expect.element(page.getByText('1,501 documents written', { exact: false })).toBeVisible();
    const [action] = (await server.actionLog.recent(100)).filter(({ route }) => route === 'plans.throttle');
    expect(action).toMatchObject({ doneTitle: expect.stringContaining('no throttle'), outcome: { kind: 'done' } });
  });

  it('offers nothing that changes on a read-only server', async () => {
    const { services } = await serverWithIndex({ isReadOnly: true });
    await openTestConsole('/create_plan?index=logs', services);
    await expect.element(button('Create plan')).toBeDisabled();
  });

  it('says that there is no such plan', async () => {
    const { services } = await serverWithIndex();
    await openTestConsole('/plans/01J00000000000000000000000', services);
    await expect.element(page.getByText(/does not exist on cluster/)).toBeVisible();
  });
});
