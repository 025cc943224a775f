import { expect, it } from 'vitest';
import { openPage, useConsole } from './harness.ts';
import { freshFolder, screenAddress, startServer } from './servers.ts';
import { actOn, callApi, readPlan, waitForPlan } from './plans/plan-api.ts';
import { runWithKills } from './plans/killed-server.ts';

/** The sandbox has it, with aliases and 18,204 documents. */
const INDEX = 'sandbox-products';
const NEXT = `${INDEX}-v2`;

const at = useConsole();

const LEAST_KILLS = 3;
const MOST_RUNS = 5;

it('is proposed, approved by one button, goes on while nobody looks, and is there after a reload', async () => {
  const { page, close } = await openPage(at.browser);
  await page.goto(screenAddress(at.server, `/indices/${INDEX}`));
  await page.getByRole('button', { name: `Actions for ${INDEX}` }).click();
  await page.getByRole('menuitem', { name: 'Replace index' }).click();
  await page.getByRole('button', { name: 'Create plan' }).click();
  await page.getByText('Nothing has been sent yet').waitFor();
  const address = page.url();
  await page.getByRole('button', { name: 'Approve and run' }).click();
  await page.getByRole('button', { name: 'Approve and run' }).waitFor({ state: 'detached' });
  await close();

  const later = await openPage(at.browser);
  await later.page.goto(address);
  await later.page.getByRole('button', { name: 'Undo plan' }).waitFor();
  await later.page.getByText('18,204 documents in the new index', { exact: false }).waitFor();
  await later.page.reload();
  await later.page.getByRole('link', { name: NEXT }).click();
  await later.page.getByRole('heading', { name: NEXT, level: 1 }).waitFor();
  await later.close();
});

it('waits after its server was killed, and is resumed on the page', async () => {
  const folder = await freshFolder();
  let server = await startServer('--data-dir', folder);
  const { id } = (await callApi(server, 'POST', '/plans', { name: INDEX, replaceIndex: { newIndex: NEXT } })) as {
    id: string;
  };
  await actOn(server, id, 'approve');
  await server.kill();
  server = await startServer('--data-dir', folder);
  const { page, close } = await openPage(at.browser);
  await page.goto(screenAddress(server, `/plans/${id}`));
  await page.getByText('The server was stopped while the plan was running.', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  // A plan that is at work can be cancelled; one that is done can't.
  await page.getByRole('button', { name: 'Cancel plan' }).waitFor({ state: 'detached' });
  expect((await readPlan(server, id)).plan.steps.map(({ state }) => state)).toEqual(Array(5).fill('done'));
  await close();
  expect(await server.stop()).toBe(0);
});

it('pauses when its server is stopped in an orderly way', async () => {
  const folder = await freshFolder();
  let server = await startServer('--data-dir', folder);
  const { id } = (await callApi(server, 'POST', '/plans', { name: INDEX, replaceIndex: { newIndex: NEXT } })) as {
    id: string;
  };
  await actOn(server, id, 'approve');
  await waitForPlan(server, id, ({ plan }) => plan.steps[1]?.state === 'done', 1);
  expect(await server.stop()).toBe(0);
  server = await startServer('--data-dir', folder);
  expect((await readPlan(server, id)).plan.state).toBe('paused');
  await actOn(server, id, 'resume');
  expect((await waitForPlan(server, id, ({ plan }) => plan.state !== 'running')).plan.state).toBe('done');
  await server.stop();
});

it('comes to the same where its server is killed in each step', async () => {
  let killed = 0;
  // On a busy machine a step may be over before it is seen to be under way: then the plan is carried out once more.
  for (let run = 0; killed < LEAST_KILLS && run < MOST_RUNS; run++) {
    const { done, kills, server } = await runWithKills({ name: INDEX, replaceIndex: { newIndex: NEXT } }, []);
    killed += kills.length;
    expect([done.plan.state, done.plan.steps.flatMap(({ error }) => error?.message ?? [])]).toEqual(['done', []]);
    const { aliases } = (await callApi(server, 'GET', `/aliases/${NEXT}`)) as { aliases: object };
    expect(Object.keys(aliases).length).toBeGreaterThan(0);
    expect(done.plan.steps[3]?.result).toMatchObject({ source: 18_204, dest: 18_204 });
    await server.stop();
  }
  expect(killed).toBeGreaterThanOrEqual(LEAST_KILLS);
});
