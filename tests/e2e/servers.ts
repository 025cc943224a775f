import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const serverFile = join(import.meta.dirname, '../../dist/server/main.js');

const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** Stops the servers that a failed test has left, and removes the folders of all. `tests/e2e/clean-up.ts` calls it after each file. */
export async function removeStarted(): Promise<void> {
  for (const child of running) child.kill();
  await Promise.all([...folders].map((folder) => rm(folder, { recursive: true, force: true })));
  folders.clear();
}

/** No server of a test writes into the home of whoever runs it. */
export async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mapledger-data-'));
  folders.add(folder);
  return folder;
}

export interface RunningServer {
  /** The address as the server printed it. */
  readonly address: string;
  readonly origin: string;
  /** Sends SIGTERM and resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL: what the server has not written down is gone. */
  kill(): Promise<void>;
}

/** Starts the production server, as `npm run build` left it, on a free port; rejects with its output if it ends instead. */
export async function startServer(...flags: string[]): Promise<RunningServer> {
  return startProgram(process.execPath, [serverFile], flags);
}

/**
 * As {@link startServer}, by another program: an installed package, say. One that starts the server as a process of its own, as npm does, and does
 * not wait for that one's end, is signalled with all that it started.
 */
export async function startProgram(
  program: string,
  args: readonly string[],
  flags: readonly string[],
  { cwd, startsProcesses = false }: { readonly cwd?: string; readonly startsProcesses?: boolean } = {},
): Promise<RunningServer> {
  // Flags of the test come last, and count.
  const child = spawn(program, [...args, '--port', '0', '--data-dir', await freshFolder(), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: startsProcesses,
    ...(cwd !== undefined && { cwd }),
  });
  const signal = (name: NodeJS.Signals) => {
    if (startsProcesses && child.pid !== undefined) process.kill(-child.pid, name);
    else child.kill(name);
  };
  const exited = once(child, 'exit');
  running.add(child);
  child.once('exit', () => running.delete(child));
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));

  for await (const line of createInterface({ input: child.stdout })) {
    output.push(`${line}\n`);
    const address = /ready at (http:\S+)/.exec(line)?.[1];
    if (address === undefined) continue;
    return {
      address,
      origin: new URL(address).origin,
      async stop() {
        signal('SIGTERM');
        await exited;
        return child.exitCode;
      },
      async kill() {
        signal('SIGKILL');
        await exited;
      },
    };
  }
  throw new Error(`The server ended before it was ready:\n${output.join('')}`);
}

/** The address of a screen below the console's base: `/drafts`. */
export function screenAddress({ origin }: RunningServer, path: string): string {
  return `${origin}/management/data/index_management${path}`;
}
