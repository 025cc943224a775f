import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

export interface Ran {
  /** The exit code; `serve` where the server was asked for. */
  readonly code: number | 'serve';
  readonly out: string;
  readonly err: string;
  readonly flags: readonly string[];
}

/** Runs a command line in this process, with a text or bytes on its standard input. */
export async function runCli(
  args: readonly string[],
  { stdin = '', isWatched = false, isInteractive = false, msPerLook = 0, env = {} }: RunOptions = {},
): Promise<Ran> {
  const out: string[] = [];
  const err: string[] = [];
  let time = 0;
  const terminal: Terminal = {
    stdin: (async function* () {
      yield typeof stdin === 'string' ? Buffer.from(stdin) : stdin;
    })(),
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    isWatched,
    isInteractive,
    now: () => (time += msPerLook),
    env,
  };
  const asked = await runProgram(terminal, args);
  const written = { out: out.join(''), err: err.join('') };
  if (asked.kind === 'serve') return { ...written, code: 'serve', flags: asked.flags };
  return { ...written, code: asked.code, flags: [] };
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly isWatched?: boolean;
  readonly isInteractive?: boolean;
  readonly env?: Terminal['env'];
  /** How far the clock goes each time that it is looked at. */
  readonly msPerLook?: number;
}

/** A folder for the files of a test. */
export function testFolder(): {
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly remove: () => void;
} {
  const folder = mkdtempSync(join(tmpdir(), 'mapledger-cli-'));
  return {
    write(name, content) {
      const file = join(folder, name);
      writeFileSync(file, content);
      return file;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
