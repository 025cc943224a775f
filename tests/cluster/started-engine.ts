import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Distribution, TargetEngine } from '#domain/catalogue';
import { modulesIn } from '#domain/console';
import { parseJson, valueAt } from '#domain/json';

const runFile = join(import.meta.dirname, '../../scripts/engines/run.mjs');

/** An engine that answers. */
export interface EngineAddress {
  readonly url: string;
  readonly target: TargetEngine;
}

export interface StartedEngine extends EngineAddress {
  /** Ends the node and wipes its data. */
  stop(): Promise<void>;
}

/** Why an engine can't be had, in one line. */
export class EngineMissingError extends Error {
  override readonly name = 'EngineMissingError';
}

/**
 * Starts one node of an engine, of the newest version where none is named, which ends when this process does, however it does.
 * @throws EngineMissingError where the machine can't run it.
 */
export async function startEngine(distribution: Distribution, version?: string): Promise<StartedEngine> {
  const { url, stop } = await startNode(version === undefined ? [distribution] : [distribution, version]);
  try {
    return { url, target: await targetAt(url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts a node of OpenSearch on which everybody signs in, as {@link startEngine} does.
 * @throws EngineMissingError where the machine can't run it.
 */
export const startSecuredEngine = () => startNode(['opensearch', '--secured']);

async function startNode(wanted: readonly string[]): Promise<Pick<StartedEngine, 'url' | 'stop'>> {
  // As long as stdin is open: a killed test run leaves no engine behind.
  const child = spawn(process.execPath, [runFile, ...wanted, '--while-stdin-is-open'], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let lastLine = `${wanted.join(' ')} can't be started.`;
  createInterface({ input: child.stderr }).on('line', (line) => (lastLine = line));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  for await (const url of createInterface({ input: child.stdout })) return { url, stop };
  await exited;
  throw new EngineMissingError(lastLine);
}

/** What the engine at an address says it is. */
export async function targetAt(url: string): Promise<TargetEngine> {
  const answer = parseJson(await (await fetch(url)).text());
  const version = valueAt(answer, '/version/number');
  if (typeof version !== 'string') throw new Error(`What answers at ${url} is no engine.`);
  const plugins = (await (await fetch(`${url}/_cat/plugins?format=json&h=component`)).json()) as {
    component: string;
  }[];
  const nodes = parseJson(await (await fetch(`${url}/_nodes/plugins?filter_path=nodes.*.modules.name`)).text());
  return {
    distribution: valueAt(answer, '/version/distribution') === 'opensearch' ? 'opensearch' : 'elasticsearch',
    version,
    plugins: [...new Set(plugins.map(({ component }) => component))],
    ...modulesIn(nodes),
  };
}
