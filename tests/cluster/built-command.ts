import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
export const IS_BUILT = existsSync(join(ROOT, 'dist/server/cli.js'));

/** The command line in a process of its own; the code is null where it was killed. */
export const mapledger = (...args: readonly string[]) => mapledgerWith({}, ...args);

/** The same with variables of the environment, such as credentials. */
export function mapledgerWith(variables: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, [join(ROOT, 'bin/mapledger.mjs'), ...args], { stdio: 'pipe', env });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, said }));
  });
  return { kill: () => child.kill('SIGKILL'), ended };
}
