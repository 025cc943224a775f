import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { encodeTime } from 'ulid';
import type { HttpService } from '#domain/ports';
import { API_BASE } from '#domain/wire';
import { APP_BASE } from '../../../platform/app-base.ts';
import { consoleApi } from '../../../platform/console-api.ts';
import { expectAccessible } from '../../../testing/expect-accessible.ts';
import { openTestConsole } from '../../../testing/open-test-console.tsx';
import { openMapping, openTestIndex } from '../../../testing/open-test-index.ts';
import { testServer } from '../../../testing/test-http.ts';
import { testServices } from '../../../testing/test-services.ts';

const rows = page.getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem');
const row = (text: RegExp | string) => rows.filter({ hasText: text }).first();
const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const bar = page.getByRole('region', { name: 'Unsaved template' });

async function openTemplate(path: string) {
  const server = testServer();
  await server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['logs-*'], priority: 7 });
  const services = await testServices(undefined, { http: server.http });
  return { server, ...(await openTestConsole(path, services)) };
}

async function retype(name: string, text: string): Promise<void> {
  await userEvent.fill(box(name), text);
  await userEvent.keyboard('{Enter}');
}

async function save(): Promise<void> {
  await userEvent.click(bar.getByRole('button', { name: 'Review and save' }));
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /^Update / }));
  await expect.element(bar).not.toBeInTheDocument();
}

describe('the history of a template', () => {
  it('has each save as one row: from what to what, by whom, why, and that it reached the cluster', async () => {
    const { router } = await openTemplate('/edit_template/logs');
    await expect.element(box('Priority')).toHaveValue('7');
    await retype('Priority', '8');
    await retype('Version', '3');
    await retype('Priority', '9');
    await save();
    await retype('Version', '4');
    await expect.element(bar).toBeVisible();
    router.history.push(`${APP_BASE}/templates/logs?tab=history`);
    const sent = row('Reached the cluster');
    await expect.element(sent).toHaveTextContent(/priority: 7\s*→\s*to\s*9/);
    await expect.element(sent).toHaveTextContent(/version: not set\s*→\s*to\s*3/);
    await expect.element(sent).toHaveTextContent('Ada');
    await expect.element(sent).toHaveTextContent('No reason given');
    await expect.element(sent).not.toHaveTextContent('Saved to cluster');
    await expectAccessible();
    // What is not sent is the first row, and unfolded.
    const unsent = row('Not sent');
    await expect.element(unsent).toHaveTextContent(/version: 3\s*→\s*to\s*4/);
    await expect.element(unsent.getByRole('list', { name: 'Events' })).toBeVisible();
    sent
      .getByRole('button', { name: /^Show events/ })
      .element()
      .focus();
    await userEvent.keyboard('{Enter}');
    const events = sent.getByRole('list', { name: 'Events' });
    await expect.element(events).toHaveTextContent(/Saved to cluster/);
    await expect.poll(() => events.getByRole('listitem').elements()).toHaveLength(4);
    await expect.element(sent).toHaveTextContent(/Sent with .*logs.*PUT \/_index_template\/logs.*200/);
    await expectAccessible();
    await userEvent.click(sent.getByRole('link', { name: /template.*logs/ }).last());
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/history`);
    await expect.element(page.getByRole('dialog')).toHaveTextContent('PUT /_index_template/logs');
  });

  it('compares the states of two rows in words and side by side', async () => {
    const { router } = await openTemplate('/edit_template/logs');
    await expect.element(box('Priority')).toHaveValue('7');
    await retype('Priority', '8');
    await save();
    await retype('Priority', '9');
    await save();
    await retype('Version', '4');
    await expect.element(bar).toBeVisible();
    router.history.push(`${APP_BASE}/templates/logs?tab=history`);
    const compare = page.getByRole('button', { name: 'Compare', exact: true });
    await expect.element(compare).toBeDisabled();
    const choose = (at: number) =>
      userEvent.click(
        page
          .getByRole('checkbox', { name: /^Select version/ })
          .nth(at)
          .element()
          .closest('label') ?? document.body,
      );
    // The newest state, and what was there before the record; the second is compared no more once there is a third.
    await choose(0);
    await choose(1);
    await choose(3);
    await choose(0);
    await expectAccessible();
    await userEvent.click(compare);
    const dialog = page.getByRole('dialog', { name: 'Compare versions' });
    await expect.element(dialog).toHaveTextContent('From version 1 to 6: 2 differences');
    await expect.element(dialog).toHaveTextContent('Changed priority from 7 to 9');
    await expect.element(dialog).toHaveTextContent('Set version to 4');
    await userEvent.click(dialog.getByRole('radio', { name: 'Side by side' }));
    await expect.element(dialog.getByRole('table')).toHaveTextContent('"priority": 7');
    await expect.element(dialog.getByRole('table')).toHaveTextContent('"priority": 9');
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('says where nothing is recorded', async () => {
    await openTemplate('/templates/logs?tab=history');
    await expect.element(page.getByRole('heading', { name: 'No changes recorded yet' })).toBeVisible();
    await expectAccessible();
  });
});

describe('the history of an index', () => {
  it('has its recorded actions, and changes of its mapping that are not sent', async () => {
    const index = await openTestIndex('/mapping');
    const session = await openMapping(index);
    session.dispatch({ type: 'field.add', payload: { parent: null, name: '<b>x</b>', definition: { type: 'ip' } } });
    await session.whenSaved();
    await consoleApi(index.server.http, null).call('indices.refresh', { body: { indices: ['logs'] } });
    index.router.history.push(`${APP_BASE}/indices/logs?tab=history`);
    await expect.element(row('Not sent')).toHaveTextContent('Added <b>x</b> (ip)');
    await expect.element(row(/Refresh/)).toHaveTextContent('Reached the cluster');
    await expectAccessible();
  });

  it('says of a plan that it was proposed, not that it reached the cluster', async () => {
    const index = await openTestIndex('/mapping');
    await consoleApi(index.server.http, null).call('plans.create', {
      body: { name: 'logs', replaceIndex: { newIndex: 'logs-v2' } },
    });
    index.router.history.push(`${APP_BASE}/indices/logs?tab=history`);
    await expect.element(row(/Proposed plan/)).toHaveTextContent('Done');
    await expect.element(row(/Proposed plan/)).not.toHaveTextContent('Reached the cluster');
  });

  it('reads on page by page, as far back as its actions go, and reads nothing twice', async () => {
    const server = testServer();
    const COUNT = 250;
    const actions = Array.from({ length: COUNT }, (_, at) => {
      const time = Date.UTC(2026, 10, 20) + at * 1_000;
      return {
        ...{ id: `${encodeTime(time)}0000000000000000`, version: 2, state: 'done', at: new Date(time).toISOString() },
        ...{ author: { id: 'ada', name: 'Ada', verified: true }, cluster: 'sandbox', route: 'indices.refresh' },
        ...{ title: `Refresh ${at}`, doneTitle: `Refreshed ${at}`, names: ['logs'], nameCount: 1 },
      };
    }).reverse();
    const asked: string[] = [];
    const http: HttpService = {
      async send(request) {
        if (request.path !== `${API_BASE}/actions`) return server.http.send(request);
        const { before, limit = '50' } = request.query ?? {};
        asked.push(String(before));
        const from = before === undefined ? 0 : actions.findIndex(({ id }) => id === before) + 1;
        const page = actions.slice(from, from + Number(limit));
        const next = from + page.length < COUNT && { next: page.at(-1)?.id };
        return { status: 200, headers: {}, body: JSON.stringify({ actions: page, hidden: 0, ...next }) };
      },
    };
    await openTestIndex('?tab=history', { server: { ...server, http } });
    const more = page.getByRole('button', { name: 'Show more' });
    for (const count of [50, 100, 150, 200]) {
      await expect.poll(() => rows.elements().length).toBe(count);
      await userEvent.click(more);
    }
    await expect.poll(() => rows.elements().length).toBe(COUNT);
    await expect.element(more).not.toBeInTheDocument();
    expect(rows.elements().map((each) => /Refreshed (\d+)/.exec(each.textContent)?.[1])).toEqual(
      actions.map(({ doneTitle }) => doneTitle.slice('Refreshed '.length)),
    );
    // Strict mode gives up the first request and sends it again.
    const older = asked.filter((before) => before !== 'undefined');
    expect(older).toHaveLength(2);
    expect(new Set(older).size).toBe(2);
  });
});
