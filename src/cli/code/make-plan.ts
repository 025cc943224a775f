import { planCode, type CodePlan, type PlanHeader } from '#domain/code';
import type { Terminal } from '../terminal.ts';
import { commitOf } from './commit.ts';
import { chooseCluster, readFacts, withCluster, type ChosenCluster, type ReachedCluster } from './project-cluster.ts';
import { claimedObjects, readProjectFolder } from './project-folder.ts';

export interface MadePlan {
  readonly header: PlanHeader;
  readonly plan: CodePlan;
}

interface PlanFlags {
  readonly dir?: string | undefined;
  readonly env?: string | undefined;
  readonly cluster?: string | undefined;
}

/** Plans from the files at hand and does something with the plan while the cluster is open. */
export async function withPlan<Result>(
  terminal: Terminal,
  { dir = '.', ...choice }: PlanFlags,
  work: (made: MadePlan, cluster: ReachedCluster, planAgain: () => Promise<CodePlan>) => Promise<Result>,
): Promise<Result> {
  const folder = await readProjectFolder(terminal, dir);
  const chosen: ChosenCluster = chooseCluster(terminal, folder.project, choice);
  const objects = claimedObjects(terminal, folder, chosen.environment);
  const { moved, project } = folder.project;
  return withCluster(chosen, async (cluster) => {
    const plan = async () => planCode(objects, moved, await readFacts(cluster, objects));
    const { engine, uuid = null } = cluster.capabilities;
    const header: PlanHeader = {
      project,
      environment: chosen.environment ?? null,
      cluster: { uuid, distribution: engine.distribution, version: engine.version },
      ...(await commitOf(dir)),
    };
    return work({ header, plan: await plan() }, cluster, plan);
  });
}
