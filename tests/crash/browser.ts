import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type BrowserContext } from 'playwright';
import { chromiumLaunchOptions } from '../chromium.ts';

/** For a headless browser whose tabs work at full speed, also behind one another, and that asks nothing when it starts again. */
const FLAGS = [
  '--headless=new',
  '--remote-debugging-port=0',
  '--no-default-browser-check',
  '--hide-crash-restore-bubble',
  '--password-store=basic',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-extensions',
  '--disable-default-apps',
  '--disable-breakpad',
  '--mute-audio',
  // Chromium says on it what it could not open and what it begins anew.
  '--enable-logging=stderr',
];

export interface StartedChromium {
  /** Resolves when tabs can be opened. It rejects where the browser is killed before, and may then never settle. */
  connect(): Promise<BrowserContext>;
  /** What it said of its storage. */
  readonly said: readonly string[];
  /** Kills all of its processes at once, wherever they are, and resolves when they are gone. */
  kill(): Promise<void>;
}

const running = new Set<StartedChromium>();

/** Starts Chromium on a profile, as the leader of a process group of its own. */
export function startChromium(profile: string): StartedChromium {
  // Left by a killed browser; the number in it may belong to another process by now.
  for (const name of ['SingletonLock', 'SingletonSocket', 'SingletonCookie', 'DevToolsActivePort'])
    rmSync(join(profile, name), { force: true });
  const { args, executablePath = chromium.executablePath() } = chromiumLaunchOptions();
  const child = spawn(executablePath, [...args, ...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = once(child, 'exit');
  const said: string[] = [];
  const endpoint = endpointOf(child, said);
  // Nobody may wait for it: the browser may be killed before.
  endpoint.catch(() => {});
  const started: StartedChromium = {
    said,
    async connect() {
      const browser = await chromium.connectOverCDP(await endpoint);
      const [context] = browser.contexts();
      if (context === undefined) throw new Error('Chromium has no context.');
      return context;
    },
    async kill() {
      running.delete(started);
      const { pid } = child;
      if (pid === undefined) throw new Error('Chromium did not start.');
      if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
      await exited;
      for (let left = processesOf(profile); left.length > 0; left = processesOf(profile)) {
        left.forEach(killProcess);
        await wait(2);
      }
    },
  };
  running.add(started);
  return started;
}

/** For the end of a run that failed. */
export async function killAll(): Promise<void> {
  await Promise.all(Array.from(running, (browser) => browser.kill()));
}

/** Reads on for as long as the browser lives: it would wait for us one day. */
function endpointOf({ stderr }: ChildProcess, storage: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    if (stderr === null) return reject(new Error('Chromium says nothing.'));
    const said: string[] = [];
    const lines = createInterface({ input: stderr });
    lines.on('line', (line) => {
      const endpoint = /^DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (endpoint !== undefined) resolve(endpoint);
      if (said.length < 50) said.push(line);
      if (/leveldb|indexed.?db|corrupt|recreat/i.test(line)) storage.push(line);
    });
    lines.on('close', () => reject(new Error(`Chromium ended before it was ready:\n${said.join('\n')}`)));
  });
}

/** Processes that left the group: only those of our own profile, whose name nobody else has. */
function processesOf(profile: string): readonly number[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && commandOf(name).includes(profile))
    .map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
