import type { TestProject } from 'vitest/node';
import type { Distribution } from '#domain/catalogue';
import { DISTRIBUTIONS } from './distributions.ts';
import { EngineMissingError, startEngine, targetAt, type EngineAddress, type StartedEngine } from './started-engine.ts';

/** What the tests learn of an engine: where it is, or why it is missing. */
export type Availability = EngineAddress | { readonly missing: string };

declare module 'vitest' {
  interface ProvidedContext {
    readonly engines: Readonly<Record<Distribution, Availability>>;
  }
}

/** Engines that are running already, instead of ones of our own. */
const ADDRESS_VARIABLES = {
  opensearch: 'MAPLEDGER_OPENSEARCH_URL',
  elasticsearch: 'MAPLEDGER_ELASTICSEARCH_URL',
} as const;

/** Starts the engines once for all files of the project; returns what stops them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started: StartedEngine[] = [];
  const stop = async () => {
    await Promise.all(started.map((engine) => engine.stop()));
  };
  const find = async (distribution: Distribution): Promise<Availability> => {
    if (!DISTRIBUTIONS.includes(distribution)) return { missing: 'CLUSTER_ENGINE names the other one.' };
    const named = await namedEngine(distribution);
    if (named !== undefined) return named;
    try {
      const engine = await startEngine(distribution);
      started.push(engine);
      return { url: engine.url, target: engine.target };
    } catch (error) {
      if (!(error instanceof EngineMissingError)) throw error;
      console.error(`The tests of ${distribution} are skipped: ${error.message}`);
      return { missing: error.message };
    }
  };
  try {
    // One after the other: two Mavens that fetch at once get in each other's way in the local repository.
    const opensearch = await find('opensearch');
    const elasticsearch = await find('elasticsearch');
    project.provide('engines', { opensearch, elasticsearch });
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

/** An engine that somebody named must be there: a wrong address is no reason to skip. */
async function namedEngine(distribution: Distribution): Promise<EngineAddress | undefined> {
  const variable = ADDRESS_VARIABLES[distribution];
  const address = process.env[variable];
  if (!address) return undefined;
  const url = new URL(address).origin;
  const target = await targetAt(url).catch((error: unknown) => {
    throw new Error(`${variable} names ${url}, where no engine answers.`, { cause: error });
  });
  if (target.distribution !== distribution)
    throw new Error(`${variable} names ${url}, where ${target.distribution} answers.`);
  return { url, target };
}
