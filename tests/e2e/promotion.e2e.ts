import { expect, it } from 'vitest';
import type { JsonObject } from '#domain/json';
import { isSameTemplate } from '#domain/template';
import { openPage, useConsole } from './harness.ts';
import { runWithKills } from './plans/killed-server.ts';
import { callApi } from './plans/plan-api.ts';
import { screenAddress } from './servers.ts';

const at = useConsole();

const TEMPLATES = Array.from({ length: 8 }, (_, n) => ({
  kind: n < 4 ? ('component_template' as const) : ('index_template' as const),
  name: `moved-${n}`,
  body:
    n < 4
      ? { template: { settings: { 'index.refresh_interval': `${n + 1}s` } } }
      : { index_patterns: [`moved-${n}-*`], composed_of: [`moved-${n - 4}`], priority: 100 + n },
}));
const LEAST_KILLS = 3;
const MOST_RUNS = 5;

async function bodiesOn(server: Parameters<typeof callApi>[0]): Promise<ReadonlyMap<string, JsonObject>> {
  const { templates } = (await callApi(server, 'GET', '/index_templates')) as unknown as {
    templates: readonly Named[];
  };
  const components = await Promise.all(
    TEMPLATES.filter(({ kind }) => kind === 'component_template').map(
      ({ name }) => callApi(server, 'GET', `/component_templates/${name}`) as unknown as Promise<Named>,
    ),
  );
  return new Map([...templates, ...components].map(({ name, body }) => [name, body]));
}

interface Named {
  readonly name: string;
  readonly body: JsonObject;
}

it('sends each template of a file although its server is killed in between', async () => {
  let killed = 0;
  // On a busy machine a step may be over before it is seen to be under way: then the plan is carried out once more.
  for (let run = 0; killed < LEAST_KILLS && run < MOST_RUNS; run++) {
    const proposal = { name: 'templates.ndjson', promotion: { templates: TEMPLATES } };
    const { done, kills, server } = await runWithKills(proposal, []);
    killed += kills.length;
    expect([done.plan.state, done.plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
    expect(done.plan.steps).toHaveLength(TEMPLATES.length);
    const found = await bodiesOn(server);
    const missing = TEMPLATES.filter(({ name, body }) => !isSameTemplate(found.get(name) ?? {}, body));
    expect(missing.map(({ name }) => name)).toEqual([]);
    await server.stop();
  }
  expect(killed).toBeGreaterThanOrEqual(LEAST_KILLS);
});

it('goes on while nobody looks, and says so to another page and after a reload', async () => {
  const lines = [{ type: 'mapledger.templates', format: 1 }, ...TEMPLATES].map((line) => JSON.stringify(line));
  const { page, close } = await openPage(at.browser);
  await page.goto(screenAddress(at.server, '/templates'));
  await page.getByRole('button', { name: 'Import', exact: true }).waitFor();
  await page.locator('input[type="file"]').setInputFiles({
    name: 'templates.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(lines.join('\n')),
  });
  await page.getByRole('button', { name: 'Review and save' }).click();
  await page.getByText('Nothing has been sent yet').waitFor();
  const address = await page.getByRole('link', { name: 'Open plan' }).getAttribute('href');
  const approved = page.waitForResponse((response) => response.url().endsWith('/approve'));
  await page.getByRole('button', { name: 'Import 8 templates' }).click();
  expect((await approved).status()).toBe(200);
  await close();

  const later = await openPage(at.browser);
  await later.page.goto(new URL(address ?? '', screenAddress(at.server, '/')).href);
  await later.page.getByRole('heading', { name: 'Import 8 templates' }).waitFor();
  await later.page.getByRole('button', { name: 'Undo plan' }).waitFor();
  const found = await bodiesOn(at.server);
  expect(TEMPLATES.filter(({ name, body }) => !isSameTemplate(found.get(name) ?? {}, body))).toEqual([]);
  await later.page.reload();
  await later.page.getByRole('button', { name: 'Undo plan' }).click();
  await later.page.getByRole('alertdialog').getByRole('button', { name: 'Undo plan' }).click();
  // Each step says that it is undone before the plan does.
  await later.page.locator('header').getByText('Undone', { exact: true }).waitFor();
  const { templates } = (await callApi(at.server, 'GET', '/index_templates')) as unknown as {
    templates: readonly Named[];
  };
  expect(templates.filter(({ name }) => name.startsWith('moved-'))).toEqual([]);
  await later.close();
});
