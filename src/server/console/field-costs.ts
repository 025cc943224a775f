import { fieldCostsIn, fileCostsIn, type FieldCost, type FileCost } from '#domain/console';
import type { ClusterCall } from '#domain/ports';
import { hasFeature, read } from './calls.ts';
import type { ConsoleContext, HandlersOf } from './context.ts';
import { RequestError } from './errors.ts';
import { meantIndex } from './exact-names.ts';
import { readObject } from './read-object.ts';

/** How long the analysis of an index may take. */
const ANALYSIS_MS = 30 * 60_000;

/** What the fields of an index take up. One index of a cluster is analyzed at a time, as all its files are read. */
export function fieldCosts(): HandlersOf<'field_costs.analyze'> {
  /** The index that is analyzed, by cluster. */
  const atWork = new Map<string, string>();
  return {
    'field_costs.analyze': async ({ params: { name }, query: { uuid } }, context) => {
      const index = await meantIndex(context, name, uuid);
      const { id } = context.cluster.entry;
      const other = atWork.get(id);
      if (other !== undefined)
        throw new RequestError(
          409,
          `"${other}" is being analyzed. One index of a cluster is analyzed at a time, as all its files are read.`,
          { index: other },
        );
      atWork.set(id, index);
      try {
        return await costsOf(context, index);
      } finally {
        atWork.delete(id);
      }
    },
  };
}

/** What the fields of an index take up, or its files by kind where the engine does not tell that. */
async function costsOf(context: ConsoleContext, index: string) {
  if (!(await hasFeature(context, 'field_stats'))) {
    return { files: [...(await readFileCosts(context, index))] };
  }
  return { analysis: await analyzeIndex(context, index) };
}

/** What the files of an index take up by kind; empty where the engine does not tell. */
export async function readFileCosts(context: ConsoleContext, index: string): Promise<readonly FileCost[]> {
  return fileCostsIn(await read(context, [index, '_stats', 'segments'], { include_segment_file_sizes: true }));
}

/** @throws RequestError where the engine can't tell what the fields take up */
export async function analyzeIndex(
  context: ConsoleContext,
  index: string,
): Promise<{ storeBytes: number; fields: FieldCost[] }> {
  const costs = await readAnalysis(context, index);
  if ('reason' in costs)
    throw new RequestError(424, `What the fields of "${index}" take up can’t be told: ${costs.reason}.`);
  return { storeBytes: costs.storeBytes, fields: [...costs.fields] };
}

/** What the fields of an index take up, or why the response does not tell. */
export async function readAnalysis(context: ConsoleContext, index: string): Promise<ReturnType<typeof fieldCostsIn>> {
  const call: ClusterCall = {
    method: 'POST',
    path: [index, '_disk_usage'],
    query: { run_expensive_tasks: true },
    isReading: true,
    timeoutMs: ANALYSIS_MS,
    signal: context.signal,
  };
  return fieldCostsIn(await readObject(context.cluster.gateway, call), index);
}
