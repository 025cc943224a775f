import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { screenAddress } from './servers.ts';

describe('the page of the API', () => {
  const at = useConsole();

  it('shows what the server describes, found and opened by keyboard', async () => {
    const { page, problems, close } = await openPage(at.browser);
    await page.goto(screenAddress(at.server, '/api'));
    await page.getByRole('heading', { name: 'Index templates' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('post forcemerge');
    await page.getByText('1 route', { exact: true }).waitFor();
    const route = page.getByRole('button', { name: /POST .*forcemerge/ });
    await route.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('group', { name: 'Body', exact: true }).getByText('maxNumSegments').waitFor();
    expect(new URL(page.url()).searchParams.get('route')).toBe('indices.forcemerge');
    await page.evaluate(axe.source);
    const violations: unknown = await page.evaluate(
      'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]))',
    );
    expect(violations).toEqual([]);
    const raw = await page.getByRole('link', { name: 'OpenAPI (JSON)' }).getAttribute('href');
    expect((await page.request.get(`${at.server.origin}${raw}`)).status()).toBe(200);
    expect(problems).toEqual([]);
    await close();
  });
});
