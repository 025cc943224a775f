import { EXIT } from './exit-codes.ts';
import { runProgram } from './program.ts';
import type { Terminal } from './terminal.ts';

// A reader that has seen enough, such as `head`, closes the pipe: there is nobody to tell.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.fine);
  throw error;
});

const terminal: Terminal = {
  stdin: process.stdin,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isWatched: process.stderr.isTTY,
  isInteractive: process.stdin.isTTY && process.stderr.isTTY,
  now: () => performance.now(),
  env: process.env,
};

const asked = await runProgram(terminal, process.argv.slice(2));
if (asked.kind === 'serve') {
  // Loaded where it is used: the other commands start in half of the time.
  const { runServer } = await import('../server/run-server.ts');
  await runServer(asked.flags, 'mapledger serve');
} else {
  // Not `process.exit`: what was written to a pipe has to arrive.
  process.exitCode = asked.code;
}
