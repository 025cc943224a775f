import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { stateOfAction } from '#domain/action';
import { ClusterError, requestOf, type ClusterCall, type ClusterGateway } from '#domain/ports';
import { lastReason, withReason } from '../../platform/work-reason.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { startSlowReindex } from '../../testing/slow-reindex.ts';
import { testServer, type TestServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const ID = 'sandbox-1:1';
const TASK = { node: 'n', action: 'indices:data/write/reindex', start_time_in_millis: 1, cancellable: true };
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('alertdialog', { name: 'Cancel this task?' });
const reindex = page.getByRole('row', { name: /^Reindex/ });

async function open(server: TestServer, path = '/tasks') {
  return openTestConsole(path, await testServices(undefined, { http: withReason(server.http) }));
}

async function askToCancel(): Promise<void> {
  await userEvent.click(button(`Actions for ${ID}`));
  await userEvent.click(page.getByRole('menuitem', { name: 'Cancel task' }));
}

/** An engine that lists these tasks. */
function listing(tasks: readonly object[]) {
  const byId = Object.fromEntries(tasks.map((task, id) => [`n:${id}`, { id, ...TASK, ...task }]));
  return (engine: ClusterGateway): ClusterGateway => ({
    send: (call) =>
      call.path.join('/') === '_tasks'
        ? Promise.resolve({ status: 200, body: JSON.stringify({ nodes: { n: { name: 'node-1', tasks: byId } } }) })
        : engine.send(call),
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => void lastReason.set(''));

describe('the tasks of the cluster', () => {
  it('are shown with what they do, how far they are, since when and where', async () => {
    const server = testServer();
    await startSlowReindex(server);
    await open(server);
    await expect.element(reindex).toHaveTextContent(/reindex from \[logs\] to \[copy\]/);
    await expect.element(reindex).toHaveTextContent(/2 of 3/);
    await expect.element(reindex.getByRole('progressbar', { name: `Progress of ${ID}` })).toBeVisible();
    await expect.element(reindex).toHaveTextContent(/sandbox-node-1/);
    await expectAccessible();
  });

  it('are those that take long, and all of them by a switch that is in the address', async () => {
    const between = listing([
      { description: 'reindex from [a] to [b]' },
      { action: 'cluster:monitor/tasks/lists', cancellable: false },
      { action: 'indices:data/read/search', description: 'indices[a]', running_time_in_nanos: 5 },
      { description: 'a part', parent_task_id: 'n:0' },
    ]);
    const { router } = await open(testServer({ between }));
    await expect.element(reindex).toBeVisible();
    const rows = () => page.getByRole('rowheader').elements().length;
    expect(rows()).toBe(1);
    await userEvent.click(page.getByText('All tasks', { exact: true }));
    await expect.poll(rows).toBe(4);
    expect(router.state.location.search).toHaveProperty('all');
    await expect.element(page.getByRole('link', { name: 'cluster:monitor/tasks/lists' })).toBeVisible();
    await userEvent.click(button('Actions for n:1'));
    await expect.element(page.getByRole('menuitem', { name: /The engine can’t cancel this task/ })).toBeVisible();
  });

  it('say that there are none, and how to see all', async () => {
    await open(testServer());
    await expect.element(page.getByRole('heading', { name: 'No long-running tasks' })).toBeVisible();
    await expectAccessible();
  });

  it('are shown whatever they are called', async () => {
    const hostile = ['__proto__', '<img src=x onerror=wasRun=1>', 'a/b', '🙂', 'x'.repeat(5_000)];
    await open(testServer({ between: listing(hostile.map((description) => ({ description }))) }));
    for (const text of hostile) await expect.element(page.getByText(text.slice(0, 1_900)).first()).toBeVisible();
    expect('wasRun' in globalThis).toBe(false);
  });

  it('are 10,000 on pages', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({ description: `reindex from [i${at}] to [j]` }));
    await open(testServer({ between: listing(many) }));
    await expect.element(page.getByRole('rowheader').first()).toBeVisible();
    expect(page.getByRole('rowheader').elements()).toHaveLength(50);
    await userEvent.fill(page.getByRole('searchbox', { name: 'Filter tasks' }), '[i9999]');
    await expect.poll(() => page.getByRole('rowheader').elements().length).toBe(1);
  });

  it('say which nodes did not answer', async () => {
    const between = (engine: ClusterGateway): ClusterGateway => ({
      send: (call) =>
        call.path[0] === '_tasks'
          ? Promise.resolve({
              status: 200,
              body: JSON.stringify({ node_failures: [{ reason: 'Failed node [x]' }], nodes: {} }),
            })
          : engine.send(call),
    });
    await open(testServer({ between }));
    await expect.element(page.getByText('Failed node [x]')).toBeVisible();
  });

  it('are said to be forbidden where they are', async () => {
    const between = (engine: ClusterGateway): ClusterGateway => ({
      send: (call) =>
        call.path[0] === '_tasks'
          ? Promise.reject(new ClusterError('forbidden', 'Not allowed.', { request: requestOf(call), status: 403 }))
          : engine.send(call),
    });
    await open(testServer({ between }));
    await expect.element(page.getByText('Couldn’t load tasks')).toBeVisible();
  });

  it('are refreshed every 5 seconds where nobody chose', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const server = testServer();
      await open(server);
      await expect.element(button('Auto-refresh: 5 s')).toBeVisible();
      await startSlowReindex(server);
      vi.advanceTimersByTime(5_000);
      await expect.element(reindex).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('one task', () => {
  it('is shown beside the list, while it runs and after it has ended', async () => {
    const server = testServer();
    await startSlowReindex(server);
    await open(server, `/tasks/${ID}`);
    const flyout = page.getByRole('dialog', { name: 'Reindex' });
    await expect.element(flyout).toHaveTextContent(/State\s*Running/);
    await expect.element(flyout).toHaveTextContent(/indices:data\/write\/reindex/);
    await expect.element(flyout.getByRole('textbox', { name: 'Status' })).toHaveTextContent('"total": 3');
    await expectAccessible();
    await server.ask('POST', ['_tasks', ID, '_cancel']);
    // The flyout covers the button.
    button('Refresh tasks').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(flyout).toHaveTextContent(/State\s*Ended/);
    await expect.element(flyout.getByRole('textbox', { name: 'Result' })).toHaveTextContent('by user request');
    await expect.element(flyout.getByRole('button', { name: 'Cancel task' })).not.toBeInTheDocument();
  });

  it('says that it is not running where the cluster has none', async () => {
    await open(testServer(), '/tasks/sandbox-1:7');
    await expect.element(page.getByRole('dialog').getByText('This task is not running')).toBeVisible();
    await expectAccessible();
  });
});

describe('cancelling a task', () => {
  it('shows the request, records the reason, and leaves what was done', async () => {
    const server = testServer({ reasons: 'required' });
    await startSlowReindex(server);
    await open(server);
    await askToCancel();
    await expect.element(dialog.getByText(`POST /_tasks/${encodeURIComponent(ID)}/_cancel`)).toBeVisible();
    await expect.element(dialog).toHaveTextContent(/reindex from \[logs\] to \[copy\]/);
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel task' }));
    const reason = dialog.getByRole('textbox', { name: 'Reason or ticket' });
    await expect.element(reason).toHaveAttribute('aria-invalid', 'true');
    await userEvent.fill(reason, 'OPS-9');
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel task' }));
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByText('Cancelled: Reindex')).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'No long-running tasks' })).toBeVisible();
    const [action] = await server.actionLog.recent(1);
    expect(action).toMatchObject({ route: 'tasks.cancel', names: [ID], reason: 'OPS-9', outcome: { kind: 'done' } });
    expect(action?.body?.text).toContain('reindex from [logs] to [copy]');
    expect(await server.ask('GET', ['copy', '_count'])).toContain('"count":2');
  });

  it('keeps the task running where it is not confirmed', async () => {
    const server = testServer();
    await startSlowReindex(server);
    await open(server);
    await askToCancel();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep running' }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await server.ask('GET', ['_tasks', ID])).toContain('"completed":false');
    expect(await server.actionLog.recent(1)).toEqual([]);
  });

  /** Sends what cancels, or not, and answers neither. */
  const losing = (isSent: boolean) => (engine: ClusterGateway) => ({
    async send(call: ClusterCall) {
      if (call.path.at(-1) !== '_cancel') return engine.send(call);
      if (isSent) await engine.send(call);
      throw new ClusterError('cut', 'The connection was lost.', { request: requestOf(call) });
    },
  });

  it.each([
    [true, 'The task is no longer running.'],
    [false, 'The task is still running.'],
  ])('looks up whether the task is there after a lost response (sent: %s)', async (isSent, words) => {
    const server = testServer({ between: losing(isSent) });
    await startSlowReindex(server);
    await open(server);
    await askToCancel();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel task' }));
    await expect.element(dialog.getByText('The result is unknown')).toBeVisible();
    await expect.element(dialog).toHaveTextContent(words);
    const [action] = await server.actionLog.recent(1);
    expect(action && stateOfAction(action)).toBe('unknown');
  });

  it('sends nothing where the task has ended meanwhile', async () => {
    const server = testServer();
    await startSlowReindex(server);
    await open(server);
    await askToCancel();
    await server.ask('POST', ['_tasks', ID, '_cancel']);
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel task' }));
    await expect.element(dialog).toHaveTextContent(/Nothing was cancelled: task "sandbox-1:1" has ended/);
  });

  it('is not offered by a read-only server, which says why', async () => {
    const server = testServer({ isReadOnly: true });
    await startSlowReindex(server);
    await open(server, `/tasks/${ID}`);
    await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Cancel task' })).toBeDisabled();
    await expect.element(page.getByRole('dialog').getByText(/This server is read-only/)).toBeVisible();
  });
});
