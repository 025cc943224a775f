import {
  planCode,
  type CodeObject,
  type CodePlan,
  type PlanChoices,
  type PlanHeader,
  type Project,
  type RecordedFacts,
} from '#domain/code';
import { UsageError } from '../errors.ts';
import type { Terminal } from '../terminal.ts';
import { commitOf } from './commit.ts';
import {
  chooseCluster,
  ownTemplates,
  readFacts,
  withCluster,
  type ChosenCluster,
  type ReachedCluster,
} from './project-cluster.ts';
import { claimedObjects, readProjectFolder } from './project-folder.ts';
import { existingIndices } from './project-indices.ts';
import type { ProjectServer, ProjectView } from './project-server.ts';

export interface MadePlan {
  readonly header: PlanHeader;
  /** What the files claim in the environment. */
  readonly objects: readonly CodeObject[];
  readonly plan: CodePlan;
  /** Who had the lock of the project, as a sentence; undefined where it was free, or no server was asked. */
  readonly lock: string | undefined;
}

/** Which project and which cluster. */
interface ProjectFlags {
  readonly dir?: string | undefined;
  readonly env?: string | undefined;
  readonly cluster?: string | undefined;
}

/** Makes the plan of the same files again. */
interface PlanAgain {
  /** With what the cluster has by now, and the server has recorded by now. */
  readonly planAgain: () => Promise<CodePlan>;
  /** With what the cluster has by now, without asking the server. */
  readonly lookAgain: () => Promise<CodePlan>;
}

export interface PlanFlags extends ProjectFlags {
  readonly prune?: boolean | undefined;
  readonly allow?: string | undefined;
}

/**
 * Plans from the files at hand.
 * @throws UsageError where something is allowed that there is not
 * @throws ClusterError
 */
export async function makePlan(
  { header, objects, project }: OpenedProject,
  cluster: ReachedCluster,
  flags: PlanFlags,
  server: ProjectServer | undefined,
): Promise<MadePlan & PlanAgain> {
  const choices = planChoices(flags);
  let view = await server?.read(header);
  const { lock } = view ?? {};
  const lookAgain = async () => {
    const facts = await readFacts(cluster, objects, flags.dir ?? '.', choices);
    const recorded = view && (await recordedFacts(view, project, cluster, flags));
    return planCode(objects, project.moved, facts, recorded, choices);
  };
  const planAgain = async () => {
    view = await server?.read(header);
    return lookAgain();
  };
  return { header, objects, plan: await lookAgain(), lock, planAgain, lookAgain };
}

/** @throws UsageError where something is allowed that there is not */
export function planChoices({ allow }: Pick<PlanFlags, 'allow'>): PlanChoices {
  const allowed = new Set(allow?.split(','));
  if ([...allowed].some((each) => !ALLOWED.includes(each)))
    throw new UsageError(`--allow takes ${ALLOWED.join(', ')}, or several with commas between them.`);
  return {
    allowsReindex: allowed.has(REINDEX),
    allowsRollover: allowed.has(ROLLOVER),
    allowsWriteIndex: allowed.has(WRITE_INDEX),
  };
}

const [REINDEX, ROLLOVER, WRITE_INDEX] = ['reindex', 'rollover', 'write-index'] as const;
const ALLOWED: readonly string[] = [REINDEX, ROLLOVER, WRITE_INDEX];

async function recordedFacts(
  { objects, others }: ProjectView,
  { project, keep }: Project,
  cluster: ReachedCluster,
  { prune = false }: PlanFlags,
): Promise<RecordedFacts> {
  const known = { project, objects, others };
  if (!prune) return known;
  const [isLeftOut, indices] = await Promise.all([
    ownTemplates(cluster),
    existingIndices(cluster.gateway, [...objects.keys()]),
  ]);
  return { ...known, prune: { keep, isLeftOut, indices } };
}

/** A project as it is compared with a cluster. */
export interface OpenedProject {
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
