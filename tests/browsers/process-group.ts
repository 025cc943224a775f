import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** How long a program may take until it says that it is ready. */
const READY_MS = 60_000;

export interface ProcessGroup {
  /** Resolves with what the pattern captures in the first line of either output that matches it. */
  said(pattern: RegExp): Promise<string>;
  /** Sends SIGKILL to the program and all that it started, and resolves when they are gone. */
  kill(): Promise<void>;
}

const running = new Set<ProcessGroup>();

/** For the end of a run that failed. */
export async function killAllGroups(): Promise<void> {
  await Promise.all(Array.from(running, (group) => group.kill()));
}

/** Starts a program as the leader of a process group of its own; `onLine` is told what it and its children say. */
export function startGroup(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  onLine: (line: string) => void = () => undefined,
): ProcessGroup {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      onLine(line);
      waiting.forEach((look) => look());
    });
  }
  const group: ProcessGroup = {
    said: (pattern) =>
      new Promise((resolve, reject) => {
        const fail = (reason: string) => reject(new Error(`${command} ${reason}:\n${lines.slice(-50).join('\n')}`));
        const look = () => {
          const found = lines.map((line) => pattern.exec(line)?.[1]).find((part) => part !== undefined);
          if (found === undefined) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(found);
        };
        const timer = setTimeout(() => fail(`was not ready within ${READY_MS} ms`), READY_MS);
        child.once('exit', () => fail('ended before it was ready'));
        waiting.add(look);
        look();
      }),
    async kill() {
      running.delete(group);
      if (child.pid === undefined) return;
      for (let left: readonly number[] = [child.pid]; left.length > 0; left = membersOf(child.pid)) {
        signal(child.pid);
        await wait(5);
      }
      if (isAlive(child)) await exited;
    },
  };
  running.add(group);
  return group;
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

function signal(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // Its processes have ended meanwhile.
  }
}

/** The processes of a group that have not ended; none where nobody can say, which is everywhere but on Linux. */
function membersOf(group: number): readonly number[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      // After the name of the program, which may hold anything: the state, the parent, the group.
      const [state, , of] = statOf(pid).split(') ').at(-1)?.split(' ') ?? [];
      return Number(of) === group && state !== 'Z' && state !== 'X';
    });
}

function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}
