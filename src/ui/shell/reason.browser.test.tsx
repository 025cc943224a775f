import { afterEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { lastReason, withReason } from '../platform/work-reason.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer } from '../testing/test-http.ts';
import { testServices } from '../testing/test-services.ts';

afterEach(() => void lastReason.set(''));

async function openIndices(path: string) {
  const server = testServer({ reasons: 'required' });
  await server.ask('PUT', ['logs'], {});
  await openTestConsole(path, await testServices(undefined, { http: withReason(server.http) }));
  return server;
}

async function refreshLogs(): Promise<void> {
  const box = page.getByRole('checkbox', { name: 'Select logs' });
  await expect.element(box).toBeInTheDocument();
  await userEvent.click(box.element().closest('label') ?? document.body);
  await userEvent.click(page.getByRole('button', { name: 'Manage 1 index' }));
  await userEvent.click(page.getByRole('menuitem', { name: /^Refresh/ }));
}

it('is asked for in place where the server requires one, and the change is made then', async () => {
  const server = await openIndices('/indices');
  await refreshLogs();
  const dialog = page.getByRole('dialog', { name: 'Reason for this change' });
  await expect.element(dialog).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard('{Enter}');
  await expect
    .element(dialog.getByRole('textbox', { name: 'Reason or ticket' }))
    .toHaveAccessibleDescription(/This server requires a reason for every change/);
  expect(await server.actionLog.recent(1)).toEqual([]);
  await userEvent.keyboard('OPS-1234{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => server.actionLog.recent(1)).toMatchObject([{ route: 'indices.refresh', reason: 'OPS-1234' }]);
});

it('is offered where the next change is made, with what was typed and left, and is sent with none unless it is taken', async () => {
  const server = testServer();
  await server.ask('PUT', ['logs'], {});
  await openTestConsole('/indices/logs', await testServices(undefined, { http: withReason(server.http) }));
  const field = page.getByRole('textbox', { name: 'Reason or ticket (optional)' });
  const ask = (label: string) => userEvent.click(page.getByRole('button', { name: label }));
  await ask('Add write block');
  await userEvent.fill(field, 'OPS-7');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toBeInTheDocument();

  await ask('Add write block');
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveAccessibleDescription('Recorded with this change only. Last reason: OPS-7');
  await expectAccessible();
  await ask('Add block');
  await expect.poll(async () => (await server.actionLog.recent(9)).map(({ reason }) => reason)).toEqual([undefined]);

  await ask('Remove write block');
  await userEvent.click(page.getByRole('button', { name: 'Use last reason' }));
  await expect.element(field).toHaveValue('OPS-7');
  await ask('Remove block');
  await expect
    .poll(async () => (await server.actionLog.recent(9)).map(({ reason }) => reason))
    .toEqual(['OPS-7', undefined]);
});
