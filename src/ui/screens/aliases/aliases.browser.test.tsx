import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ClusterError, requestOf, type ClusterCall } from '#domain/ports';
import { APP_BASE } from '../../platform/app-base.ts';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

type Options = Parameters<typeof testServer>[0];
const FILTER = { term: { k: 'v' } };

async function openAliases(options: Options = {}) {
  const server = testServer(options);
  await server.ask('PUT', ['logs-000001'], {
    aliases: { logs: { is_write_index: true, filter: FILTER, routing: '1' }, 'ödd💥': {} },
  });
  await server.ask('PUT', ['logs-2'], { aliases: { logs: {} } });
  await server.ask('PUT', ['.secret'], { aliases: { secret: { is_hidden: true } } });
  return { server, ...(await openTestConsole('/aliases', await testServices(undefined, { http: server.http }))) };
}

const tick = (name: string) =>
  userEvent.click(page.getByRole('checkbox', { name }).element().closest('label') ?? document.body);
const aliasesOf = async (server: Awaited<ReturnType<typeof openAliases>>['server'], index: string) =>
  (JSON.parse(await server.ask('GET', [index, '_alias'])) as Record<string, { aliases: object }>)[index]?.aliases;

describe('the aliases of all indices', () => {
  it('lists each alias of each index with what it says, and hides the hidden', async () => {
    await openAliases();
    const table = page.getByRole('table', { name: 'Aliases' });
    await expect.element(table.getByRole('link', { name: 'logs-000001' }).first()).toBeVisible();
    await expect.element(table.getByText('Write index')).toBeVisible();
    await expect.element(table.getByText('{"term":{"k":"v"}}')).toBeVisible();
    await expect.element(table.getByText('ödd💥', { exact: true })).toBeVisible();
    await expect.element(table.getByText('secret')).not.toBeInTheDocument();
    await userEvent.click(page.getByText('Hidden aliases (1)'));
    await expect.element(table.getByText('secret', { exact: true })).toBeVisible();
  });

  it('moves several at once, with what they say, after showing the request', async () => {
    const { server } = await openAliases();
    await expect.element(page.getByText('ödd💥', { exact: true })).toBeVisible();
    await tick('Select logs → logs-000001');
    await tick('Select ödd💥 → logs-000001');
    await userEvent.click(page.getByRole('button', { name: 'Move', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Move 2 aliases' });
    await dialog.getByRole('textbox', { name: 'Move to index' }).fill('logs-2');
    await userEvent.click(dialog.getByText('Request', { exact: true }));
    await expect.element(dialog.getByLabelText('Request')).toHaveTextContent('"is_write_index": true');
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Move 2 aliases' }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await aliasesOf(server, 'logs-000001')).toEqual({});
    expect(await aliasesOf(server, 'logs-2')).toEqual({
      logs: { is_write_index: true, filter: FILTER, index_routing: '1', search_routing: '1' },
      'ödd💥': {},
    });
    expect(await server.actionLog.recent(1)).toMatchObject([
      { route: 'all_aliases.update', outcome: { kind: 'done' } },
    ]);
  });

  it('has a menu in each row, and the recorded actions of an alias beside the list', async () => {
    const { router } = await openAliases();
    const choose = async (item: string) => {
      await userEvent.click(page.getByRole('button', { name: 'Actions for ödd💥 → logs-000001' }));
      await userEvent.click(page.getByRole('menuitem', { name: item, exact: true }));
    };
    await choose('Roll over');
    await userEvent.keyboard('{Escape}');
    await choose('Move');
    const move = page.getByRole('dialog', { name: 'Move 1 alias' });
    await move.getByRole('textbox', { name: 'Move to index' }).fill('logs-2');
    await userEvent.click(move.getByRole('button', { name: 'Move 1 alias' }));
    await expect.element(move).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('link', { name: 'ödd💥', exact: true }));
    await expect.poll(() => router.state.location.search).toEqual({ alias: 'ödd💥' });
    const flyout = page.getByRole('dialog', { name: 'ödd💥' });
    await expect.element(flyout.getByRole('link', { name: 'logs-2', exact: true })).toBeVisible();
    const actions = flyout.getByRole('list', { name: 'Changes, newest first' });
    await expect.element(actions.getByRole('listitem')).toHaveTextContent(/^Updated alias ödd💥Reached the cluster/);
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => router.state.location.search).toEqual({});
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs → logs-2' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'History' }));
    const other = page.getByRole('dialog', { name: 'logs', exact: true });
    await expect.element(other.getByRole('heading', { name: 'No changes recorded yet' })).toBeVisible();
    await expect.element(other.getByRole('link', { name: 'logs-000001' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs → logs-2' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Remove' }));
    await expect.element(page.getByRole('dialog', { name: 'Remove 1 alias' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs → logs-2' }));
    const mapping = page.getByRole('menuitem', { name: 'Edit mapping' });
    await expect.element(mapping).toHaveTextContent('Of logs-2');
    await userEvent.click(mapping);
    await expect.poll(() => router.state.location.pathname).toBe(`${APP_BASE}/indices/logs-2/mapping`);
  });

  it('adds one by keyboard, and says what is wrong with a name', async () => {
    const { server } = await openAliases();
    await userEvent.click(page.getByRole('button', { name: 'Add alias' }));
    const dialog = page.getByRole('dialog', { name: 'Add alias' });
    await userEvent.keyboard('new{Enter}');
    await expect.element(dialog.getByText('The name is empty.')).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Index', exact: true })).toHaveFocus();
    await userEvent.keyboard('logs-2{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await aliasesOf(server, 'logs-2')).toEqual({ logs: {}, new: {} });
  });

  it('says at the switch what the other indices of an alias rule out, in the form of a new one and of an edited one', async () => {
    const { server } = await openAliases();
    await userEvent.click(page.getByRole('button', { name: 'Add alias' }));
    const dialog = page.getByRole('dialog', { name: 'Add alias' });
    await dialog.getByRole('textbox', { name: 'Alias' }).fill('logs');
    await dialog.getByRole('textbox', { name: 'Index', exact: true }).fill('.secret');
    const flip = (name: string) =>
      userEvent.click(
        page.getByRole('dialog').getByRole('switch', { name }).element().closest('label') ?? document.body,
      );
    await flip('Write index');
    await flip('Hidden');
    await expect
      .element(dialog.getByText('logs-000001 is the write index already. Turn that off first.'))
      .toBeVisible();
    await expect.element(dialog.getByText(/^The alias is not hidden on logs-000001 and 1 more/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Add alias' }).click();
    await expectAccessible();
    expect(await server.actionLog.recent(1)).toEqual([]);
    await flip('Write index');
    await flip('Hidden');
    await expect.element(dialog.getByText(/already|not hidden/)).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: 'Add alias' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await aliasesOf(server, '.secret')).toMatchObject({ logs: {} });

    await userEvent.click(page.getByRole('button', { name: 'Actions for logs → logs-2' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit', exact: true }));
    await flip('Write index');
    await expect.element(page.getByText('logs-000001 is the write index already. Turn that off first.')).toBeVisible();
  });

  it('opens an alias that exists already for editing, and changes only what is edited', async () => {
    const { server } = await openAliases();
    await userEvent.click(page.getByRole('button', { name: 'Add alias' }));
    const added = page.getByRole('dialog', { name: 'Add alias' });
    await added.getByRole('textbox', { name: 'Alias' }).fill('logs');
    await added.getByRole('textbox', { name: 'Index', exact: true }).fill('logs-000001');
    await expect.element(added.getByText('This index already has an alias with this name.')).toBeVisible();
    await expect.element(added.getByText('Request', { exact: true })).not.toBeInTheDocument();
    await expectAccessible();
    await userEvent.click(added.getByRole('button', { name: 'Edit existing alias' }));
    const edited = page.getByRole('dialog', { name: 'Edit alias logs → logs-000001' });
    await expect.element(edited.getByRole('textbox', { name: 'Filter' })).toHaveValue(JSON.stringify(FILTER, null, 2));
    await edited.getByRole('textbox', { name: 'Search routing' }).fill('2');
    await userEvent.click(edited.getByText('Request', { exact: true }));
    await expect.element(edited.getByLabelText('Request')).toHaveTextContent('"is_write_index": true');
    await expectAccessible();
    await userEvent.click(edited.getByRole('button', { name: 'Update alias' }));
    await expect.element(edited).not.toBeInTheDocument();
    expect(await aliasesOf(server, 'logs-000001')).toEqual({
      logs: { is_write_index: true, filter: FILTER, index_routing: '1', search_routing: '2' },
      'ödd💥': {},
    });
  });

  it('keeps what somebody else changed of an alias while it was edited, and a write flag that is off', async () => {
    const server = testServer();
    const before = { is_write_index: false, search_routing: '1' };
    await server.ask('PUT', ['logs-2'], { aliases: { logs: before } });
    await openTestConsole('/aliases', await testServices(undefined, { http: server.http }));
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs → logs-2' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit', exact: true }));
    const edited = page.getByRole('dialog', { name: 'Edit alias logs → logs-2' });
    await edited.getByRole('textbox', { name: 'Index routing' }).fill('2');
    await server.ask('POST', ['_aliases'], {
      actions: [{ add: { index: 'logs-2', alias: 'logs', ...before, filter: FILTER } }],
    });
    await userEvent.click(edited.getByRole('button', { name: 'Update alias' }));
    await expect.element(edited.getByText('Nothing was changed', { exact: true })).toBeVisible();
    await userEvent.click(edited.getByRole('button', { name: 'Update alias' }));
    await expect.element(edited).not.toBeInTheDocument();
    expect(await aliasesOf(server, 'logs-2')).toEqual({
      logs: { ...before, filter: FILTER, index_routing: '2' },
    });
  });

  it('moves no alias over one with other properties', async () => {
    const { server } = await openAliases();
    await userEvent.click(page.getByRole('button', { name: 'Actions for logs → logs-2' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Move', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Move 1 alias' });
    await dialog.getByRole('textbox', { name: 'Move to index' }).fill('logs-000001');
    await userEvent.click(dialog.getByRole('button', { name: 'Move 1 alias' }));
    await expect.element(dialog.getByText(/already has “logs” with other properties/)).toBeVisible();
    expect(await aliasesOf(server, 'logs-2')).toEqual({ logs: {} });
  });

  it('changes nothing where an alias has gone meanwhile, and says so', async () => {
    const { server } = await openAliases();
    await expect.element(page.getByText('ödd💥', { exact: true })).toBeVisible();
    await tick('Select ödd💥 → logs-000001');
    await userEvent.click(page.getByRole('button', { name: 'Remove', exact: true }));
    await server.ask('POST', ['_aliases'], { actions: [{ remove: { index: 'logs-000001', alias: 'ödd💥' } }] });
    const dialog = page.getByRole('dialog', { name: 'Remove 1 alias' });
    await userEvent.click(dialog.getByRole('button', { name: 'Remove 1 alias' }));
    await expect.element(dialog.getByText(/Nothing was changed/)).toBeVisible();
  });

  it('says that the outcome is unknown where the response was lost, and the aliases can’t be read either', async () => {
    const isUpdate = ({ method, path }: ClusterCall) => method === 'POST' && path[0] === '_aliases';
    let isCut = false;
    await openAliases({
      between: (engine) => ({
        async send(call) {
          const answer = await engine.send(call);
          isCut ||= isUpdate(call);
          if (!isCut || !call.path.some((segment) => segment.startsWith('_alias'))) return answer;
          throw new ClusterError('cut', 'The connection was cut.', { request: requestOf(call) });
        },
      }),
    });
    await expect.element(page.getByText('ödd💥', { exact: true })).toBeVisible();
    await tick('Select ödd💥 → logs-000001');
    await userEvent.click(page.getByRole('button', { name: 'Remove', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Remove 1 alias' });
    await userEvent.click(dialog.getByRole('button', { name: 'Remove 1 alias' }));
    await expect.element(dialog.getByText('The result is unknown')).toBeVisible();
  });

  it('offers no change on a read-only server', async () => {
    await openAliases({ isReadOnly: true });
    await expect
      .element(page.getByText('This server is read-only. Clusters can’t be changed from here.'))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add alias' })).toBeDisabled();
    await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
  });

  it('rolls an alias over after a dry run with conditions', async () => {
    const { server } = await openAliases();
    await expect.element(page.getByText('ödd💥', { exact: true })).toBeVisible();
    await tick('Select logs → logs-000001');
    await userEvent.click(page.getByRole('button', { name: 'Roll over' }));
    const dialog = page.getByRole('dialog', { name: 'Roll over alias “logs”' });
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await expect.element(preview).toHaveTextContent('Creates logs-000002 and writes to it instead of logs-000001.');
    await expect.element(dialog.getByText('Filter and routing are not kept')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Maximum age' }).fill('30d');
    await expect.element(preview).toHaveTextContent('max_age: 30d: not met');
    await dialog.getByRole('textbox', { name: 'Maximum age' }).fill('soon');
    await expect.element(dialog.getByRole('button', { name: 'Roll over' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Maximum age' }).fill('');
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Roll over' }));
    await expect.element(dialog).not.toBeInTheDocument();
    expect(await aliasesOf(server, 'logs-000002')).toEqual({ logs: { is_write_index: true } });
  });

  it('lists ten thousand', async () => {
    const server = testServer();
    const aliases = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`alias-${at}`, {}]));
    await server.ask('PUT', ['many'], { aliases });
    await openTestConsole('/aliases', await testServices(undefined, { http: server.http }));
    await expect.element(page.getByText('10,000')).toBeVisible();
  });
});
