import { planCode, type CodeObject, type CodePlan, type PlanHeader, type Project } from '#domain/code';
import type { Terminal } from '../terminal.ts';
import { commitOf } from './commit.ts';
import { chooseCluster, readFacts, withCluster, type ChosenCluster, type ReachedCluster } from './project-cluster.ts';
import { claimedObjects, readProjectFolder } from './project-folder.ts';

export interface MadePlan {
  readonly header: PlanHeader;
  /** What the files claim in the environment. */
  readonly objects: readonly CodeObject[];
  readonly plan: CodePlan;
}

/** Which project and which cluster. */
interface ProjectFlags {
  readonly dir?: string | undefined;
  readonly env?: string | undefined;
  readonly cluster?: string | undefined;
}

/** Plans from the files at hand and does something with the plan while the cluster is open. */
export async function withPlan<Result>(
  terminal: Terminal,
  flags: ProjectFlags,
  work: (made: MadePlan, cluster: ReachedCluster, planAgain: () => Promise<CodePlan>) => Promise<Result>,
): Promise<Result> {
  return withProject(terminal, flags, async ({ header, objects, project }, cluster) => {
    const plan = async () => planCode(objects, project.moved, await readFacts(cluster, objects, flags.dir ?? '.'));
    return work({ header, objects, plan: await plan() }, cluster, plan);
  });
}

/** A project as it is compared with a cluster. */
interface OpenedProject {
  readonly header: PlanHeader;
  readonly project: Project;
  /** What its files claim in the environment. */
  readonly objects: readonly CodeObject[];
}

/** Reads the files at hand and does something with them while the cluster is open. */
export async function withProject<Result>(
  terminal: Terminal,
  { dir = '.', ...choice }: ProjectFlags,
  work: (opened: OpenedProject, cluster: ReachedCluster) => Promise<Result>,
): Promise<Result> {
  const folder = await readProjectFolder(terminal, dir);
  const { project } = folder;
  const chosen: ChosenCluster = chooseCluster(terminal, project, choice);
  const objects = claimedObjects(terminal, folder, chosen.environment);
  return withCluster(chosen, async (cluster) => {
    const { engine, uuid = null } = cluster.capabilities;
    const header: PlanHeader = {
      project: project.project,
      environment: chosen.environment ?? null,
      cluster: { uuid, distribution: engine.distribution, version: engine.version },
      ...(await commitOf(dir)),
    };
    return work({ header, project, objects }, cluster);
  });
}
