import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openTestConsole } from '../../testing/open-test-console.tsx';
import { testServer } from '../../testing/test-http.ts';
import { testServices } from '../../testing/test-services.ts';

const DATED = { properties: { created_at: { type: 'keyword' } } };
const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });

it('lists what lint finds in the templates that nobody else manages, and leads to their tab Lint', async () => {
  const server = testServer();
  await server.ask('PUT', ['_component_template', 'base'], { template: { mappings: DATED } });
  await server.ask('PUT', ['_component_template', 'theirs'], {
    template: { mappings: DATED },
    _meta: { managed: true },
  });
  await server.ask('PUT', ['_index_template', 'logs'], { index_patterns: ['logs-*'], priority: 200 });
  await server.ask('PUT', ['_index_template', 'logs-app'], { index_patterns: ['logs-app-*'], priority: 100 });
  await server.ask('PUT', ['_template', 'old'], { index_patterns: ['old-*'], mappings: DATED });
  const { router } = await openTestConsole('/lint', await testServices(undefined, { http: server.http }));
  await expect.element(page.getByText('4 templates checked')).toBeVisible();
  const texts = () => rows.elements().map(({ textContent }) => textContent);
  await expect.poll(texts).toHaveLength(3);
  expect(texts().toSorted()).toEqual([
    expect.stringMatching(/^baseComponent templateWarningDate as textcreated_at/),
    expect.stringMatching(
      /^logs-appIndex templateWarningTemplates that overlapindex_patternsNo index gets this template: logs/,
    ),
    expect.stringMatching(/^oldLegacy templateWarningDate as textcreated_at/),
  ]);
  await userEvent.click(page.getByRole('link', { name: 'old', exact: true }));
  await expect.element(page.getByRole('region', { name: 'Lint', exact: true }).getByText('1 finding')).toBeVisible();
  expect(router.state.location.search).toMatchObject({ tab: 'lint', legacy: 'true' });
});

it('says that nothing was found', async () => {
  const server = testServer();
  await server.ask('PUT', ['_component_template', 'base'], { template: {} });
  await openTestConsole('/lint', await testServices(undefined, { http: server.http }));
  await expect.element(page.getByText('1 template checked')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'No findings' })).toBeVisible();
});
