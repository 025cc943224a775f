import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatJson, parseJson, valueAt, type JsonValue } from '#domain/json';
import type { ClusterCall } from '#domain/ports';
import { expectAccessible } from '../../testing/expect-accessible.ts';
import { openTestIndex, refusing } from '../../testing/open-test-index.ts';
import { readShownRequests } from '../../testing/record-writes.ts';
import { testServer, type TestServer } from '../../testing/test-http.ts';

const TAB = '?tab=edit_settings';
const editor = page.getByRole('textbox', { name: 'Index settings' });
const review = page.getByRole('dialog', { name: 'Update settings of logs' });

async function write(settings: JsonValue): Promise<void> {
  await expect.element(editor).toHaveTextContent('index.number_of_shards');
  await userEvent.fill(editor, formatJson(settings));
}

async function askForReview(): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: 'Review and save' }));
}

/** The settings of the index on the engine. */
async function settingsOf(server: TestServer): Promise<JsonValue | undefined> {
  return valueAt(parseJson(await server.ask('GET', ['logs', '_settings'])), '/logs/settings/index');
}

async function statusOf(server: TestServer): Promise<string> {
  return /\b(?:open|close)\b/.exec(await server.ask('GET', ['_cat', 'indices', 'logs']))?.[0] ?? '';
}

/** All settings that an index is created with here, and additional ones. */
const settingsWith = (more: Readonly<Record<string, JsonValue>>): JsonValue => ({
  'index.number_of_shards': '1',
  'index.number_of_replicas': '0',
  'index.refresh_interval': '5s',
  'index.routing.allocation.include._tier_preference': 'data_content',
  ...more,
});

describe('edit settings', () => {
  it('sends only what changed, and counts it', async () => {
    const { server, counted } = await openTestIndex(TAB);
    await write({
      'index.number_of_shards': '7',
      'index.number_of_replicas': '2',
      'index.codec': 'best_compression',
      'index.routing.allocation.include._tier_preference': 'data_content',
    });
    await askForReview();
    await expect.element(review.getByText('These settings can’t be changed on an existing index')).toBeVisible();
    await expect.element(review.getByText('Some settings need a closed index')).toBeVisible();
    await expect.element(review.getByText('Some settings will be reset to their default')).toBeVisible();
    await expect
      .element(review.getByLabelText('Request'))
      .toHaveTextContent('PUT /logs/_settings { "index.number_of_replicas": "2", "index.refresh_interval": null }');
    await expect
      .element(review.getByRole('region', { name: /^Read at \d\d:\d\d:\d\d and Edited settings$/ }))
      .toBeVisible();
    await expectAccessible();
    await userEvent.click(review.getByRole('button', { name: 'Apply 2 settings' }));
    await expect.element(review).not.toBeInTheDocument();
    expect(await settingsOf(server)).toMatchObject({ number_of_replicas: '2', number_of_shards: '1' });
    expect(counted).toContain('update_settings');
  });

  it('says of those alone that are sent that they are sent as null', async () => {
    await openTestIndex(TAB);
    // The number of shards is static, and removed as well.
    await write({
      'index.number_of_replicas': '0',
      'index.routing.allocation.include._tier_preference': 'data_content',
    });
    await askForReview();
    await expect
      .element(review.getByText(/^They were removed and will be sent as null/))
      .toHaveTextContent('They were removed and will be sent as null: index.refresh_interval.');
    await expect
      .element(review.getByText(/^They are static or managed by the engine and will not be sent/))
      .toHaveTextContent('index.number_of_shards');
    await expect
      .element(review.getByLabelText('Request'))
      .toHaveTextContent('PUT /logs/_settings { "index.refresh_interval": null }');
  });

  it('can’t send where the server is read-only', async () => {
    await openTestIndex(TAB, { server: testServer({ isReadOnly: true }) });
    await expect
      .element(page.getByText('This server is read-only. Clusters can’t be changed from here.'))
      .toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Review and save' })).toBeDisabled();
  });

  it('sends nothing on top of what was changed on the cluster meanwhile, and keeps the text', async () => {
    const { server } = await openTestIndex(TAB);
    await write(settingsWith({ 'index.number_of_replicas': '2' }));
    await askForReview();
    await server.ask('PUT', ['logs', '_settings'], { 'index.refresh_interval': '30s' });
    await userEvent.click(review.getByRole('button', { name: /^Apply \d settings?$/ }));
    await expect.element(review).not.toBeInTheDocument();
    await expect
      .element(
        page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: 'The settings changed on the cluster' }),
      )
      .toBeVisible();
    expect(await settingsOf(server)).toMatchObject({ number_of_replicas: '0', refresh_interval: '30s' });
    await expect.element(editor).toHaveTextContent('"index.refresh_interval":"5s"');
    await expect.element(page.getByRole('button', { name: 'Review and save' })).toBeDisabled();
    await expectAccessible();
    await userEvent.click(page.getByRole('button', { name: 'Reapply my changes' }));
    await expect.element(editor).toHaveTextContent('"index.refresh_interval": "30s"');
    await askForReview();
    await expect
      .element(review.getByLabelText('Request'))
      .toHaveTextContent('PUT /logs/_settings { "index.number_of_replicas": "2" }');
    await userEvent.click(review.getByRole('button', { name: /^Apply \d settings?$/ }));
    await expect.element(review).not.toBeInTheDocument();
    expect(await settingsOf(server)).toMatchObject({ number_of_replicas: '2', refresh_interval: '30s' });
  });

  it('can take what the cluster has now instead of the text', async () => {
    const { server } = await openTestIndex(TAB);
    await write(settingsWith({ 'index.number_of_replicas': '2' }));
    await server.ask('PUT', ['logs', '_settings'], { 'index.refresh_interval': '30s' });
    await userEvent.click(page.getByRole('button', { name: 'Refresh' }));
    await userEvent.click(page.getByRole('button', { name: 'Discard my changes' }));
    await expect.element(editor).toHaveTextContent('"index.refresh_interval": "30s"');
    await expect.element(page.getByText('No changes')).toBeVisible();
  });
});

describe('the mode of the settings tab', () => {
  const tab = page.getByRole('tab', { name: 'Settings' });
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  const close = page.getByRole('button', { name: 'Close editor' });

  it('is opened by a button, left by another one, and has an address that Back knows', async () => {
    const { router } = await openTestIndex('?tab=settings');
    await expect.element(tab).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('tab', { name: 'Edit settings' })).not.toBeInTheDocument();
    edit.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(editor).toHaveFocus();
    await expect.element(tab).toHaveAttribute('aria-selected', 'true');
    expect(router.state.location.search).toMatchObject({ tab: 'edit_settings' });
    await userEvent.click(close);
    await expect.element(edit).toHaveFocus();
    expect(router.state.location.search).toMatchObject({ tab: 'settings' });
    router.history.back();
    await expect.element(editor).toBeVisible();
  });

  it('keeps what was typed, and says so where the settings are only shown', async () => {
    await openTestIndex(TAB);
    await write(settingsWith({ 'index.number_of_replicas': '2' }));
    await userEvent.click(close);
    await expect.element(page.getByText('Not applied')).toBeVisible();
    await expectAccessible();
    await userEvent.click(edit);
    await expect.element(editor).toHaveTextContent('"index.number_of_replicas":"2"');
    await userEvent.click(page.getByRole('button', { name: 'Discard', exact: true }));
    await userEvent.click(close);
    await expect.element(page.getByText('Not applied')).not.toBeInTheDocument();
  });
});

describe('settings that need a closed index', () => {
  async function closeAndChange(): Promise<void> {
    await write(settingsWith({ 'index.codec': 'best_compression' }));
    await askForReview();
    await expect.element(review.getByText('Nothing to apply.')).toBeVisible();
    await expect.element(review.getByRole('button', { name: /^Apply \d settings?$/ })).toBeDisabled();
    review
      .getByRole('checkbox', { name: /^Close logs/ })
      .element()
      .focus();
    await userEvent.keyboard(' ');
    expect(await readShownRequests()).toEqual([
      'POST /logs/_close',
      'PUT /logs/_settings\n{\n  "index.codec": "best_compression"\n}',
      'POST /logs/_open',
    ]);
    await expectAccessible();
    await userEvent.click(review.getByRole('button', { name: 'Close index, apply 1 setting, reopen' }));
  }
  const isChange = ({ method, path }: ClusterCall) => method === 'PUT' && path[1] === '_settings';

  it('are changed while it is closed, and it is opened again', async () => {
    const { server } = await openTestIndex(TAB);
    await closeAndChange();
    await expect.element(review).not.toBeInTheDocument();
    await expect.element(page.getByText('No changes')).toBeVisible();
    expect(await settingsOf(server)).toMatchObject({ codec: 'best_compression' });
    expect(await statusOf(server)).toBe('open');
  });

  it('leave it open where the change is refused, which is said', async () => {
    const { server } = await openTestIndex(TAB, { server: testServer({ between: refusing(isChange) }) });
    await closeAndChange();
    await expect
      .element(review.getByRole('alert').first())
      .toHaveTextContent('The settings were not changed; logs was closed and has been reopened');
    await expect.element(review.getByRole('alert').first()).toHaveTextContent('The cluster does not want that.');
    expect(await settingsOf(server)).not.toHaveProperty('codec');
    expect(await statusOf(server)).toBe('open');
    await expect.element(editor).toHaveTextContent('best_compression');
  });

  it('say that it may still be closed where it can’t be opened again', async () => {
    await openTestIndex(TAB, {
      server: testServer({ between: refusing((call) => isChange(call) || call.path[1] === '_open') }),
    });
    await closeAndChange();
    await expect.element(review.getByText('Couldn’t reopen logs; it may still be closed')).toBeVisible();
    await expect.element(review.getByText('The settings were not changed', { exact: true })).toBeVisible();
  });
});
