import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { HttpService } from '../../domain/index.ts';
import { testServices } from '../composition/test-services.ts';
import { expectAccessible } from '../testing/expect-accessible.ts';
import { openTestConsole } from '../testing/open-test-console.tsx';
import { testServer } from '../testing/test-http.ts';

async function open(http: HttpService) {
  return openTestConsole('/data_streams', await testServices(undefined, { http }));
}

const bar = () => page.getByRole('group', { name: 'Cluster' });

describe('the bar of the cluster', () => {
  it('says which cluster it is, how it is doing, and that it is made up', async () => {
    await open(testServer().http);
    await expect.element(bar().getByText('Built-in engine', { exact: true })).toBeVisible();
    await expect.element(bar().getByText('Sandbox', { exact: true })).toBeVisible();
    await expect.element(bar()).toHaveTextContent('Green');
    await expect.element(bar()).toHaveTextContent(/Elasticsearch \d+\.\d+/);
    await expectAccessible();
  });

  it('says that a server is read-only', async () => {
    await open(testServer({ isReadOnly: true }).http);
    await expect.element(bar().getByText('Read-only')).toBeVisible();
  });
});
