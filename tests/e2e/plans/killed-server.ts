import { type RunningServer, freshFolder, startServer } from '../servers.ts';
import { actOn, callApi, stepUnderWay, waitForPlan, type PlanView } from './plan-api.ts';

export interface KilledPlan {
  readonly done: PlanView;
  /** The step that was under way at each kill, from 1, and its state. */
  readonly kills: readonly string[];
  readonly server: RunningServer;
}

/**
 * Carries out a plan with a server that is killed (SIGKILL) once in each of its steps, as soon as that step is seen to be under way, and started again
 * on the same data folder. The last server still runs.
 */
export async function runWithKills(
  proposal: Parameters<typeof callApi>[3],
  flags: readonly string[],
  prepare: (server: RunningServer) => Promise<void> = async () => undefined,
): Promise<KilledPlan> {
  const folder = await freshFolder();
  const start = () => startServer('--data-dir', folder, ...flags);
  let server = await start();
  await prepare(server);
  const { id, plan } = (await callApi(server, 'POST', '/plans', proposal)) as unknown as PlanView;
  const kills: string[] = [];
  await actOn(server, id, 'approve');
  for (let wanted = 0; wanted < plan.steps.length; wanted++) {
    const seen = await waitForPlan(
      server,
      id,
      (view) => stepUnderWay(view) >= wanted || view.plan.state !== 'running',
      1,
    );
    if (seen.plan.state !== 'running') break;
    const at = stepUnderWay(seen);
    kills.push(`${at + 1} ${seen.plan.steps[at]?.state ?? 'done'}`);
    await server.kill();
    server = await start();
    const found = await waitForPlan(server, id, () => true);
    if (found.plan.state === 'done') break;
    if (found.plan.state !== 'paused') throw new Error(`After a kill the plan is ${found.plan.state}`);
    await actOn(server, id, 'resume');
    wanted = Math.max(wanted, at);
  }
  const done = await waitForPlan(server, id, ({ plan: { state } }) => state !== 'running');
  return { done, kills, server };
}
